// The tables and people of the first page, as they are now. What has the focus stays, or is found again.

const EVERY = 20_000; // ms between two looks, while the page is in sight
const PATH = "/now";
const PARTS = ["company", "yours", "waiting", "live", "here", "tabs"];
const at = (id) => document.getElementById(id);
let version = "";
let asked = null;
let next = 0;

/** The page's own parts, freshly drawn; a request for a document is parsed without a script that could. */
function ask() {
  clearTimeout(next);
  if (document.hidden || asked) return;
  asked = new XMLHttpRequest();
  asked.open("GET", PATH + location.search);
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

function show(now) {
  if (!now.getElementById("waiting") !== !at("waiting")) return; // signed in or out meanwhile
  for (const id of PARTS) change(at(id), now.getElementById(id));
}

/** Take a part as it is now; one's own tables are the only one that comes and goes. */
function change(shown, told) {
  if (!shown && told) at("waiting").before(told);
  else if (!told) shown?.remove();
  else if (!shown.isEqualNode(told)) renew(shown, told);
}

/** Fill a part anew; a key in it that is still there keeps the focus. */
function renew(shown, told) {
  const active = shown.contains(document.activeElement) ? wayOf(document.activeElement) : "";
  shown.replaceChildren(...told.childNodes);
  if (!active) return;
  [...shown.querySelectorAll("a, button")].find((one) => wayOf(one) === active)?.focus({ preventScroll: true });
}

/** Where a key or a link leads. */
const wayOf = (one) => one?.form?.action ?? one?.href ?? "";

if (at("waiting")) {
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
  next = setTimeout(ask, EVERY);
}
