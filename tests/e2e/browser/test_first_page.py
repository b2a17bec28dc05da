"""From the first page to a first move, and from an invitation to a seat: by the mouse alone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.e2e.chromium import Browsing
from tests.e2e.needs import needs
from tests.e2e.people import Person
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.lobby.records import moves_of
from tests.ports import HOST
from tests.waiting import PATIENCE, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, *needs("chromium", "ssh", "tmux")]


@pytest.fixture
def guests(server: ServerProcess) -> ServerProcess:
    """A server that takes guests."""
    server.stop_politely()
    server.start("--guests")
    return server


def test_two_clicks_lead_a_stranger_to_a_first_move(
    guests: ServerProcess, browser: Browser
) -> None:
    one = Browsing(browser, "", (1280, 800))
    one.page.goto(f"http://{HOST}:{guests.web_port}/")
    one.page.get_by_role("button", name="Play now: Bataille").click()
    one.wait_for("Your turn: move")
    one.keys("Enter", "Enter")
    wait_until(lambda: any(seat == 0 for seat, _move in moves_of(guests.data)), "a first move")
    assert one.errors == []
    one.context.close()


def test_a_guest_sits_down_by_the_page_of_a_table(guests: ServerProcess, browser: Browser) -> None:
    ana, ben = Browsing(browser, "Ana"), Browsing(browser, "Ben")
    ana.visit(guests)
    ana.sets_up()
    ana.wait_for("waiting for players")
    ben.page.goto(f"http://{HOST}:{guests.web_port}/")
    ben.page.get_by_role("button", name="Sit down: ").click()
    ben.wait_for("hide submarine 1 of 3")
    ana.wait_for("your turn")
    for one in (ana, ben):
        assert one.errors == []
        one.context.close()


def test_the_page_tells_of_new_tables_by_itself(guests: ServerProcess, browser: Browser) -> None:
    ana, ben = Browsing(browser, "Ana"), Browsing(browser, "Ben")
    ben.page.clock.install()
    ben.page.goto(f"http://{HOST}:{guests.web_port}/")
    ben.page.locator("#here").get_by_role("link", name="Lobby").focus()
    ana.visit(guests)
    ana.sets_up()
    ana.wait_for("waiting for players")
    ben.page.clock.fast_forward("00:30")
    ben.page.get_by_role("button", name="Sit down: ").wait_for()
    assert ben.page.evaluate("document.activeElement.closest('section')?.id") == "here"
    for one in (ana, ben):
        assert one.errors == []
        one.context.close()


@pytest.mark.nightly
def test_without_a_connection_a_page_says_so(server: ServerProcess, browser: Browser) -> None:
    one = Browsing(browser, "", (390, 844))
    one.page.goto(f"http://{HOST}:{server.web_port}/")
    one.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    one.context.set_offline(True)
    one.page.goto(f"http://{HOST}:{server.web_port}/lobby")
    one.page.get_by_role("heading", name="No connection to the server").wait_for()
    one.context.set_offline(False)
    one.page.get_by_role("link", name="Try again").click()
    one.page.get_by_role("button", name="Choose a name").wait_for()
    one.context.close()


@pytest.mark.nightly
def test_the_list_of_clubs_tells_of_a_new_one_by_itself(
    server: ServerProcess, person: Callable[[str], Person], browser: Browser
) -> None:
    person("Ana").register(server)
    one = Browsing(browser, "", (390, 844))
    one.page.clock.install()
    one.page.goto(f"http://{HOST}:{server.web_port}/clubs")
    assert not one.page.get_by_role("link", name="Rivers").count()
    order = ["admin", "--data", str(server.data), "make-club", "Rivers", "Ana"]
    subprocess.run([sys.executable, "-m", "nim_tui", *order], check=True, timeout=PATIENCE)
    one.page.clock.fast_forward("00:30")
    one.page.get_by_role("link", name="Rivers").wait_for()
    assert one.errors == []
    one.context.close()
