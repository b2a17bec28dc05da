"""Three people with the `ssh` they have, who program at the same time in Himalaya."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest

from rules.himalaya import HIMALAYA
from tests.e2e.course import rounds
from tests.e2e.needs import needs
from tests.e2e.people import Person, say_all
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.lobby.records import ending_of, moves_of
from tests.screens.himalaya import games

pytestmark = [pytest.mark.nightly, *needs("ssh", "tmux")]

SEED = 19
GAME = rounds(games.THREE, HIMALAYA, 3, SEED)


@pytest.fixture
def server(servers: Callable[[int], ServerProcess]) -> ServerProcess:
    return servers(SEED)


@pytest.fixture
def three(server: ServerProcess, person: Callable[[str], Person]) -> list[Person]:
    """Ana, Ben and Cleo at a table just begun."""
    people = [person(name) for name in ("Ana", "Ben", "Cleo")]
    for one in people:
        one.register(server)
        one.makes_programs_quick()
    people[0].sets_up("Down", "Down")
    for one in people[1:]:
        one.joins()
    for one in people:
        one.sits_down("placing caravans")
    return people


def test_a_whole_game_programmed_at_the_same_time(
    server: ServerProcess, three: Sequence[Person]
) -> None:
    say_all(three, GAME)
    for one in three:
        first = "You" if one is three[1] else "Ben"
        screen = one.wait_for("The end", "the richest wins", f"▼ {first} ", "1.▼")
        for figure in (r"religion +0", r"politics +1", r"economy +27"):
            assert re.search(rf"│ {figure} ", screen)
    said = moves_of(server.data)
    for seat, _one in enumerate(three):
        words = "; ".join(one.words for part in GAME for one in part if one.seat == seat)
        assert [move for mover, move in said if mover == seat] == words.split("; ")
    together = next(part for part in GAME if len(part) == 3)
    begun = said.index((2, together[2].words))
    assert [seat for seat, _move in said[begun : begun + 3]] == [2, 1, 0]
    over = ending_of(server.data)
    assert over is not None
    assert over.ranking == ((1,), (0,), (2,))
