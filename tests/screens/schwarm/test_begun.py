"""Partial moves: the facts in the first words of a move, and its spots on the sea."""

from __future__ import annotations

from random import Random

import pytest

from rules.chance import Chance
from rules.schwarm import SCHWARM
from rules.schwarm.moves import PARTS, Kind
from screens.schwarm.partial_move import Beginnings, PartialMove, move_to, places_of
from screens.table.move_words import words_of
from tests.screens.schwarm.tables import (
    NO_BUOY,
    PLACING,
    PLAYING,
    SAILING,
    SWIMMING,
    WAVE_IN_PLAY,
    Position,
)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_moves_that_begin_alike_are_alike_in_what_is_said(players: int) -> None:
    """Along random games, for the first words of every legal move."""
    pick, chance, kinds = Random(players), Chance(players), set()
    state = SCHWARM.new(players, {}, chance)
    while state.waiting():
        legal = SCHWARM.legal(state, state.mover)
        beginnings = Beginnings(legal)
        for move in pick.sample(legal, min(10, len(legal))):
            words = words_of(move)
            for count in range(len(words)):
                begun = beginnings.of(words[:count])
                assert move in begun.moves
                assert begun.kind in (None, move.kind)
                for part in begun.said:
                    assert {getattr(one, part) for one in begun.moves} == {getattr(move, part)}
            whole = beginnings.of(words)
            assert (whole.kind, whole.whole) == (move.kind, move)
            assert whole.said == PARTS[move.kind][: len(whole.said)]
            assert set(PARTS[move.kind]) - {*whole.said} <= {"buoy"}
            kinds.add(move.kind)
        SCHWARM.play(state, state.mover, pick.choice(legal), chance)
    assert len(kinds) >= 15


def test_words_of_no_move_say_nothing() -> None:
    assert PLACING.begun("sail", "a1") == PartialMove(())


@pytest.mark.parametrize(
    ("position", "words", "cells"),
    [
        (SWIMMING, "step e2", ["e2"]),
        (SWIMMING, "step", []),
        (PLACING, "place 3", []),
        (PLACING, "place 3 i1", ["i1"]),
        (NO_BUOY, "place 1 i7 r0", ["i7"]),
        (WAVE_IN_PLAY, "wave", []),
        (WAVE_IN_PLAY, "wave 2", ["c4"]),
        (WAVE_IN_PLAY, "wave 2 ne", ["g0"]),
        (WAVE_IN_PLAY, "wave 2 ne 4", ["g0"]),
        (PLAYING, "joker", []),
        (PLAYING, "joker wave new", ["f4"]),
        (PLAYING, "joker station", []),
    ],
)
def test_a_choice_is_shown_where_it_ends(position: Position, words: str, cells: list[str]) -> None:
    table = position.table()
    view = table.view(table.waiting[0])
    assert places_of(view, position.begun(*words.split())) == cells


def test_any_cell_can_be_asked_for() -> None:
    """So that the rules can say why it may not be."""
    far = move_to(SWIMMING.begun("step"), 20)
    assert far is not None
    assert (far.kind, far.cell) == (Kind.STEP, 20)
    assert move_to(SAILING.begun("sail"), 20) is None
    assert move_to(PLACING.begun("place", "3"), 20) is None
