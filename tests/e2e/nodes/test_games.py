"""Whole games of Submarine and Der Schwarm over servers on one database, by people with `ssh`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from nim_tui.tables.record import EndEntry
from rules.schwarm import SCHWARM
from rules.submarine import SUBMARINE
from tests.e2e.course import Round, Saying, rounds
from tests.e2e.needs import needs
from tests.e2e.nodes.several_processes import Processes, come_to
from tests.e2e.people import Come, Person
from tests.nim_tui.server.storage.cluster import own_cluster
from tests.screens.schwarm import games as schwarm
from tests.screens.submarine import games as submarine

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), *needs("ssh", "tmux")]

OF_TWO, OF_THREE = 986, 7
"""Seeds of the games."""


@pytest.fixture
def nodes(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Processes]:
    count, seed = request.param
    with (
        own_cluster() as cluster,
        closing(Processes(tmp_path, cluster, seed, count=count)) as running,
    ):
        yield running


def says(one: Person, words: str) -> None:
    """Say something at the table, and leave its chat open."""
    one.keys("'")
    one.wait_for(one.name)
    one.enters(words)
    one.wait_for(words)


def closes(*people: Person) -> None:
    """Close the chat."""
    for one in people:
        one.keys("Escape")
        one.wait_until(lambda now: "Online: " not in now, "the table without the chat")


def reads(one: Person, words: str) -> str:
    """Look into the chat, where this has been said."""
    one.keys("'")
    return one.wait_for(words)


def one_by_one(course: Sequence[Round]) -> list[Round]:
    """Each move in a line of its own, where one at a time is asked."""
    return [
        [Saying(one.seat, word)]
        for together in course
        for one in together
        for word in one.words.split("; ")
    ]


def is_as_told(nodes: Processes, course: Sequence[Round], seats: int) -> None:
    """The record holds each move that was said, once and in order, and one end."""
    table = nodes.only_table()
    for seat in range(seats):
        said = [one.words for together in course for one in together if one.seat == seat]
        assert nodes.plays(table, seat) == "; ".join(said).split("; ")
    assert [isinstance(line, EndEntry) for line in nodes.lines(table)].count(True) == 1


@pytest.mark.nightly
@pytest.mark.parametrize("nodes", [(2, OF_TWO)], indirect=True, ids=[""])
def test_a_whole_game_of_submarine_at_two_nodes(nodes: Processes, person: Come) -> None:
    ana, eva = come_to(nodes.nodes[0], person, "Ana", "Eva")
    ben, fay = come_to(nodes.nodes[1], person, "Ben", "Fay")
    players, spectators = (ana, ben), (eva, fay)
    for one in players:
        one.makes_programs_quick()
    ana.sets_up("Down")
    ben.joins()
    for one in players:
        one.sits_down("Submarine  placing")
    for one in spectators:
        one.wait_for("watch")
        one.keys("Enter")
        one.wait_for("waiting for")
    says(ana, "good luck, Ben")
    for one in (ben, *spectators):
        reads(one, "good luck, Ben")
    remark = "what a dive"
    fay.enters(remark)
    for one in spectators:
        one.wait_for(f"(Fay): {remark}")
    closes(*players, *spectators)
    course = one_by_one(rounds(submarine.ALL_TYPES, SUBMARINE, 2, OF_TWO))
    nodes.say_all(players, course)
    ana.wait_for("The end", "All 12 types were found.", "You win")
    for one in (ben, *spectators):
        one.wait_for("The end", "All 12 types were found. Winner: Ana")
    is_as_told(nodes, course, 2)


@pytest.mark.nightly
@pytest.mark.parametrize("nodes", [(3, OF_THREE)], indirect=True, ids=[""])
def test_a_whole_game_of_schwarm_at_three_nodes(nodes: Processes, person: Come) -> None:
    players = [
        come_to(node, person, name)[0] for node, name in zip(nodes.nodes, ("Ana", "Ben", "Cleo"))
    ]
    (eva,) = come_to(nodes.nodes[1], person, "Eva")
    ana, ben, cleo = players
    for one in (*players, eva):
        one.makes_programs_quick()
    nodes.table(*players, game="schwarm")
    for one in players:
        one.sits_down("Der Schwarm")
    eva.wait_for("watch")
    eva.keys("Enter")
    eva.wait_for("waiting for")
    says(cleo, "mind the whale")
    for one in (ana, ben, eva):
        reads(one, "Cleo: mind the whale")
    closes(*players, eva)
    course = rounds(schwarm.THREE, SCHWARM, 3, OF_THREE)
    nodes.say_all(players, course)
    for one in (*players, eva):
        one.wait_for("The end")
    is_as_told(nodes, course, 3)
