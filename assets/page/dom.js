// Making and changing elements. Everything that people or bots wrote becomes a text node here;
// nothing in this page ever parses a string as HTML.

/**
 * Makes an element. `props` are attributes, or the class alone; `class`, `data` (dataset) and `testid` are special.
 * Attributes that are null, undefined or false are left out.
 */
export function el(tag, props, ...children) {
  const node = document.createElement(tag);
  // A button of a form sends it unless it is told not to; here only those that say so do.
  if (tag === "button") node.type = "button";
  for (const [name, value] of Object.entries(typeof props === "string" ? { class: props } : props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "data") setData(node, value);
    else if (name === "testid") node.dataset.testid = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A small button of the page's own, with what a press does. */
export function tool(words, testid, deed, props) {
  const node = el("button", { class: "tool", ...props, data: { testid, ...props?.data } }, words);
  node.addEventListener("click", deed);
  return node;
}

function setData(node, data) {
  for (const [name, value] of Object.entries(data)) {
    if (value !== null && value !== undefined && value !== false) node.dataset[name] = value === true ? "" : value;
  }
}

/**
 * Changes `old` into `fresh` with as few changes as possible, so that focus, selection, loaded pictures
 * and scroll position survive. Elements are matched by place and name: a button whose custom_id changes
 * with every turn stays the same element in its slot.
 */
export function morph(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh);
    return;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  morphAttributes(old, fresh);
  const before = [...old.childNodes];
  const after = [...fresh.childNodes];
  after.forEach((child, place) => (place < before.length ? morph(before[place], child) : old.append(child)));
  for (const extra of before.slice(after.length)) extra.remove();
}

function morphAttributes(old, fresh) {
  // A spoiler that somebody opened stays open while its text is the same.
  const opened = old.classList.contains("spoiler") && old.dataset.open !== undefined && old.textContent === fresh.textContent;
  for (const { name } of [...old.attributes]) {
    if (name !== "style" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (name === "src" && old.tagName === "IMG") changePicture(old, value);
    else if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  // The content security policy forbids style attributes but not the object model.
  if (old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
  if (opened) openSpoiler(old);
}

const coming = new WeakMap();

/** Another picture in the same place, without blinking. */
function changePicture(image, src) {
  if ((coming.get(image) ?? image.getAttribute("src")) === src) return;
  coming.set(image, src);
  const next = new Image();
  next.src = src;
  const show = () => coming.get(image) === src && image.setAttribute("src", src);
  next.decode().then(show, show);
}

/** Shows what a spoiler hides. */
export function openSpoiler(node) {
  node.dataset.open = "";
  node.removeAttribute("role");
  node.removeAttribute("tabindex");
  node.removeAttribute("aria-label");
}

/** Orders two snowflakes (decimal strings without leading zeros). */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * An address of this server as a path of this very origin, null for any other. The sandbox names itself 127.0.0.1 and its own
 * port; the page may have been opened as localhost or through a forwarded port.
 */
export function localUrl(url) {
  if (typeof url !== "string") return null;
  let parsed;
  try {
    parsed = new URL(url, location.href);
  } catch {
    return null;
  }
  const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(parsed.hostname);
  const served = /^\/(files|emojis)\//.test(parsed.pathname);
  return parsed.origin === location.origin || (loopback && served) ? parsed.pathname + parsed.search : null;
}

/** Whether a picture may be loaded: everything this server serves, and nothing else. */
export const isLocal = (url) => localUrl(url) !== null;

/** An address somebody wrote, if it may become a link. */
export function linkUrl(url) {
  try {
    const parsed = new URL(url);
    return ["http:", "https:"].includes(parsed.protocol) ? parsed.href : null;
  } catch {
    return null;
  }
}

/** Says something to a screen reader without showing it. */
export function announce(text) {
  const place = document.getElementById("announcer");
  place.textContent = "";
  place.textContent = text.slice(0, 400);
}

/** Shows a sentence for some seconds. */
export function toast(text) {
  const note = el("div", "toast", text);
  document.getElementById("toasts").append(note);
  setTimeout(() => note.remove(), 7000);
}

/** Waits, but no longer than the signal lives or the page stays shown or hidden. */
export function pause(ms, signal) {
  return new Promise((done) => {
    const over = new AbortController();
    const end = () => (clearTimeout(timer), over.abort(), done());
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { signal: over.signal });
    document.addEventListener("visibilitychange", end, { signal: over.signal });
  });
}
