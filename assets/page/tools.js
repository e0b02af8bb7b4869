// The tools beside the chat: three tabs, each a module with `root`, `shown()` and `hidden()`.

import { el, tool } from "./dom.js";
import { remember, remembered } from "./memory.js";
import { Moods } from "./moods.js";
import { Surroundings } from "./surroundings.js";
import { Traffic } from "./traffic.js";

export class Tools {
  constructor(page) {
    this.root = document.getElementById("tools-panel");
    this.button = document.getElementById("tools");
    this.whole = matchMedia("(max-width: 720px), (max-height: 480px)");
    this.whole.addEventListener("change", () => this.cover());
    this.tabs = [["surroundings", "Sandbox", new Surroundings(page)], ["moods", "Moods", new Moods(page)], ["traffic", "Traffic", new Traffic(page)]].map((parts) => this.tab(...parts));
    this.close = tool("✕", "tools-close", () => this.toggle(false), { "aria-label": "Close the tools", title: "Close (Esc)" });
    const list = el("div", { class: "tabs", role: "tablist", "aria-labelledby": "tools-title" }, this.tabs.map((tab) => tab.head));
    const head = el("div", "tools-head", el("h2", { class: "unseen", id: "tools-title" }, "Tools"), list, this.close);
    this.root.append(head, ...this.tabs.map((tab) => tab.body));
    this.listen(list);
    this.choose(this.tabs.find((tab) => tab.name === remembered("tab")) ?? this.tabs[0]);
  }

  tab(name, title, view) {
    const head = el("button", { class: "tab", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}` }, title);
    const body = el("div", { class: "tab-panel", role: "tabpanel", id: `panel-${name}`, "aria-labelledby": head.id, tabindex: "-1" }, view.root);
    return { name, head, body, view };
  }

  listen(list) {
    this.button.addEventListener("click", () => this.toggle());
    list.addEventListener("click", (event) => this.choose(this.tabs.find((tab) => tab.head === event.target) ?? this.chosen));
    list.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      const at = this.tabs.indexOf(this.chosen);
      this.choose(this.tabs[(at + step + this.tabs.length) % this.tabs.length]);
      this.chosen.head.focus();
    });
    this.root.addEventListener("keydown", (event) => {
      // In a filled search box Escape empties it first.
      const emptying = event.target.type === "search" && event.target.value;
      if (event.key === "Escape" && !emptying) this.toggle(false);
    });
  }

  choose(chosen) {
    const open = !this.root.hidden;
    if (open && this.chosen && this.chosen !== chosen) this.chosen.view.hidden();
    this.chosen = chosen;
    for (const tab of this.tabs) {
      tab.head.setAttribute("aria-selected", String(tab === chosen));
      tab.head.tabIndex = tab === chosen ? 0 : -1;
      tab.body.hidden = tab !== chosen;
    }
    remember("tab", chosen.name);
    if (open) chosen.view.shown();
  }

  /** Opens or closes the panel. The focus goes in with it and comes back to the button. */
  toggle(open = this.root.hidden) {
    if (open === !this.root.hidden) return;
    const held = this.root.contains(document.activeElement);
    this.root.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    this.cover();
    if (open) {
      this.chosen.view.shown();
      this.chosen.head.focus();
    } else {
      this.chosen.view.hidden();
      if (held) this.button.focus();
    }
  }

  /** On a phone the panel covers everything else: keys and readers do not reach that then. */
  cover() {
    const covered = !this.root.hidden && this.whole.matches;
    for (const part of document.querySelectorAll("main, header, .skip")) part.inert = covered;
  }

  /** Somebody chose what stands behind the panel: it makes room where it covers that. */
  makeRoom() {
    if (this.whole.matches) this.toggle(false);
  }

  /** The world or the clock changed. */
  renew() {
    if (!this.root.hidden) this.chosen.view.renew?.();
  }
}
