// The looks of this device, which the games take over too, and follow when they change.

const LOOKS = {
  light: "(prefers-color-scheme: light)",
  contrast: "(prefers-contrast: more)",
  calm: "(prefers-reduced-motion: reduce)",
  plain: "(forced-colors: active)",
};
const DARK = { background: "#0b1420", foreground: "#e8eff5", cursor: "#e8eff5" };
const LIGHT = { background: "#e4eeff", foreground: "#0d1318", cursor: "#0d1318" };

const queries = Object.entries(LOOKS).map(([name, query]) => [name, matchMedia(query)]);

/** The looks, in words of the server. */
export function looks() {
  return queries.filter(([, query]) => query.matches).map(([name]) => name).join(" ");
}

/** Call back when they change. */
export function whenLooksChange(call) {
  for (const [, query] of queries) query.addEventListener("change", call);
}

/** Colours of the terminal where the game sets none: the device's own where it forces them. */
export function themeOfLooks() {
  const set = looks().split(" ");
  if (!set.includes("plain")) return set.includes("light") ? LIGHT : DARK;
  const { color, backgroundColor } = getComputedStyle(document.body);
  return { background: backgroundColor, foreground: color, cursor: color };
}
