// The whole page: opens the world, keeps panes, top bar, clock and address in step.

import * as calls from "./calls.js";
import { askPerson, browserLocale } from "./asking.js";
import { toast } from "./dom.js";
import { listenAnywhere, showKeys } from "./keys.js";
import { applyTheme, remember, remembered, toggleTheme } from "./memory.js";
import { Pane } from "./pane.js";
import { STEPS, stepButton } from "./surroundings.js";
import { Tools } from "./tools.js";
import { inWords, now, renewCountdowns, setClock } from "./when.js";
import { startOf } from "./welcome.js";

const byId = (id) => document.getElementById(id);

class Page {
  constructor() {
    this.world = { channels: [], people: [] };
    this.panes = [];
    this.away = new Set();
    this.tools = new Tools(this);
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

  /** The person of the address, else the last one here, else the first, else a new one. */
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
    this.tools.renew();
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
      const closed = this.panes.pop();
      closed.stop();
      // It no longer waits for a sandbox that is away, and nobody waits for it.
      this.online(closed, true);
      this.splitState();
      this.personMoved();
      return;
    }
    const first = this.panes[0];
    const other = this.world.people.find((one) => one.id !== first.person.id);
    if (other) await this.addPane(other, first.channel);
    else askPerson(async (person) => (await this.refresh(), this.addPane(person, first.channel)));
  }

  /** Becomes somebody; the focus goes where `then` says. */
  async choosePerson(pane, id, then = pane.switch) {
    const person = this.world.people.find((one) => one.id === id);
    if (person && person.id !== pane.person?.id) await pane.become(person, pane.channel);
    then?.focus();
  }

  /** Becomes the person before (-1) or after (1) in the list. */
  movePerson(pane, by) {
    const { people } = this.world;
    const at = people.findIndex((one) => one.id === pane.person?.id);
    const next = people[(at + by + people.length) % people.length];
    if (next) this.choosePerson(pane, next.id, null);
  }

  askPerson(pane) {
    askPerson(async (person) => {
      await this.refresh();
      this.tools.makeRoom();
      await pane.become(person, pane.channel);
    });
  }

  /** The server forgot this person: somebody of the same name takes over. */
  async personLost(pane) {
    // Its half of the page may be closed meanwhile.
    const isOpen = () => this.panes.includes(pane);
    if (!isOpen()) return;
    try {
      await this.refresh();
      const { id, name, locale } = pane.person;
      const same = this.world.people.find((one) => one.id === id) ?? this.world.people.find((one) => one.name === name);
      const next = same ?? (isOpen() ? await this.makePerson(name, locale) : null);
      if (!isOpen()) return;
      pane.offline = false;
      pane.lost = true;
      pane.lives.forget();
      this.online(pane, true);
      await pane.become(next, pane.channel);
    } catch {
      if (!isOpen()) return;
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
    byId("clock-steps").append(...STEPS.map(([label, ms]) => stepButton(label, ms)));
    byId("split").addEventListener("click", () => this.toggleSplit().catch((error) => toast(error.message)));
    byId("theme").addEventListener("click", toggleTheme);
    byId("help").addEventListener("click", showKeys);
    applyTheme();
    document.addEventListener("visibilitychange", () => !document.hidden && this.panes.forEach((pane) => pane.markRead()));
    listenAnywhere(this);
    fitKeyboard();
  }

  tick() {
    const words = inWords(now(), "T", this.panes[0]?.context.locale ?? "en-US");
    if (byId("clock-now").textContent !== words) byId("clock-now").textContent = words;
    renewCountdowns();
  }
}

/** Where a phone lays its keyboard over the page, it ends above it. */
function fitKeyboard() {
  const seen = window.visualViewport;
  seen?.addEventListener("resize", () => {
    // Somebody who magnifies the page sees less of it too, and wants it as it is.
    if (seen.scale === 1) document.body.style.setProperty("--height", `${seen.height}px`);
  });
}

new Page().open();
