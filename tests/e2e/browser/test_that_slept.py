"""Browsers that sleep, as phones do in pockets: without a network, and their line dies unseen."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rules.bataille import BATAILLE
from tests.e2e.chromium import Browsing
from tests.e2e.course import rounds
from tests.e2e.line import Line
from tests.e2e.needs import needs
from tests.e2e.people import LOBBY, NAMING, say_all
from tests.e2e.server_process import ServerProcess
from tests.ports import HOST
from tests.screens.tables import FIRST_TURNS
from tests.waiting import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, *needs("chromium")]

SEED = 7
BEGUN = rounds(FIRST_TURNS, BATAILLE, 2, SEED)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that asks every few seconds who is still there."""
    with closing(ServerProcess(tmp_path, SEED)) as server:
        server.start("--keepalive-seconds", "2")
        yield server


def who_is_here(server: ServerProcess) -> list[str]:
    """The names of who has a session, as an admin sees them."""
    words = [sys.executable, "-m", "nim_tui", "admin", "--data", str(server.data)]
    told = subprocess.run([*words, "list", "--json"], check=True, capture_output=True, text=True)
    return [visit["name"] for visit in json.loads(told.stdout)["visits"]]


def sleeps(one: Browsing, line: Line, server: ServerProcess) -> None:
    """Cut somebody off without a word to either side, until the server has noticed."""
    one.context.set_offline(True)
    line.sleep()
    wait_until(lambda: one.name not in who_is_here(server), "the end of the session")


def wakes(one: Browsing, line: Line) -> None:
    """There is a network again; what was open before leads nowhere for good."""
    line.wake()
    one.context.set_offline(False)


@pytest.mark.nightly
def test_a_phone_that_slept_is_back_in_its_seat(
    server: ServerProcess, line: Line, browser: Browser
) -> None:
    """The server has given its session up: it comes in anew, and sits down where it was."""
    ana, ben = Browsing(browser, "Ana"), Browsing(browser, "Ben")
    ana.page.goto(f"http://{HOST}:{line.port}/lobby")
    ana.page.get_by_role("button", name="Choose a name").click()
    ana.wait_for(NAMING)
    ana.enters("Ana")
    ana.wait_for("Enter again")
    ana.keys("Enter")
    ana.wait_for(LOBBY)
    ben.register(server)
    ana.sets_up()
    ben.joins()
    for one in (ana, ben):
        one.sits_down("Your turn: hide submarine 1 of 3")
    say_all((ana, ben), BEGUN)
    ana.wait_for("Your turn: move")
    sleeps(ana, line, server)
    ben.wait_for("Ana away")
    ana.page.locator("#strip-told", has_text="No connection").wait_for()
    wakes(ana, line)
    ana.page.locator("#strip-more", has_text="at the same table again").wait_for()
    ana.wait_for("Your turn: move")
    board = ana.at_rest()
    assert all(text in board for text in ("at 17, 3 charges", "◥▲A3◤", "▟▖"))
    ben.wait_until(lambda screen: "Ana away" not in screen, "Ana, back")
    ana.say("B 24; drop 100; hold")
    ben.wait_for("B moves to 24")
    assert ben.errors == []
    for one in (ana, ben):
        one.context.close()


@pytest.mark.nightly
def test_the_page_by_lines_is_back_too(server: ServerProcess, line: Line, browser: Browser) -> None:
    ana = Browsing(browser, "Ana")
    ana.page.goto(f"http://{HOST}:{line.port}/plain")
    ana.page.get_by_role("button", name="Choose a name").click()
    for answer, heard in (("Ana", "Take the name “Ana”?"), ("", "Lobby.")):
        ana.page.locator("#typed").fill(answer)
        ana.page.keyboard.press("Enter")
        ana.page.locator("#log p.said", has_text=heard).first.wait_for()
    sleeps(ana, line, server)
    wakes(ana, line)
    ana.page.locator("#log p.said", has_text="Welcome to nim_tui, Ana.").nth(0).wait_for()
    wait_until(lambda: who_is_here(server) == ["Ana"], "Ana, back")
    ana.page.locator("#strip-told", has_text="Back after").wait_for()
    ana.context.close()
