"""The turn played on each rules page can be played as it is written, move by move."""

from __future__ import annotations

import re
from typing import Final

import pytest

from nim_tui.registry import all_games, game_named
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from screens.reading.rules_parts import EXAMPLE, rules_parts
from tests.nim_tui.plain.talking import speaking
from tests.screens.test_vocabulary import vocabulary_of

PLAYED: Final = {
    "bataille": (
        4,
        "0: sub 14.200; sub 22.100; sub 33.300; mine 9",
        "1: sub 17.300; sub 1.100; sub 36.100; mine 34",
        "0: A 16; drop 300",
        "1: stay; fire R3 A; hold",
        "0: A 15; drop 300",
    ),
    "submarine": (
        3,
        "0: place 2",
        "1: place 1",
        "0: place 4",
        "1: place 2",
        "0: place 4",
        "1: place 6",
        "0: place 6",
        "1: place 3",
        "0: place 6",
        "1: place 5",
        "0: boat 2; dive 1 to 4.2; done",
        "1: boat 1; done",
        "0: boat 4; take 2 Dr; take 2 Nb; dive 1 to 6.2; done",
        "1: boat 5; take 1 Kr; done",
    ),
    "himalaya": (
        3,
        "2: camp 7",
        "0: camp 1",
        "1: camp 10",
        "0: program tttisi",
        "1: program sttttt",
        "2: program psiiit",
        "0: program stsppp",
        "1: program rttist",
        "2: program tpirst",
        "0: offer; envoy F 3",
    ),
    "schwarm": (
        5,
        "0: start h0",
        "1: start d8",
        "0: card 1",
        "1: card 1",
        "0: card 1",
        "1: card 1",
        "0: card 4",
        "1: card 1",
        "0: order 1 fast",
        "1: card 1",
        "0: card 3",
        "1: card 1",
        "0: card 1",
        "1: order 2 golden",
        "0: ship; launch h1; sail h1 g1; sail g1 g2; sail g2 g3; sail g3 f3",
        "1: ship; launch d7; sail d7 d6; sail d6 e6; sail e6 f6",
        "0: research; place 4 h1 r0",
        "1: crab h7 1",
    ),
}
"""Of each game: the seed, and the moves up to the end of the turn that its page shows."""


def moves_shown(game: str) -> list[str]:
    """The moves that head the items of the played turn on the page, in the canonical words."""
    (part,) = (part for part in rules_parts(game_named(game).game) if part.name == EXAMPLE)
    vocabulary = vocabulary_of(game_named(game).game)
    heads = re.findall("^- (`[^:]*`)", part.source, re.MULTILINE)
    return [vocabulary.canonical(words) for head in heads for words in re.findall("`(.*?)`", head)]


def play_through(game: str) -> list[str]:
    """Play the moves at a table; the words of all moves, in order."""
    seed, *turns = PLAYED[game]
    seats = 1 + max(int(str(turn)[0]) for turn in turns)
    table = Table(game_named(game).game, {}, [SeatPlan(f"P{n}") for n in range(seats)], int(seed))
    words: list[str] = []
    for turn in map(str, turns):
        seat, _colon, told = turn.partition(": ")
        for word in told.split("; "):
            table.play(int(seat), table.game.parse(word))
            words.append(word)
    return words


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", all_games())
def test_the_played_turn_is_a_real_one(game: str, language: str) -> None:
    played = iter(play_through(game))
    with speaking(language):
        shown = moves_shown(game)
    assert len(shown) >= 3
    assert all(move in played for move in shown), shown
