"""What hands do in a real browser: mouse, clipboard, fingers; what eyes and ears are given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from rules.bataille import BATAILLE
from tests.e2e.chromium import Browsing
from tests.e2e.course import rounds
from tests.e2e.needs import needs
from tests.e2e.people import LOBBY, NAMING, say_all
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.lobby.records import moves_of
from tests.ports import HOST
from tests.screens.tables import FIRST_TURNS
from tests.waiting import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, *needs("chromium")]

SEED = 7
PHONE = (860, 460)
BEGUN = rounds(FIRST_TURNS, BATAILLE, 2, SEED)
HIDE = "Your turn: hide submarine 1 of 3"
COUNTS = """
window.rung = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function () { window.rung += 1; return start.call(this); };
"""
"""Counts the tones that the page plays."""
GROUND = "getComputedStyle(document.body).backgroundColor"
PAINTED = f"{GROUND.replace('document.body', 'document.querySelector(`.xterm-rows span`)')}"
"""What surrounds the terminal, and what is painted in it."""

MARKED = """() => {
  const pieces = [...document.querySelectorAll(".xterm-rows span")];
  for (const one of pieces) one.isOld = true;
  return pieces.length;
}"""
NEW = """() => [...document.querySelectorAll(".xterm-rows span")]
    .map(one => !one.isOld).reduce((all, one) => all + one, 0)"""
"""Mark the pieces of the terminal; count those made since."""


@pytest.fixture
def pair(server: ServerProcess, browser: Browser) -> Iterator[tuple[Browsing, Browsing]]:
    """Ana and Ben at a table of Bataille just begun; it is Ana's turn."""
    ana, ben = Browsing(browser, "Ana"), Browsing(browser, "Ben")
    ana.page.add_init_script(COUNTS)
    ana.begins_with(ben, server, HIDE)
    yield ana, ben
    assert ana.errors == ben.errors == []
    for one in (ana, ben):
        one.context.close()


def last_moves(server: ServerProcess, count: int) -> list[str]:
    return [move for _seat, move in moves_of(server.data)][-count:]


def test_a_key_paints_no_more_than_it_changes(pair: tuple[Browsing, Browsing]) -> None:
    ana, _ben = pair
    before = ana.at_rest()
    pieces = ana.page.evaluate(MARKED)
    ana.keys("ArrowRight")
    wait_until(lambda: ana.screen() != before, "the mark is moved")
    ana.at_rest()
    assert 0 < ana.page.evaluate(NEW) < pieces / 10


@pytest.mark.nightly
def test_the_mouse_plays_a_turn(server: ServerProcess, pair: tuple[Browsing, Browsing]) -> None:
    """A line of the menu, a square of the board, lines of the menu again."""
    ana, _ben = pair
    say_all(pair, BEGUN)
    ana.wait_for("Your turn: move")
    ana.clicks("b B     in port")
    ana.wait_for("[B …]")
    ana.clicks(" 24 ")
    ana.wait_for("depth charge")
    ana.clicks("drop 300")
    ana.wait_for("B drops at 24.300")
    assert last_moves(server, 2) == ["B 24", "drop 300"]


@pytest.mark.nightly
def test_what_is_selected_with_shift_is_copied(
    server: ServerProcess, pair: tuple[Browsing, Browsing]
) -> None:
    ana, _ben = pair
    origin = f"http://{HOST}:{server.web_port}"
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=origin)
    ana.at_rest()
    ana.selects("hide submarine 1 of 3")
    ana.keys("Control+c")
    copied = "navigator.clipboard.readText()"
    wait_until(lambda: ana.page.evaluate(copied) == "hide submarine 1 of 3", "a copy")
    assert ana.page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    ana.wait_for(HIDE)  # nothing was typed by that


@pytest.mark.nightly
def test_what_is_pasted_is_typed(server: ServerProcess, pair: tuple[Browsing, Browsing]) -> None:
    ana, _ben = pair
    origin = f"http://{HOST}:{server.web_port}"
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=origin)
    ana.keys(":")
    ana.wait_for("type a move")
    ana.page.evaluate("navigator.clipboard.writeText('sub 14.200')")
    ana.keys("Control+v")
    ana.wait_for("sub 14.200")
    assert not last_moves(server, 1), "a paste alone plays nothing"
    ana.keys("Enter")
    ana.wait_for("hide submarine 2 of 3")
    assert last_moves(server, 1) == ["sub 14.200"]


@pytest.mark.nightly
def test_a_turn_rings_a_tone_and_a_light(pair: tuple[Browsing, Browsing]) -> None:
    """Ben answers: the edge of Ana's terminal lights up, and she hears it."""
    ana, _ben = pair
    ana.page.evaluate("document.getElementById('screen').classList.remove('rings')")
    before = ana.page.evaluate("window.rung")
    say_all(pair, BEGUN)
    ana.wait_for("Your turn: move")
    ana.page.wait_for_function(f"window.rung > {before}")
    assert ana.page.locator("#screen.rings").count() == 1


@pytest.mark.nightly
def test_whoever_wants_it_light_has_it_light(server: ServerProcess, browser: Browser) -> None:
    for scheme, is_light in (("light", True), ("dark", False)):
        ana = Browsing(browser, f"Ana {scheme}", color_scheme=scheme)
        ana.register(server)
        ana.at_rest()
        for colour in map(ana.page.evaluate, (PAINTED, GROUND)):
            red, green, blue = map(int, colour[4:-1].split(","))
            assert (red + green + blue > 3 * 128) is is_light, (scheme, colour)
        assert ana.errors == []
        ana.context.close()


def test_a_phone_plays_with_fingers_alone(server: ServerProcess, browser: Browser) -> None:
    """The field, the row of keys, the menu and the board, each for a move."""
    ana = Browsing(browser, "Ana", PHONE, has_touch=True, is_mobile=True)
    ben = Browsing(browser, "Ben")
    ana.visit(server, shows=NAMING)
    ana.fills_in("Ana")
    ana.wait_for("Enter again")
    ana.taps("enter")
    ana.wait_for(LOBBY)
    ana.fills_in("n")
    ana.wait_for("Enter: choose this game.")
    ana.taps("enter")
    ana.wait_for("› Start", "open to everyone")
    ana.taps("enter")
    ben.register(server)
    ben.joins()
    ben.sits_down("Ana")
    ana.wait_for("your turn")
    ana.touches("your turn")
    ana.wait_for(HIDE)
    ana.fills_in(":sub 14.200; sub 22.100; sub 33.300")
    ana.wait_for("place your mine (level 100, not above a submarine)", "↵ 15")
    ana.touches_twice("↵ 15")
    ben.say("sub 8.100; sub 15.300; sub 29.200; mine 16")
    ana.wait_for("Your turn: move a ship")
    ana.touches_twice("A  in port, 4")
    ana.wait_for("[A …]")
    ana.taps("backspace")
    ana.wait_until(lambda screen: "[A …]" not in screen, "the word taken back")
    ana.touches_twice("A  in port, 4")
    ana.wait_for("[A …]")
    ana.touches_twice(" 17 ")
    ana.wait_for("depth charge", "A moves to 17")  # Enter before would only end what moves
    ana.taps("enter")
    ana.wait_for("A drops at 17.200")
    assert [move for seat, move in moves_of(server.data) if seat == 0] == [
        "sub 14.200", "sub 22.100", "sub 33.300", "mine 15", "A 17", "drop 200",
    ]  # fmt: skip
    assert ana.errors == []
    for one in (ana, ben):
        one.context.close()
