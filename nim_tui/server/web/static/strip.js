// The strip over the top of the page: that there is no connection, and that it is back.

const BACK = 4000; // ms for which it says so
const REFUSED = 3000;
const at = (id) => document.getElementById(id);

/** The strip; `hurry` is called by its button. It takes no focus, and a reader hears its first line alone. */
export function offerStrip(hurry) {
  const strip = at("strip"), said = strip.dataset;
  let next = 0; // when the next try is
  let refusedUntil = 0;
  let ticking = 0;
  let closing = 0;
  const isLost = () => strip.dataset.state === "lost";

  function enter(state) {
    clearTimeout(ticking);
    clearTimeout(closing);
    strip.dataset.state = state;
    document.body.classList.toggle("silent", state === "lost");
    at("strip-try").hidden = state !== "lost";
    at("strip-close").hidden = state !== "back";
    if (!state) at("strip-told").textContent = at("strip-more").textContent = "";
  }

  /** Tell when the next try is, as long as there is no connection. */
  function tick() {
    clearTimeout(ticking);
    if (!isLost()) return;
    ticking = setTimeout(tick, 500);
    const seconds = Math.max(1, Math.ceil((next - Date.now()) / 1000));
    const planned = document.body.dataset.known ? said.next : said.nextGuest;
    const usual = next ? planned.replace("{seconds}", seconds) : said.now;
    at("strip-more").textContent = Date.now() < refusedUntil ? said.refused : usual;
  }

  at("strip-try").addEventListener("click", hurry);
  at("strip-close").addEventListener("click", () => enter(""));
  for (const id of ["strip-try", "strip-close"]) {
    at(id).addEventListener("pointerdown", (event) => event.preventDefault()); // whoever types goes on typing
  }
  return {
    lose(since) {
      if (isLost()) return;
      enter("lost");
      const time = new Date(since).toLocaleTimeString(document.documentElement.lang, { hourCycle: "h23" });
      at("strip-told").textContent = said.lost.replace("{time}", time);
      tick();
    },
    plan(time) {
      next = time;
      tick();
    },
    refuse() {
      refusedUntil = Date.now() + REFUSED;
      tick();
    },
    /** Say how long it was away, if that was said; `how` it is back: same, table or anew. */
    find(how, away) {
      if (!isLost()) return;
      enter("back");
      const seconds = Math.round(away / 1000);
      const long = seconds < 100 ? said.seconds : said.minutes;
      const time = long.replace("{count}", seconds < 100 ? seconds : Math.round(seconds / 60));
      at("strip-told").textContent = said.back.replace("{time}", time);
      at("strip-more").textContent = said[how];
      closing = setTimeout(() => enter(""), BACK);
    },
    hide: () => enter(""),
  };
}
