// The channel list: channels with their threads below them, unread marks and mention badges.

import { askChannel } from "./asking.js";
import { el, morph, tool } from "./dom.js";

const DIRECT = 1;
const isThread = (channel) => channel.type >= 10 && channel.type <= 12;

export class ChannelList {
  constructor(pane) {
    this.pane = pane;
    this.list = el("ul", "channel-list");
    this.guild = el("div", "guild");
    this.add = tool("+", "add-channel", () => this.ask(), { "aria-label": "Add a channel", title: "Add a channel" });
    this.root = el("nav", { class: "channels", "aria-label": "Channels" }, el("div", "channels-head", this.guild, this.add), this.list);
    this.list.addEventListener("click", (event) => {
      const item = event.target.closest("[data-channel]");
      if (item) pane.show(item.dataset.channel);
    });
  }

  /** Asks for a new channel and goes there. */
  ask() {
    askChannel({ ...this.pane.world, person: this.pane.person }, (channel) => this.added(channel));
  }

  async added(channel) {
    await this.pane.page.refresh();
    this.pane.page.tools.makeRoom();
    this.pane.show(channel.id);
  }

  /** The channels in the order of the list, threads right after their parent. */
  ordered() {
    const all = this.pane.world.channels;
    const mine = all.filter((channel) => channel.type !== DIRECT || channel.recipient === this.pane.person?.id || channel.person === this.pane.person?.id);
    const tops = mine.filter((channel) => !isThread(channel));
    const shown = (channel) => !channel.archived || channel.id === this.pane.channel || this.pane.stores.get(channel.id)?.unread;
    const threadsOf = (parent) => mine.filter((channel) => isThread(channel) && channel.parent_id === parent.id && shown(channel));
    const orphans = mine.filter((channel) => isThread(channel) && !tops.some((top) => top.id === channel.parent_id));
    return [...tops.flatMap((top) => [top, ...threadsOf(top)]), ...orphans];
  }

  /** Draws the list anew, in place. */
  renew() {
    this.guild.textContent = this.pane.world.guild?.name ?? "";
    morph(this.list, el("ul", "channel-list", this.ordered().map((channel) => this.item(channel))));
    const { unread, mentions } = this.pane.unread();
    const dot = this.pane.menu?.querySelector(".menu-dot");
    if (!dot) return;
    dot.hidden = !unread;
    dot.textContent = mentions || "";
    this.pane.menu.setAttribute("aria-label", mentions ? `Channels, mentions: ${mentions}` : unread ? "Channels, something new" : "Channels");
  }

  item(channel) {
    const store = this.pane.stores.get(channel.id);
    const here = channel.id === this.pane.channel;
    const unread = !here && store?.unread ? store.unread : 0;
    const mentions = here ? 0 : store?.mentions ?? 0;
    const name = channel.type === DIRECT ? this.pane.world.bot?.username ?? "direct messages" : channel.name;
    const state = mentions ? ` ${mentions} ${mentions === 1 ? "mention" : "mentions"}` : unread ? ", unread" : "";
    return el(
      "li",
      { class: isThread(channel) ? "thread" : null },
      el(
        "button",
        {
          class: "channel", "aria-current": here ? "page" : null, "aria-label": `${isThread(channel) ? "Thread" : "Channel"} ${name}${state}`,
          data: { channel: channel.id, channelName: channel.name, unread: unread ? "true" : null, testid: "channel-item" },
        },
        el("span", { class: "sign", "aria-hidden": "true" }, isThread(channel) ? "↳" : channel.type === DIRECT ? "@" : "#"),
        el("bdi", "channel-name", name),
        mentions ? el("span", { class: "badge", "aria-hidden": "true", testid: "mention-badge" }, String(mentions)) : null,
      ),
    );
  }

  focus() {
    (this.list.querySelector("[aria-current]") ?? this.list.querySelector("button"))?.focus({ preventScroll: true });
  }

  /** Goes to the channel above (-1) or below (1). */
  step(by) {
    const all = this.ordered();
    const at = all.findIndex((channel) => channel.id === this.pane.channel);
    const next = all[at + by];
    if (next) this.pane.show(next.id);
  }
}
