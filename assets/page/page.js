// The whole page: opens the world, makes the first person, keeps panes, top bar, clock and address in step.

import * as calls from "./calls.js";
import { askPerson, browserLocale } from "./dialogs.js";
import { el, toast } from "./dom.js";
import { Pane } from "./pane.js";
import { inWords, now, renewCountdowns, setClock } from "./when.js";
import { startOf } from "./welcome.js";

const STEPS = [["+10 s", 10_000], ["+1 min", 60_000], ["+15 min", 900_000]];
const byId = (id) => document.getElementById(id);

class Page {
  constructor() {
    this.world = { channels: [], people: [] };
    this.panes = [];
    this.away = new Set();
  }

  async open() {
    this.topBar();
    await this.firstWorld();
    const query = new URLSearchParams(location.search);
    const person = await this.firstPerson(query.get("person"));
    byId("panes").replaceChildren();
    await this.addPane(person, query.get("channel"));
    const second = this.world.people.find((one) => one.id === query.get("split"));
    if (second) await this.addPane(second, query.get("channel"));
    setInterval(() => this.tick(), 250);
  }

  /** The server may start a moment later than the browser. */
  async firstWorld() {
    for (let wait = 300; ; wait = Math.min(wait * 2, 4000)) {
      try {
        await this.refresh();
        byId("offline").hidden = true;
        return;
      } catch (error) {
        byId("offline").hidden = false;
        if (error.status !== 0) toast(error.message);
        await new Promise((done) => setTimeout(done, wait));
      }
    }
  }

  /** The person of the address, else the last one used here, else the first there is, else a new one. */
  async firstPerson(wanted) {
    const find = (id) => this.world.people.find((one) => one.id === id);
    const known = find(wanted) ?? find(remembered("person")) ?? this.world.people[0];
    if (known) return known;
    return this.makePerson("You", browserLocale());
  }

  async makePerson(name, locale) {
    const person = await calls.addPerson({ name, locale });
    await this.refresh();
    return this.world.people.find((one) => one.id === person.id) ?? person;
  }

  /** Reads the world anew; calls while one is under way share it. */
  refresh() {
    this.refreshing ??= this.readWorld().finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  async readWorld() {
    const [world, clock] = await Promise.all([calls.world(), calls.clock()]);
    this.world = world;
    setClock(clock);
    for (const pane of this.panes) pane.renewWorld();
    const state = byId("bot-state");
    state.dataset.online = String(world.bot_online);
    const words = world.bot_online ? `${world.bot?.username ?? "bot"} is online` : "the bot is not here yet";
    if (state.textContent !== words) state.textContent = words;
    this.tick();
  }

  // ---- Panes ----

  async addPane(person, channel) {
    const pane = new Pane(this);
    this.panes.push(pane);
    byId("panes").append(pane.root);
    this.splitState();
    await pane.become(person, channel);
    return pane;
  }

  splitState() {
    const split = this.panes.length > 1;
    byId("panes").classList.toggle("two", split);
    byId("split").setAttribute("aria-pressed", String(split));
  }

  async toggleSplit() {
    if (this.panes.length > 1) {
      this.panes.pop().stop();
      this.splitState();
      this.personMoved();
      return;
    }
    const first = this.panes[0];
    const other = this.world.people.find((one) => one.id !== first.person.id);
    if (other) await this.addPane(other, first.channel);
    else askPerson(async (person) => (await this.refresh(), this.addPane(person, first.channel)));
  }

  async choosePerson(pane, id) {
    const person = this.world.people.find((one) => one.id === id);
    if (person) await pane.become(person, pane.channel);
    pane.switch.focus();
  }

  askPerson(pane) {
    askPerson(async (person) => {
      await this.refresh();
      await pane.become(person, pane.channel);
    });
  }

  /** The server forgot this person (it was started anew): somebody of the same name takes over. */
  async personLost(pane) {
    try {
      await this.refresh();
      const { id, name, locale } = pane.person;
      const same = this.world.people.find((one) => one.id === id) ?? this.world.people.find((one) => one.name === name);
      pane.offline = false;
      this.online(pane, true);
      await pane.become(same ?? (await this.makePerson(name, locale)), pane.channel);
    } catch {
      this.online(pane, false);
      setTimeout(() => this.personLost(pane), 2000);
    }
  }

  /** Keeps the address and the memory of this browser in step with who is where. */
  personMoved() {
    const [first, second] = this.panes;
    if (!first?.person) return;
    const query = new URLSearchParams({ person: first.person.id });
    if (first.channel) query.set("channel", first.channel);
    if (second?.person) query.set("split", second.person.id);
    history.replaceState(null, "", `?${query}`);
    remember("person", first.person.id);
    this.titles();
  }

  titles() {
    const mentions = this.panes.reduce((sum, pane) => sum + pane.unread().mentions, 0);
    const unread = this.panes.some((pane) => pane.unread().unread);
    const [first] = this.panes;
    const mark = mentions ? `(${mentions}) ` : unread ? "• " : "";
    document.title = `${mark}${first?.person?.name ?? ""} · #${first?.currentChannel?.name ?? ""} · istaka sandbox`;
  }

  startOf(pane) {
    return startOf(pane);
  }

  online(pane, is) {
    if (is) this.away.delete(pane);
    else this.away.add(pane);
    byId("offline").hidden = this.away.size === 0;
  }

  // ---- Top bar ----

  topBar() {
    const steps = STEPS.map(([label, ms]) => el("button", { class: "tool step", type: "button", title: `Put the clock forward: ${label}`, data: { ms, testid: "clock-advance" } }, label));
    byId("clock-steps").append(...steps);
    byId("clock-steps").addEventListener("click", (event) => this.advance(event.target.dataset.ms));
    byId("clock-now").addEventListener("click", () => this.toggleClock());
    byId("split").addEventListener("click", () => this.toggleSplit().catch((error) => toast(error.message)));
    byId("theme").addEventListener("click", () => this.toggleTheme());
    if (remembered("theme")) document.documentElement.dataset.theme = remembered("theme");
    document.addEventListener("visibilitychange", () => !document.hidden && this.panes.forEach((pane) => pane.markRead()));
    document.addEventListener("keydown", (event) => this.typedAnywhere(event));
  }

  async advance(ms) {
    if (!ms) return;
    try {
      setClock(await calls.advance(Number(ms)));
      this.tick();
    } catch (error) {
      toast(error.message);
    }
  }

  toggleClock() {
    const open = byId("clock").classList.toggle("open");
    byId("clock-now").setAttribute("aria-expanded", String(open));
  }

  toggleTheme() {
    const dark = getComputedStyle(document.documentElement).getPropertyValue("--is-dark").trim() === "1";
    const theme = dark ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    remember("theme", theme);
  }

  /** Typing while nothing is focused goes into the message box, as people know it. */
  typedAnywhere(event) {
    if (event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " ") return;
    if (!document.querySelector("dialog[open]")) this.panes[0]?.composer.text.focus();
  }

  tick() {
    const words = inWords(now(), "T", this.panes[0]?.context.locale ?? "en-US");
    if (byId("clock-now").textContent !== words) byId("clock-now").textContent = words;
    renewCountdowns();
  }
}

/** A browser may refuse its storage; the page then merely forgets. */
function remembered(name) {
  try {
    return localStorage.getItem(`sandbox-${name}`);
  } catch {
    return null;
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(`sandbox-${name}`, value);
  } catch {
    // Nothing depends on it.
  }
}

new Page().open();
