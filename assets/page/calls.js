// The JSON API of the sandbox, one function a call. Knows nothing of the page.

/** A refusal (4xx, with the server's sentence) or, with status 0, a server that did not answer. */
export class CallError extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

async function call(method, path, body, signal) {
  let response;
  try {
    response = await fetch(path, {
      method,
      signal,
      cache: "no-store",
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError(0, "The sandbox does not answer.");
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new CallError(response.status, asSentence(answer?.error ?? `the sandbox answered ${response.status}`));
  if (answer === null) throw new CallError(0, "The sandbox answered something that is not JSON.");
  return answer;
}

/** The server's words begin small and end without a stop; on the page they stand alone. */
export function asSentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?…]$/.test(words) ? "" : ".");
}

const get = (path, query, signal) => call("GET", query ? `${path}?${new URLSearchParams(query)}` : path, null, signal);
const post = (path, body, signal) => call("POST", path, body, signal);

export const world = () => get("/sandbox/world");
export const clock = () => get("/sandbox/clock");
export const advance = (ms) => post("/sandbox/clock/advance", { ms });
export const addPerson = (person) => post("/sandbox/people", person);
export const addChannel = (channel) => post("/sandbox/channels", channel);
export const messages = (channel, person) => get(`/sandbox/channels/${channel}/messages`, { person });
export const commands = (person, channel) => get("/sandbox/commands", { person, channel });
export const complete = (body, signal) => post("/sandbox/complete", body, signal);
export const run = (body) => post("/sandbox/run", { ...body, wait: false });
export const press = (body) => post("/sandbox/press", { ...body, wait: false });
export const select = (body) => post("/sandbox/select", { ...body, wait: false });
export const submit = (body) => post("/sandbox/submit", { ...body, wait: false });
export const dismiss = (body) => post("/sandbox/dismiss", body);
export const say = (body) => post("/sandbox/say", body);
export const interaction = (person, id) => get(`/sandbox/interactions/${id}?person=${person}`);
export const news = (person, after, wait, signal) => get("/sandbox/news", { person, after, wait }, signal);

// ---- Tools ----

export const faults = () => get("/sandbox/faults");
export const setFaults = (fields) => post("/sandbox/faults", fields);
export const clearFaults = () => post("/sandbox/faults/clear", {});
export const gateway = () => get("/sandbox/gateway");
export const gatewayDeed = (body) => post("/sandbox/gateway", body);
export const traffic = (query, signal) => get("/sandbox/traffic", query, signal);

/** Where the picture of a custom emoji lies. */
export const emojiUrl = (id) => `/emojis/${id}.png`;
