"""Swiss rounds as another engine for FIDE's Dutch system pairs them, with byes and forfeits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from nim_tui.server.contests.dutch import pair_round
from nim_tui.server.contests.swiss import SwissRound, players_after

FILE: Final = Path(__file__).with_name("dutch_pairings.txt")
POINTS: Final = {"1": 2, "+": 2, "F": 2, "U": 2, "=": 1, "H": 1, "0": 0, "-": 0, "Z": 0}
LARGE: Final = 40

Pairs = frozenset[tuple[int, ...]]
Cell = tuple[int, str, str]
"""An opponent from 0 or -1, the colour, and the result."""


@dataclass(frozen=True)
class Published:
    """A tournament, and the pairs of the round after it, if they are known."""

    name: str
    rounds: int
    players: Sequence[Sequence[Cell]]
    following: Pairs | None

    def cell(self, who: int, number: int) -> Cell:
        cells = self.players[who]
        return cells[number] if number < len(cells) else (-1, "-", "")

    def round(self, number: int) -> SwissRound:
        """A round as it counts: a forfeit is a bye of one, and an absence of the other."""
        pairs, points, byes = [], [], []
        for who in range(len(self.players)):
            other, colour, result = self.cell(who, number)
            if other >= 0 and result in "10=":
                if colour == "w":
                    pairs.append((who, other))
                    points.append((POINTS[result], POINTS[self.cell(other, number)[2]]))
            elif POINTS.get(result):
                byes.append((who, POINTS[result]))
        return SwissRound(pairs, points, byes)

    def paired(self, number: int) -> Pairs:
        """Who was paired with whom, those with white first, and who was given the bye."""
        found: list[tuple[int, ...]] = []
        for who in range(len(self.players)):
            other, colour, result = self.cell(who, number)
            if other >= 0 and colour == "w":
                found.append((who, other))
            elif result == "U":
                found.append((who,))
        return frozenset(found)

    def by_us(self, number: int, taking_part: Sequence[int]) -> Pairs:
        after = [self.round(each) for each in range(number)]
        players = players_after(len(self.players), after, last=number + 1 == self.rounds)
        return frozenset(pair_round(players[who] for who in taking_part))


def cell(text: str) -> Cell:
    if len(text) == 1:
        return -1, "-", text
    return int(text[:-2]) - 1, text[-2], text[-1]


def published() -> Iterator[Published]:
    written = FILE.read_text("ascii").split("\ntournament ")[1:]
    for one in written:
        head, *lines = one.splitlines()
        name, _rounds, rounds = head.split()
        following = None
        if lines[0].startswith("next "):
            pairs = [pair.split("-") for pair in lines.pop(0).split()[1:]]
            following = frozenset(
                tuple(int(number) - 1 for number in pair if number != "0") for pair in pairs
            )
        players = [[cell(text) for text in line.split()] for line in lines if line]
        yield Published(name, int(rounds), players, following)


EVERY: Final = [
    pytest.param(one, id=one.name, marks=[pytest.mark.slow] * (len(one.players) > LARGE))
    for one in published()
]


@pytest.mark.parametrize("one", EVERY)
def test_each_round_is_paired_as_published(one: Published) -> None:
    made = max(map(len, one.players)) if one.following is None else 0
    for number in range(made):
        expected = one.paired(number)
        taking_part = sorted(who for pair in expected for who in pair)
        found = one.by_us(number, taking_part)
        if number == 0 and len(taking_part) < len(one.players):
            # Without a history seats go by the starting rank (5.2.5), and there by the rank among
            # those who take part.
            found, expected = (
                frozenset(map(tuple, map(sorted, each))) for each in (found, expected)
            )
        assert found == expected, f"round {number + 1}"
    if one.following is not None:
        number = min(map(len, one.players))
        absent = {who for who, cells in enumerate(one.players) if len(cells) > number}
        taking_part = [who for who in range(len(one.players)) if who not in absent]
        assert one.by_us(number, taking_part) == one.following


def test_there_are_tournaments_with_byes_forfeits_and_many_players() -> None:
    every = [*published()]
    assert len(every) == 65
    results = {result for one in every for cells in one.players for _who, _colour, result in cells}
    assert results >= {"U", "H", "Z", "+", "-"}
    assert max(len(one.players) for one in every) == 61
