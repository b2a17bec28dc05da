// Ways out of the terminal, which takes every key but one: to the controls of the page, and to text mode.

const KEY = "F6"; // browsers use it alike, to move on to their own controls

const isPlain = (event) => !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
const isShown = (one) => one.offsetParent !== null && !one.disabled;

/** Let a key lead from the terminal to the first control of the page, and back. */
export function offerWayOut(terminal) {
  addEventListener("keydown", (event) => {
    if (event.key !== KEY || !isPlain(event)) return;
    const isInside = document.activeElement === terminal.textarea;
    const controls = document.querySelectorAll("footer :is(a, button, input)");
    const first = [...controls].find(isShown);
    if (isInside && !first) return;
    event.preventDefault();
    event.stopPropagation(); // the terminal would take it
    if (isInside) first.focus();
    else terminal.focus();
  }, { capture: true });
}

/** Have a link lead to the same place in the other mode: the address follows the table. */
export function leadAlong(link, place) {
  const follow = () => { link.href = place(location.pathname); };
  for (const near of ["pointerenter", "focus", "click"]) link.addEventListener(near, follow);
}

/** Where a place is in text mode, or in the terminal; the lobby where it is no table. */
export const inText = (path) => `/plain${path.startsWith("/t/") ? path : ""}`;
export const inTerminal = (path) => path.match(/^\/plain(\/t\/.+)$/)?.[1] ?? "";
