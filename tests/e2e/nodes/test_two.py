"""Two servers on one database, each a process, and people with `ssh` at both of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from nim_tui.server.nodes.channel import IDLE
from nim_tui.tables.record import EndEntry
from rules.bataille import BATAILLE
from rules.himalaya import HIMALAYA
from tests.e2e.course import rounds
from tests.e2e.needs import needs
from tests.e2e.nodes.several_processes import Processes, come_to, seconds_until
from tests.e2e.people import Come, Person
from tests.e2e.window import ENDED
from tests.nim_tui.server.storage.cluster import own_cluster
from tests.screens.himalaya import games
from tests.screens.tables import WON
from tests.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), *needs("ssh", "tmux")]

SEED, OF_THREE = 7, 19
LATE = 15.0
"""Seconds a busy machine may take beside what a server may say nothing."""


@pytest.fixture
def two(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Processes]:
    with (
        own_cluster() as cluster,
        closing(Processes(tmp_path, cluster, getattr(request, "param", SEED))) as running,
    ):
        yield running


def apart(two: Processes, person: Come) -> tuple[str, Person, Person]:
    """Ana at one node and Ben at the other sit at a table of Submarine with a bot."""
    (ana,) = come_to(two.nodes[0], person, "Ana")
    (ben,) = come_to(two.nodes[1], person, "Ben")
    table = two.table(ana, ben, game="submarine", bots=("easy",))
    for one in (ana, ben):
        one.sits_down("Submarine")
    return table, ana, ben


@pytest.mark.nightly
def test_a_whole_game_of_two_at_two_nodes_with_a_spectator(two: Processes, person: Come) -> None:
    (ana,) = come_to(two.nodes[0], person, "Ana")
    ben, eva = come_to(two.nodes[1], person, "Ben", "Eva")
    ana.sets_up()
    ben.joins()
    eva.wait_for("watch")
    ana.sits_down("Your turn: hide submarine 1 of 3")
    ben.sits_down("Your turn: hide submarine 1 of 3")
    eva.keys("Enter")
    eva.wait_for("waiting for")
    eva.keys("'")
    eva.wait_for("Eva")
    eva.type("what a game")
    eva.keys("Enter")
    eva.wait_for("what a game")
    eva.keys("Escape")
    two.say_all((ana, ben), rounds(WON, BATAILLE, 2, SEED))
    ana.wait_for("The end", "You win", "2.▼ Ben")
    ben.wait_for("The end", "Ana wins", "2.▼ You")
    eva.wait_for("The end", "Ana wins")
    assert "what a game" not in ana.screen() + ben.screen()
    table = two.only_table()
    said = [(line.seat, line.move) for line in two.lines(table) if not isinstance(line, EndEntry)]  # type: ignore[union-attr]
    assert [move for _seat, move in said[8:]] == WON.split("; ")[8:]
    assert sorted(move for _seat, move in said[:8]) == sorted(WON.split("; ")[:8])
    assert isinstance(two.lines(table)[-1], EndEntry)


@pytest.mark.nightly
@pytest.mark.parametrize("two", [OF_THREE], indirect=True)
def test_a_whole_game_of_three_at_two_nodes(two: Processes, person: Come) -> None:
    ana, cleo = come_to(two.nodes[0], person, "Ana", "Cleo")
    (ben,) = come_to(two.nodes[1], person, "Ben")
    three = [ana, ben, cleo]
    for one in three:
        one.makes_programs_quick()
    ana.sets_up("Down", "Down")
    ben.joins()
    cleo.joins()
    for one in three:
        one.sits_down("placing caravans")
    game = rounds(games.THREE, HIMALAYA, 3, OF_THREE)
    two.say_all(three, game)
    for one in three:
        one.wait_for("The end", "the richest wins", f"▼ {'You' if one is ben else 'Ben'} ", "1.▼")
    table = two.only_table()
    for seat in range(3):
        words = "; ".join(one.words for part in game for one in part if one.seat == seat)
        assert two.plays(table, seat) == words.split("; ")


def test_a_node_is_killed_and_its_people_go_on_at_the_other(two: Processes, person: Come) -> None:
    table, ana, ben = apart(two, person)
    said = two.play_on(table, (ana, ben), 8)
    killed = two.owner(table)
    assert killed is not None
    left = two.the_other(killed)
    lost, stays = (ana, ben) if killed is two.nodes[0] else (ben, ana)
    before = len(two.plays(table, 2))
    killed.kill()
    at = time.monotonic()
    lost.wait_for(ENDED)
    lost.visit(left)
    lost.sits_down("Submarine")
    print(f"\nback at the other node after {time.monotonic() - at:.1f} s")
    seconds_until(lambda: two.owner(table) is left, "another owner")
    print(f"its bots have an owner after {time.monotonic() - at:.1f} s")
    assert time.monotonic() - at < IDLE + LATE
    stays.wait_for("Submarine")
    said += two.play_on(table, (ana, ben), 8)
    assert len(two.plays(table, 2)) > before, "its bot goes on"
    for seat in range(2):
        assert two.plays(table, seat) == [word for mover, word in said if mover == seat]


@pytest.mark.nightly
def test_a_node_that_is_killed_and_started_again_goes_on_at_once(
    two: Processes, person: Come
) -> None:
    """Nobody waits: its connection, and so its locks, ended with it."""
    table, ana, ben = apart(two, person)
    said = two.play_on(table, (ana, ben), 4)
    killed = two.owner(table)
    assert killed is not None
    two.the_other(killed).stop_politely()
    killed.kill()
    killed.start("--database", two.address)
    took = seconds_until(lambda: two.owner(table) is killed, "its owner", patience=IDLE - 3)
    print(f"\nits bots have an owner {took:.1f} s after it listens")
    for one in (ana, ben):
        one.wait_for(ENDED)
        one.visit(killed)
        one.sits_down("Submarine")
    said += two.play_on(table, (ana, ben), 6)
    for seat in range(2):
        assert two.plays(table, seat) == [word for mover, word in said if mover == seat]


@pytest.mark.nightly
def test_who_was_frozen_for_long_runs_no_table_any_more(two: Processes, person: Come) -> None:
    table, ana, ben = apart(two, person)
    frozen = two.owner(table)
    assert frozen is not None
    left = two.the_other(frozen)
    said = two.play_on(table, (ana, ben), 4)
    two.stops(frozen)
    # Frozen while it writes, it holds the turn to write until the database takes that away.
    seconds_until(lambda: two.owner(table) is left, "another owner", patience=30.0)
    two.goes_on(frozen)
    wait_until(
        lambda: "connection to other servers broke" in frozen.told, "that the frozen one knows"
    )
    said += two.play_on(table, (ana, ben), 8)
    assert two.owner(table) is left
    for seat in range(2):
        assert two.plays(table, seat) == [word for mover, word in said if mover == seat]


@pytest.mark.nightly
def test_the_database_stops_and_starts_in_the_middle_of_a_game(
    two: Processes, person: Come
) -> None:
    table, ana, ben = apart(two, person)
    said = two.play_on(table, (ana, ben), 4)
    two.cluster.stop()
    for one in (ana, ben):
        one.wait_for("The database does not answer")
    two.cluster.start()
    for one in (ana, ben):
        one.wait_for("The database answers again")
    said += two.play_on(table, (ana, ben), 6)
    for seat in range(2):
        assert two.plays(table, seat) == [word for mover, word in said if mover == seat]
