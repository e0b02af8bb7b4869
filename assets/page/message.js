// A Discord message as an element. No listeners here: what can be pressed carries `data-act` and the pane listens
// for the whole list, so that a changed message can be morphed into the old element.
//
// `context`: { me, locale, botId, nameOf(id), channelName(id), altOpen:Set, busy:Map, notes:Map }.

import { asSentence } from "./calls.js";
import { el, isLocal, linkUrl, localUrl } from "./dom.js";
import { emoji, inline, isOnlyEmoji, markdown, plain } from "./text.js";
import { inWords } from "./when.js";

const EPHEMERAL = 64;
const LOADING = 128;
const THREAD_CREATED = 18;
const PICTURE = /\.(png|jpe?g|gif|webp|avif|svg)$/i;

export const isEphemeral = (message) => ((message.flags ?? 0) & EPHEMERAL) !== 0;
const isThinking = (message) => ((message.flags ?? 0) & LOADING) !== 0;

/** The whole message. Its blocks stand in one order, even empty: so focus survives changes. */
export function renderMessage(message, context) {
  const note = message.sandbox?.note;
  const author = message.author ?? { id: "0", username: "Sandbox" };
  const own = isEphemeral(message);
  const pinged = message.mention_everyone || (message.mentions ?? []).some((user) => user.id === context.me);
  const kind = ["message", own && "ephemeral", pinged && author.id !== context.me && "pinged", note && "local-note", message.type === THREAD_CREATED && "system"].filter(Boolean).join(" ");
  const name = authorName(author, context);
  return el(
    "article",
    {
      class: kind,
      tabindex: "-1",
      "aria-label": `${name}, ${inWords(sentAt(message), "t", context.locale)}${own ? ", only you can see this" : ""}`,
      data: { message: message.id, testid: "message", author: author.id, ephemeral: own ? "true" : null, loading: isThinking(message) ? "true" : null },
    },
    usedCommand(message, context),
    avatar(author, name),
    header(message, author, name, context),
    el("div", { class: "content", dir: "auto", testid: "content" }, content(message, context)),
    el("div", "embeds", (message.embeds ?? []).map((embed) => renderEmbed(embed, message, context))),
    el("div", "pictures", attachments(message).map((file) => attachment(file, message, context))),
    el("div", "components", (message.components ?? []).map((component) => renderComponent(component, message, context))),
    threadLink(message),
    el("div", { class: "press-note", role: "status", testid: "press-note" }, context.notes.get(message.id) ?? ""),
    own ? onlyYou(note) : el("div", { class: "only-you", hidden: true }),
  );
}

/** What a screen reader should hear of a message that came or changed. */
export function spoken(message, context) {
  const alt = (message.attachments ?? []).map((file) => file.description).filter(Boolean);
  const embeds = (message.embeds ?? []).flatMap((embed) => [embed.title, embed.description]).filter(Boolean);
  return [plain(message.content ?? "", context), ...embeds.map((text) => plain(text, context)), ...alt].filter(Boolean).join(". ");
}

/** When a message was sent, in unix milliseconds. */
export const sentAt = (message) => Date.parse(message.timestamp ?? "") || 0;

function authorName(author, context) {
  return author.global_name ?? author.username ?? context.nameOf(author.id);
}

function avatar(author, name) {
  const url = author.avatar && localUrl(`/avatars/${author.id}/${author.avatar}.png?size=64`);
  if (url) return el("img", { class: "avatar", src: url, alt: "", width: "40", height: "40" });
  const colour = Number(BigInt(author.id || 0) % 997n) % 8;
  const initial = [...(name.trim() || "?")][0].toUpperCase();
  return el("span", { class: `avatar avatar-${author.bot ? "bot" : colour}`, "aria-hidden": "true" }, initial);
}

function header(message, author, name, context) {
  const at = sentAt(message);
  return el(
    "div",
    { class: "head" },
    el("bdi", { class: "author", testid: "author" }, name),
    author.bot ? el("span", "tag", "APP") : null,
    el("time", { class: "sent", datetime: at ? new Date(at).toISOString() : null, title: inWords(at, "F", context.locale) }, inWords(at, "t", context.locale)),
    message.edited_timestamp ? el("span", { class: "edited", title: inWords(Date.parse(message.edited_timestamp), "F", context.locale) }, "(edited)") : null,
  );
}

/** The line above an answer: who used which command, or what is replied to. */
function usedCommand(message, context) {
  const origin = message.interaction_metadata;
  const command = message.interaction?.name ?? origin?.name;
  const who = origin?.user ?? message.interaction?.user;
  if (who && command) {
    return el("div", "above", el("bdi", "strong", authorName(who, context)), " used ", el("span", "mention", `/${command}`));
  }
  const replied = message.referenced_message;
  if (!replied) return el("div", { class: "above", hidden: true });
  const text = spoken(replied, context).slice(0, 120) || "a message";
  return el("div", "above", el("bdi", "strong", authorName(replied.author ?? {}, context)), " ", el("bdi", {}, text));
}

function content(message, context) {
  if (isThinking(message)) {
    const name = authorName(message.author ?? {}, context);
    return el("span", { class: "thinking", testid: "thinking" }, `${name} is thinking`, el("span", { class: "dots", "aria-hidden": "true" }, "…"));
  }
  if (message.sandbox?.note === "failed") return el("span", "failed", asSentence(message.content || "the application did not respond"));
  if (message.type === THREAD_CREATED) return threadCreated(message);
  const text = message.content ?? "";
  const nodes = markdown(text, context);
  return isOnlyEmoji(text) ? el("div", "jumbo", nodes) : nodes;
}

function threadCreated(message) {
  const thread = message.message_reference?.channel_id;
  const name = message.content ?? "";
  const link = thread ? el("button", { class: "mention", data: { act: "channel", channel: thread } }, `↳ ${name}`) : el("b", {}, name);
  return el("span", "muted", "started a thread: ", link);
}

/** The thread that began at this message. */
function threadLink(message) {
  if (!message.thread?.id) return el("div", { class: "thread-link", hidden: true });
  return el("div", "thread-link", el("button", { class: "file", data: { act: "channel", channel: message.thread.id, testid: "thread-link" } }, el("span", { "aria-hidden": "true" }, "↳"), el("bdi", "strong", message.thread.name ?? "thread"), el("span", "thread-go", "Go there ›")));
}

function onlyYou(note) {
  return el(
    "div",
    { class: "only-you", data: { private: true } },
    note ? null : el("span", { class: "eye", "aria-hidden": "true" }, "◉ "),
    note ? null : "Only you can see this · ",
    el("button", { class: "plain-link", data: { act: "dismiss", testid: "dismiss" } }, "Dismiss message"),
  );
}

// ---- Pictures and files ----

/** The attachments that no embed or component shows. */
function attachments(message) {
  const shown = new Set();
  for (const embed of message.embeds ?? []) {
    for (const part of [embed.image, embed.thumbnail]) if (part?.url) shown.add(part.url);
  }
  const isShown = (file) => shown.has(file.url) || shown.has(`attachment://${file.filename}`);
  return (message.attachments ?? []).filter((file) => !isShown(file));
}

function attachment(file, message, context) {
  const picture = file.content_type?.startsWith("image/") ?? PICTURE.test(file.filename ?? "");
  if (picture) return figure({ ...file, alt: file.description }, `${message.id}/${file.filename}`, context);
  const size = file.size > 1024 ? `${Math.round(file.size / 1024)} kB` : `${file.size ?? 0} bytes`;
  return el("a", { class: "file", href: localUrl(file.url), download: file.filename }, el("b", {}, file.filename), ` ${size}`);
}

/** A picture: a press enlarges it, ALT shows its description in sight. */
function figure({ url, width, height, alt }, key, context, kind = "") {
  if (!isLocal(url)) return elsewhere(url, alt);
  const open = context.altOpen.has(key);
  const image = el("img", { src: localUrl(url), width, height, alt: alt ?? "Picture without a description", decoding: "sync" });
  return el(
    "figure",
    { class: `picture ${kind}` },
    el("button", { class: "zoom", "aria-haspopup": "dialog", title: "Enlarge", data: { act: "zoom", testid: "picture" } }, image),
    alt ? el("button", { class: "alt", "aria-expanded": String(open), "aria-label": "ALT: the picture's description", data: { act: "alt", key, testid: "alt" } }, "ALT") : null,
    alt ? el("figcaption", { hidden: !open }, alt) : null,
  );
}

/** A picture of another address: this page loads nothing from there, but says where it lies. */
function elsewhere(url, alt) {
  const href = linkUrl(url);
  const words = `Picture${href ? ` at ${new URL(href).hostname}` : ""}`;
  const inner = [el("b", {}, words), alt ? ` ${alt}` : null];
  return href ? el("a", { class: "file", href, target: "_blank", rel: "noopener noreferrer" }, inner, " ↗") : el("span", "file", inner);
}

// ---- Embeds ----

function renderEmbed(embed, message, context) {
  const find = (part) => (message.attachments ?? []).find((file) => file.url === part.url || `attachment://${file.filename}` === part.url);
  const picture = (part, kind) => {
    if (!part?.url) return null;
    const file = find(part);
    const url = part.url.startsWith("attachment://") ? file?.url : part.url;
    const facts = { url, width: part.width ?? file?.width, height: part.height ?? file?.height, alt: part.description ?? file?.description };
    return figure(facts, `${message.id}/${kind}`, context, kind);
  };
  const node = el(
    "div",
    { class: "embed", testid: "embed" },
    embed.author?.name ? el("div", "embed-author", embed.author.name) : null,
    embed.title ? el("div", "embed-title", titleLink(embed, context)) : null,
    embed.description ? el("div", "embed-text", markdown(embed.description, context)) : null,
    embed.fields?.length ? el("div", "fields", embed.fields.map((field) => embedField(field, context))) : null,
    picture(embed.thumbnail, "embed-thumbnail"),
    picture(embed.image, "embed-image"),
    embedFooter(embed, context),
  );
  if (embed.color !== undefined && embed.color !== null) node.style.setProperty("--bar", `#${embed.color.toString(16).padStart(6, "0")}`);
  return node;
}

function titleLink(embed, context) {
  const href = embed.url ? linkUrl(embed.url) : null;
  return href ? el("a", { href, target: "_blank", rel: "noopener noreferrer" }, inline(embed.title, context)) : inline(embed.title, context);
}

function embedField(field, context) {
  return el("div", { class: field.inline ? "field-box inline" : "field-box" }, el("div", "field-title", inline(field.name, context)), el("div", {}, markdown(field.value, context)));
}

function embedFooter(embed, context) {
  const when = embed.timestamp ? inWords(Date.parse(embed.timestamp), "s", context.locale) : null;
  const text = [embed.footer?.text, when].filter(Boolean).join(" · ");
  return text ? el("div", "embed-footer", text) : null;
}

// ---- Components ----

const SELECTS = new Set([3, 5, 6, 7, 8]);

function renderComponent(component, message, context) {
  const inner = () => (component.components ?? []).map((child) => renderComponent(child, message, context));
  if (SELECTS.has(component.type)) return selectBox(component, message, context);
  switch (component.type) {
    case 1: return el("div", "row", inner());
    case 2: return button(component, message, context);
    case 9: return el("div", "section", el("div", {}, inner()), component.accessory ? renderComponent(component.accessory, message, context) : null);
    case 10: return el("div", "lines", markdown(component.content ?? "", context));
    case 11: return media(component, message, context, "embed-thumbnail");
    case 12: return el("div", "pictures", (component.items ?? []).map((item) => media(item, message, context)));
    case 13: return el("a", { class: "file", href: localUrl(component.file?.url) }, component.name ?? "file");
    case 14: return el("hr", {});
    case 17: return container(component, inner());
    default: return el("div", "muted", `(component of type ${component.type})`);
  }
}

function container(component, children) {
  const node = el("div", "embed container", children);
  if (component.accent_color) node.style.setProperty("--bar", `#${component.accent_color.toString(16).padStart(6, "0")}`);
  return node;
}

function media(item, message, context, kind) {
  const { url, width, height } = item.media ?? {};
  const file = (message.attachments ?? []).find((one) => `attachment://${one.filename}` === url);
  return figure({ url: file?.url ?? url, width, height, alt: item.description ?? file?.description }, `${message.id}/${url}`, context, kind);
}

function button(component, message, context) {
  const parts = [component.emoji ? emoji(component.emoji) : null, component.label ? el("span", "label", component.label) : null];
  if (component.style === 5) {
    return el("a", { class: "button style-5", href: linkUrl(component.url), target: "_blank", rel: "noopener noreferrer" }, parts, el("span", { "aria-hidden": "true" }, " ↗"));
  }
  const busy = context.busy.get(message.id) === component.custom_id;
  return el(
    "button",
    {
      class: `button style-${component.style ?? 2}${component.label ? "" : " only-emoji"}`,
      disabled: component.disabled === true,
      "aria-busy": busy ? "true" : null,
      "aria-label": component.label ? null : component.emoji?.name,
      title: component.label ? null : component.emoji?.name,
      data: { act: "press", customId: component.custom_id, testid: "button" },
    },
    parts,
    busy ? el("span", { class: "spinner", "aria-hidden": "true" }) : null,
  );
}

function selectBox(component, message, context) {
  const busy = context.busy.get(message.id) === component.custom_id;
  const chosen = (component.options ?? []).filter((option) => option.default).map((option) => option.label);
  const text = chosen.length ? chosen.join(", ") : component.placeholder ?? "Make a selection";
  return el(
    "button",
    {
      class: chosen.length ? "select chosen" : "select",
      disabled: component.disabled === true,
      "aria-haspopup": "listbox",
      "aria-busy": busy ? "true" : null,
      data: { act: "select", customId: component.custom_id, testid: "select" },
    },
    el("span", "label", text),
    busy ? el("span", { class: "spinner", "aria-hidden": "true" }) : el("span", { class: "arrow", "aria-hidden": "true" }, "▾"),
  );
}

/** The component with this custom_id, wherever it stands in the message. */
export function findComponent(components, customId) {
  for (const component of components ?? []) {
    if (component.custom_id === customId) return component;
    const inner = findComponent([...(component.components ?? []), component.accessory].filter(Boolean), customId);
    if (inner) return inner;
  }
  return null;
}
