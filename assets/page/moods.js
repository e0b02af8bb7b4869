// The second tab of the tools: what goes wrong on Discord, and how often it did.
// Every field is sent as soon as it changes; there is nothing to save.

import * as calls from "./calls.js";
import { el, morph, pause, tool } from "./dom.js";

const ASK_EVERY_MS = 1500;

// Name, words, unit. The unit is the suffix of the name; only the rest is told here.
const ANSWERS = [
  ["error_percent", "Fail with 500, 502 or 503"],
  ["lost_percent", "Get lost: no answer at all"],
  ["limit_percent", "Too many requests (429)"],
  ["limit_scope", "… that limit is for"],
  ["limit_ms", "… and lasts"],
  ["old_edits", "Edits of messages older than an hour that a channel takes (0: any)"],
  ["old_edits_ms", "… in so much time"],
  ["delay_percent", "Come late"],
  ["delay_ms", "… by so much"],
];
const EVENTS = [
  ["event_lost_percent", "Get lost"],
  ["event_doubled_percent", "Come twice"],
  ["event_reordered_percent", "Change places with the next"],
  ["event_delay_percent", "Come late"],
  ["event_delay_ms", "… by so much"],
  ["event_strange_percent", "Interactions come in a form that nobody knows"],
  ["ready_delay_ms", "READY and RESUMED come so much later"],
  ["drop_every_ms", "The connection is cut every (0: never)"],
];
const SCOPES = [["user", "this route"], ["global", "every route"], ["shared", "everybody on this route"]];

const BAD_DAY = {
  error_percent: 5, lost_percent: 5, delay_percent: 5, delay_ms: 2000, limit_percent: 3, limit_ms: 1000,
  event_doubled_percent: 5, event_reordered_percent: 5, drop_every_ms: 30_000,
};

const CODES = [
  [4000, "unknown error"], [4001, "unknown opcode"], [4002, "decode error"], [4003, "not authenticated"], [4004, "authentication failed"],
  [4005, "already authenticated"], [4007, "invalid seq"], [4008, "rate limited"], [4009, "session timed out"], [4010, "invalid shard"],
  [4011, "sharding required"], [4012, "invalid API version"], [4013, "invalid intents"], [4014, "disallowed intents"], [1000, "normal close"], [1001, "going away"],
];

const COUNTS = {
  error: "answers that failed", lost: "answers that got lost", delay: "answers that came late", limit: "answers of 429 by the dice", next: "requests that met a chosen fault",
  event_lost: "events lost", event_doubled: "events doubled", event_reordered: "events out of order", event_delay: "events late", event_strange: "strange interactions", unsigned: "webhook requests without the token", drop: "connections cut",
  over_limit: "requests beyond a limit", invalid_requests: "invalid requests in ten minutes (Discord bans at 10 000)",
};

export class Moods {
  constructor(page) {
    this.page = page;
    this.fields = new Map();
    this.state = el("p", { class: "panel-state", role: "status", testid: "moods-state" });
    this.counts = el("dl", { class: "counts", testid: "counts" });
    this.sessions = el("ul", { class: "sessions", testid: "sessions" });
    const part = (title, ...children) => el("section", "part", el("h3", {}, title), children);
    const rows = (list) => el("div", "faults", list.map((one) => this.row(...one)));
    this.whole = el("div", {}, this.presets(), part("Answers to the bot", rows(ANSWERS)), part("Events to the bot", rows(EVENTS)), part("The dice", rows([["seed", "Seed: the same one falls the same way"]])));
    this.root = el(
      "div",
      { class: "moods" },
      el("p", "muted", "What can go wrong between Discord and a bot. People's own clients are spared."),
      this.state,
      this.whole,
      part("At once, to every connected bot", this.deeds(), this.sessions),
      part("What happened so far", this.counts),
    );
  }

  // ---- The dice ----

  presets() {
    const button = (words, testid, deed) => tool(words, testid, () => this.send(deed));
    return el("div", "line", button("All is well", "faults-clear", () => calls.clearFaults()), button("A bad day", "faults-bad-day", () => calls.setFaults(BAD_DAY)));
  }

  row(name, words) {
    const unit = name.endsWith("_percent") ? "%" : name.endsWith("_ms") ? "ms" : "";
    const data = { fault: name };
    const field = name === "limit_scope"
      ? el("select", { data }, SCOPES.map(([value, about]) => el("option", { value }, about)))
      : el("input", { type: "number", inputmode: "numeric", min: 0, max: unit === "%" ? 100 : null, step: unit === "ms" ? 100 : 1, data });
    field.addEventListener("change", () => this.change(name, field));
    this.fields.set(name, field);
    return el("label", { class: words.startsWith("…") ? "fault more" : "fault" }, el("span", "fault-words", words), el("span", "fault-value", field, el("span", "unit", unit)));
  }

  change(name, field) {
    const value = field.tagName === "SELECT" ? field.value : Number(field.value);
    return this.send(() => calls.setFaults({ [name]: value }));
  }

  /** Does something and shows what stands afterwards, or the server's sentence. */
  async send(deed) {
    try {
      const answer = await deed();
      this.say(answer.reached === undefined ? "" : `Done to ${answer.reached} ${answer.reached === 1 ? "connection" : "connections"}.`);
      if (answer.faults) this.take(answer);
      else this.takeSessions(answer);
    } catch (error) {
      this.say(error.message.replaceAll("_", " "), true);
      await this.read(true);
    }
  }

  say(words, wrong = false) {
    this.state.textContent = words;
    this.state.classList.toggle("wrong", wrong);
  }

  // ---- At once ----

  deeds() {
    const may = el("input", { type: "checkbox", checked: true, testid: "resumable" });
    const code = el("select", { "aria-label": "Close code", testid: "close-code" }, CODES.map(([number, about]) => el("option", { value: number }, `${number} ${about}`)));
    const button = (words, title, body) => tool(words, "gateway-action", () => this.send(() => calls.gatewayDeed(body())), { title, data: { action: body().action } });
    return [
      el("div", "line", button("Reconnect", "Op 7: the bot is asked to come again", () => ({ action: "reconnect" })), button("Cut", "The connection ends without a word", () => ({ action: "drop" }))),
      el("div", "line", button("Mute", "Nothing more is sent on this connection, not even what answers a heartbeat", () => ({ action: "mute" })), button("Unmute", "What was held back is sent", () => ({ action: "unmute" }))),
      el("div", "line", button("Invalid session", "Op 9", () => ({ action: "invalid", resumable: may.checked })), el("label", "check", may, " may be resumed")),
      el("div", "line", button("Close with", "A close frame with this code", () => ({ action: "close", code: Number(code.value) })), code),
    ];
  }

  // ---- Reading ----

  shown() {
    this.watching = new AbortController();
    this.watch(this.watching.signal);
  }

  hidden() {
    this.watching?.abort();
  }

  renew() {
    this.read(true);
  }

  async watch(signal) {
    while (!signal.aborted) {
      if (!document.hidden) await this.read(true);
      await pause(ASK_EVERY_MS, signal);
    }
  }

  /** Reads what stands; `quiet` leaves the sentence that is shown. */
  async read(quiet = false) {
    try {
      const [faults, gateway] = await Promise.all([calls.faults(), calls.gateway()]);
      this.whole.hidden = false;
      if (!quiet) this.say("");
      this.take(faults);
      this.takeSessions(gateway);
    } catch (error) {
      if (error.status === 404) this.whole.hidden = true;
      this.say(error.status === 404 ? "This sandbox has no such switches." : error.message, true);
    }
  }

  take({ faults, counts }) {
    for (const [name, field] of this.fields) {
      const value = String(faults[name] ?? "");
      // Somebody may just be typing here.
      if (field !== document.activeElement || field.tagName === "SELECT") field.value = value;
      field.closest(".fault").classList.toggle("on", !name.endsWith("_ms") || name === "drop_every_ms" ? Number(value) > 0 && name !== "seed" : false);
    }
    const order = Object.keys(COUNTS);
    const told = Object.entries(counts ?? {}).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
    const rows = told.map(([name, count]) => el("div", { class: count ? "on" : null, data: { count: name } }, el("dt", {}, COUNTS[name] ?? name.replaceAll("_", " ")), el("dd", {}, String(count))));
    morph(this.counts, el("dl", { class: "counts", testid: "counts" }, rows));
  }

  takeSessions(gateway) {
    const { world } = this.page;
    const sessions = gateway.sessions ?? [];
    const rows = sessions.map((session) => el("li", {}, facts(session)));
    const none = el("li", "muted", world.bot_online ? "The bot is online." : "No bot is online.");
    const { identifies = 0, resumes = 0, refused_resumes: refused = 0 } = gateway;
    const sum = el("li", "muted", `So far: identified ${identifies}, resumed ${resumes}, refused to resume ${refused}`);
    morph(this.sessions, el("ul", { class: "sessions", testid: "sessions" }, rows.length ? rows : none, sum));
  }
}

/** A session in words. */
function facts({ id, connected, seq, resumes, intents }) {
  return [id, connected ? "connected" : "waits for a resume", `event ${seq}`, `resumed ${resumes}×`, `intents ${intents}`].join(" · ");
}
