"""A phone in a real browser: rows of keys, taps, swipes, two fingers, and a keyboard over it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.chromium import Browsing
from tests.e2e.needs import needs
from tests.e2e.people import LOBBY, NAMING
from tests.e2e.server_process import ServerProcess
from tests.waiting import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession

pytestmark = [pytest.mark.nightly, *needs("chromium")]

TABLET = (820, 1180)
SIDEWAYS = (860, 460)
FINGERTIP = 44
"""The least width and height of what a finger presses, in px."""
BOXES = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility())
  .map((one) => one.getBoundingClientRect())
  .map((box) => [box.x, box.y, box.right, box.bottom])"""
"""Left, top, right and bottom of what is visible, in px."""
KEYBOARD = """(height) => {
  const get = () => innerHeight - height;
  Object.defineProperty(visualViewport, "height", { configurable: true, get });
  visualViewport.dispatchEvent(new Event("resize"));
}"""
"""Lets the browser report a keyboard of some height, as phones do."""
ZOOM = """() => document.querySelector(".xterm").getBoundingClientRect().width
  / document.getElementById("screen").clientWidth"""
"""How much the terminal is enlarged."""
BOTTOM = "() => innerHeight - document.getElementById('line').getBoundingClientRect().bottom"
"""How high the field lies, in px."""

Box = tuple[float, float, float, float]


class Phone(Browsing):
    """Somebody with nothing but fingers."""

    def __init__(self, browser: Browser, room: tuple[int, int], **more: Any) -> None:
        super().__init__(browser, "Ana", room, has_touch=True, is_mobile=True, **more)
        self._protocol: CDPSession = self.context.new_cdp_session(self.page)

    def has_a_notch(self, **insets: int) -> None:
        """Take some px at the edges away."""
        sides = {"top": 0, "right": 0, "bottom": 0, "left": 0, **insets}
        self._protocol.send("Emulation.setSafeAreaInsetsOverride", {"insets": sides})

    def comes(self, server: ServerProcess) -> None:
        """Choose a name, and enter the lobby."""
        self.visit(server, shows=NAMING)
        self.fills_in(self.name)
        self.wait_for("Enter again")
        self.taps("enter")
        self.wait_for(LOBBY)

    def boxes(self, selector: str) -> list[Box]:
        """Where the visible elements are."""
        found: list[Box] = self.page.evaluate(BOXES, selector)
        return found

    def has_zoomed(self, to: float) -> None:
        """Wait until the terminal is so much larger."""
        wait_until(lambda: abs(self.page.evaluate(ZOOM) - to) < 0.05, f"a zoom of {to}")

    def lays(self, kind: str, *fingers: tuple[float, float]) -> None:
        """Put fingers on places, move them there, or lift them."""
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        self._protocol.send(
            "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points}
        )

    def swipes(self, x: float, y: float, up: float) -> None:
        """Move a finger upwards."""
        self.drags((x, y), (x, y - up))

    def drags(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Move a finger from one place to another."""
        self.lays("Start", start)
        for part in range(1, 9):
            x, y = (a + (b - a) * part / 8 for a, b in zip(start, end, strict=True))
            self.lays("Move", (x, y))
        self.lays("End")

    def pinches(self, x: float, y: float, before: float, after: float) -> None:
        """Move two fingers from one distance to another."""
        self.lays("Start", (x - before, y), (x + before, y))
        for part in range(1, 9):
            apart = before + (after - before) * part / 8
            self.lays("Move", (x - apart, y), (x + apart, y))
        self.lays("End")


@pytest.fixture(params=[TABLET, SIDEWAYS], ids=["upright", "sideways"])
def ana(server: ServerProcess, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Phone]:
    """Ana in the lobby."""
    ana = Phone(browser, request.param)
    ana.has_a_notch(top=20, bottom=20)
    ana.comes(server)
    yield ana
    assert ana.errors == []
    ana.context.close()


def is_within(box: Box, room: tuple[int, int]) -> bool:
    """Whether nothing of a box is under the notch or the bar at the lower edge."""
    left, top, right, bottom = box
    return left >= 0 and top >= 20 and right <= room[0] and bottom <= room[1] - 20


def test_what_is_pressed_is_as_large_as_a_fingertip(ana: Phone) -> None:
    """The row, the panel with all keys, and the letters; none lies under the notch."""
    size = ana.page.viewport_size
    assert size is not None
    room = size["width"], size["height"]
    ana.opens_panel()
    for tab in ("Keys", "Letters"):
        ana.page.locator("#tabs").get_by_role("button", name=tab).tap()
        boxes = ana.boxes("footer button")
        assert len(boxes) > 20
        small = [(x, y) for x, y, right, low in boxes if min(right - x, low - y) < FINGERTIP - 0.5]
        assert not small
    ana.page.locator("#keys button.more").tap()
    (terminal,) = ana.boxes("#screen")
    assert is_within(terminal, room)
    row = ana.boxes("#keys button")
    assert len(row) == 5
    assert all(right <= room[0] and bottom <= room[1] for _x, _y, right, bottom in row)


def test_the_row_says_what_the_keys_mean_now(ana: Phone) -> None:
    words = ana.page.locator("#keys .word")
    words.get_by_text("New table").wait_for()
    assert words.all_inner_texts() == ["Choose", "New table", "Chat", "Leave", "More"]
    ana.taps("n")
    ana.wait_for("Enter: choose this game.")
    words.get_by_text("New table").wait_for(state="detached")
    ana.taps("escape")
    ana.page.locator("#keys .word", has_text="New table").wait_for()
    assert "n New table" not in ana.screen(), "the terminal has no key bar of its own"


def test_letters_and_digits_come_from_the_panel(ana: Phone) -> None:
    ana.opens_panel()
    ana.page.locator("#tabs").get_by_role("button", name="Letters").tap()
    letters = ana.page.locator("#letters")
    letters.get_by_text("n", exact=True).tap()
    ana.wait_for("Enter: choose this game.")
    ana.taps("escape")
    ana.wait_for(LOBBY)
    assert ana.page.evaluate("document.activeElement.id") != "typed"


def test_a_keyboard_covers_the_terminal_and_changes_nothing(ana: Phone) -> None:
    before = ana.screen()
    sizes: list[object] = []
    ana.page.on("websocket", lambda socket: socket.on("framesent", sizes.append))
    ana.taps("t")
    ana.page.locator("#typed").wait_for(state="visible")
    ana.page.evaluate(KEYBOARD, 200)
    wait_until(lambda: ana.page.evaluate(BOTTOM) == 200, "the field above the keyboard")
    ana.page.fill("#typed", "hello there")
    ana.page.keyboard.press("Enter")
    ana.wait_for("hello there")
    ana.page.evaluate(KEYBOARD, 0)
    assert len(ana.screen().splitlines()) == len(before.splitlines())
    assert sizes == []


def test_a_swipe_scrolls_the_rules(ana: Phone) -> None:
    ana.taps("r")
    ana.wait_for("Bataille")
    ana.taps("enter")
    ana.wait_for("Goal")
    text = ana.at_rest()
    (terminal,) = ana.boxes("#screen")
    middle = (terminal[0] + terminal[2]) / 2, (terminal[1] + terminal[3]) / 2
    ana.swipes(*middle, up=150)
    ana.wait_until(lambda screen: "Goal" not in screen, "another part")
    ana.swipes(*middle, up=-150)
    ana.wait_until(lambda screen: screen == text, "the first part")


def test_two_fingers_enlarge_in_two_steps(ana: Phone) -> None:
    ana.pinches(300, 200, 40, 60)
    ana.has_zoomed(1.5)
    ana.pinches(300, 200, 40, 55)
    ana.has_zoomed(2)
    ana.pinches(300, 200, 90, 20)
    ana.has_zoomed(1)
    ana.opens_panel()
    ana.page.locator("#tabs").get_by_role("button", name="Zoom").tap()
    ana.has_zoomed(1.5)
    ana.drags((150, 150), (450, 420))  # to the upper left corner of what is enlarged
    ana.touches("No tables yet")  # what is enlarged is tapped where it is seen
    ana.wait_for("Enter: choose this game.")
