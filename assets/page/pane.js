// One person's view: channels, messages, message box; each follows its own news.

import * as calls from "./calls.js";
import { ChannelList } from "./channels.js";
import { Composer } from "./composer.js";
import { Deeds } from "./deeds.js";
import { enlarge } from "./dialogs.js";
import { announce, el, openSpoiler, pause, toast, tool } from "./dom.js";
import { MessageList } from "./list.js";
import { isEphemeral, spoken } from "./message.js";
import { ASK_EVERY_MS, Lives } from "./lives.js";
import { closePicker } from "./picker.js";
import { waitBy } from "./waits.js";
import { absent } from "./welcome.js";

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 5000;
const TYPING_MS = 10_000;

let made = 0;

export class Pane {
  /** `page` is the Page. */
  constructor(page) {
    this.page = page;
    this.number = made += 1;
    this.person = null;
    this.channel = null;
    this.seq = null;
    this.stores = new Map();
    this.lives = new Lives();
    this.names = new Map();
    this.context = { me: null, locale: "en-US", altOpen: new Set(), busy: new Map(), notes: new Map(), nameOf: (id) => this.nameOf(id), channelName: (id) => this.channelName(id) };
    this.deeds = new Deeds(this);
    this.build();
  }

  get world() {
    return this.page.world;
  }

  // ---- Building ----

  build() {
    this.channels = new ChannelList(this);
    this.composer = new Composer(this);
    this.list = new MessageList(this.context, () => this.markRead());
    this.menu = el("button", { class: "tool menu", "aria-label": "Channels", "aria-expanded": "false", testid: "menu" }, "☰", el("span", { class: "menu-dot", "aria-hidden": "true", hidden: true }));
    this.title = el("h2", { class: "room-name", testid: "room-name" });
    this.switch = el("select", { id: this.number === 1 ? "person" : `person-${this.number}`, class: "person-switch", "aria-label": "You are", title: "Who you are here", testid: "person-switch" });
    this.addPerson = tool("+", "add-person", () => this.page.askPerson(this), { "aria-label": "Add a person", title: "Add a person" });
    this.typing = el("div", { class: "typing", "aria-live": "off" });
    this.scrim = el("div", "scrim");
    const head = el("div", "room-head", this.menu, this.title, el("span", "grow"), el("label", "person-label", el("span", "person-word", "You are "), this.switch), this.addPerson);
    this.notice = el("div", { class: "notice", role: "status", hidden: true, testid: "no-bot" }, absent());
    const room = el("section", { class: "room", "aria-label": "Channel" }, head, this.notice, this.list.root, this.typing, this.composer.root);
    this.root = el("section", { class: "pane", data: { pane: this.number, testid: "pane" } }, this.channels.root, this.scrim, room);
    this.listen();
  }

  listen() {
    this.menu.addEventListener("click", () => this.drawer(this.root.dataset.drawer !== "open"));
    this.scrim.addEventListener("click", () => this.drawer(false));
    this.switch.addEventListener("change", () => this.page.choosePerson(this, this.switch.value));
    this.root.addEventListener("click", (event) => this.clicked(event));
    this.root.addEventListener("keydown", (event) => this.key(event));
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
    const { signal } = this.following;
    const typed = this.composer.text.value;
    if (this.channel && !this.composer.command) this.store(this.channel).draft = typed;
    if (this.seq !== null && !this.lost) this.lives.leave(this.person.id, this.stores, this.seq);
    const life = this.lives.enter(person.id);
    const rescued = this.lost ? typed : "";
    this.lost = false;
    this.seq = null;
    this.person = person;
    Object.assign(this.context, { me: person.id, locale: person.locale ?? "en-US" });
    this.root.setAttribute("aria-label", person.name);
    Object.assign(this.root.dataset, { locale: this.context.locale, person: person.id });
    this.stores = life?.stores ?? new Map();
    this.channel = null;
    this.typing.textContent = "";
    // Nothing of whoever sat here before stays on the page, not even what was read aloud.
    this.context.busy.clear();
    this.context.notes.clear();
    this.list.empty();
    announce(`You are ${person.name} now.`);
    this.renewWorld();
    const channel = this.openChannel(wanted);
    if (channel) await this.show(channel);
    if (signal.aborted) return;
    if (rescued) this.composer.text.value = rescued;
    this.seq = life?.seq ?? this.stores.get(this.channel)?.seq ?? 0;
    this.follow(signal);
    this.followOthers(signal);
    await this.composer.loadCommands();
    if (!signal.aborted) this.list.begin(this.page.startOf(this));
  }

  /** Takes over what is new in the world: names, channels, people. */
  renewWorld() {
    const { people, bot, channels } = this.world;
    for (const person of people) this.names.set(person.id, person.name);
    if (bot) this.names.set(bot.id, bot.username);
    this.renewSwitch(people);
    this.notice.hidden = this.world.bot_online !== false;
    this.channels.renew();
    if (this.currentChannel) this.namePlace();
    else if (this.channel && !this.offline && people.some(({ id }) => id === this.person.id)) this.leaveDeleted();
    // A message may name a channel or a person that this page only hears of now.
    const named = JSON.stringify([...this.names, ...channels.map((channel) => [channel.id, channel.name])]);
    if (this.named !== named && this.list.store) this.list.renew();
    this.named = named;
  }

  /** The names to choose from; left alone while the same: somebody may just be choosing. */
  renewSwitch(people) {
    const rows = people.map(({ id, name }) => [id, this.lives.mentions(id) ? `${name} (${this.lives.mentions(id)})` : name]);
    const shown = JSON.stringify(rows);
    if (shown !== this.shownPeople) this.switch.replaceChildren(...rows.map(([id, name]) => el("option", { value: id, testid: "person-option" }, name)));
    this.shownPeople = shown;
    this.switch.classList.toggle("called", people.some(({ id }) => this.lives.mentions(id)));
    this.switch.value = this.person?.id ?? "";
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

  /** This channel if the person sees it, else the first that they see. */
  openChannel(wanted) {
    const open = this.world.channels.filter((one) => one.type !== 1 || one.recipient === this.person.id);
    return (open.find((one) => one.id === wanted) ?? open.find((one) => one.type === 0) ?? open[0])?.id;
  }

  leaveDeleted() {
    const gone = this.channel;
    const next = this.openChannel(this.parent);
    if (!next) return;
    toast("That channel was deleted.");
    this.show(next);
    this.stores.delete(gone);
  }

  messageOf(id) {
    return this.store(this.channel).messages.get(id);
  }

  namePlace() {
    const channel = this.currentChannel;
    if (!channel) return;
    this.parent = channel.parent_id;
    const sign = channel.type === 1 ? "@" : "#";
    const name = channel.type === 1 ? this.world.bot.username : channel.name;
    this.title.replaceChildren(el("span", { class: "sign", "aria-hidden": "true" }, channel.type >= 10 && channel.type <= 12 ? "↳" : sign), name);
    this.composer.setPlace(`${sign}${name}`);
  }

  store(id) {
    if (!this.stores.has(id)) this.stores.set(id, { messages: new Map(), loaded: false, seq: 0, unread: 0, mentions: 0, firstUnread: null, draft: "", later: null });
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
    this.page.personMoved();
    if (!store.loaded) await this.load(id);
    if (this.channel !== id || this.stores.get(id) !== store) return;
    this.list.draw(store, this.page.startOf(this));
    this.markRead();
  }

  async load(id) {
    const store = this.store(id);
    // News that comes while the answer is under way may be younger than it; it waits here.
    store.later = [];
    try {
      const { messages, seq } = await calls.messages(id, this.person.id);
      store.messages = new Map(messages.map((message) => [message.id, message]));
      for (const one of store.later) if (one.seq > seq) keep(store, one);
      Object.assign(store, { seq, loaded: true });
      for (const message of messages) this.learn(message);
    } catch (error) {
      if (error.status !== 0) toast(error.message);
    }
    store.later = null;
  }

  /** Everything about this person anew, after the server was away. */
  async resync() {
    for (const store of this.stores.values()) store.loaded = false;
    if (!this.currentChannel) return this.show(this.openChannel());
    await this.load(this.channel);
    this.list.renew();
    this.seq = this.store(this.channel).seq;
    this.channels.renew();
  }

  // ---- News ----

  async follow(signal) {
    let wait = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        if (this.offline) await this.comeBack(signal);
        const answer = await waitBy((seconds) => calls.news(this.person.id, this.seq, seconds, signal), signal);
        if (signal.aborted) return;
        wait = FIRST_PAUSE_MS;
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
        wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  /** Follows, from afar, the people this pane was before. */
  async followOthers(signal) {
    while (!signal.aborted) {
      await pause(ASK_EVERY_MS, signal);
      if (document.hidden || this.offline || signal.aborted) continue;
      const changed = await this.lives.ask(signal).catch(() => false); // The pane's own news tells of a server that is away.
      if (changed && !signal.aborted) this.renewSwitch(this.world.people);
    }
  }

  async comeBack(signal) {
    await this.page.refresh();
    if (signal.aborted) return;
    if (!this.world.people.some((person) => person.id === this.person.id)) throw new calls.CallError(404, "This person is gone.");
    await this.resync();
    this.offline = false;
    this.page.online(this, true);
  }

  hear(one) {
    const channel = typeof one.channel === "object" ? one.channel?.id : one.channel;
    if (one.outcome) this.deeds.heard(one.outcome);
    switch (one.kind) {
      case "message":
      case "edit": return one.message?.author ? this.heardMessage(one, channel) : undefined;
      case "delete": return this.heardDelete(one, channel);
      case "typing": return channel === this.channel ? this.showTyping() : undefined;
      case "channel":
      case "person":
      case "bot":
      case "clock": this.page.refresh().catch(() => {}); // If the server is away, the next call of the news will tell.
    }
  }

  heardMessage(one, channel) {
    const { message } = one;
    const store = this.store(channel);
    if (store.loaded && one.seq <= store.seq) return;
    if (this.deeds.toldAlready(message)) return this.dismiss(message.id);
    const known = store.messages.has(message.id);
    this.learn(message);
    if (store.later) store.later.push(one);
    if (store.loaded) keep(store, one);
    // A pressed component stops turning when its message changes.
    this.context.busy.delete(message.id);
    if (this.list.store === store) this.list.put(message);
    if (one.kind === "message" && !known) this.deeds.heardAnswer(message);
    if (one.kind === "message" && !known && message.author.id !== this.person.id) this.countUnread(store, one, channel);
    else if (known && isEphemeral(message) && channel === this.channel) announce(`Changed: ${spoken(message, this.context)}`);
    if (message.author.id === this.world.bot?.id) this.typing.textContent = "";
  }

  countUnread(store, one, channel) {
    if (channel === this.channel && this.list.atEnd && !document.hidden) return;
    store.unread += 1;
    if (one.mentioned) store.mentions += 1;
    store.firstUnread ??= one.message.id;
    this.channels.renew();
    if (channel === this.channel) this.list.showPresent();
    this.page.titles();
  }

  heardDelete(one, channel) {
    const store = this.store(channel);
    if (store.later) store.later.push(one);
    keep(store, one);
    if (this.list.store !== store) return;
    const { held, next } = this.list.takeAway(one.message.id);
    if (held) (next ?? this.composer.text).focus({ preventScroll: true });
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

  // ---- Presses and keys ----

  redraw(id) {
    this.list.redraw(id);
  }

  clicked(event) {
    const node = event.target.closest("[data-act]");
    if (!node || !this.root.contains(node)) return;
    const messageId = node.closest("[data-message]")?.dataset.message;
    const acts = {
      press: () => this.deeds.press(messageId, node.dataset.customId),
      select: () => this.deeds.choose(messageId, node),
      dismiss: () => this.dismiss(messageId),
      channel: () => this.visit(node.dataset.channel),
      command: () => this.composer.prefill(`/${node.dataset.command} `),
      spoiler: () => openSpoiler(node),
      zoom: () => enlarge(node.querySelector("img")),
      alt: () => this.toggleAlt(node.dataset.key, messageId),
    };
    acts[node.dataset.act]?.();
  }

  async visit(id) {
    const isHere = () => this.world.channels.some((channel) => channel.id === id);
    if (!isHere()) await this.page.refresh().catch(() => {});
    if (isHere()) this.show(id);
    else toast("That channel is not here.");
  }

  async dismiss(id) {
    try {
      await calls.dismiss({ person: this.person.id, message: id });
    } catch (error) {
      if (error.status !== 404) return toast(error.message);
    }
    this.heardDelete({ kind: "delete", message: { id } }, this.channel);
  }

  toggleAlt(key, messageId) {
    const { altOpen } = this.context;
    if (!altOpen.delete(key)) altOpen.add(key);
    this.redraw(messageId);
  }

  key(event) {
    const { target } = event;
    if (event.key === "Escape" && this.root.dataset.drawer === "open") {
      this.drawer(false);
      this.menu.focus();
    } else if (event.key === "Escape" && target.closest(".log")) this.composer.text.focus();
    else if (target.matches(".spoiler") && ["Enter", " "].includes(event.key)) {
      event.preventDefault();
      openSpoiler(target);
    } else if (event.altKey) return;
    else if (target.matches(".components .button")) walkButtons(event);
    else if (target.matches(".message, .scroller")) this.list.walk(event);
  }

  // ---- Reading ----

  /** The end of the channel is in sight: nothing here is unread any more. */
  markRead() {
    const store = this.channel ? this.store(this.channel) : null;
    if (!store || document.hidden || !this.list.atEnd || (!store.unread && !store.mentions)) return;
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

/** Takes a message's news into a channel's store. */
function keep(store, { kind, message }) {
  if (kind === "delete") store.messages.delete(message.id);
  else store.messages.set(message.id, message);
}

/** Arrows walk the buttons of a message: a rack has fifteen. */
function walkButtons(event) {
  const rows = [...event.target.closest(".components").querySelectorAll(".row")].map((row) => [...row.querySelectorAll(".button:not([disabled])")]);
  const at = rows.findIndex((row) => row.includes(event.target));
  const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const along = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (at < 0 || (!across && !along)) return;
  event.preventDefault();
  const flat = rows.flat();
  const column = rows[at].indexOf(event.target);
  const beyond = along && rows[at + along];
  const beside = across ? flat[flat.indexOf(event.target) + across] : beyond?.[Math.min(column, beyond.length - 1)];
  beside?.focus();
}
