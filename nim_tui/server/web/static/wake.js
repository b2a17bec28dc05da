// Coming back to a page that slept, or whose network was gone: one try each time, and no more by itself.

const JUST = 8000; // ms after which a line that breaks has nothing to do with having slept

/** Look after `line` whenever somebody comes back; `comeIn` begins a session anew. */
export function offerReturn(line, comeIn) {
  let isLost = false;
  let woke = -Infinity;
  const wake = () => {
    if (document.visibilityState !== "visible") return;
    if (isLost) comeIn();
    if (!line.isOpen) return;
    woke = performance.now();
    line.doubt();
  };
  for (const name of ["visibilitychange", "resume"]) document.addEventListener(name, wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  return {
    opened() {
      isLost = false;
    },
    /** Whether a session that ended is begun anew: it broke while nobody could see that. */
    ended(lost, wasDoubted) {
      const isTried = lost && (wasDoubted || performance.now() - woke < JUST);
      isLost = lost;
      woke = -Infinity;
      if (isTried) comeIn();
      return isTried;
    },
  };
}
