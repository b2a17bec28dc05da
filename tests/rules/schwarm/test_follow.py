"""Following the events of a move from the view before leads to the view after."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.schwarm.cards import RESEARCHER
from rules.schwarm.game import SCHWARM
from rules.schwarm.phases import Phase
from rules.schwarm.view import SchwarmView
from rules.schwarm.view_after import after
from tests.rules.schwarm.players import OPTIONS, Step, crowded, followed, game
from tests.rules.schwarm.positions import ANA, BEN, cell, play, position, start


def led(step: Step, look: int | None) -> SchwarmView:
    """The view before a move, led on by what a seat is told of the move."""
    view = SCHWARM.view(step.before, look)
    for event in step.events:
        seen = event.seen_by(look)
        if seen is not None:
            view = after(view, seen)
    return view


def steps(players: int, options: dict[str, bool]) -> Iterator[Step]:
    """A whole game, and rounds played on from tables full of pieces."""
    yield from game(players, players, **options)
    for seed in range(3):
        great_wave = options.get("great_wave", False)
        yield from followed(crowded(players, seed, great_wave=great_wave), seed)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda chosen: "-".join(chosen) or "default")
def test_events_lead_from_view_to_view(players: int, options: dict[str, bool]) -> None:
    """Over random games, for every seat and the spectator: in every field of the view."""
    phases = set()
    for step in steps(players, options):
        for look in (*range(players), None):
            assert led(step, look) == SCHWARM.view(step.after, look), step.word
        phases.add(step.after.phase)
    assert phases == {*Phase}


@pytest.mark.parametrize("rare", ["moved_buoy", "linked", "unlinked", "waited", "wasted"])
def test_what_happens_seldom_is_followed_too(rare: str) -> None:
    """Whatever random games do not surely come to."""
    found = (
        step
        for seed in range(100)
        for step in followed(crowded(2, seed) if seed % 2 else start(2, seed), seed, 0.9)
        if any(event.name == rare for event in step.events)
    )
    step = next(found)
    assert led(step, None) == SCHWARM.view(step.after, None)


def test_a_part_of_no_use_leaves_the_card_of_its_name_in_the_hand() -> None:
    """The researcher half of the double card is wasted; a researcher card is still held."""
    state = position(({"h0": 3}, {"k5": 1}), cards=("double, researcher", "joker"))
    play(state, "double")
    view = SCHWARM.view(state, BEN)
    for word in ("researcher", "done"):
        for event in play(state, word):
            view = after(view, event)
        assert view == SCHWARM.view(state, BEN)
    assert view.players[ANA].cards == (RESEARCHER,)


def test_of_two_whales_the_one_that_was_named_swims() -> None:
    state = position(cards=("whale", "joker"), whales="e4 g4")
    view = SCHWARM.view(state, None)
    for word in ("whale 2", "step g3"):
        for event in play(state, word):
            view = after(view, event)
        assert view == SCHWARM.view(state, None)
    assert view.whales == (cell("e4"), cell("g3"))


def test_between_the_steps_the_table_is_as_it_was_then() -> None:
    """Each hit is paid when it is shown, not before."""
    state = position(
        ({"h0": 1}, {"k5": 1}), ships=("", "f5 f6"), points=(20, 30), cards=("wave", "joker")
    )
    view, seen = SCHWARM.view(state, None), []
    for event in play(state, "wave new s 4"):
        view = after(view, event)
        seen.append((event.name, [player.points for player in view.players]))
    assert seen == [
        ("played", [20, 30]),
        ("rolled", [20, 30]),
        ("hit", [23, 27]),
        ("hit", [25, 25]),
        ("finished", [25, 25]),
    ]
