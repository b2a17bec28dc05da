"""Lines that stall, are cut or slow, or lead to a server that dies: the page comes back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rules.bataille import BATAILLE
from tests.e2e.chromium import Browsing
from tests.e2e.course import rounds
from tests.e2e.line import Line, Quality
from tests.e2e.needs import needs
from tests.e2e.people import LOBBY, TYPING, say_all
from tests.e2e.server_process import ServerProcess
from tests.ports import HOST
from tests.screens.tables import FIRST_TURNS
from tests.waiting import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, *needs("chromium")]

BEGUN = rounds(FIRST_TURNS, BATAILLE, 2, 7)
HIDE = "Your turn: hide submarine 1 of 3"
LATE = 1.0
"""Seconds by which timers of a page may be late on a busy machine."""
WATCH = """
window.heard = window.told = 0; window.strips = [];
const Usual = WebSocket;
window.WebSocket = class extends Usual {
  constructor(...words) {
    super(...words);
    this.addEventListener("message", () => { window.heard = performance.now(); });
  }
};
addEventListener("DOMContentLoaded", () => {
  const strip = document.getElementById("strip");
  new MutationObserver(() => {
    window.strips.push(strip.dataset.state);
    if (strip.dataset.state === "lost") window.told = performance.now() - window.heard;
  }).observe(strip, { attributeFilter: ["data-state"] });
});
"""
"""Notes when the page heard the server last, what its strip says, and how long that took."""


class Traveller(Browsing):
    """Somebody whose line may be bad."""

    def __init__(self, browser: Browser, line: Line, *, by_touch: bool = False) -> None:
        super().__init__(browser, "", has_touch=by_touch)
        self.page.add_init_script(WATCH)
        self.page.goto(f"http://{HOST}:{line.port}/lobby")
        self.wait_for(LOBBY)
        self.page.locator(".xterm-helper-textarea").focus()

    def sees_strip(self, text: str) -> None:
        """Wait until the strip says something."""
        self.page.locator("#strip", has_text=text).wait_for(state="visible")

    @property
    def strips(self) -> list[str]:
        """The states of the strip so far."""
        return list(self.page.evaluate("window.strips"))

    @property
    def mistakes(self) -> list[str]:
        """Errors of the page, without what did not come through, which browsers tell."""
        told = ("WebSocket connection to", "Failed to load resource")
        return [one for one in self.errors if not one.startswith(told)]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that admits guests."""
    with closing(ServerProcess(tmp_path, 7)) as server:
        server.start("--guests")
        yield server


def begin(server: ServerProcess, browser: Browser, one: Browsing) -> Browsing:
    """Somebody sits down with another guest, whose line is good."""
    other = Browsing(browser, "")
    other.visit(server)
    one.sets_up()
    other.joins()
    for each in (one, other):
        each.sits_down(HIDE)
    return other


def test_a_line_that_stalls_loses_nothing_and_plays_nothing(
    server: ServerProcess, line: Line, browser: Browser
) -> None:
    """The same screen at the same place, and what was typed; then the server dies, too."""
    ana = Traveller(browser, line)
    ben = begin(server, browser, ana)
    say_all((ana, ben), BEGUN)
    ana.is_asked()
    ana.type(":")
    ana.wait_for("type a move", TYPING)
    ana.type("B 24; dr")
    ana.wait_for("B 24; dr")
    line.stall()
    ana.sees_strip("No connection since")
    assert ana.page.evaluate("window.told") < 1000 * (5 + LATE)
    assert ana.page.evaluate("document.activeElement.className") == "xterm-helper-textarea"
    ana.type("x")
    ana.keys("Enter")
    ana.sees_strip("Not sent")
    line.go_on()
    ana.sees_strip("Back after")
    ana.sees_strip("Nothing was lost.")
    ana.page.locator("#strip").wait_for(state="hidden")
    ana.wait_for("B 24; dr", TYPING)
    ana.enters("op 100; hold")
    ben.wait_for("B moves to 24")
    server.kill()
    ana.sees_strip("No connection since")
    server.start("--guests")
    ana.sees_strip("You are at the same table again")
    ana.wait_for("B moves to 24")
    assert all(text in ana.at_rest() for text in ("◥▲A3◤", "▟▖"))
    for each, seat in ((ana, "▲ You"), (ben, "▼ You")):
        each.wait_for(seat)
    assert ana.mistakes == []


def test_a_line_that_is_cut_is_back_before_anybody_notices(line: Line, browser: Browser) -> None:
    ana = Traveller(browser, line)
    ana.keys("n")
    ana.wait_for("Enter: choose this game.")
    ana.keys("Down")
    ana.wait_for("New table   Submarine")
    for _time in range(3):
        line.cut()
        ana.page.evaluate("window.heard = 0")
        wait_until(lambda: ana.page.evaluate("window.heard") > 0, "a word")
    assert "New table   Submarine" in ana.at_rest()
    assert ana.strips == []
    ana.keys("Escape")
    ana.wait_for(LOBBY)
    assert ana.mistakes == []


def test_a_window_that_changes_while_the_page_comes_back_is_told(
    line: Line, browser: Browser
) -> None:
    ana = Traveller(browser, line)
    line.stall()
    with ana.page.expect_websocket() as coming:
        line.cut()
    ana.page.set_viewport_size({"width": 700, "height": 500})
    ana.page.evaluate("new Promise((done) => { setTimeout(done, 500); })")
    with coming.value.expect_event("framesent", lambda told: "," in str(told)):
        line.go_on()
    assert ana.mistakes == []


@pytest.mark.nightly
@pytest.mark.parametrize(
    "quality",
    [Quality(delay=0.3), Quality(rate=20_000), Quality(delay=0.1, held=0.02)],
    ids=["delayed", "slow", "held"],
)
def test_a_bad_line_carries_a_game(
    server: ServerProcess, browser: Browser, quality: Quality
) -> None:
    """And is not taken for a lost one."""
    with Line(server.web_port, quality) as line:
        ana = Traveller(browser, line)
        ben = begin(server, browser, ana)
        say_all((ana, ben), BEGUN)
        ana.say("B 24; drop 100; hold")
        ben.wait_for("B moves to 24")
        assert ana.strips == []
        assert ana.errors == []


@pytest.mark.nightly
def test_what_waits_in_the_field_is_sent_by_hand_alone(line: Line, browser: Browser) -> None:
    """By touch: text that could not be sent stays, and its owner sends it."""
    ana = Traveller(browser, line, by_touch=True)
    line.stall()
    ana.sees_strip("No connection since")
    ana.fills_in("n")
    ana.sees_strip("Not sent")
    line.go_on()
    ana.sees_strip("Nothing was lost.")
    assert LOBBY in ana.at_rest()
    assert ana.page.locator("#typed").input_value() == "n"
    ana.page.locator("#line button").first.tap()
    ana.wait_for("Enter: choose this game.")
    assert ana.mistakes == []


@pytest.mark.nightly
def test_somebody_presses_try_now(server: ServerProcess, line: Line, browser: Browser) -> None:
    ana = Traveller(browser, line)
    server.kill()
    ana.sees_strip("Next try in 8 s")
    server.start("--guests")
    ana.page.get_by_role("button", name="Try now").click()
    ana.sees_strip("Back after")
    ana.page.get_by_role("button", name="Close").click()
    ana.page.locator("#strip-told", has_text="Back").wait_for(state="hidden")
    assert ana.mistakes == []
