// The keys of the whole page, and the list of all keys that "?" shows.

import { openSheet } from "./dialogs.js";
import { el } from "./dom.js";

const LIST = [
  ["Writing", [
    [["/"], "choose a command"],
    [["Enter"], "send, or run the command"],
    [["Shift", "Enter"], "a new line"],
    [["↑"], "in an empty box: to the newest message"],
    [["↑", "↓"], "walk the suggestions; Enter or Tab takes one"],
    [["Esc"], "close the suggestions, then leave the command"],
  ]],
  ["Reading", [
    [["↑", "↓"], "from message to message, or from row to row of buttons"],
    [["→"], "to the buttons of a message; ← and → walk them"],
    [["Esc"], "back to the message box"],
  ]],
  ["Going about", [
    [["Alt", "↑ ↓"], "the channel above or below"],
    [["Alt", "Shift", "↑ ↓"], "become the person before or after"],
    [["F6"], "to the next part of the page"],
    [["Alt", "T"], "open or close the tools"],
    [["?"], "this list"],
  ]],
];

/** Shows every key. */
export function showKeys() {
  const parts = LIST.map(([title, rows]) => [
    el("h3", {}, title),
    el("dl", "keys", rows.map(([keys, meaning]) => el("div", {}, el("dt", {}, keys.map((key) => el("kbd", {}, key))), el("dd", {}, meaning)))),
  ]);
  openSheet({ title: "Keyboard", body: parts, testid: "keys" });
}

/** Listens to the keys that work anywhere. `page` offers panes, tools, movePerson(pane, by). */
export function listenAnywhere(page) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || event.isComposing) return;
    const pane = page.panes.find((one) => one.root.contains(event.target)) ?? page.panes[0];
    const deed = anywhere(event, page, pane);
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}

function anywhere(event, page, pane) {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey || !pane) return null;
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (altKey && step) return () => (shiftKey ? page.movePerson(pane, step) : pane.channels.step(step));
  // On some keyboards Alt changes the letter; the key itself stays the same.
  if (altKey && (key.toLowerCase() === "t" || event.code === "KeyT")) return () => page.tools.toggle();
  if (key === "F6") return () => nextPart(page, event.shiftKey ? -1 : 1);
  if (altKey || event.target.closest("input, textarea, select, [contenteditable]")) return null;
  if (key === "?") return showKeys;
  return typing(event, pane);
}

/** Typing while nothing is focused goes into the message box, as people know it. */
function typing(event, pane) {
  if (event.target === document.body && event.key.length === 1 && event.key !== " ") pane.composer.text.focus();
  return null;
}

/** F6: channels, messages, message box of each pane, then the tools. */
function nextPart(page, by) {
  const parts = page.panes.flatMap((pane) => [pane.channels.root, pane.list.root, pane.composer.root]);
  parts.push(page.tools.root);
  const seen = parts.filter((part) => part.checkVisibility({ visibilityProperty: true }));
  const at = seen.findIndex((part) => part.contains(document.activeElement));
  const part = seen[(at + by + seen.length) % seen.length];
  const first = part.querySelector('[aria-current], [role="tab"][aria-selected="true"], textarea, .scroller') ?? part.querySelector("button");
  first?.focus();
}
