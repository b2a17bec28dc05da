"""Notices in a real browser: set from the list of notices, shown by its worker.

No push service is reached from here: what the browser would have got of one is put in its place.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from aiohttp import web

from tests.e2e.chromium import Browsing
from tests.e2e.needs import needs
from tests.e2e.people import LOBBY
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.notifications.pushed import PushService
from tests.ports import HOST
from tests.waiting import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Worker

pytestmark = [pytest.mark.nightly, *needs("chromium")]

SUBSCRIBES = """
window.asked = [];
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async (options) => {
  window.asked.push({ ...options, permission: Notification.permission });
  return { toJSON: () => (%s), unsubscribe: async () => true };
};
"""
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.getRegistration("/push/");
  const shown = await registration.getNotifications();
  const told = ({ title, body, tag, lang, data, actions }) =>
    ({ title, body, tag, lang, data, actions });
  return shown.map(told);
}"""
COUNTED = """() => {
  const show = registration.showNotification.bind(registration);
  self.shown = 0;
  registration.showNotification = async (...told) => {
    await show(...told);
    self.shown += 1;
  };
}"""
"""Counts what is shown: to list what is, while it is being shown, has Chromium drop it."""
WATCHED = """() => {
  self.opened = [];
  clients.openWindow = async (page) => { self.opened.push(page); };
}"""
CLICKED = """async (action) => {
  const [notification] = await registration.getNotifications();
  const event = new NotificationEvent("notificationclick", { notification, action });
  const waits = [];
  event.waitUntil = (promise) => waits.push(promise);
  dispatchEvent(event);
  await Promise.allSettled(waits); // to focus a window asks for a real click
  return [self.opened, (await registration.getNotifications()).length];
}"""
WORKER = "/push/worker.js"
_anas = count(1)
TOLD = {
    "title": "Your turn", "text": "Bataille, table abc-1: 3 days per move", "page": "/t/abc-1",
    "stop": f"/stop/{'x' * 32}", "stops": "Unsubscribe", "language": "en",
    "tag": "t" * 32,
}  # fmt: skip


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service in a thread of its own."""
    service, loop, ready = PushService(), asyncio.new_event_loop(), threading.Event()

    async def serve() -> None:
        runner = web.ServerRunner(web.Server(service.answer))
        await runner.setup()
        await web.TCPSite(runner, HOST, 0).start()
        service.origin = f"http://{HOST}:{runner.addresses[0][1]}"
        ready.set()

    def run() -> None:
        loop.run_until_complete(serve())
        loop.run_forever()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield service
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for the tests of this file: each has an Ana of its own."""
    with closing(ServerProcess(tmp_path_factory.mktemp("push"), 7)) as server:
        own = f"http://{HOST}:{server.web_port}"
        server.start("--web-push", "--notice-loopback", "--web-address", own)
        yield server


@pytest.fixture
def ana(browser: Browser, server: ServerProcess, service: PushService) -> Iterator[Browsing]:
    """Ana at the list of notices, with a browser that got this of a push service."""
    ana = Browsing(browser, f"Ana {next(_anas)}")
    keys = {"p256dh": service.browser.keys.point, "auth": service.browser.keys.auth}
    got = json.dumps({"endpoint": service.address, "keys": keys})
    ana.context.add_init_script(SUBSCRIBES % got)
    ana.register(server)
    ana.wait_for(LOBBY)
    ana.keys("p", "n")
    ana.wait_for("Browser", "not set")
    yield ana
    ana.context.close()


def allow(ana: Browsing, server: ServerProcess) -> None:
    """She lets this page show notices."""
    origin = f"http://{HOST}:{server.web_port}"
    ana.context.grant_permissions(["notifications"], origin=origin)


def asks(ana: Browsing) -> None:
    """Enter on the browser's line has the page ask."""
    ana.keys("Enter")
    ana.page.locator("#notices-yes").wait_for(state="visible")


def test_a_browser_is_set_tried_and_forgotten(
    ana: Browsing, server: ServerProcess, service: PushService
) -> None:
    allow(ana, server)
    asks(ana)
    ana.page.get_by_role("button", name="Turn on notifications").click()
    ana.page.locator("#notices-told", has_text="now notifies you").wait_for()
    (asked,) = ana.page.evaluate("window.asked")
    assert (asked["userVisibleOnly"], asked["permission"]) == (True, "granted")
    service.key = asked["applicationServerKey"]
    ana.page.get_by_role("button", name="Close").click()
    ana.wait_for("● active", HOST)
    ana.keys("t")
    wait_until(lambda: service.taken, "Seconds between the test and its notification.")
    (told,) = service.told()
    assert told["title"] == "nim_tui: a test"
    service.status = 410
    ana.keys("t")
    ana.wait_for("not set", "that browser no longer accepts notifications: set it up again")
    assert ana.errors == []


def test_who_says_no_is_told_nothing(ana: Browsing, service: PushService) -> None:
    asks(ana)
    ana.page.evaluate("Notification.requestPermission = async () => 'denied'")
    ana.page.get_by_role("button", name="Turn on notifications").click()
    ana.page.locator("#notices-told", has_text="blocks notifications from this page").wait_for()
    ana.keys("Escape")
    ana.wait_for("not set")
    assert ana.page.evaluate("window.asked") == []
    assert not ana.page.evaluate("navigator.serviceWorker.getRegistration('/push/')")
    assert ana.errors == []


def workers_of_push(ana: Browsing) -> list[Worker]:
    """The worker that shows notices, once it has begun."""
    return [one for one in ana.context.service_workers if one.url.endswith(WORKER)]


def worker_of(ana: Browsing, server: ServerProcess) -> tuple[Callable[[str], Any], Worker]:
    """The worker at work: what hands something on to it, and itself."""
    line = ana.context.new_cdp_session(ana.page)
    registered: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registered.extend(
            one["registrationId"]
            for one in told["registrations"]
            if one["scopeURL"].endswith("/push/")
        ),
    )
    line.send("ServiceWorker.enable")
    allow(ana, server)
    asks(ana)
    ana.page.get_by_role("button", name="Turn on notifications").click()
    ana.page.locator("#notices-told", has_text="now notifies you").wait_for()
    ana.page.wait_for_function("navigator.serviceWorker.getRegistration('/push/')")
    (worker,) = workers_of_push(ana) or [
        ana.context.wait_for_event("serviceworker", lambda one: one.url.endswith(WORKER))
    ]
    worker.evaluate(COUNTED)
    origin = f"http://{HOST}:{server.web_port}"

    def push(data: str) -> Any:
        """A push service hands something on: what is shown then."""
        before = worker.evaluate("self.shown")
        told = {"origin": origin, "registrationId": registered[-1], "data": data}
        line.send("ServiceWorker.deliverPushMessage", told)
        wait_until(
            lambda: worker.evaluate("self.shown") > before,
            "Seconds between the start of a turn and its notification.",
        )
        return ana.page.evaluate(SHOWN)

    return push, worker


def test_the_worker_shows_a_turn_and_opens_its_table(ana: Browsing, server: ServerProcess) -> None:
    push, worker = worker_of(ana, server)
    (shown,) = push(json.dumps(TOLD))
    assert (shown["title"], shown["body"]) == (TOLD["title"], TOLD["text"])
    assert (shown["tag"], shown["lang"]) == (TOLD["tag"], "en")
    assert [one["title"] for one in shown["actions"]] == [TOLD["stops"]]
    worker.evaluate(WATCHED)
    assert worker.evaluate(CLICKED, "") == [["/t/abc-1"], 0]
    push(json.dumps(TOLD))
    assert worker.evaluate(CLICKED, "stop") == [["/t/abc-1", TOLD["stop"]], 0]
    assert ana.errors == []


@pytest.mark.parametrize("page", ["https://evil.example.org/", "//evil.example.org", "/known"])
def test_the_worker_opens_no_other_page(ana: Browsing, server: ServerProcess, page: str) -> None:
    push, worker = worker_of(ana, server)
    (shown,) = push(json.dumps({"page": page, "stop": page}))
    assert (shown["title"], shown["data"]) == ("nim_tui", {"page": "/", "stop": ""})
    worker.evaluate(WATCHED)
    push(json.dumps(TOLD))
    assert page not in str(worker.evaluate(CLICKED, ""))


def test_what_cannot_be_read_is_shown_all_the_same(ana: Browsing, server: ServerProcess) -> None:
    push, _worker = worker_of(ana, server)
    (shown,) = push("rubbish")
    assert (shown["title"], shown["body"]) == ("nim_tui", "")
