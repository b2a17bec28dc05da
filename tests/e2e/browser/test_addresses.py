"""The address of the page: it follows the table, leads back to it, and can be passed on."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.e2e.chromium import Browsing
from tests.e2e.needs import needs
from tests.e2e.server_process import ServerProcess
from tests.ports import HOST
from tests.waiting import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, WebSocketRoute

pytestmark = [pytest.mark.slow, *needs("chromium")]

TABLE = re.compile(r"/t/[a-z]+-\d+$")
LOBBY = re.compile(r"/lobby$")
MOVE = "Your turn: move"
UNTOUCHED = """const touched = { isActive: false };
Object.defineProperty(Navigator.prototype, "userActivation", { get: () => touched });"""
"""Whatever asks a page by the protocol of tests counts as a press, so that is told by hand."""


@pytest.fixture
def guest(server: ServerProcess, browser: Browser) -> Iterator[Browsing]:
    """A guest at a table that the first page has led to."""
    server.stop_politely()
    server.start("--guests")
    one = Browsing(browser, "", permissions=["clipboard-read", "clipboard-write"])
    one.page.goto(f"http://{HOST}:{server.web_port}/")
    one.page.get_by_role("button", name="Play now: Bataille").click()
    one.page.wait_for_url(TABLE)
    one.wait_for(MOVE)
    yield one
    one.context.close()


def test_back_and_forward_and_reload_lead_where_the_address_says(guest: Browsing) -> None:
    guest.page.reload()
    guest.wait_for(MOVE)
    guest.keys("q")
    guest.page.wait_for_url(LOBBY)
    guest.page.go_back()
    guest.page.wait_for_url(TABLE)
    guest.wait_for(MOVE)
    guest.page.go_forward()
    guest.page.wait_for_url(LOBBY)
    guest.wait_for("your turn")
    assert guest.errors == []


@pytest.mark.nightly
def test_the_address_of_a_table_is_passed_on(guest: Browsing) -> None:
    share = guest.page.locator("#share")
    share.click()
    share.get_by_text("Link copied").wait_for()
    assert guest.page.evaluate("navigator.clipboard.readText()") == guest.page.url
    guest.page.locator("#screen").click()
    guest.keys("q")
    share.wait_for(state="hidden")


@pytest.mark.nightly
def test_icon_and_title_tell_whose_turn_it_is(guest: Browsing) -> None:
    icon = "document.querySelector('link[rel=icon]').href"
    wait_until(lambda: guest.page.evaluate(icon).endswith("/icon-turn.svg"), "the icon")
    assert guest.page.title() == "nim_tui: your turn"


@pytest.mark.nightly
def test_the_terminal_copies_only_right_after_a_key(
    server: ServerProcess, browser: Browser
) -> None:
    server.stop_politely()
    server.start("--guests")
    one = Browsing(browser, "", permissions=["clipboard-read", "clipboard-write"])
    sockets: list[WebSocketRoute] = []

    def pass_on(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    def comes(text: str) -> None:
        title = f"\x1b]2;{text}\x07".encode()
        sockets[-1].send(b"\x1b]52;c;" + b64encode(text.encode()) + b"\x07" + title)
        wait_until(lambda: one.page.title() == text, "what follows")

    def clipboard() -> str:
        return str(one.page.evaluate("navigator.clipboard.readText()"))

    one.page.add_init_script(UNTOUCHED)
    one.page.route_web_socket(re.compile("/ws"), pass_on)
    one.visit(server)
    one.page.evaluate("navigator.clipboard.writeText('mine')")
    comes("stolen")
    assert clipboard() == "mine"
    one.page.evaluate("navigator.userActivation.isActive = true")
    comes("héros")
    wait_until(lambda: clipboard() == "héros", "the copy")
    sockets[-1].send(b"\x1b]52;c;?\x07")
    assert one.errors == []
    one.context.close()
