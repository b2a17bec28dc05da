"""One in a browser and one with `ssh`, at one table; a browser whose line is cut."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rules.bataille import BATAILLE
from rules.himalaya import HIMALAYA
from tests.e2e.chromium import Browsing
from tests.e2e.course import rounds
from tests.e2e.needs import needs
from tests.e2e.people import LOBBY, NAMING, Come, Person, say_all
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.lobby.records import ending_of, moves_of, table_ids
from tests.ports import HOST
from tests.screens.himalaya import games
from tests.screens.tables import FIRST_TURNS, WON
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, *needs("chromium", "ssh", "tmux")]

SEED = 7
OF_THREE = 19
PHONE = (860, 460)
BEGUN = rounds(FIRST_TURNS, BATAILLE, 2, SEED)
GAME = rounds(WON, BATAILLE, 2, SEED)


@pytest.fixture
def ana(browser: Browser) -> Iterator[Browsing]:
    ana = Browsing(browser, "Ana")
    yield ana
    ana.context.close()


@pytest.fixture
def pair(server: ServerProcess, ana: Browsing, person: Come) -> tuple[Browsing, Person]:
    """Ana in a browser and Ben with `ssh`, at a table just begun."""
    ben = person("Ben")
    ana.begins_with(ben, server, "Your turn: hide submarine 1 of 3")
    return ana, ben


def test_a_whole_game(server: ServerProcess, pair: tuple[Browsing, Person]) -> None:
    ana, ben = pair
    say_all(pair, GAME)
    ana.wait_for("The end", "You win", "1.▲ You", "2.▼ Ben")
    ben.wait_for("The end", "Ana wins", "2.▼ You")
    said = [move for _seat, move in moves_of(server.data)]
    assert said[8:] == WON.split("; ")[8:]
    assert ana.errors == []


@pytest.mark.nightly
def test_a_line_that_is_cut_comes_back_to_the_same_game(
    server: ServerProcess, pair: tuple[Browsing, Person]
) -> None:
    ana, _ben = pair
    say_all(pair, BEGUN)
    ana.wait_for("Your turn: move")
    strip = ana.page.locator("#strip")
    server.kill()
    strip.filter(has_text="Your games are kept").wait_for(state="visible")
    server.start()
    ana.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    strip.filter(has_text="at the same table again").wait_for()
    ana.wait_for("Your turn: move")
    server.stop_politely()
    server.start()
    strip.filter(has_text="at the same table again").wait_for()
    ana.wait_for("Your turn: move")


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_three_program_at_the_same_time(
    servers: Callable[[int], ServerProcess], browser: Browser, person: Come
) -> None:
    """Two in browsers, one with `ssh`, for a whole game of Himalaya."""
    server = servers(OF_THREE)
    ana, ben, cleo = three = Browsing(browser, "Ana"), person("Ben"), Browsing(browser, "Cleo")
    for one in three:
        one.register(server)
        one.makes_programs_quick()
    ana.sets_up("Down", "Down")
    for one in (ben, cleo):
        one.joins()
    for one in three:
        one.sits_down("placing caravans")
    say_all(three, rounds(games.THREE, HIMALAYA, 3, OF_THREE))
    for one in three:
        one.wait_for("The end", "the richest wins")
    over = ending_of(server.data)
    assert over is not None
    assert over.ranking == ((1,), (0,), (2,))
    assert ana.errors == cleo.errors == []


@pytest.mark.nightly
def test_a_phone_is_played_with_fingers(server: ServerProcess, browser: Browser) -> None:
    ana = Browsing(browser, "Ana", PHONE, has_touch=True, is_mobile=True)
    ana.visit(server, shows=NAMING)
    ana.fills_in("Ana")
    ana.wait_for("Enter again")
    ana.taps("enter")
    ana.wait_for(LOBBY)
    ana.fills_in("n")
    ana.wait_for("Enter: choose this game.")
    ana.taps("down", "escape")
    ana.wait_for(LOBBY)
    assert ana.errors == []


@pytest.mark.nightly
def test_the_home_screen_in_ones_own_browser(browser: Browser, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "nim_tui", "web", "--no-browser", "--data", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/open/\S+", process.stdout.readline())
        assert found is not None
        ana = Browsing(browser, "Ana")
        ana.page.goto(found[0])
        ana.wait_for("Play a first game")
        ana.keys("f", "Down", "Enter")
        ana.wait_for("Your turn")
        ana.page.reload()
        ana.wait_for("Bataille sous les mers", "your turn")
        process.send_signal(signal.SIGINT)
        ana.page.locator("#strip").wait_for(state="visible")
        assert process.wait(PATIENCE) == 0


@pytest.mark.nightly
def test_the_address_of_a_table_opens_it(
    server: ServerProcess, pair: tuple[Browsing, Person]
) -> None:
    ana, _ben = pair
    (table,) = table_ids(server.data)
    ana.page.goto(f"http://{HOST}:{server.web_port}/t/{table}")
    ana.wait_for("Your turn: hide submarine 1 of 3")
    ana.page.goto("about:blank")
    ana.page.evaluate(f"location.href = 'http://{HOST}:{server.web_port}/t/{table}'")
    ana.wait_for("Your turn: hide submarine 1 of 3")  # by a link of somebody else


@pytest.mark.nightly
def test_the_tab_tells_whose_turn_it_is(
    server: ServerProcess, pair: tuple[Browsing, Person]
) -> None:
    ana, ben = pair
    assert ana.page.title() == "nim_tui: your turn"
    say_all(pair, BEGUN)
    ana.say(GAME[len(BEGUN)][0].words)
    ben.is_asked()
    ana.page.wait_for_function("document.title === 'nim_tui'")


@pytest.mark.nightly
def test_a_guest_comes_back_as_the_same(server: ServerProcess, browser: Browser) -> None:
    server.stop_politely()
    server.start("--guests")
    guest = Browsing(browser, "")
    guest.visit(server)
    guest.sets_up()
    (name,) = set(re.findall(r"Guest \d{5}", guest.screen()))
    guest.page.reload()
    guest.wait_for(f"Lobby   {name}")
    guest.page.evaluate("fetch('/known')")
    other = Browsing(browser, "")
    other.visit(server)
    assert f"Lobby   {name}" not in other.screen()
    assert guest.errors == []
    for one in (guest, other):
        one.context.close()
