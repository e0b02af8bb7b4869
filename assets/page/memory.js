// What this browser remembers between visits: who one was, light or dark.

/** A browser may refuse its storage; the page then merely forgets. */
export function remembered(name) {
  try {
    return localStorage.getItem(`sandbox-${name}`);
  } catch {
    return null;
  }
}

/** Keeps a text; null forgets it. */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(`sandbox-${name}`);
    else localStorage.setItem(`sandbox-${name}`, value);
  } catch {
    // As above.
  }
}

// ---- Light and dark ----

/** What was chosen: "system", "light" or "dark". */
export const theme = () => remembered("theme") ?? "system";

/** Chooses the colours and keeps the choice. */
export function setTheme(name) {
  remember("theme", name === "system" ? null : name);
  applyTheme(name);
}

/** Brings the page into the colours chosen; the system's own need no mark. */
export function applyTheme(name = theme()) {
  if (name === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
}

/** Turns light into dark and back, whatever decided it before. */
export function toggleTheme() {
  const dark = theme() === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme() === "dark";
  setTheme(dark ? "light" : "dark");
}
