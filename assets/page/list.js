// The messages of one channel: changed in place by id, grouped, scrolled only by who is at the end.

import { compareIds, el, morph } from "./dom.js";
import { isEphemeral, renderMessage, sentAt } from "./message.js";
import { closePicker, openPicker } from "./picker.js";
import { dayInWords } from "./when.js";

const GROUP_MS = 7 * 60_000;
const NEAR_END_PX = 80;

export class MessageList {
  /** `context` is what messages are drawn with; `wasRead()` is called whenever the end comes into sight. */
  constructor(context, wasRead) {
    this.context = context;
    this.wasRead = wasRead;
    this.store = null;
    this.articles = new Map();
    this.atEnd = true;
    this.start = el("div", "start");
    this.log = el("div", { class: "log", role: "log", "aria-live": "polite", "aria-relevant": "additions", "aria-label": "Messages", testid: "log" });
    this.scroller = el("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": "Messages of this channel" }, this.start, this.log);
    this.present = el("button", { class: "to-present", hidden: true, testid: "to-present" }, "↓ To the newest");
    this.root = el("div", "scroll-box", this.scroller, this.present);
    this.present.addEventListener("click", () => this.toEnd());
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.scroller.addEventListener("error", (event) => pictureFailed(event.target), true);
    // Pictures and a keyboard change the height: whoever was at the end stays there.
    const watch = new ResizeObserver(() => this.follow());
    for (const part of [this.start, this.log, this.scroller]) watch.observe(part);
  }

  /** Draws a channel from nothing, `first` being what stands above its messages. */
  draw(store, first) {
    this.store = store;
    this.articles.clear();
    this.log.setAttribute("aria-live", "off");
    this.begin(first);
    const messages = [...store.messages.values()].sort((a, b) => compareIds(a.id, b.id));
    for (const message of messages) this.articles.set(message.id, renderMessage(message, this.context));
    this.log.replaceChildren(...this.articles.values());
    this.regroup();
    this.atEnd = true;
    this.present.hidden = true;
    // Without messages the welcome is read from its top.
    if (messages.length) this.follow();
    else this.scroller.scrollTop = 0;
    requestAnimationFrame(() => this.log.setAttribute("aria-live", "polite"));
  }

  /** Takes everything away, until another list is drawn. */
  empty() {
    this.store = null;
    this.articles.clear();
    this.log.replaceChildren();
  }

  /** Replaces what stands above the messages. */
  begin(first) {
    this.start.replaceChildren(first);
  }

  /** Brings the drawn list in step with its store, after it was read anew. */
  renew() {
    for (const id of [...this.articles.keys()]) if (!this.store.messages.has(id)) this.takeAway(id);
    for (const message of this.store.messages.values()) this.put(message);
    this.regroup();
  }

  /** Puts a message into the list or changes it where it stands. */
  put(message) {
    const old = this.articles.get(message.id);
    if (old) return this.change(old, message);
    const node = renderMessage(message, this.context);
    const before = [...this.articles.keys()].filter((id) => compareIds(id, message.id) < 0).sort(compareIds).at(-1);
    if (before) this.articles.get(before).after(node);
    else this.log.prepend(node);
    this.articles.set(message.id, node);
    this.regroup();
    this.follow();
  }

  change(old, message) {
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const fresh = renderMessage(message, this.context);
    for (const name of ["day", "grouped", "fresh"]) mark(fresh, name, old.dataset[name] ?? null);
    morph(old, fresh);
    const open = openPicker();
    if (open && focused && !old.querySelector(`[data-custom-id="${CSS.escape(open)}"]`)) closePicker();
    // The focused button went away or is off: on the message a second Enter does no harm.
    if (focused && (!focused.isConnected || focused.disabled)) old.focus({ preventScroll: true });
    this.follow();
  }

  /** Draws one message anew because its state on this page changed. */
  redraw(id) {
    const old = this.articles.get(id);
    const message = this.store?.messages.get(id);
    if (old && message) this.change(old, message);
  }

  /** Takes a message away; whether it held the focus, and what stands there now. */
  takeAway(id) {
    const node = this.articles.get(id);
    if (!node) return { held: false, next: null };
    const held = node.contains(document.activeElement);
    const next = node.nextElementSibling ?? node.previousElementSibling;
    this.articles.delete(id);
    node.remove();
    this.regroup();
    return { held, next };
  }

  /** Marks days, unread messages and messages that continue the one above. */
  regroup() {
    let before = null;
    for (const node of this.log.children) {
      const message = this.store.messages.get(node.dataset.message);
      if (!message) continue;
      const day = dayInWords(sentAt(message), this.context.locale);
      const newDay = before !== null && before.day !== day;
      mark(node, "day", newDay ? day : null);
      mark(node, "grouped", before && !newDay && continues(message, before.message) ? "true" : null);
      mark(node, "fresh", this.store.firstUnread === message.id ? "new" : null);
      before = { day, message };
    }
  }

  /** Arrows lead from message to message, and into the buttons of one. */
  walk(event) {
    const { target, key } = event;
    const all = [...this.log.children];
    const at = all.indexOf(target);
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    const last = key === "End" || (at < 0 && step === -1) ? all.at(-1) : null;
    const next = last ?? (at >= 0 && step ? all[at + step] : null);
    const inside = key === "ArrowRight" ? target.querySelector(".components .button:not([disabled]), .components .select:not([disabled])") : null;
    if (!next && !inside) return;
    event.preventDefault();
    (next ?? inside).focus();
  }

  /** Goes to the newest message, for those who come from the message box. */
  focusNewest() {
    (this.log.lastElementChild ?? this.scroller).focus();
  }

  // ---- Scrolling ----

  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    // A changed size scrolls too, but nobody went anywhere: the observer follows in a moment.
    if (scrollHeight !== this.height || clientHeight !== this.seen) return;
    this.atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    if (this.atEnd) this.wasRead();
    this.showPresent();
  }

  /** The button that leads to the newest message, for those who read further up. */
  showPresent() {
    const unread = this.store?.unread ?? 0;
    this.present.hidden = this.atEnd;
    this.present.textContent = unread ? `↓ ${unread} new` : "↓ To the newest";
  }

  /** Keeps the end in sight for those who are there. */
  follow() {
    if (this.atEnd && this.articles.size) this.scroller.scrollTop = this.scroller.scrollHeight;
    this.height = this.scroller.scrollHeight;
    this.seen = this.scroller.clientHeight;
  }

  /** Brings a message into sight that answers what its reader has just done. */
  bring(id) {
    const node = this.articles.get(id);
    if (node && node === this.log.lastElementChild) this.toEnd();
    else node?.scrollIntoView({ block: "nearest" });
  }

  toEnd() {
    this.atEnd = true;
    this.follow();
    this.showPresent();
    this.wasRead();
  }
}

/** Whether a message goes on where the one above ended, so that its author need not be said again. */
function continues(message, above) {
  const plain = (one) => !isEphemeral(one) && !one.type;
  const begins = message.interaction_metadata || message.referenced_message;
  return message.author?.id === above.author?.id && plain(message) && plain(above) && !begins && sentAt(message) - sentAt(above) < GROUP_MS;
}

/** An emoji whose picture is not to be had is shown by its name. */
function pictureFailed(image) {
  if (image.matches?.("img.emoji")) image.replaceWith(el("span", "emoji-name", image.alt));
}

function mark(node, name, value) {
  if (value === null) delete node.dataset[name];
  else if (node.dataset[name] !== value) node.dataset[name] = value;
}
