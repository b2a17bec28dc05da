"""Following the events of a move from the view before leads to the view after."""

from __future__ import annotations

import pytest

from rules.himalaya.game import HIMALAYA
from rules.himalaya.phases import CAMP, EVENT, FILL, OVER, PROGRAM, TAKE
from rules.himalaya.view import HimalayaView
from rules.himalaya.view_after import after, is_a_step
from tests.rules.himalaya.players import OPTIONS, Step, game
from tests.rules.himalaya.positions import ANA, BEN, EVERYTHING, play, position, program, run


def followed(step: Step, look: int | None) -> HimalayaView:
    """The view before a move, led on by what a seat is told of the move."""
    view = HIMALAYA.view(step.before, look)
    for event in step.events:
        seen = event.seen_by(look)
        if seen is not None:
            view = after(view, seen)
    return view


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda chosen: "-".join(chosen) or "default")
def test_events_lead_from_view_to_view(players: int, options: dict[str, bool]) -> None:
    """Over random games, for every seat and the spectator: in every field of the view."""
    phases = set()
    for seed in range(3):
        for step in game(players, seed, **options):
            for look in (*range(players), None):
                assert followed(step, look) == HIMALAYA.view(step.after, look), step.word
            phases.add(step.after.phase)
    assert {CAMP, PROGRAM, FILL, OVER} <= phases
    if "events" in options:
        assert {EVENT, TAKE} <= phases


def test_every_order_of_a_program_is_one_step() -> None:
    """So that a screen can show them one by one: six for each player in every turn."""
    for options in OPTIONS:
        steps: dict[int, int] = {}
        for step in game(3, 2, **options):
            turn = step.before.turn
            steps[turn] = steps.get(turn, 0) + sum(map(is_a_step, step.events))
        assert steps == {0: 0} | dict.fromkeys(range(1, 13), 18)


def test_between_the_steps_the_table_is_as_it_was_then() -> None:
    """After Ana's first order alone her caravan has moved, and Ben's has not."""
    state = position(at=(1, 6, 19), goods={5: "sb"})
    for seat, short in ((0, "it"), (1, "s")):
        play(state, program(short), seat=seat)
    view = HIMALAYA.view(state, None)
    carried_out = 0
    for event in play(state, program(""), seat=2):
        seen = event.seen_by(None)
        assert seen is not None
        view = after(view, seen)
        carried_out += is_a_step(seen)
        if carried_out == 1:
            assert [player.caravan for player in view.players] == [5, 6, 19]
            assert sum(view.goods[5]) == 2
        if carried_out == 4:
            assert [player.caravan for player in view.players] == [5, 11, 19]
            assert view.players[ANA].cubes == (1, 0, 0, 0, 0)
            assert view.goods[5] == (0, 1, 0, 0, 0)
    assert carried_out == 18


def test_the_view_before_is_left_alone() -> None:
    """A view is a value."""
    state = position(at=(1, 6, 19), goods={1: "sb"})
    view = HIMALAYA.view(state, BEN)
    before = repr(view)
    for event in run(state, "tt"):
        seen = event.seen_by(BEN)
        assert seen is None or after(view, seen).seat == BEN
    assert repr(view) == before


def test_an_event_token_that_is_played_is_had_no_more() -> None:
    """What everybody has: its owner lacks it from then on, the others keep theirs."""
    state = position(unplayed=(EVERYTHING,) * 3, events=True)
    for word in ("market 7", "yeti 1 5", "snow 1 5"):
        view = HIMALAYA.view(state, None)
        for event in play(state, word):
            view = after(view, event)
        tokens = [player.event_tokens for player in HIMALAYA.view(state, None).players]
        assert [player.event_tokens for player in view.players] == tokens
