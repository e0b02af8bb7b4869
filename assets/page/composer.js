// The message box: plain talk, mentions, and slash commands with their options one by one.
// Enter runs, Tab or a press completes, arrows walk the list, Backspace and Escape take back.

import * as calls from "./calls.js";
import { cutOptions, fixedChoices, flatten, isNamed, kindOf, matching, opensOption, typedOut, worth } from "./command.js";
import { el, toast } from "./dom.js";

const AUTOCOMPLETE_PAUSE_MS = 120;
// Longer than a tap takes: until then nothing moves away from the finger.
const TAP_MS = 300;
const MENTION = /(^|\s)@([^\s@]{0,32})$/;

// Whether a finger or a button is down, anywhere.
let held = false;
addEventListener("pointerdown", () => (held = true), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (held = false), true);

export class Composer {
  /** `pane` offers person, channel, world, deeds, list, namePlace(), number. */
  constructor(pane) {
    this.pane = pane;
    this.commands = [];
    this.command = null;
    this.fields = [];
    this.items = [];
    this.active = -1;
    this.asked = 0;
    this.build();
  }

  build() {
    const id = this.pane.number;
    this.listId = `suggestions-${id}`;
    this.text = el("textarea", {
      id: id === 1 ? "composer" : `composer-${id}`, class: "composer-text", role: "combobox", "aria-expanded": "false", rows: "1", maxlength: "2000", autocomplete: "off", spellcheck: "true", enterkeyhint: "send",
      ...this.listProps("Message or /command"), testid: "composer",
    });
    this.chip = el("button", { class: "chip", hidden: true, title: "Take the command back", testid: "command-chip" });
    this.fieldBox = el("span", "option-fields");
    this.send = el("button", { class: "send", type: "submit", "aria-label": "Send", title: "Send (Enter)", testid: "send" }, "➤");
    this.slash = el("button", { class: "slash", "aria-label": "Commands", title: "Commands", testid: "slash" }, "/");
    this.hint = el("div", { class: "composer-hint", role: "status", testid: "composer-hint" });
    this.list = el("ul", { class: "suggestions", id: this.listId, role: "listbox", tabindex: "-1", "aria-label": "Suggestions", hidden: true, testid: "suggestions" });
    const bar = el("div", "composer-bar", this.slash, el("div", "composer-words", this.chip, this.fieldBox, this.text), this.send);
    this.root = el("form", { class: "composer", testid: "composer-form" }, this.list, bar, this.hint);
    this.listen();
  }

  listProps(label) {
    return { "aria-label": label, "aria-autocomplete": "list", "aria-controls": this.listId };
  }

  listen() {
    this.root.addEventListener("submit", (event) => (event.preventDefault(), this.enter()));
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("focusin", (event) => this.focused(event.target));
    this.root.addEventListener("focusout", (event) => this.root.contains(event.relatedTarget) || this.left());
    this.text.addEventListener("input", () => this.typed());
    this.chip.addEventListener("click", () => this.reset(true));
    this.slash.addEventListener("click", () => this.prefill("/"));
    // A press on a suggestion must not take the focus (and with it a phone's keyboard) away.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const node = event.target.closest("[role=option]");
      if (node) this.items[Number(node.dataset.place)]?.pick();
    });
  }

  /** Where the channel is named in the empty box. */
  setPlace(name) {
    this.text.placeholder = `Message ${name}`;
  }

  /** Puts text into the box as if it had been typed. */
  async prefill(text) {
    this.reset();
    this.text.value = text;
    this.text.focus();
    if (text.startsWith("/")) await this.loadCommands();
    this.typed();
  }

  /** Runs a command as if somebody had typed it and pressed Enter. */
  async runFor(text) {
    this.reset();
    this.text.value = text;
    this.text.focus();
    this.enter();
  }

  /** The focus went elsewhere: the list goes when the press that took it away is over. */
  left() {
    setTimeout(() => {
      if (this.root.contains(document.activeElement)) return;
      if (held) this.left();
      else this.showItems([]);
    }, TAP_MS);
  }

  // ---- Suggestions ----

  showItems(items, active = -1) {
    this.items = items;
    this.list.replaceChildren(...items.map((item, place) => this.itemNode(item, place)));
    this.list.hidden = items.length === 0;
    this.setActive(Math.min(active, items.length - 1));
  }

  itemNode(item, place) {
    return el(
      "li",
      { id: `${this.listId}-${place}`, role: "option", class: "suggestion", "aria-selected": "false", data: { place, testid: item.testid, ...item.data } },
      el("bdi", "suggestion-name", item.name),
      item.about ? el("span", "suggestion-about", item.about) : null,
    );
  }

  setActive(place) {
    this.list.children[this.active]?.setAttribute("aria-selected", "false");
    this.active = place;
    const node = this.list.children[place];
    node?.setAttribute("aria-selected", "true");
    node?.scrollIntoView({ block: "nearest" });
    for (const input of this.root.querySelectorAll("[aria-autocomplete]")) {
      input.setAttribute("aria-expanded", String(this.items.length > 0));
      if (node && input === document.activeElement) input.setAttribute("aria-activedescendant", node.id);
      else input.removeAttribute("aria-activedescendant");
    }
  }

  focused(target) {
    const field = this.fields.find((one) => one.input === target);
    if (field) this.suggestValues(field);
    else if (target === this.text) this.typed();
  }

  typed() {
    this.fit();
    this.text.removeAttribute("aria-invalid");
    const text = this.text.value;
    if (this.command) return this.typedOption(text);
    this.setHint("");
    if (text.startsWith("/") && !text.includes("\n")) return this.typedCommand(text);
    const mention = MENTION.exec(text.slice(0, this.text.selectionStart));
    if (mention) return this.suggestPeople(mention[2]);
    this.showItems([]);
  }

  fit() {
    this.text.style.height = "auto";
    if (!this.command) this.text.style.height = `${Math.min(this.text.scrollHeight, 200)}px`;
  }

  suggestPeople(start) {
    const { people, bot } = this.pane.world;
    const names = [...people.map((person) => person.name), ...(bot ? [bot.username] : [])];
    const fits = names.filter((name) => name.toLowerCase().startsWith(start.toLowerCase())).slice(0, 8);
    this.showItems(fits.map((name) => ({ name: `@${name}`, testid: "mention-option", data: { name }, pick: () => this.insertMention(name) })), 0);
  }

  insertMention(name) {
    const at = this.text.selectionStart;
    const before = this.text.value.slice(0, at).replace(MENTION, (_, space) => `${space}@${name} `);
    this.text.value = before + this.text.value.slice(at);
    this.text.setSelectionRange(before.length, before.length);
    this.typed();
  }

  // ---- Commands ----

  async loadCommands() {
    const { person, channel } = this.pane;
    try {
      const { commands } = await calls.commands(person.id, channel);
      this.commands = flatten(commands);
    } catch (error) {
      this.setHint(error.message, true);
    }
  }

  async typedCommand(text) {
    if (text === "/" || this.commands.length === 0) {
      await this.loadCommands();
      if (this.command || !this.text.value.startsWith("/")) return;
      text = this.text.value;
    }
    // A name alone may yet grow longer; the space after it says that it is meant.
    const whole = typedOut(this.commands, text);
    if (whole?.spaced) return this.choose(whole.command, whole.rest);
    const found = matching(this.commands, text.slice(1));
    if (found.length === 0) this.setHint(this.commands.length ? "No command of that name." : "There are no commands yet: the bot has not come online.");
    this.showItems(found.map((command) => ({ name: `/${command.shown}`, about: command.description, testid: "command-option", data: { command: command.path }, pick: () => this.choose(command, "") })), 0);
  }

  /** Enters a command: its required options become fields at once. */
  choose(command, rest) {
    this.command = command;
    this.fields = [];
    this.chip.textContent = `/${command.shown}`;
    this.chip.dataset.command = command.path;
    this.chip.hidden = false;
    this.root.classList.add("in-command");
    this.text.value = "";
    this.text.setAttribute("aria-label", `Further options of /${command.shown}; Enter runs it`);
    this.text.placeholder = "";
    for (const option of command.options.filter((one) => one.required)) this.addField(option);
    this.text.focus();
    if (rest) this.takeTyped(rest);
    else this.next();
  }

  /** Options typed or pasted as `name:value name:value`. */
  takeTyped(rest) {
    for (const part of cutOptions(this.command, rest).filter((one) => one)) {
      const opened = opensOption(this.command, part);
      if (opened) this.fieldOf(opened.option).input.value = opened.text;
      else if (this.fields.length) this.fields[0].input.value = part;
      else this.text.value = part;
    }
    for (const field of this.fields) this.widen(field);
    this.next();
    this.typedOption(this.text.value);
  }

  fieldOf(option) {
    return this.fields.find((field) => field.option.name === option.name) ?? this.addField(option);
  }

  addField(option) {
    const input = el("input", {
      type: "text", autocomplete: "off", spellcheck: "false", enterkeyhint: "next", inputmode: option.type === 4 && !option.autocomplete ? "numeric" : null,
      role: "combobox", "aria-expanded": "false", ...this.listProps(`${option.shown}: ${option.about}`), data: { testid: "option-input", option: option.name },
    });
    const remove = option.required ? null : el("button", { class: "field-remove", tabindex: "-1", "aria-label": `Without ${option.shown}` }, "✕");
    const node = el("label", { class: "option-field", data: { option: option.name } }, el("span", "option-name", option.shown), input, remove);
    const field = { option, input, node, chosen: null };
    remove?.addEventListener("click", (event) => (event.preventDefault(), this.dropField(field)));
    input.addEventListener("input", () => {
      field.chosen = null;
      input.removeAttribute("aria-invalid");
      if (this.goesOn(field)) return;
      this.widen(field);
      this.suggestValues(field);
    });
    this.fields.push(field);
    this.fieldBox.append(node);
    this.widen(field);
    return field;
  }

  /** Whoever types on behind a value, `3 seats:4`, is in the next option. */
  goesOn(field) {
    const [value, ...others] = cutOptions(this.command, field.input.value);
    if (others.length === 0 || opensOption(this.command, value)) return false;
    field.input.value = value;
    this.widen(field);
    this.takeTyped(others.join(" "));
    this.fieldOf(opensOption(this.command, others.at(-1)).option).input.focus();
    return true;
  }

  widen(field) {
    field.input.size = Math.min(40, Math.max(4, field.input.value.length + 1));
  }

  dropField(field) {
    this.fields = this.fields.filter((one) => one !== field);
    field.node.remove();
    this.text.focus();
    this.typedOption(this.text.value);
  }

  /** In a command the free box offers the options not yet given; `name:` opens one. */
  typedOption(text) {
    const opened = opensOption(this.command, text);
    if (opened) return this.openField(opened.option, opened.text);
    const left = this.command.options.filter((option) => !this.fields.some((field) => field.option.name === option.name));
    const fits = left.filter((option) => option.shown.toLowerCase().startsWith(text.trim().toLowerCase()));
    this.setHint(left.length ? "Enter runs the command. Choose an option to add it." : "Enter runs the command.");
    this.showItems(fits.map((option) => ({ name: option.shown, about: option.about, testid: "option-name", data: { option: option.name }, pick: () => this.openField(option, "") })), text.trim() ? 0 : -1);
  }

  openField(option, value) {
    const field = this.fieldOf(option);
    this.text.value = "";
    if (value) field.input.value = value;
    this.widen(field);
    field.input.focus();
    this.suggestValues(field);
  }

  suggestValues(field) {
    const { option, input } = field;
    this.setHint(`${option.shown}: ${option.about} (${kindOf(option)})`);
    const asked = (this.asked += 1);
    const fixed = fixedChoices(option, this.pane.world);
    if (fixed) {
      const typed = field.chosen ? "" : input.value.trim().toLowerCase();
      this.offer(field, fixed.filter((choice) => choice.name.toLowerCase().includes(typed)).slice(0, 25));
    } else if (option.autocomplete) {
      setTimeout(() => asked === this.asked && this.askBot(field, asked), this.items.length ? AUTOCOMPLETE_PAUSE_MS : 0);
    } else this.showItems([]);
  }

  async askBot(field, asked) {
    const options = {};
    for (const one of this.fields) {
      const known = this.valueOf(one);
      if (one === field) options[one.option.name] = one.input.value;
      else if (one.input.value !== "" && "value" in known) options[one.option.name] = known.value;
    }
    const { person, channel } = this.pane;
    try {
      const answer = await calls.complete({ person: person.id, channel, command: this.command.path, options, focused: field.option.name });
      if (asked !== this.asked) return;
      if (answer.state === "failed") this.setHint("The bot did not offer anything in time.", true);
      const locale = person.locale;
      this.offer(field, answer.choices.map((choice) => ({ name: choice.name_localizations?.[locale] ?? choice.name, value: choice.value })));
      if (answer.choices.length === 0 && answer.state !== "failed") this.setHint(`${field.option.shown}: nothing fits; what you typed is sent as it is.`);
    } catch (error) {
      if (asked === this.asked) this.setHint(error.message, true);
    }
  }

  offer(field, choices) {
    if (document.activeElement !== field.input) return;
    this.showItems(choices.map((choice) => ({ name: choice.name, testid: "choice-option", data: { value: String(choice.value) }, pick: () => this.take(field, choice) })), 0);
  }

  take(field, choice) {
    field.input.value = choice.name;
    field.chosen = { value: choice.value };
    this.asked += 1;
    this.widen(field);
    this.showItems([]);
    this.next();
  }

  /** Goes to the first empty field, else to the free box. */
  next() {
    const empty = this.fields.find((field) => field.input.value === "");
    (empty?.input ?? this.text).focus();
    if (empty) this.suggestValues(empty);
    else this.typedOption(this.text.value);
  }

  valueOf(field) {
    return field.chosen ?? worth(field.option, field.input.value, this.pane.world);
  }

  // ---- Keys ----

  key(event) {
    if (event.isComposing || event.altKey) return;
    if (event.key === "ArrowUp" && !this.items.length && !this.command && event.target.value === "") {
      event.preventDefault();
      this.pane.list.focusNewest();
      return;
    }
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move && this.items.length) {
      event.preventDefault();
      const count = this.items.length;
      this.setActive(this.active < 0 && move < 0 ? count - 1 : (this.active + move + count) % count);
    } else if (event.key === "Enter" && !event.shiftKey && event.target.tagName !== "BUTTON") {
      event.preventDefault();
      this.enterIn(event.target);
    } else if (event.key === "Tab" && !event.shiftKey && this.items.length && event.target.tagName !== "BUTTON") {
      event.preventDefault();
      this.items[Math.max(0, this.active)].pick();
    } else if (event.key === "Escape") this.escape(event);
    else if (event.key === "Backspace") this.back(event);
  }

  /** Enter completes what is half typed, and runs what is whole. */
  enterIn(target) {
    if (target === this.text && !this.command && isNamed(this.commands, this.text.value)) return this.enter();
    if (this.active < 0) return this.enter();
    const typed = target.value.trim().toLowerCase();
    const whole = target === this.text ? null : this.items.find((item) => [item.name, item.data?.value].some((known) => known?.toLowerCase() === typed));
    (whole ?? this.items[this.active]).pick();
    if (whole) this.enter();
  }

  escape(event) {
    if (this.items.length === 0 && !this.command) return;
    event.stopPropagation();
    if (this.items.length) this.showItems([]);
    else this.reset(true);
  }

  back(event) {
    const field = this.fields.find((one) => one.input === event.target);
    if (field && field.input.value === "") {
      event.preventDefault();
      if (field.option.required) this.reset(true);
      else this.dropField(field);
    } else if (event.target === this.text && this.command && this.text.value === "") {
      event.preventDefault();
      const last = this.fields.at(-1);
      if (last) last.input.focus();
      else this.reset(true);
    }
  }

  // ---- Sending ----

  setHint(text, wrong = false) {
    this.hint.textContent = text;
    this.hint.classList.toggle("wrong", wrong);
  }

  /** Back to an empty box; `keep` leaves the focus in it. */
  reset(keep = false) {
    this.command = null;
    this.fields = [];
    this.fieldBox.replaceChildren();
    this.chip.hidden = true;
    this.root.classList.remove("in-command");
    this.text.value = "";
    this.text.setAttribute("aria-label", "Message or /command");
    this.asked += 1;
    this.showItems([]);
    this.setHint("");
    this.pane.namePlace();
    this.fit();
    if (keep) this.text.focus();
  }

  /** Of two quick Enters the second finds what the first has done. */
  enter() {
    this.entering = (this.entering ?? Promise.resolve()).then(() => this.enterNow()).catch((error) => this.setHint(error.message, true));
  }

  async enterNow() {
    if (this.command) return this.runCommand();
    const text = this.text.value;
    if (!text.startsWith("/")) return text.trim() ? this.talk() : undefined;
    await this.loadCommands();
    // Typing on may have made a command of it meanwhile.
    if (!this.command && this.text.value !== text) return;
    const whole = typedOut(this.commands, text.trimEnd());
    const found = whole?.command ?? matching(this.commands, text.slice(1))[0];
    if (!found) return this.setHint(`There is no command ${text}.`, true);
    if (!this.command) this.choose(found, whole?.rest ?? "");
    if (whole && this.fields.every((field) => field.input.value !== "" || !field.option.required)) return this.runCommand();
  }

  async runCommand() {
    const options = {};
    for (const field of this.fields) {
      if (field.input.value === "" && !field.option.required) continue;
      const known = field.input.value === "" && field.option.type !== 3 ? { fault: `${field.option.shown}: this option is needed` } : this.valueOf(field);
      if (known.fault || (field.option.required && field.input.value === "")) return this.refuse(field, known.fault ?? `${field.option.shown}: this option is needed`);
      options[field.option.name] = known.value;
    }
    if (this.text.value.trim()) return this.setHint(`“${this.text.value.trim()}” is not an option of /${this.command.shown}.`, true);
    const { person, channel } = this.pane;
    const command = this.command.path;
    this.root.setAttribute("aria-busy", "true");
    try {
      const outcome = await calls.run({ person: person.id, channel, command, options });
      this.reset(true);
      this.pane.deeds.begun(outcome.interaction);
      this.pane.deeds.track(outcome);
    } catch (error) {
      this.setHint(error.message, true);
    } finally {
      this.root.removeAttribute("aria-busy");
    }
  }

  refuse(field, sentence) {
    field.input.setAttribute("aria-invalid", "true");
    field.input.focus();
    this.asked += 1;
    this.setHint(sentence, true);
  }

  async talk() {
    const typed = this.text.value.trim();
    const { person, channel, world } = this.pane;
    const everybody = [...world.people.map((one) => [one.name, one.id]), ...(world.bot ? [[world.bot.username, world.bot.id]] : [])];
    everybody.sort((a, b) => b[0].length - a[0].length);
    let text = typed;
    for (const [name, id] of everybody) text = text.split(`@${name}`).join(`<@${id}>`);
    this.reset(true);
    try {
      await calls.say({ person: person.id, channel, text });
      this.pane.list.toEnd();
    } catch (error) {
      if (this.text.value === "") this.text.value = typed;
      toast(error.message);
    }
  }
}
