// Waiting for news. A browser holds six connections to a server, all its tabs and windows together, so few calls may wait.

import { pause } from "./dom.js";

const WAIT_S = 25;
const MOST_WAITING = 4;
const PAUSE_MS = 1000;
const HIDDEN_PAUSE_MS = 2000;

/** Calls `ask(seconds)`, which may wait so long for something new; now and then and at once while nobody looks or enough others wait. */
export async function waitBy(ask, signal) {
  const leave = document.hidden ? null : await place();
  if (!leave) await pause(document.hidden ? HIDDEN_PAUSE_MS : PAUSE_MS, signal);
  try {
    return await ask(leave ? WAIT_S : 0);
  } finally {
    leave?.();
  }
}

/** Takes a place among those that wait. Gives what leaves it, null while all are taken or nobody counts them. */
async function place(number = 0) {
  if (number === MOST_WAITING || !navigator.locks) return null;
  return new Promise((done) => {
    const taken = (lock) => (lock ? new Promise((leave) => done(leave)) : done(place(number + 1)));
    navigator.locks.request(`sandbox-wait-${number}`, { ifAvailable: true }, taken).catch(() => done(null));
  });
}
