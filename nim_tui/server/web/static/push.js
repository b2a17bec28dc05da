// Notices of turns, shown by this browser: it is asked here, in its own words, and told the server.

const SCOPE = "/push/";
const WORKER = "/push/worker.js";
const at = (id) => document.getElementById(id);

/** Whether this browser can, over a line that nobody reads along. */
function isAble() {
  return isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** The one script that may be loaded by name, where browsers want every one vouched for. */
function worker() {
  const vouched = { createScriptURL: () => WORKER };
  trusted ??= window.trustedTypes?.createPolicy("nim-worker", vouched);
  return trusted ? trusted.createScriptURL("") : WORKER;
}
let trusted = null;

/** A worker takes subscriptions once it is at work. */
function atWork(registration) {
  const begins = registration.installing ?? registration.waiting;
  if (registration.active || !begins) return registration;
  return new Promise((done, failed) => {
    begins.addEventListener("statechange", () => {
      if (begins.state === "activated") done(registration);
      if (begins.state === "redundant") failed(new Error("redundant"));
    });
  });
}

/** Have the push service of this browser take messages of this server, in place of any before. */
async function subscribe() {
  const key = await fetch("/push/key");
  if (!key.ok) throw new Error("no key");
  const registration = await atWork(await navigator.serviceWorker.register(worker(), { scope: SCOPE }));
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: await key.text() });
}

/** Tell the server; empty, or why it does not take it. */
async function tell(subscription, failed) {
  const { endpoint, keys } = subscription.toJSON();
  const told = { endpoint, keys, language: document.documentElement.lang };
  const answer = await fetch("/push/browser", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(told),
  });
  if (answer.ok) return "";
  await subscription.unsubscribe();
  return answer.status === 422 ? answer.text() : failed;
}

/** What came of it, in the words of the page. */
async function have(said) {
  if ((await Notification.requestPermission()) !== "granted") return said.denied;
  try {
    return (await tell(await subscribe(), said.failed)) || said.done;
  } catch {
    return said.failed;
  }
}

/** Let the page ask; what follows a click, browsers take for the will of whoever clicks. */
export function offerNotices(leave) {
  const section = at("notices"), said = section.dataset;
  const close = () => { section.hidden = true; leave(); };
  at("notices-yes").addEventListener("click", async () => {
    at("notices-yes").disabled = true;
    at("notices-told").textContent = await have(said);
    at("notices-yes").hidden = true;
    at("notices-no").focus();
  });
  at("notices-no").addEventListener("click", close);
  section.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
  return () => {
    at("notices-told").textContent = isAble() ? "" : said.unable;
    at("notices-yes").hidden = !isAble();
    at("notices-yes").disabled = false;
    section.hidden = false;
    at(isAble() ? "notices-yes" : "notices-no").focus();
  };
}
