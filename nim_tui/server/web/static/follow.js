// A document as it is now, asked for again and again while the page is in sight.

const EVERY = 20_000; // ms between two looks

/**
 * Call `show` with a document whenever it has changed; a request for a document is parsed without a
 * script that could run.
 */
export function follow(path, show) {
  let version = "";
  let asked = null;
  let next = 0;

  function ask() {
    clearTimeout(next);
    if (document.hidden || asked) return;
    asked = new XMLHttpRequest();
    asked.open("GET", path + location.search);
    if (version) asked.setRequestHeader("If-None-Match", version);
    asked.responseType = "document";
    asked.onloadend = () => {
      const { status, response } = asked;
      if (status === 200 && response) {
        version = asked.getResponseHeader("ETag") ?? "";
        show(response);
      }
      asked = null;
      if (!document.hidden) next = setTimeout(ask, EVERY);
    };
    asked.send();
  }

  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
  next = setTimeout(ask, EVERY);
}

/** Fill a part anew if it has changed; a key or link in it that is still there keeps the focus. */
export function renew(shown, told) {
  if (shown.isEqualNode(told)) return;
  const active = shown.contains(document.activeElement) ? wayOf(document.activeElement) : "";
  shown.replaceChildren(...told.childNodes);
  if (!active) return;
  [...shown.querySelectorAll("a, button")].find((one) => wayOf(one) === active)?.focus({ preventScroll: true });
}

/** Where a key or a link leads. */
const wayOf = (one) => one?.form?.action ?? one?.href ?? "";
