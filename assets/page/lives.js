// Several people by one switch: what a pane read as one person is kept while it is another, and
// mentions of those who are not shown are counted, so that the switch can tell whose turn came.

import * as calls from "./calls.js";

/** How often the others are asked for. Their news may wait: nobody looks at them. */
export const ASK_EVERY_MS = 2500;

export class Lives {
  constructor() {
    this.lives = new Map();
  }

  /** Keeps what `id` had read so far. */
  leave(id, stores, seq) {
    this.lives.set(id, { stores, seq, heard: seq, mentions: 0 });
  }

  /** Takes up somebody's life again: `{ stores, seq }`, or null for somebody new here. */
  enter(id) {
    const life = this.lives.get(id) ?? null;
    this.lives.delete(id);
    return life;
  }

  /** The server is another one: nothing that was read counts any more. */
  forget() {
    this.lives.clear();
  }

  /** How often somebody was mentioned since they were left. */
  mentions(id) {
    return this.lives.get(id)?.mentions ?? 0;
  }

  /** Asks once what happened to the others; whether anything is new. */
  async ask(signal) {
    let changed = false;
    for (const [id, life] of [...this.lives]) {
      const { news, seq } = await calls.news(id, life.heard, 0, signal);
      // Only a fresh message that pings, or one for this person alone, calls somebody back.
      const calling = news.filter((one) => one.kind === "message" && (one.mentioned || (one.message?.flags & 64) !== 0));
      life.heard = seq;
      life.mentions += calling.length;
      changed ||= calling.length > 0;
    }
    return changed;
  }
}
