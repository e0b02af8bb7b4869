// The first tab of the tools: the bot, the clock, the people and the looks of the page.

import { languageOf } from "./asking.js";
import * as calls from "./calls.js";
import { el, morph, toast, tool } from "./dom.js";
import { showKeys } from "./keys.js";
import { setTheme, theme } from "./memory.js";
import { inWords, now, setClock } from "./when.js";
import { absent } from "./welcome.js";

/** The steps by which the clock is put forward. */
export const STEPS = [["+10 s", 10_000], ["+1 min", 60_000], ["+15 min", 900_000]];
const UNITS = [["seconds", 1000], ["minutes", 60_000], ["hours", 3_600_000], ["days", 86_400_000]];
const MODERATE = 1n << 13n;

/** A button that puts the clock forward. */
export function stepButton(label, ms) {
  return tool(label, "clock-advance", () => advance(ms), { title: `Put the clock forward: ${label}`, data: { ms } });
}

async function advance(ms) {
  try {
    setClock(await calls.advance(ms));
  } catch (error) {
    toast(error.message);
  }
}

export class Surroundings {
  constructor(page) {
    this.page = page;
    this.bot = el("p", { class: "bot-line", testid: "tools-bot" });
    this.absent = el("div", {}, absent());
    this.time = el("time", { class: "big-clock", testid: "tools-clock" });
    this.people = el("ul", { class: "people", testid: "people" });
    const part = (title, ...children) => el("section", "part", el("h3", {}, title), children);
    this.root = el("div", {}, part("Bot", this.bot, this.absent), part("Clock", this.clock()), part("People", this.people, this.adders()), part("This page", this.looks()));
    this.people.addEventListener("click", (event) => this.become(event.target.closest("[data-person]")?.dataset.person));
  }

  clock() {
    const amount = el("input", { type: "number", min: 1, max: 9999, value: 1, required: true, "aria-label": "How much", testid: "clock-amount" });
    const unit = el("select", { "aria-label": "Unit", testid: "clock-unit" }, UNITS.map(([name, ms]) => el("option", { value: ms, selected: name === "hours" }, name)));
    const form = el("form", "line", amount, unit, el("button", { class: "tool", type: "submit", testid: "clock-own" }, "Put forward"));
    form.addEventListener("submit", (event) => (event.preventDefault(), advance(Number(amount.value) * Number(unit.value))));
    const about = el("p", "muted", "Deadlines and tokens follow this clock. It never goes back.");
    return [this.time, el("div", "line", STEPS.map(([label, ms]) => stepButton(label, ms))), form, about];
  }

  adders() {
    const person = () => this.page.askPerson(this.page.panes[0]);
    const channel = () => this.page.panes[0].channels.ask();
    return el("div", "line", tool("Add a person", "tools-add-person", person), tool("Add a channel", "tools-add-channel", channel));
  }

  looks() {
    const radio = (name, words) => el("label", "check", el("input", { type: "radio", name: "theme", value: name }), ` ${words}`);
    this.theme = el("fieldset", { class: "line", "aria-label": "Colours", testid: "theme-choice" }, radio("system", "As the system"), radio("light", "Light"), radio("dark", "Dark"));
    this.theme.addEventListener("change", (event) => setTheme(event.target.value));
    return [this.theme, el("div", "line", tool("Keyboard shortcuts", "tools-keys", showKeys))];
  }

  async become(id) {
    if (id) await this.page.choosePerson(this.page.panes[0], id, null);
    this.page.tools.makeRoom();
    this.renew();
  }

  shown() {
    this.renew();
    this.timer = setInterval(() => this.tick(), 250);
  }

  hidden() {
    clearInterval(this.timer);
  }

  tick() {
    const words = inWords(now(), "S", "en-GB");
    if (this.time.textContent !== words) this.time.textContent = words;
  }

  renew() {
    const { world, panes } = this.page;
    this.bot.textContent = world.bot_online ? `${world.bot?.username ?? "The bot"} is online.` : "No bot is online.";
    this.bot.dataset.online = String(world.bot_online === true);
    this.absent.hidden = world.bot_online === true;
    this.theme.querySelector(`[value="${theme()}"]`).checked = true;
    morph(this.people, el("ul", { class: "people", testid: "people" }, world.people.map((person) => personRow(person, panes))));
    this.tick();
  }
}

function personRow(person, panes) {
  const here = panes.some((pane) => pane.person?.id === person.id);
  const more = [languageOf(person.locale), (BigInt(person.permissions ?? 0) & MODERATE) !== 0n ? "moderator" : null].filter(Boolean).join(", ");
  const button = el("button", { class: "person", "aria-pressed": String(here), data: { person: person.id } }, el("bdi", "person-name", person.name), el("span", "muted", more));
  return el("li", {}, button);
}
