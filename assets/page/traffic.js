// The third tab of the tools: what the bot and the sandbox say to each other, live. Rows are data, drawn when they
// fit the filter; JSON is made when a row is opened.

import * as calls from "./calls.js";
import { el, pause, tool } from "./dom.js";
import { waitBy } from "./waits.js";
import { inWords } from "./when.js";

const REST_MS = 60_000;
const KEPT = 600;
const AT_ONCE = 200;
const NEAR_END_PX = 60;
const OPS = { 0: "event", 1: "heartbeat", 2: "identify", 3: "presence", 4: "voice", 6: "resume", 7: "reconnect", 8: "members", 9: "invalid session", 10: "hello", 11: "heartbeat heard" };

export class Traffic {
  constructor(page) {
    this.page = page;
    this.rows = [];
    this.seq = null;
    this.paused = false;
    this.build();
  }

  build() {
    this.kind = el("select", { "aria-label": "Kind", testid: "traffic-kind" }, [["", "Everything"], ["rest", "REST"], ["gateway", "Gateway"]].map(([value, words]) => el("option", { value }, words)));
    this.wrong = el("input", { type: "checkbox", testid: "traffic-errors" });
    this.beats = el("input", { type: "checkbox", testid: "traffic-beats" });
    this.text = el("input", { type: "search", placeholder: "Filter: path, event, text", "aria-label": "Filter", autocomplete: "off", spellcheck: "false", testid: "traffic-filter" });
    this.stop = tool("Pause", "traffic-pause", () => this.pause(), { "aria-pressed": "false" });
    this.empty = tool("Clear", "traffic-clear", () => this.clear());
    this.state = el("p", { class: "panel-state", role: "status", testid: "traffic-state" });
    this.list = el("ol", { class: "traffic-list", tabindex: "0", "aria-label": "Traffic", testid: "traffic" });
    const tools = el("div", "traffic-tools",
      el("div", "line", this.kind, el("span", "grow"), this.stop, this.empty),
      this.text,
      el("div", "line", el("label", "check", this.wrong, " only what went wrong"), el("label", "check", this.beats, " heartbeats")));
    this.root = el("div", "traffic", tools, this.state, this.list);
    this.listen();
  }

  listen() {
    for (const field of [this.kind, this.wrong, this.beats]) field.addEventListener("change", () => this.draw());
    this.text.addEventListener("input", () => this.draw());
    this.list.addEventListener("toggle", (event) => event.target.open && this.open(event.target), true);
    this.list.addEventListener("click", (event) => event.target.matches("[data-copy]") && copy(event.target));
  }

  clear() {
    this.rows = [];
    this.draw();
  }

  pause() {
    this.paused = !this.paused;
    this.stop.setAttribute("aria-pressed", String(this.paused));
    this.stop.textContent = this.paused ? "Go on" : "Pause";
    if (this.paused) this.hidden();
    else this.shown();
  }

  // ---- Reading ----

  shown() {
    if (this.paused) return;
    this.watching = new AbortController();
    this.follow(this.watching.signal);
  }

  hidden() {
    this.watching?.abort();
  }

  /** A sandbox that was started anew counts anew. */
  renew() {
    if (this.server === this.page.world.application) return;
    this.hidden();
    this.shown();
  }

  async follow(signal) {
    if (this.server !== this.page.world.application) {
      this.server = this.page.world.application;
      this.seq = null;
      this.clear();
    }
    for (let wait = 0; !signal.aborted; ) {
      try {
        if (document.hidden) {
          await pause(REST_MS, signal);
          continue;
        }
        // The first answer is what is kept already; afterwards each call waits for something new.
        const ask = (more) => calls.traffic({ limit: KEPT, ...more }, signal);
        const { seq, traffic } = await (this.seq === null ? ask() : waitBy((wait) => ask({ after: this.seq, wait }), signal));
        if (signal.aborted) return;
        this.seq = seq;
        this.take(traffic);
        wait = 0;
      } catch (error) {
        if (signal.aborted) return;
        this.state.textContent = error.status === 404 ? "This sandbox does not show its traffic." : error.message;
        if (error.status === 404) return;
        wait = Math.min(wait * 2 || 500, 5000);
      }
      await pause(wait || 50, signal);
    }
  }

  take(traffic) {
    this.rows.push(...traffic);
    this.rows.splice(0, Math.max(0, this.rows.length - KEPT));
    const first = this.rows[0]?.seq ?? 0;
    while (this.list.firstElementChild && Number(this.list.firstElementChild.dataset.seq) < first) this.list.firstElementChild.remove();
    const atEnd = this.atEnd();
    this.list.append(...traffic.filter((one) => one.seq >= first && this.fits(one)).map(row));
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
    this.count();
  }

  atEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.list;
    return scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
  }

  // ---- Showing ----

  fits(one) {
    if (this.kind.value && one.kind !== this.kind.value) return false;
    if (!this.beats.checked && (one.op === 1 || one.op === 11)) return false;
    if (this.wrong.checked && !isWrong(one)) return false;
    const wanted = this.text.value.trim().toLowerCase();
    return !wanted || JSON.stringify(one).toLowerCase().includes(wanted);
  }

  draw() {
    const fitting = this.rows.filter((one) => this.fits(one)).slice(-AT_ONCE);
    this.list.replaceChildren(...fitting.map(row));
    this.list.scrollTop = this.list.scrollHeight;
    this.count();
  }

  count() {
    const shown = this.list.childElementCount;
    this.state.textContent = this.rows.length ? `${shown} of ${this.rows.length} shown` : "Nothing yet. What the bot and the sandbox say to each other appears here.";
  }

  /** Makes the JSON of a row. */
  open(details) {
    const one = this.rows.find((kept) => String(kept.seq) === details.closest("li").dataset.seq);
    if (!one || details.querySelector(".traffic-body")) return;
    details.append(el("div", "traffic-body", parts(one).map(([title, value]) => block(title, value))));
  }
}

/** Whether something went wrong: 400 and more, no answer, or a fault on purpose. */
function isWrong(one) {
  if (one.fault) return true;
  return one.kind === "rest" ? !one.status || one.status >= 400 : one.op === 7 || one.op === 9;
}

function row(one) {
  const rest = one.kind === "rest";
  const state = rest ? String(one.status || "no answer") : "";
  const class_ = ["traffic-row", one.kind, isWrong(one) && "wrong"].filter(Boolean).join(" ");
  const took = rest && one.after_us !== undefined && one.after_us !== null ? `${(one.after_us / 1000).toFixed(1)} ms` : "";
  const summary = el(
    "summary",
    {},
    el("span", "traffic-time", inWords(one.at, "T", "en-GB")),
    el("span", { class: "traffic-way", title: way(one) }, rest ? one.method : one.direction === "to_bot" ? "→ bot" : "← bot"),
    el("span", "traffic-what", rest ? shortPath(one.path) : eventWords(one)),
    one.fault ? el("span", "traffic-fault", faultWords(one.fault)) : null,
    el("span", "traffic-state", state),
    el("span", "traffic-took", took),
  );
  return el("li", { class: class_, data: { seq: one.seq } }, el("details", {}, summary));
}

const way = (one) => (one.kind === "rest" ? "the bot asks" : one.direction === "to_bot" ? "the sandbox tells the bot" : "the bot tells the sandbox");
/** What a payload is: an event's name, an interaction by what was used or pressed. */
function eventWords({ op, t, d }) {
  const used = d?.data?.name ?? d?.data?.custom_id;
  return [op === 0 ? t : OPS[op] ?? `op ${op}`, used].filter(Boolean).join(" · ");
}

const faultWords = (fault) => (typeof fault === "string" ? fault : JSON.stringify(fault)).replaceAll("_", " ");

/** Tokens are long and say nothing: a path is shown without them. */
const shortPath = (path) => String(path ?? "").replace(/[\w.-]{40,}/g, (token) => `${token.slice(0, 6)}…`);

function parts(one) {
  if (one.kind !== "rest") return [[`op ${one.op}${one.s === null || one.s === undefined ? "" : `, number ${one.s}`}`, one.d]];
  const files = one.attachments?.length ? [["Files", one.attachments]] : [];
  return [[`${one.method} ${one.path}`, one.request], ...files, [`Answer ${one.status ?? ""}`, one.response]];
}

function block(title, value) {
  const text = value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const head = el("div", "block-head", el("b", {}, title), text ? el("button", { class: "tool", data: { copy: true } }, "Copy") : el("span", "muted", "nothing"));
  return el("div", "block", head, text ? el("pre", { class: "code-block", tabindex: "0" }, el("code", {}, text)) : null);
}

async function copy(button) {
  const text = button.closest(".block").querySelector("code").textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // Without the right to the clipboard the text is at least chosen, ready for the keys.
    getSelection().selectAllChildren(button.closest(".block").querySelector("code"));
    button.textContent = "Selected";
  }
  setTimeout(() => (button.textContent = "Copy"), 1500);
}
