// What a person does with the bot: commands, presses, choices and dialogs.

import * as calls from "./calls.js";
import { openModal } from "./dialogs.js";
import { pause } from "./dom.js";
import { findComponent } from "./message.js";
import { openList } from "./picker.js";

const KEPT_OUTCOMES = 100;
const ASK_AGAIN_MS = 4000;
const CHANNEL_SELECT = 8;
const USER_SELECT = 5;
const MENTIONABLE_SELECT = 7;

export class Deeds {
  /** `pane` offers person, world, context, following, messageOf(id), redraw(id). */
  constructor(pane) {
    this.pane = pane;
    this.waiting = new Map();
    this.early = new Map();
    this.openedModals = new Set();
    this.presses = new Set();
    this.unanswered = new Set();
    this.answers = new Map();
  }

  /** Something was begun here: the first message that answers it is brought into sight. */
  begun(id) {
    if (this.answers.has(id)) this.pane.list.bring(this.answers.get(id));
    else this.unanswered.add(id);
    if (this.unanswered.size > KEPT_OUTCOMES) this.unanswered.delete(this.unanswered.values().next().value);
  }

  /** A new message has come: perhaps it answers something that was begun here. */
  heardAnswer(message) {
    const { id, user } = message.interaction_metadata ?? {};
    if (!id || user?.id !== this.pane.person.id) return;
    if (this.unanswered.delete(id)) this.pane.list.bring(message.id);
    else if (!this.answers.has(id)) this.answers.set(id, message.id);
    if (this.answers.size > KEPT_OUTCOMES) this.answers.delete(this.answers.keys().next().value);
  }

  /** Waits for the outcome of an interaction; opens its modal, if it brings one. */
  async track(outcome) {
    const id = outcome.interaction;
    let now = this.early.get(id) ?? outcome;
    if (now.state === "waiting") now = await this.outcomeOf(id);
    if (now.modal) this.showModal(now.modal);
    return now;
  }

  async outcomeOf(id) {
    const heard = new Promise((done) => this.waiting.set(id, done));
    const { signal } = this.pane.following;
    // The news normally tells; asking now and then covers news that was lost.
    for (;;) {
      const first = await Promise.race([heard, pause(ASK_AGAIN_MS, signal)]);
      const now = first ?? (signal.aborted ? { interaction: id, state: "failed" } : await this.ask(id));
      if (now && now.state !== "waiting") {
        this.waiting.delete(id);
        return now;
      }
    }
  }

  /** The outcome as it stands, null if the server is away; one that it forgot has failed. */
  async ask(id) {
    try {
      return await calls.interaction(this.pane.person.id, id);
    } catch (error) {
      return error.status === 404 ? { interaction: id, state: "failed" } : null;
    }
  }

  /** Takes an outcome from the news. */
  heard(outcome) {
    if (outcome.state === "waiting") return;
    this.early.set(outcome.interaction, outcome);
    if (this.early.size > KEPT_OUTCOMES) this.early.delete(this.early.keys().next().value);
    this.waiting.get(outcome.interaction)?.(outcome);
  }

  /** Whether a note belongs to a press of this pane: that is told where it was pressed. */
  toldAlready(message) {
    return this.presses.has(message.sandbox?.interaction);
  }

  showModal(modal) {
    if (this.openedModals.has(modal.id)) return;
    this.openedModals.add(modal.id);
    const { person, context } = this.pane;
    openModal(modal, { person: person.id, personName: person.name, context: { ...context, offered: (type) => this.offered(type) }, track: (outcome) => this.track(outcome) });
  }

  press(messageId, customId) {
    const person = this.pane.person.id;
    return this.act(messageId, customId, () => calls.press({ person, message: messageId, custom_id: customId }));
  }

  /** Opens the list of a select; what is chosen is sent. */
  choose(messageId, anchor) {
    const { customId } = anchor.dataset;
    const component = findComponent(this.pane.messageOf(messageId)?.components, customId);
    if (!component) return;
    const person = this.pane.person.id;
    openList(anchor, { ...component, options: component.options ?? this.offered(component.type) }, (values) => {
      this.act(messageId, customId, () => calls.select({ person, message: messageId, custom_id: customId, values }));
    });
  }

  /** What a select of people or channels offers. */
  offered(type) {
    const { people, channels, bot } = this.pane.world;
    if (type === CHANNEL_SELECT) return channels.filter((channel) => channel.type !== 1).map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
    if (type !== USER_SELECT && type !== MENTIONABLE_SELECT) return [];
    return [...people.map((person) => ({ label: person.name, value: person.id })), ...(bot ? [{ label: bot.username, value: bot.id }] : [])];
  }

  /** Presses or chooses: shows the waiting state, then what came of it. */
  async act(messageId, customId, start) {
    const { busy, notes } = this.pane.context;
    const { signal } = this.pane.following;
    if (busy.get(messageId) === customId) return;
    busy.set(messageId, customId);
    notes.delete(messageId);
    this.pane.redraw(messageId);
    const note = await this.noteOf(start, signal);
    // Somebody else sits here by now: they have pressed nothing.
    if (signal.aborted) return;
    if (note) notes.set(messageId, note);
    if (busy.get(messageId) === customId) busy.delete(messageId);
    this.pane.redraw(messageId);
  }

  /** What is to stand under the message of a press; null if it came to something. */
  async noteOf(start, signal) {
    try {
      const started = await start();
      this.presses.add(started.interaction);
      this.begun(started.interaction);
      const outcome = signal.aborted ? started : await this.track(started);
      // Whoever pressed it has gone, so they are not told of it here.
      if (signal.aborted) this.presses.delete(started.interaction);
      return outcome.state === "failed" ? failedNote(outcome.error) : null;
    } catch (error) {
      return error.message;
    }
  }
}

/** What stands under a message whose press came to nothing. */
const failedNote = (error) => `This interaction failed. ${calls.asSentence(error ?? "the application did not respond")}`;
