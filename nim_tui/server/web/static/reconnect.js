// Coming back by itself: to the same session while the server keeps it, else to the same table.

import { place } from "./place.js";
import { offerStrip } from "./strip.js";

const FIRST = 500, LAST = 15000; // ms until the second try, and between two tries at most
const SHOWN_AFTER = 4500; // ms; shorter silences are not worth a word
const LEAST = 1000; // ms for a try before somebody may begin another

/**
 * Try again after each loss, less and less often, at once when somebody or the network is back. `comeIn` begins a
 * session, or goes on with the one that was. The answer takes what a Line tells.
 */
export function keepTrying(line, comeIn) {
  let since = 0; // when the line was heard last; 0 while it is
  let tries = 0;
  let triedAt = 0;
  let next = 0;
  let showing = 0;
  const strip = offerStrip(() => hurry());

  function show() {
    clearTimeout(showing);
    if (since) strip.lose(since);
  }

  function miss(at) {
    if (!since) {
      since = at;
      showing = setTimeout(show, Math.max(0, at + SHOWN_AFTER - Date.now()));
    }
    if (!line.isComing) plan();
  }

  function plan() {
    clearTimeout(next);
    const most = Math.min(FIRST * 2 ** tries, LAST);
    const wait = most * (0.5 + Math.random() / 2); // not all at once where a server comes back
    tries += 1;
    next = setTimeout(attempt, wait);
    strip.plan(Date.now() + wait);
  }

  function attempt() {
    clearTimeout(next);
    triedAt = Date.now();
    strip.plan(0);
    comeIn();
  }

  function hurry() {
    tries = 0;
    if (!since || Date.now() - triedAt < LEAST) return;
    line.giveUpComing(); // its first packet may have been lost: the next is sent much later
    attempt();
  }

  function find(how) {
    clearTimeout(next);
    clearTimeout(showing);
    if (since) strip.find(how, Date.now() - since);
    since = 0;
    tries = 0;
  }

  const wake = () => {
    if (document.hidden) return;
    if (since) hurry();
    else line.doubt();
  };
  for (const name of ["visibilitychange", "resume"]) document.addEventListener(name, wake);
  addEventListener("online", wake);
  addEventListener("offline", () => line.hush(Date.now()));
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  return {
    silent: miss,
    failed: () => miss(Date.now()),
    heard: () => find("same"),
    resumed: (isSame) => find(isSame ? "same" : place.table ? "table" : "anew"),
    /** A session that ended in good order is not begun again. */
    ended(isLost) {
      if (isLost) {
        miss(Date.now());
        return;
      }
      clearTimeout(next);
      clearTimeout(showing);
      since = 0;
      strip.hide();
    },
    /** Something was pressed that is not sent. */
    refused() {
      show();
      if (since) strip.refuse();
    },
  };
}
