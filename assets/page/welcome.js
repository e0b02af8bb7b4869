// What stands at the top of a channel: what this place is and what to do first, or while no bot is here.

import { el } from "./dom.js";

/** What a newcomer types first. */
const FIRST = "/okey computers:3";
/** For newcomers. */
const LEARN = "/learn";

/** The first words of the channel that a pane shows. */
export function startOf(pane) {
  const channel = pane.currentChannel;
  if (!channel) return el("p", "muted", "There is no channel yet.");
  if (channel.type >= 10) return beginning(`↳ ${channel.name}`, "The beginning of this thread.");
  if (channel.type === 1) return beginning(`@ ${pane.world.bot?.username}`, "Only the two of you read this.");
  return welcome(pane, channel);
}

function beginning(title, text) {
  return el("div", "beginning", el("h3", { dir: "auto" }, title), el("p", "muted", text));
}

/** How to bring a bot while none is online. */
export function absent() {
  const line = `istaka run --sandbox ${location.origin}`;
  return el(
    "details",
    { class: "absent" },
    el("summary", {}, "No bot is online: commands and buttons get no answer. How to bring one"),
    el("p", {}, "In another terminal, with the token that ", el("code", {}, "istaka sandbox --no-bot"), " printed when it started:"),
    el("pre", { class: "code-block", tabindex: "0" }, el("code", {}, `DISCORD_TOKEN=… ${line}`)),
    el("p", {}, "Any other bot may come too: point its library's REST address at ", el("code", {}, `${location.origin}/api`), "."),
  );
}

function card(channel, ...words) {
  return el("section", { class: "welcome", "aria-label": "Welcome", testid: "welcome" }, el("h3", { dir: "auto" }, `Welcome to #${channel.name}`), words);
}

function welcome(pane, channel) {
  const { commands } = pane.composer;
  // Another bot than ours may be at home here; its own commands are then the best advice.
  if (commands.length && !commands.some((command) => command.path === "okey")) {
    return card(channel, el("p", {}, "This is a small Discord of your own, on this computer only. Type / in the box below to see what the bot here can do."));
  }
  const key = (text) => el("kbd", {}, text);
  const begin = el("button", { class: "button style-1", testid: "welcome-start" }, "Type /okey for me");
  begin.addEventListener("click", () => pane.composer.runFor(FIRST));
  const learn = el("button", { class: "button style-3", testid: "welcome-learn" }, "Teach me Okey");
  learn.addEventListener("click", () => pane.composer.runFor(LEARN));
  return card(
    channel,
    el("p", {}, "This is a small Discord of your own. It runs on this computer only: no account, and nothing you do here leaves it. The bot in it is the real one."),
    el(
      "ol",
      {},
      el("li", {}, "Type ", key(FIRST), " in the box below and press ", key("Enter"), ". A table with three computers opens in a thread of its own: follow the link."),
      el("li", {}, "Press ", key("Start"), "."),
      el("li", {}, "Your rack comes as a picture that only you can see. Press ", key("Draw"), ", then the tile you throw."),
    ),
    el("p", {}, "Never played Okey? ", key(LEARN), " plays a first round with you; nobody else sees it."),
    el("p", {}, begin, " ", learn),
    el("p", "muted", "Above: who you are. ", key("Tools"), " add people, put the clock forward, and show what the bot and Discord say to each other. ", key("?"), " lists the keys."),
  );
}
