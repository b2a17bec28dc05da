// Answers for pages while there is no connection, with one page that says so. It keeps nothing else.

const PAGE = "/offline";
const KEPT = [PAGE, "$place/first.css", "$place/icon.svg"];
const STORE = "$place";

async function keep() {
  const store = await caches.open(STORE);
  await store.addAll(KEPT.map((one) => new Request(one, { cache: "reload" })));
  await skipWaiting();
}

async function tidy() {
  await Promise.all((await caches.keys()).filter((one) => one !== STORE).map((one) => caches.delete(one)));
  await registration.navigationPreload?.enable(); // so that pages wait for no worker to wake up
  await clients.claim();
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

/** What belongs to that page, while it cannot be had. */
async function part(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(page(event));
  else if (KEPT.includes(new URL(event.request.url).pathname)) event.respondWith(part(event.request));
});
