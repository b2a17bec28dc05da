"""Three servers on one database: clocks and votes of a table whose people are at all of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from nim_tui.server.nodes.channel import IDLE
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import EndEntry
from tests.e2e.needs import needs
from tests.e2e.nodes.several_processes import Processes, come_to, seconds_until
from tests.e2e.people import Come, Person
from tests.e2e.window import ENDED
from tests.nim_tui.server.storage.cluster import own_cluster
from tests.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), *needs("ssh", "tmux")]

A_MOVE = ClockPlan("move", 20)
PLACING = "Submarine  placing"
LATE = 15.0
"""Seconds that a busy machine may take for what takes one."""


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Processes]:
    with (
        own_cluster() as cluster,
        closing(Processes(tmp_path, cluster, 7, "--away-seconds", "3", count=3)) as running,
    ):
        yield running


def one_each(three: Processes, person: Come, *names: str) -> list[Person]:
    """Somebody new at each node."""
    return [come_to(node, person, name)[0] for node, name in zip(three.nodes, names)]


def watches(one: Person) -> None:
    """Look on at the only table."""
    one.wait_for("Enter watch")
    one.keys("Enter")
    one.wait_for("waiting for")


def wants_a_bot_for(one: Person, absent: str) -> None:
    """Vote at the own seat for a bot that plays for who is away."""
    one.keys('"')
    one.wait_for(absent, "votes for a bot")
    one._turns("Down", f"› .*{absent}")
    one.keys("Enter")


@pytest.mark.nightly
def test_a_clock_runs_out_once_though_the_node_that_looked_after_it_died(
    three: Processes, person: Come
) -> None:
    ana, ben, eva = one_each(three, person, "Ana", "Ben", "Eva")
    table = three.table(ana, ben, game="submarine", clock=A_MOVE)
    for one in (ana, ben):
        one.sits_down(PLACING)
    watches(eva)
    three.play_on(table, (ana, ben), 2)
    killed = three.owner(table)
    assert killed is not None
    killed.kill()
    cut_off = (ana, ben, eva)[three.nodes.index(killed)]
    cut_off.wait_for(ENDED)
    cut_off.visit(three.the_other(killed))
    watches(cut_off) if cut_off is eva else cut_off.sits_down(PLACING)
    took = seconds_until(lambda: three.owner(table) not in (None, killed), "another owner")
    print(f"\nanother looks after it {took:.1f} s after its person was back")
    mover = three.waiting(table)[0]
    loser, winner = (ana, ben)[mover], (ana, ben)[1 - mover]
    seconds_until(lambda: three.is_over(table), "the end", A_MOVE.seconds + IDLE + LATE)
    loser.wait_for("The end", "You ran out of time")
    winner.wait_for("The end", f"{loser.name} ran out of time")
    eva.wait_for("The end", f"{loser.name} ran out of time")
    assert [isinstance(line, EndEntry) for line in three.lines(table)].count(True) == 1


@pytest.mark.nightly
def test_people_at_two_nodes_vote_for_who_was_at_the_third_and_comes_back_elsewhere(
    three: Processes, person: Come
) -> None:
    ana, ben, cleo = one_each(three, person, "Ana", "Ben", "Cleo")
    table = three.table(ana, ben, cleo, game="submarine")
    for one in (ana, ben, cleo):
        one.sits_down(PLACING)
    cleo.keys("q")
    cleo.kill_the_game()
    wants_a_bot_for(ana, "Cleo")
    for one in (ana, ben):
        one.wait_for("bot to play for Cleo")
    assert three.plays(table, 2) == []
    wants_a_bot_for(ben, "Cleo")
    for one in (ana, ben):
        one.wait_for("A bot is now playing for Cleo")
        one.keys("Escape")
    said = three.play_on(table, (ana, ben), 4)
    wait_until(lambda: three.plays(table, 2), "a move of the bot")
    cleo.visit(three.nodes[0])
    cleo.sits_down(PLACING)
    for one in (ana, ben):
        one.wait_for("Cleo is playing again")
    by_bot = three.plays(table, 2)
    said += three.play_on(table, (ana, ben, cleo), 6)
    for seat in range(2):
        assert three.plays(table, seat) == [word for mover, word in said if mover == seat]
    own = [word for mover, word in said if mover == 2]
    assert own, "Cleo moves again"
    assert three.plays(table, 2) == by_bot + own
