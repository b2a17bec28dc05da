"""Whole games by what a screen reader finds in the page, and one table in three ways at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.hands import Finger
from tests.e2e.needs import needs
from tests.e2e.people import Person
from tests.e2e.server_process import ServerProcess
from tests.e2e.talking import Talking
from tests.nim_tui.server.lobby.records import ending_of, moves_of, table_ids
from tests.ports import HOST
from tests.waiting import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.timeout(900),
    *needs("chromium", "ssh", "tmux"),
]

SEED = 7
SECOND = "urn 2: "


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server for guests too."""
    server = ServerProcess(tmp_path, SEED)
    server.start("--guests")
    yield server
    server.close()


@pytest.mark.parametrize("game", ["Bataille", "Himalaya"])
def test_a_whole_game_by_the_accessibility_tree_alone(
    server: ServerProcess, browser: Browser, game: str
) -> None:
    zoe = Talking(browser, f"http://{HOST}:{server.web_port}/")
    zoe.page.get_by_role("button", name=f"Play now: {game}").press("Enter")
    zoe.page.wait_for_url("**/t/*")
    zoe.page.get_by_role("link", name="In text mode").press("Enter")
    zoe.plays()
    assert ending_of(server.data) is not None
    zoe.page.get_by_role("link", name="Games").press("Enter")
    zoe.page.get_by_role("button", name=f"Play now: {game}").wait_for()
    assert zoe.errors == []
    zoe.context.close()


def test_one_table_by_terminal_phone_and_text_at_once(
    server: ServerProcess, person: Callable[[str], Person], browser: Browser
) -> None:
    ana, ben = person("Ana"), Finger(browser, server, SEED)
    ana.register(server)
    ana.makes_programs_quick()
    ana.sets_up("Down", "Down")
    (table,) = table_ids(server.data)
    address = f"http://{HOST}:{server.web_port}"
    ben.page.goto(f"{address}/t/{table}")
    ben.presses(ben.page.get_by_role("button", name="Sit down"))
    cleo = Talking(browser, f"{address}/plain/t/{table}")
    cleo.page.get_by_role("button", name="Sit down").press("Enter")
    ana.wait_until(lambda screen: "waiting for players" not in screen, "the start")
    ana.sits_down("placing caravans")
    ben.wait_for("Himalaya", "Your turn")
    ben.touches("Himalaya")

    def are_on() -> bool:
        """Whether all see the second turn; who is asked before that answers."""
        if "starting village" in (asked := ana.asked(ana.screen())):
            ana.say("camp 9")
        elif asked and "turn 1/" in ana.screen():
            ana.say("program rttirt")
        if cleo.is_asked and not any(SECOND in line for line in cleo.told):
            cleo.say("camp 15" if "starting village" in cleo.told[-1] else "program pppppp")
            wait_until(lambda: not cleo.is_asked, lambda: "\n".join(cleo.told[-8:]))
        if " 2/12" not in ben.screen():
            ben.plays_once()
        heard = any(SECOND in line for line in cleo.told)
        return heard and "turn 2/12" in ana.screen() and " 2/12" in ben.screen()

    wait_until(are_on, lambda: "\n".join([ana.screen(), ben.screen(), *cleo.told]), 200)
    assert {seat for seat, _move in moves_of(server.data)} == {0, 1, 2}
    assert ben.errors == cleo.errors == []
    for one in (ben, cleo):
        one.context.close()
