"""After each event of a move the table includes exactly the events so far."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from rules.chance import Chance
from rules.contract import Event
from rules.schwarm import events
from rules.schwarm.cards import RESEARCHER
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import OVER, PLAY
from rules.schwarm.state import SchwarmState
from rules.schwarm.view import SchwarmView, state_of
from tests.rules.schwarm.players import OPTIONS, choose, crowded
from tests.rules.schwarm.positions import (
    ANA,
    BEN,
    cell,
    names,
    play,
    position,
    start,
    words,
)
from tests.rules.schwarm.truth import Told, brought, is_as_told

EVERY: Final = {
    kind
    for kind in vars(events).values()
    if isinstance(kind, type) and kind.__module__ == events.__name__
}
"""Every kind of event."""
SELDOM: Final = (events.MovedBuoy, events.Linked, events.Unlinked, events.Waited, events.Wasted)


def followed(state: SchwarmState, seed: int, greed: float = 0.7) -> Iterator[Told]:
    """Yield a random game played on to its end, event by event."""
    pick, chance = Random(seed), Chance(seed)
    while state.waiting():
        yield from move(state, choose(words(state), pick, greed), chance)


def move(state: SchwarmState, word: str, chance: Chance | None = None) -> Iterator[Told]:
    """Yield a move, event by event."""
    before = SCHWARM.view(state, None)
    spoken = SCHWARM.parse(word)
    for event in SCHWARM.steps(state, state.mover, spoken, chance or Chance(0)):
        after = SCHWARM.view(state, None)
        yield Told(before, event, after)
        before = after


def games(players: int, options: dict[str, bool]) -> Iterator[Told]:
    """Yield a whole game, and rounds played on from crowded tables."""
    yield from followed(start(players, players, **options), players)
    for seed in range(3):
        great_wave = options.get("great_wave", False)
        yield from followed(crowded(players, seed, great_wave=great_wave), seed)


def points(view: SchwarmView) -> list[int]:
    return [player.points for player in view.players]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda chosen: "-".join(chosen) or "default")
def test_at_each_event_the_table_is_as_told(players: int, options: dict[str, bool]) -> None:
    """What lies there, everybody's points, and what is joined, kept up or found anew."""
    happened = set()
    for told in games(players, options):
        assert is_as_told(told), told.event
        change = [brought(told.event, seat) for seat in range(players)]
        assert points(told.after) == [sum(two) for two in zip(points(told.before), change)]
        anew = state_of(told.after)
        for seat in range(players):
            anew.find_joined(seat)
        assert SCHWARM.view(anew, None) == told.after, told.event
        happened.add(type(told.event))
    assert happened >= EVERY - {*SELDOM}


@pytest.mark.parametrize("rare", SELDOM, ids=lambda kind: kind.name)
def test_what_happens_seldom_is_true_too(rare: type[Event]) -> None:
    """Whatever random games do not surely come to."""
    found = (
        told
        for seed in range(100)
        for told in followed(crowded(2, seed) if seed % 2 else start(2, seed), seed, 0.9)
        if isinstance(told.event, rare)
    )
    assert is_as_told(next(found))


def test_each_hit_is_paid_when_it_is_told() -> None:
    """The second hit costs less, as the victim is poorer by then."""
    state = position(
        ({"h0": 1}, {"k5": 1}), ships=("", "f5 f6"), points=(20, 30), cards=("wave", "joker")
    )
    seen = [(told.event.name, points(told.after)) for told in move(state, "wave new s 4")]
    assert seen == [
        ("played", [20, 30]),
        ("rolled", [20, 30]),
        ("hit", [23, 27]),
        ("hit", [25, 25]),
        ("finished", [25, 25]),
    ]


def test_networks_are_counted_one_by_one() -> None:
    """At the end of the game one after the other, in turn order, then what comes of the end."""
    stations = ({"f0": 1}, {"i0": 1, "k2": 3})
    tiles = dict.fromkeys(("f1", "f2", "f3"), "straight A")
    state = position(
        stations, tiles=tiles, points=(0, 0), cards=("ship", ""), order=(BEN, ANA), round_number=4
    )
    state.turn = 1
    play(state, "ship")
    *told, (_, end, view) = move(state, "done")
    assert names(each.event for each in told) == ["finished"] + ["scored"] * 2 + ["crowned"] * 2
    assert [points(each.after) for each in told] == [[0, 0], [0, 4], [6, 4], [6, 4], [10, 4]]
    assert {each.after.phase for each in told} == {PLAY}
    assert (end, view.phase) == (events.Ended(ANA), OVER)


def test_a_part_of_no_use_leaves_the_card_of_its_name_in_the_hand() -> None:
    """The researcher half of the double card is wasted; a researcher card is still held."""
    state = position(({"h0": 3}, {"k5": 1}), cards=("double, researcher", "joker"))
    play(state, "double")
    wasted, *_ = move(state, "researcher")
    assert wasted.event == events.Wasted(ANA, "researcher")
    assert wasted.after.players[ANA].cards == (RESEARCHER,)


def test_of_two_whales_the_one_that_was_named_swims() -> None:
    state = position(cards=("whale", "joker"), whales="e4 g4")
    assert play(state, "whale 2") == [events.Played(ANA, "whale", "whale", 2)]
    swam, *_ = move(state, "step g3")
    assert swam.after.whales == (cell("e4"), cell("g3"))
