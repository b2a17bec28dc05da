// Shows notices, also while no page is open. It has no page in its charge and keeps nothing.

const PAGE = /^\/(?:t\/[a-z]{2,20}-\d{1,6})?$/;
const STOP = /^\/stop\/[A-Za-z0-9_-]{20,64}$/;

const text = (value) => (typeof value === "string" ? value : "");

/** What is told; browsers want something shown in any case. */
function read(data) {
  try {
    return data.json() ?? {};
  } catch {
    return {};
  }
}

function show(told) {
  const page = PAGE.test(text(told.page)) ? told.page : "/";
  const stop = STOP.test(text(told.stop)) ? told.stop : "";
  return registration.showNotification(text(told.title) || "nim_tui", {
    body: text(told.text),
    lang: text(told.language),
    tag: text(told.tag) || page, // a newer notice about the same takes the place of an older one
    renotify: true,
    data: { page, stop },
    actions: stop && text(told.stops) ? [{ action: "stop", title: told.stops }] : [],
  });
}

/** Go to a page: to where it is open, if it is. */
async function open(page) {
  const there = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const known = there.find((one) => new URL(one.url).pathname === page);
  return known ? known.focus() : clients.openWindow(page);
}

addEventListener("push", (event) => event.waitUntil(show(read(event.data))));
addEventListener("notificationclick", (event) => {
  const { page, stop } = event.notification.data;
  event.notification.close();
  event.waitUntil(open(event.action === "stop" ? stop : page));
});
