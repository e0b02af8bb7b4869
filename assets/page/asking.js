// What people are asked for: a new person, a new channel and what the bot may do in it.

import * as calls from "./calls.js";
import { labelled, openDialog } from "./dialogs.js";
import { el } from "./dom.js";

const LOCALES = ["en-US", "en-GB", "tr", "ja", "de", "fr", "ko", "da", "es-ES", "es-419", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "cs", "el", "bg", "ru", "uk", "hi", "th", "id", "zh-CN", "zh-TW"];
const NAMES = new Intl.DisplayNames(["en"], { type: "language" });

/** A locale in words: "tr" is "Turkish". */
export function languageOf(locale) {
  try {
    return NAMES.of(locale);
  } catch {
    return locale;
  }
}

/** Discord's locale that fits this browser best. */
export function browserLocale() {
  const wanted = navigator.language ?? "en-US";
  return LOCALES.find((locale) => locale === wanted) ?? LOCALES.find((locale) => locale.split("-")[0] === wanted.split("-")[0]) ?? "en-US";
}

/** Asks for a new person; `added(person)` gets what the server made. */
export function askPerson(added) {
  const name = el("input", { name: "name", required: true, maxlength: 32, autocomplete: "off", dir: "auto", testid: "person-name" });
  const options = LOCALES.map((code) => el("option", { value: code, selected: code === browserLocale() }, `${languageOf(code)} (${code})`));
  const locale = el("select", { name: "locale", testid: "person-locale" }, options);
  const moderator = el("input", { type: "checkbox", name: "moderator", testid: "person-moderator" });
  openDialog({
    title: "Add a person",
    subtitle: "Somebody else at the table. Be them by the switch above the messages, side by side with another, or in another tab.",
    body: [
      labelled("Name", null, true, name),
      labelled("Language", "Of their Discord: commands and the bot's words come in it, as far as the bot knows it.", false, locale),
      el("label", "check", moderator, " May moderate (manage messages and threads)"),
    ],
    action: "Add",
    testid: "person-dialog",
    submit: async () => added(await calls.addPerson({ name: name.value.trim(), locale: locale.value, moderator: moderator.checked })),
  });
}

// What a bot may be allowed in a channel: bit, words, whether its invitation asks for it.
const RIGHTS = [
  [10, "see the channel", true],
  [11, "send messages", true],
  [14, "embed links", true],
  [15, "attach files", true],
  [16, "read older messages", true],
  [35, "open threads", true],
  [38, "write in threads", true],
  [13, "manage messages", false],
  [17, "mention everyone", false],
  [18, "use emoji of other servers", false],
];

/** Asks for a new channel, a thread of one, or direct messages of `person` with the bot. */
export function askChannel({ channels, person, bot }, added) {
  const tops = channels.filter((channel) => channel.type === 0);
  const kinds = [
    el("option", { value: "" }, "Channel"),
    tops.map((channel) => el("option", { value: channel.id }, `Thread in #${channel.name}`)),
    el("option", { value: "dm" }, `Direct messages with ${bot?.username ?? "the bot"}`),
  ].flat();
  const kind = el("select", { name: "kind", testid: "channel-kind" }, kinds);
  const name = el("input", { name: "name", required: true, maxlength: 100, autocomplete: "off", dir: "auto", testid: "channel-name" });
  const named = labelled("Name", null, true, name);
  const rights = rightsFields();
  kind.addEventListener("change", () => {
    named.hidden = kind.value === "dm";
    name.required = !named.hidden;
    // A thread inherits them, direct messages have none to take away.
    rights.root.hidden = kind.value !== "";
  });
  openDialog({
    title: "Add a channel",
    body: [labelled("What", null, false, kind), named, rights.root],
    action: "Add",
    testid: "channel-dialog",
    submit: async () => {
      if (kind.value === "dm") return added(await calls.addChannel({ kind: "dm", person: person.id }));
      const more = kind.value ? { parent: kind.value } : rights.chosen();
      return added(await calls.addChannel({ name: name.value.trim(), ...more }));
    },
  });
}

function rightsFields() {
  const boxes = RIGHTS.map(([bit, words, usual]) => [bit, usual, el("input", { type: "checkbox", checked: usual, data: { bit } }), words]);
  const rows = boxes.map(([, , box, words]) => el("label", "check", box, ` ${words}`));
  const root = el("details", "rights", el("summary", {}, "What the bot may do there"), el("fieldset", { class: "boxes", "aria-label": "The bot may" }, rows));
  const chosen = () => {
    if (boxes.every(([, usual, box]) => box.checked === usual)) return {};
    const bits = boxes.filter(([, , box]) => box.checked).reduce((sum, [bit]) => sum | (1n << BigInt(bit)), 0n);
    return { bot_permissions: bits.toString() };
  };
  return { root, chosen };
}
