// One person's view: channels, messages, message box. Several panes can stand side by side; each follows its own news.

import * as calls from "./calls.js";
import { ChannelList } from "./channels.js";
import { Composer } from "./composer.js";
import { enlarge, openModal } from "./dialogs.js";
import { announce, compareIds, el, morph, openSpoiler, pause, toast } from "./dom.js";
import { findComponent, isEphemeral, renderMessage, sentAt, spoken } from "./message.js";
import { closePicker, openList, openPicker } from "./picker.js";
import { dayInWords } from "./when.js";

const NEWS_WAIT_S = 25;
const GROUP_MS = 7 * 60_000;
const NEAR_END_PX = 80;
const KEPT_OUTCOMES = 100;
const TYPING_MS = 10_000;

let made = 0;

export class Pane {
  /** `page` offers world, refresh(), personMoved(pane), personLost(pane), online(bool), askPerson(pane), titles(). */
  constructor(page) {
    this.page = page;
    this.number = made += 1;
    this.person = null;
    this.channel = null;
    this.stores = new Map();
    this.waiting = new Map();
    this.early = new Map();
    this.openedModals = new Set();
    this.presses = new Set();
    this.context = { me: null, locale: "en-US", altOpen: new Set(), busy: new Map(), notes: new Map(), nameOf: (id) => this.nameOf(id), channelName: (id) => this.channelName(id) };
    this.names = new Map();
    this.articles = new Map();
    this.build();
  }

  get world() {
    return this.page.world;
  }

  // ---- Building ----

  build() {
    this.channels = new ChannelList(this);
    this.composer = new Composer(this);
    this.menu = el("button", { class: "tool menu", type: "button", "aria-label": "Channels", "aria-expanded": "false", data: { testid: "menu" } }, "☰", el("span", { class: "menu-dot", "aria-hidden": "true", hidden: true }));
    this.title = el("h2", { class: "room-name", data: { testid: "room-name" } });
    this.switch = el("select", { class: "person-switch", "aria-label": "You are", title: "Who you are here", data: { testid: "person-switch" } });
    this.addPerson = el("button", { class: "tool", type: "button", "aria-label": "Add a person", title: "Add a person", data: { testid: "add-person" } }, "+");
    this.start = el("div", { class: "start" });
    this.log = el("div", { class: "log", role: "log", "aria-live": "polite", "aria-relevant": "additions", "aria-label": "Messages", data: { testid: "log" } });
    this.scroller = el("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": "Messages of this channel" }, this.start, this.log);
    this.present = el("button", { class: "to-present", type: "button", hidden: true, data: { testid: "to-present" } }, "↓ New messages");
    this.typing = el("div", { class: "typing", "aria-live": "off" });
    const head = el("div", { class: "room-head" }, this.menu, this.title, el("span", { class: "grow" }), el("label", { class: "person-label" }, el("span", { class: "person-word" }, "You are "), this.switch), this.addPerson);
    const room = el("section", { class: "room", "aria-label": "Channel" }, head, el("div", { class: "scroll-box" }, this.scroller, this.present), this.typing, this.composer.root);
    this.scrim = el("div", { class: "scrim" });
    this.root = el("section", { class: "pane", data: { pane: this.number, testid: "pane" } }, this.channels.root, this.scrim, room);
    this.listen();
  }

  listen() {
    this.menu.addEventListener("click", () => this.drawer(this.root.dataset.drawer !== "open"));
    this.scrim.addEventListener("click", () => this.drawer(false));
    this.switch.addEventListener("change", () => this.page.choosePerson(this, this.switch.value));
    this.addPerson.addEventListener("click", () => this.page.askPerson(this));
    this.present.addEventListener("click", () => this.toEnd());
    this.root.addEventListener("click", (event) => this.clicked(event));
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.scroller.addEventListener("error", (event) => this.pictureFailed(event.target), true);
    // Pictures that arrive and a keyboard that opens change the height: whoever was at the end stays there.
    const watch = new ResizeObserver(() => this.pinned && this.scrollToEnd());
    watch.observe(this.log);
    watch.observe(this.scroller);
  }

  drawer(open) {
    this.root.dataset.drawer = open ? "open" : "closed";
    this.menu.setAttribute("aria-expanded", String(open));
    if (open) this.channels.focus();
  }

  // ---- Who and where ----

  /** Becomes a person and shows a channel; follows their news from now on. */
  async become(person, wanted) {
    this.following?.abort();
    this.following = new AbortController();
    this.person = person;
    Object.assign(this.context, { me: person.id, locale: person.locale ?? "en-US" });
    this.root.dataset.locale = this.context.locale;
    this.root.dataset.person = person.id;
    this.stores.clear();
    this.waiting.clear();
    this.renewWorld();
    const first = this.world.channels.find((channel) => channel.type === 0) ?? this.world.channels[0];
    const channel = this.world.channels.find((one) => one.id === wanted) ?? first;
    this.seq = 0;
    this.channel = null;
    if (channel) await this.show(channel.id);
    this.seq = this.stores.get(this.channel)?.seq ?? 0;
    this.follow(this.following.signal);
    await this.composer.loadCommands();
    this.start.replaceChildren(this.page.startOf(this));
  }

  /** Takes over what is new in the world: names, channels, people. */
  renewWorld() {
    const { people, bot } = this.world;
    for (const person of people) this.names.set(person.id, person.name);
    if (bot) this.names.set(bot.id, bot.username);
    this.switch.replaceChildren(...people.map((person) => el("option", { value: person.id, selected: person.id === this.person?.id }, person.name)));
    this.channels.renew();
    if (this.channel) this.namePlace();
  }

  nameOf(id) {
    return this.names.get(id) ?? "unknown";
  }

  channelName(id) {
    return this.world.channels.find((channel) => channel.id === id)?.name ?? "unknown";
  }

  get currentChannel() {
    return this.world.channels.find((channel) => channel.id === this.channel);
  }

  namePlace() {
    const channel = this.currentChannel;
    if (!channel) return;
    const sign = channel.type === 1 ? "@" : "#";
    const name = channel.type === 1 ? this.world.bot.username : channel.name;
    this.title.replaceChildren(el("span", { class: "sign", "aria-hidden": "true" }, channel.type >= 10 && channel.type <= 12 ? "⌙" : sign), name);
    this.composer.setPlace(`${sign}${name}`);
  }

  store(id) {
    if (!this.stores.has(id)) this.stores.set(id, { messages: new Map(), loaded: false, seq: 0, unread: 0, mentions: 0, firstUnread: null, draft: "" });
    return this.stores.get(id);
  }

  /** Shows a channel. */
  async show(id) {
    closePicker();
    const left = this.channel ? this.store(this.channel) : null;
    if (left && id !== this.channel) {
      left.draft = this.composer.command ? "" : this.composer.text.value;
      left.firstUnread = null;
    }
    this.channel = id;
    const store = this.store(id);
    this.composer.reset();
    this.composer.text.value = store.draft;
    this.drawer(false);
    this.namePlace();
    this.channels.renew();
    this.page.personMoved(this);
    if (!store.loaded) await this.load(id);
    if (this.channel !== id) return;
    this.drawChannel(store);
    this.markRead();
  }

  async load(id) {
    const store = this.store(id);
    try {
      const { messages, seq } = await calls.messages(id, this.person.id);
      store.messages = new Map(messages.map((message) => [message.id, message]));
      Object.assign(store, { seq, loaded: true });
      for (const message of messages) this.learn(message);
    } catch (error) {
      if (error.status !== 0) toast(error.message);
    }
  }

  /** Everything about this person anew, after the server was away. */
  async resync() {
    for (const store of this.stores.values()) store.loaded = false;
    if (!this.world.channels.some((channel) => channel.id === this.channel)) this.channel = this.world.channels[0]?.id;
    if (!this.channel) return;
    await this.load(this.channel);
    const store = this.store(this.channel);
    for (const id of [...this.articles.keys()]) if (!store.messages.has(id)) this.takeAway(id);
    for (const message of store.messages.values()) this.put(message);
    this.seq = store.seq;
    this.channels.renew();
    this.regroup();
  }

  // ---- News ----

  async follow(signal) {
    let wait = 400;
    while (!signal.aborted) {
      try {
        if (this.offline) await this.comeBack(signal);
        // A browser holds six connections to a server at the most: tabs in the background ask now and then
        // instead of keeping one.
        if (document.hidden) await hiddenPause(signal);
        const answer = await calls.news(this.person.id, this.seq, document.hidden ? 0 : NEWS_WAIT_S, signal);
        if (signal.aborted) return;
        wait = 400;
        for (const one of answer.news) this.hear(one);
        if (answer.missed || answer.seq < this.seq) await this.resync();
        this.seq = answer.seq;
      } catch (error) {
        if (signal.aborted) return;
        if (error.status === 404 || error.status === 400) return this.page.personLost(this);
        if (!(error instanceof calls.CallError)) console.error(error);
        this.offline = true;
        this.page.online(this, false);
        await pause(wait, signal);
        wait = Math.min(wait * 2, 5000);
      }
    }
  }

  async comeBack(signal) {
    await this.page.refresh();
    if (signal.aborted) return;
    this.offline = false;
    this.page.online(this, true);
    if (!this.world.people.some((person) => person.id === this.person.id)) throw new calls.CallError(404, "This person is gone.");
    await this.resync();
  }

  hear(one) {
    const channel = typeof one.channel === "object" ? one.channel?.id : one.channel;
    if (one.outcome) this.heardOutcome(one.outcome);
    switch (one.kind) {
      case "message":
      case "edit": return one.message?.author ? this.heardMessage(one, channel) : undefined;
      case "delete": return this.heardDelete(one.message?.id, channel);
      case "typing": return channel === this.channel ? this.showTyping() : undefined;
      case "channel":
      case "person":
      case "bot":
      case "clock": return this.page.refresh();
    }
  }

  heardMessage(one, channel) {
    const { message } = one;
    const store = this.store(channel);
    if (store.loaded && one.seq <= store.seq) return;
    const known = store.messages.has(message.id);
    this.learn(message);
    if (store.loaded) store.messages.set(message.id, message);
    if (channel === this.channel) this.put(message);
    this.finishBusy(message.id);
    if (one.kind === "message" && !known && message.author?.id !== this.person.id) this.countUnread(store, one, channel);
    else if (known && isEphemeral(message) && channel === this.channel) announce(`Changed: ${spoken(message, this.context)}`);
    if (message.author?.id === this.world.bot?.id) this.typing.textContent = "";
  }

  /** A pressed component stops turning when its message changes. */
  finishBusy(id) {
    if (this.context.busy.delete(id)) this.redraw(id);
  }

  countUnread(store, one, channel) {
    if (channel === this.channel && this.pinned && !document.hidden) return;
    store.unread += 1;
    if (one.mentioned) store.mentions += 1;
    store.firstUnread ??= one.message.id;
    this.channels.renew();
    if (channel === this.channel) this.showPresent();
    this.page.titles();
  }

  heardDelete(id, channel) {
    this.store(channel).messages.delete(id);
    if (channel === this.channel) this.takeAway(id);
  }

  showTyping() {
    this.typing.textContent = `${this.world.bot?.username ?? "The bot"} is typing…`;
    clearTimeout(this.typingTimer);
    this.typingTimer = setTimeout(() => (this.typing.textContent = ""), TYPING_MS);
  }

  learn(message) {
    for (const user of [message.author, message.interaction_metadata?.user, ...(message.mentions ?? [])]) {
      if (user?.id) this.names.set(user.id, user.global_name ?? user.username);
    }
  }

  // ---- Interactions ----

  /** Waits until an interaction is no longer `waiting`; opens its modal, if it brings one. Gives the outcome. */
  async track(outcome) {
    const id = outcome.interaction;
    let now = this.early.get(id) ?? outcome;
    if (now.state === "waiting") now = await this.outcomeOf(id);
    if (now.modal) this.showModal(now.modal);
    return now;
  }

  async outcomeOf(id) {
    const heard = new Promise((done) => this.waiting.set(id, done));
    const signal = this.following.signal;
    // The news normally tells; asking now and then covers news that was lost.
    for (;;) {
      const first = await Promise.race([heard, pause(4000, signal)]);
      const now = first ?? (signal.aborted ? { interaction: id, state: "failed" } : await calls.interaction(id).catch(() => null));
      if (now && now.state !== "waiting") {
        this.waiting.delete(id);
        return now;
      }
    }
  }

  heardOutcome(outcome) {
    if (outcome.state === "waiting") return;
    this.early.set(outcome.interaction, outcome);
    if (this.early.size > KEPT_OUTCOMES) this.early.delete(this.early.keys().next().value);
    this.waiting.get(outcome.interaction)?.(outcome);
  }

  showModal(modal) {
    if (this.openedModals.has(modal.id)) return;
    this.openedModals.add(modal.id);
    openModal(modal, { person: this.person.id, personName: this.person.name, context: this.context, track: (outcome) => this.track(outcome) });
  }

  /** Presses or chooses: shows the waiting state, then what came of it. */
  async act(messageId, customId, start) {
    const { busy, notes } = this.context;
    if (busy.get(messageId) === customId) return;
    busy.set(messageId, customId);
    notes.delete(messageId);
    this.redraw(messageId);
    try {
      const started = await start();
      this.presses.add(started.interaction);
      const outcome = await this.track(started);
      if (outcome.state === "failed") notes.set(messageId, `This interaction failed. ${calls.asSentence(outcome.error ?? "the application did not respond")}`);
    } catch (error) {
      notes.set(messageId, error.message);
    }
    if (busy.get(messageId) === customId) busy.delete(messageId);
    this.redraw(messageId);
  }

  openSelect(messageId, anchor) {
    const customId = anchor.dataset.customId;
    const message = this.store(this.channel).messages.get(messageId);
    const component = findComponent(message?.components, customId);
    if (!component) return;
    const options = component.options ?? this.worldOptions(component);
    openList(anchor, { ...component, options }, (values) => {
      this.act(messageId, customId, () => calls.select({ person: this.person.id, message: messageId, custom_id: customId, values }));
    });
  }

  worldOptions(component) {
    const { people, channels } = this.world;
    if (component.type === 8) return channels.map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
    return component.type === 6 ? [] : people.map((person) => ({ label: person.name, value: person.id }));
  }

  // ---- Presses and keys ----

  clicked(event) {
    const node = event.target.closest("[data-act]");
    if (!node || !this.root.contains(node)) return;
    const messageId = node.closest("[data-message-id]")?.dataset.messageId;
    const person = this.person.id;
    const acts = {
      press: () => this.act(messageId, node.dataset.customId, () => calls.press({ person, message: messageId, custom_id: node.dataset.customId })),
      select: () => this.openSelect(messageId, node),
      dismiss: () => this.dismiss(messageId),
      channel: () => this.visit(node.dataset.channelId),
      command: () => this.composer.prefill(`/${node.dataset.command} `),
      spoiler: () => openSpoiler(node),
      zoom: () => enlarge(node.querySelector("img")),
      alt: () => this.toggleAlt(node.dataset.key, messageId),
    };
    acts[node.dataset.act]?.();
  }

  async visit(id) {
    if (!this.world.channels.some((channel) => channel.id === id)) await this.page.refresh();
    if (this.world.channels.some((channel) => channel.id === id)) this.show(id);
    else toast("That channel is not here.");
  }

  async dismiss(id) {
    const around = this.articles.get(id);
    const held = around?.contains(document.activeElement);
    const next = around?.nextElementSibling ?? around?.previousElementSibling;
    try {
      await calls.dismiss({ person: this.person.id, message: id });
    } catch (error) {
      if (error.status !== 404) return toast(error.message);
    }
    this.heardDelete(id, this.channel);
    if (held) (next ?? this.composer.text).focus({ preventScroll: true });
  }

  toggleAlt(key, messageId) {
    const { altOpen } = this.context;
    if (!altOpen.delete(key)) altOpen.add(key);
    this.redraw(messageId);
  }

  key(event) {
    if (event.key === "Escape" && this.root.dataset.drawer === "open") {
      this.drawer(false);
      this.menu.focus();
    } else if (event.key === "Escape" && event.target.closest(".log")) this.composer.text.focus();
    else if (event.target.matches(".spoiler") && ["Enter", " "].includes(event.key)) {
      event.preventDefault();
      openSpoiler(event.target);
    } else if (event.altKey && ["ArrowUp", "ArrowDown"].includes(event.key)) {
      event.preventDefault();
      this.channels.step(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.target.matches(".components .button")) this.walkButtons(event);
    else if (event.target.matches(".message") && ["ArrowRight", "ArrowDown"].includes(event.key)) {
      event.preventDefault();
      event.target.querySelector(".components .button:not([disabled])")?.focus();
    }
  }

  /** Arrows walk the buttons of a message: a rack has fifteen. */
  walkButtons(event) {
    const rows = [...event.target.closest(".components").querySelectorAll(".row")].map((row) => [...row.querySelectorAll(".button:not([disabled])")]);
    const at = rows.findIndex((row) => row.includes(event.target));
    if (at < 0) return;
    const column = rows[at].indexOf(event.target);
    const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const along = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!across && !along) return;
    event.preventDefault();
    const flat = rows.flat();
    const beside = across ? flat[flat.indexOf(event.target) + across] : rows[at + along]?.[Math.min(column, rows[at + along].length - 1)];
    beside?.focus();
  }

  pictureFailed(image) {
    if (!image.matches?.("img.emoji")) return;
    image.replaceWith(el("span", { class: "emoji-name" }, image.alt));
  }

  // ---- The list ----

  drawChannel(store) {
    this.articles.clear();
    this.log.setAttribute("aria-live", "off");
    this.start.replaceChildren(this.page.startOf(this));
    const messages = [...store.messages.values()].sort((a, b) => compareIds(a.id, b.id));
    const nodes = messages.map((message) => renderMessage(message, this.context));
    messages.forEach((message, place) => this.articles.set(message.id, nodes[place]));
    this.log.replaceChildren(...nodes);
    this.regroup();
    this.pinned = true;
    this.present.hidden = true;
    // Without messages the welcome is read from its top.
    if (messages.length) this.scrollToEnd();
    else this.scroller.scrollTop = 0;
    requestAnimationFrame(() => this.log.setAttribute("aria-live", "polite"));
  }

  /** Puts a message into the list or changes it where it stands. */
  put(message) {
    const old = this.articles.get(message.id);
    if (old) return this.change(old, message);
    // A failed press is told where it was pressed; the note at the end of the channel would say it twice.
    if (this.presses.has(message.sandbox?.interaction)) return this.dismiss(message.id);
    const node = renderMessage(message, this.context);
    const after = [...this.articles.keys()].filter((id) => compareIds(id, message.id) < 0).sort(compareIds).at(-1);
    if (after) this.articles.get(after).after(node);
    else this.log.prepend(node);
    this.articles.set(message.id, node);
    this.regroup();
    if (this.pinned) this.scrollToEnd();
  }

  change(old, message) {
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const marks = { day: old.dataset.day, grouped: old.dataset.grouped, fresh: old.dataset.fresh };
    const fresh = renderMessage(message, this.context);
    for (const [name, value] of Object.entries(marks)) if (value !== undefined) fresh.dataset[name] = value;
    morph(old, fresh);
    if (openPicker() && !old.querySelector(`[data-custom-id="${CSS.escape(openPicker())}"]`) && focused) closePicker();
    if (focused && (!focused.isConnected || focused.disabled)) this.refocus(old);
    if (this.pinned) this.scrollToEnd();
  }

  /** The focused button went away or is off: the next best place is the message itself. */
  refocus(article) {
    article.focus({ preventScroll: true });
  }

  redraw(id) {
    const old = this.articles.get(id);
    const message = this.store(this.channel).messages.get(id);
    if (old && message) this.change(old, message);
  }

  takeAway(id) {
    const node = this.articles.get(id);
    if (!node) return;
    const focused = node.contains(document.activeElement);
    this.articles.delete(id);
    node.remove();
    if (focused) this.composer.text.focus({ preventScroll: true });
    this.regroup();
  }

  /** Marks days, unread messages and messages that continue the one above. */
  regroup() {
    const store = this.store(this.channel);
    let before = null;
    for (const node of this.log.children) {
      const message = store.messages.get(node.dataset.messageId);
      if (!message) continue;
      const day = dayInWords(sentAt(message), this.context.locale);
      const newDay = before !== null && before.day !== day;
      const continues = before && !newDay && before.author === message.author?.id && before.plain && sentAt(message) - before.at < GROUP_MS && !message.interaction_metadata && !message.referenced_message && !isEphemeral(message);
      mark(node, "day", newDay ? day : null);
      mark(node, "grouped", continues ? "true" : null);
      mark(node, "fresh", store.firstUnread === message.id ? "new" : null);
      before = { day, author: message.author?.id, at: sentAt(message), plain: !isEphemeral(message) && !message.type };
    }
  }

  // ---- Scrolling and reading ----

  get atEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
  }

  scrolled() {
    this.pinned = this.atEnd;
    if (this.pinned) this.markRead();
    else this.showPresent();
  }

  showPresent() {
    const { unread } = this.store(this.channel);
    this.present.hidden = this.pinned;
    this.present.textContent = unread ? `↓ ${unread} new` : "↓ To the newest";
  }

  scrollToEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  toEnd() {
    this.pinned = true;
    this.scrollToEnd();
    this.markRead();
  }

  markRead() {
    this.present.hidden = this.pinned;
    const store = this.store(this.channel);
    if (document.hidden || (!store.unread && !store.mentions)) return;
    Object.assign(store, { unread: 0, mentions: 0 });
    this.channels.renew();
    this.page.titles();
  }

  /** Unread messages and mentions of all channels together. */
  unread() {
    const stores = [...this.stores.values()];
    return { unread: stores.reduce((sum, one) => sum + one.unread, 0), mentions: stores.reduce((sum, one) => sum + one.mentions, 0) };
  }

  /** Ends everything this pane does. */
  stop() {
    this.following?.abort();
    this.root.remove();
  }
}

/** Some seconds, or until the tab is looked at. */
function hiddenPause(signal) {
  const shown = new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
  return Promise.race([pause(2000, signal), shown]);
}

function mark(node, name, value) {
  if (value === null) delete node.dataset[name];
  else if (node.dataset[name] !== value) node.dataset[name] = value;
}
