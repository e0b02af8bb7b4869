// The sandbox's clock, and times in words. Countdowns follow it, not the computer's.

let shownAt = Date.now();
let heardAt = performance.now();
let frozen = false;

/** Sets the clock to what the server says. */
export function setClock({ now, frozen: stopped }) {
  shownAt = now;
  heardAt = performance.now();
  frozen = stopped ?? frozen;
}

/** The sandbox's time in unix milliseconds. */
export function now() {
  return frozen ? shownAt : shownAt + (performance.now() - heardAt);
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const kept = new Map();

/** Intl objects are slow to make, so each kind is made once. */
function keptFormat(key, make) {
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key);
}

/** A moment in one of Discord's styles; `R` is relative to the sandbox's clock. */
export function inWords(ms, style, locale) {
  if (style === "R") return relative(ms - now(), locale);
  const options = STYLES[style] ?? STYLES.f;
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return "a time out of reach";
  return keptFormat(`${locale} ${style}`, () => new Intl.DateTimeFormat(locale, options)).format(date);
}

function relative(ms, locale) {
  const seconds = Math.trunc(ms / 1000);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  const words = keptFormat(`${locale} relative`, () => new Intl.RelativeTimeFormat(locale, { numeric: "always" }));
  const auto = keptFormat(`${locale} now`, () => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
  return seconds === 0 ? auto.format(0, "second") : words.format(Math.trunc(seconds / length), unit);
}

/** The name of a day, for the lines between days. */
export const dayInWords = (ms, locale) => inWords(ms, "D", locale);

/** Renews every countdown on the page; called several times a second. */
export function renewCountdowns() {
  for (const node of document.querySelectorAll('time[data-style="R"]')) {
    const locale = node.closest(".pane")?.dataset.locale ?? "en-US";
    const words = inWords(Number(node.dataset.unix) * 1000, "R", locale);
    if (node.textContent !== words) node.textContent = words;
  }
}
