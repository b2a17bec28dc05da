"""The knowledge of each seat: everything but future draws, which nobody knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.chance import Chance
from rules.schwarm.events import Lifted, Row
from rules.schwarm.game import SCHWARM
from tests.rules.schwarm.players import crowded, game
from tests.rules.schwarm.positions import ANA, held, play, position, words

LOOKS = (None, 0, 1, 2)


@pytest.mark.parametrize("closed_hands", [False, True])
def test_everybody_sees_the_same(closed_hands: bool) -> None:
    """Page: board, tiles before players, cards and PR of all; closed_hands changes no view."""
    for step in game(3, 4, closed_hands=closed_hands):
        views = [SCHWARM.view(step.after, look) for look in LOOKS]
        assert [view.seat for view in views] == [*LOOKS]
        assert len({repr(replace(view, seat=None)) for view in views}) == 1


def test_everybody_hears_the_same() -> None:
    """Page: tiles lifted lie face up; cards of the row are seen by all."""
    for seed in range(3):
        for step in game(3, seed):
            for event in step.events:
                assert all(event.seen_by(look) == event for look in LOOKS)
                assert event.reveals == (isinstance(event, Lifted | Row))


def test_a_view_tells_what_lies_on_the_table() -> None:
    """Page: public: board, tiles in front of players, cards and PR of all."""
    for seed in range(12):
        state = crowded(3, seed)
        view = SCHWARM.view(state, None)
        assert [player.points for player in view.players] == state.points
        assert [[*player.cards] for player in view.players] == state.cards
        assert [[*player.tiles] for player in view.players] == state.tiles
        assert [view.researchers(seat) for seat in range(3)] == state.researchers
        assert [[*fleet] for fleet in view.ships] == state.ships
        assert view.links() == state.links
        assert view.waiting == state.waiting()
        for seat in range(3):
            assert view.pieces(seat).stations == state.stations[seat]


def test_nobody_knows_the_next_tile() -> None:
    """Page: nobody: face-down tiles: the draw alone decides."""
    found = set()
    for seed in range(40):
        state = position(
            cards=("ship", "ship"), ships=("e2", ""), face_down="e2 e3", sea="cross curve"
        )
        play(state, "ship", "sail e2 e3", chance=Chance(seed))
        found.add(held(state, ANA))
    assert found == {"cross", "curve"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sample_is_the_table_itself(players: int) -> None:
    """Nothing is hidden: what fits a view is the table, and offers the same words."""
    for step in game(players, 1):
        imagined = SCHWARM.sample(SCHWARM.view(step.after, step.seat), Chance(9))
        assert imagined == step.after
        if step.after.waiting():
            assert words(imagined) == words(step.after)
