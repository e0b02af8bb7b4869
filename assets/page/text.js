// Discord's markdown into elements: blocks first, then the marks inside a line.
// `context` gives names: { nameOf(id), channelName(id), me, locale }.

import { el, linkUrl } from "./dom.js";
import { emojiUrl } from "./calls.js";
import { inWords } from "./when.js";

const FENCE = /```(?:([\w+.#-]+)\n)?\n?([\s\S]*?)\n?```/g;
const QUOTE = /^> ?/;
const HEADING = /^(#{1,3}) +(.+)$/;
const SMALL = /^-# +(.+)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(.*)$/;
const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|<a?:\w{2,32}:\d+>|\s){1,80}$/u;

/** A message's text as nodes. */
export function markdown(text, context) {
  const nodes = [];
  let from = 0;
  for (const found of text.matchAll(FENCE)) {
    nodes.push(...blocks(text.slice(from, found.index).replace(/\n$/, ""), context));
    nodes.push(el("pre", { class: "code-block", tabindex: "0", data: { language: found[1] } }, el("code", {}, found[2])));
    from = found.index + found[0].length;
  }
  nodes.push(...blocks(text.slice(from).replace(from ? /^\n/ : /^$/, ""), context));
  return nodes;
}

/** Whether a text is nothing but a few emoji, which are then shown large. */
export const isOnlyEmoji = (text) => ONLY_EMOJI.test(text) && !/^[\d\s#*]+$/.test(text);

/** A text without its marks, for labels and announcements. */
export function plain(text, context) {
  return markdown(text, context).map((node) => node.textContent).join(" ");
}

/** Marks inside lines only: for embed titles, field names and placeholders. */
export function inline(text, context) {
  return marks(text, context);
}

function blocks(text, context) {
  if (text === "") return [];
  const lines = text.split("\n");
  const nodes = [];
  let run = [];
  const flush = () => {
    if (run.length) nodes.push(el("div", "lines", marks(run.join("\n"), context)));
    run = [];
  };
  for (let at = 0; at < lines.length; ) {
    const [node, next] = block(lines, at, context);
    if (node) {
      flush();
      nodes.push(node);
    } else run.push(lines[at]);
    at = next;
  }
  flush();
  return nodes;
}

/** The block that begins at a line, or null if it is ordinary text; and the line after it. */
function block(lines, at, context) {
  const line = lines[at];
  if (line.startsWith(">>> ")) {
    const rest = [line.slice(4), ...lines.slice(at + 1)].join("\n");
    return [el("blockquote", {}, blocks(rest, context)), lines.length];
  }
  if (line.startsWith("> ")) {
    let end = at;
    while (end < lines.length && lines[end].startsWith(">") && QUOTE.test(lines[end])) end += 1;
    const inner = lines.slice(at, end).map((quoted) => quoted.replace(QUOTE, "")).join("\n");
    return [el("blockquote", {}, blocks(inner, context)), end];
  }
  const heading = HEADING.exec(line);
  if (heading) {
    const level = heading[1].length;
    return [el("div", { class: `heading heading-${level}`, role: "heading", "aria-level": level + 3 }, marks(heading[2], context)), at + 1];
  }
  const small = SMALL.exec(line);
  if (small) return [el("div", "small", marks(small[1], context)), at + 1];
  if (ITEM.test(line)) return list(lines, at, context);
  return [null, at + 1];
}

function list(lines, at, context) {
  const [, indent, mark] = ITEM.exec(lines[at]);
  const ordered = mark.endsWith(".");
  const node = el(ordered ? "ol" : "ul", ordered ? { start: parseInt(mark, 10) } : {});
  while (at < lines.length) {
    const item = ITEM.exec(lines[at]);
    if (!item || item[1].length < indent.length) break;
    if (item[1].length > indent.length && node.lastChild) {
      const [inner, next] = list(lines, at, context);
      node.lastChild.append(inner);
      at = next;
      continue;
    }
    if (item[2].endsWith(".") !== ordered) break;
    node.append(el("li", {}, marks(item[3], context)));
    at += 1;
  }
  return [node, at];
}

// Each mark: a pattern tried at one place, and what it becomes. The first that fits wins.
const MARKS = [
  [/\\([^\sA-Za-z0-9])/y, (found) => found[1]],
  [/<a?:(\w{2,32}):(\d{1,20})>/y, (found) => emoji({ id: found[2], name: found[1] })],
  [/<@!?(\d{1,20})>/y, (found, context) => mention(found[1], context)],
  [/<@&(\d{1,20})>/y, () => el("span", "mention", "@role")],
  [/<#(\d{1,20})>/y, (found, context) => channelLink(found[1], context)],
  [/<\/([^:<>\n]{1,100}):(\d{1,20})>/y, (found) => commandLink(found[1])],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, (found, context) => stamp(Number(found[1]), found[2] ?? "f", context)],
  [/@(?:everyone|here)\b/y, (found) => el("span", "mention", found[0])],
  [/https:\/\/discord\.com\/channels\/\d{1,20}\/(\d{1,20})(?:\/\d{1,20})?/y, (found, context) => channelLink(found[1], context)],
  [/<(https?:\/\/[^\s<>]+)>/y, (found) => link(found[1], [found[1]])],
  [/\[((?:[^[\]\\\n]|\\.)+)\]\(<?(https?:\/\/[^\s()<>]+(?:\([^\s()<>]*\))?[^\s()<>]*)>?(?: +"[^"\n]*")?\)/y, (found, context) => link(found[2], marks(found[1], context))],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"'()\]!?*_~|]/y, (found) => link(found[0], [found[0]])],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, (found, context) => el("strong", {}, marks(found[1], context))],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, (found, context) => el("u", {}, marks(found[1], context))],
  [/~~((?:\\[\s\S]|[^\\])+?)~~(?!~)/y, (found, context) => el("s", {}, marks(found[1], context))],
  [/\|\|((?:\\[\s\S]|[^\\])+?)\|\|/y, (found, context) => spoiler(marks(found[1], context))],
  [/\*(?=\S)((?:\*\*(?:\\[\s\S]|[^\\*])*?\*\*|\\[\s\S]|[^*\\])+?)\*(?!\*)/y, (found, context) => el("em", {}, marks(found[1], context))],
  [/(?<!\w)_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/y, (found, context) => el("em", {}, marks(found[1], context))],
];

function marks(text, context) {
  const nodes = [];
  let run = "";
  let at = 0;
  while (at < text.length) {
    const found = firstMark(text, at, context);
    if (!found) {
      run += text[at];
      at += 1;
      continue;
    }
    if (typeof found.node === "string") run += found.node;
    else {
      if (run) nodes.push(run);
      run = "";
      nodes.push(found.node);
    }
    at += found.length;
  }
  if (run) nodes.push(run);
  return nodes;
}

const MAY_BEGIN = /[\\`<@[h*_~|]/;

function firstMark(text, at, context) {
  if (!MAY_BEGIN.test(text[at])) return null;
  if (text[at] === "`") return code(text, at);
  for (const [pattern, make] of MARKS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return { node: make(found, context), length: found[0].length };
  }
  return null;
}

/** Code up to the next run of as many backticks; without one the run is text. */
function code(text, at) {
  const runs = text.slice(at).matchAll(/`+/g);
  const [ticks] = runs.next().value;
  for (const { 0: { length }, index } of runs) {
    if (length !== ticks.length) continue;
    const inner = text.slice(at + length, at + index).replace(/^ (?=`)|(?<=`) $/g, "");
    return { node: el("code", {}, inner), length: index + length };
  }
  return { node: ticks, length: ticks.length };
}

/** An emoji of Discord's form `{ id, name }`: a picture, or the sign itself. */
export function emoji({ id, name }) {
  if (!id) return el("span", "emoji-sign", name ?? "");
  return el("img", { class: "emoji", src: emojiUrl(id), alt: `:${name}:`, title: `:${name}:`, draggable: "false" });
}

function mention(id, context) {
  const mine = id === context.me;
  return el("bdi", { class: mine ? "mention mention-me" : "mention", data: { userId: id } }, `@${context.nameOf(id)}`);
}

function channelLink(id, context) {
  return el("button", { class: "mention", data: { act: "channel", channel: id, testid: "channel-link" } }, `#${context.channelName(id)}`);
}

function commandLink(name) {
  return el("button", { class: "mention", data: { act: "command", command: name } }, `/${name}`);
}

function stamp(unix, style, context) {
  const date = new Date(unix * 1000);
  const exact = Number.isNaN(date.getTime()) ? {} : { datetime: date.toISOString(), title: inWords(unix * 1000, "F", context.locale) };
  return el("time", { class: "stamp", ...exact, data: { unix, style } }, inWords(unix * 1000, style, context.locale));
}

function link(url, children) {
  const href = linkUrl(url);
  if (!href) return el("span", {}, children);
  return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, children);
}

function spoiler(children) {
  const inner = el("span", "spoiler-text", children);
  return el("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler: press to show", data: { act: "spoiler" } }, inner);
}
