// The list that opens from a select component: one or several choices, by mouse, touch or keyboard.
// On a narrow screen it is a sheet at the bottom.

import { el } from "./dom.js";
import { emoji } from "./text.js";

let open = null;

/** Closes the open list, if any, without choosing. */
export function closePicker() {
  open?.close();
}

/** The custom_id of the select whose list is open, or null. */
export const openPicker = () => open?.customId ?? null;

/**
 * Opens a list beside `anchor`. `select` is the component with its options filled in; `done(values)` is
 * called with the chosen values, never called if the person turns away.
 */
export function openList(anchor, select, done) {
  closePicker();
  const max = Math.max(1, select.max_values ?? 1);
  const min = select.min_values ?? 1;
  const several = max > 1;
  const chosen = new Set(select.options.filter((option) => option.default).map((option) => option.value));
  const items = select.options.map((option) => optionItem(option, chosen.has(option.value), several));
  const list = el("div", { class: "picker-list", role: "listbox", "aria-label": select.placeholder ?? "Choices", "aria-multiselectable": several ? "true" : null }, items.length ? items : el("p", { class: "muted", tabindex: "-1" }, "There is nothing to choose from."));
  const send = el("button", { class: "button style-1", testid: "select-done" }, "Done");
  const hint = several ? el("div", "picker-foot", el("span", "muted", min === max ? `Choose ${max}` : `Choose ${min} to ${max}`), send) : null;
  const box = el("div", { class: "picker", testid: "picker" }, list, hint);

  const close = () => {
    box.remove();
    document.removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", close);
    anchor.setAttribute("aria-expanded", "false");
    open = null;
    anchor.focus({ preventScroll: true });
  };
  const finish = () => {
    const values = select.options.map((option) => option.value).filter((value) => chosen.has(value));
    if (values.length < min || values.length > max) return;
    close();
    done(values);
  };
  const outside = (event) => {
    if (!box.contains(event.target)) close();
  };
  const choose = (item) => {
    const value = item.dataset.value;
    if (!several) {
      chosen.clear();
      chosen.add(value);
      finish();
      return;
    }
    if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < max) chosen.add(value);
    item.setAttribute("aria-selected", String(chosen.has(value)));
    send.disabled = chosen.size < min;
  };

  send.disabled = chosen.size < min;
  send.addEventListener("click", finish);
  list.addEventListener("click", (event) => {
    const item = event.target.closest("[role=option]");
    if (item) choose(item);
  });
  box.addEventListener("keydown", (event) => pickerKey(event, { items, choose, close, finish, several, send }));
  document.addEventListener("pointerdown", outside, true);
  addEventListener("resize", close);
  document.querySelector("main").append(box);
  place(box, anchor);
  anchor.setAttribute("aria-expanded", "true");
  open = { close, customId: select.custom_id };
  (items.find((item) => item.getAttribute("aria-selected") === "true") ?? items[0] ?? list.firstChild)?.focus();
}

function optionItem(option, selected, several) {
  return el(
    "div",
    { class: several ? "option several" : "option", role: "option", tabindex: "-1", "aria-selected": String(selected), data: { value: option.value, testid: "select-option" } },
    option.emoji ? emoji(option.emoji) : null,
    el("span", "option-words", el("span", {}, option.label), option.description ? el("small", {}, option.description) : null),
  );
}

function pickerKey(event, { items, choose, close, finish, several, send }) {
  const at = items.indexOf(document.activeElement);
  const go = (place) => items[(place + items.length) % items.length]?.focus();
  const keys = {
    ArrowDown: () => go(at + 1),
    ArrowUp: () => go(at < 0 ? items.length - 1 : at - 1),
    Home: () => go(0),
    End: () => go(items.length - 1),
    Escape: close,
    Tab: () => (several && at >= 0 && !send.disabled ? send.focus() : close()),
    Enter: () => (several ? finish() : at >= 0 && choose(items[at])),
    " ": () => at >= 0 && choose(items[at]),
  };
  if (document.activeElement === send && event.key !== "Escape" && event.key !== "Tab") return;
  if (keys[event.key]) {
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  } else if (event.key.length === 1) {
    const letter = event.key.toLowerCase();
    const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    order.find((item) => item.textContent.trim().toLowerCase().startsWith(letter))?.focus();
  }
}

function place(box, anchor) {
  if (innerWidth < 560) {
    box.classList.add("sheet");
    return;
  }
  const rect = anchor.getBoundingClientRect();
  const height = box.offsetHeight;
  const below = rect.bottom + height + 8 < innerHeight;
  box.style.left = `${Math.max(8, Math.min(rect.left, innerWidth - box.offsetWidth - 8))}px`;
  box.style.top = `${below ? rect.bottom + 4 : Math.max(8, rect.top - height - 4)}px`;
}
