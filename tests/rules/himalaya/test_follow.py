"""After each event of a move the table includes exactly the events so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise

import pytest

from rules.chance import Chance
from rules.contract import Event, Moment
from rules.himalaya.board import CUBES
from rules.himalaya.events import (
    Bartered,
    Began,
    Camped,
    Choosing,
    Delayed,
    Ended,
    Failed,
    Filled,
    Goods,
    Halted,
    Inventory,
    Offered,
    Order,
    Passed,
    Paused,
    Revealed,
    Sealed,
    Sent,
    Token,
    Took,
    UsedUp,
    Walked,
)
from rules.himalaya.game import HIMALAYA
from rules.himalaya.moves import FILL, PROGRAM, TAKE
from rules.himalaya.state import HimalayaState
from rules.himalaya.view import HimalayaView
from tests.rules.himalaya.players import OPTIONS, game
from tests.rules.himalaya.positions import ANA, BEN, CLEO, play, position, program

ASKED = {"phase", "mover", "waiting"}
CHANGES: dict[type[Event], set[str]] = {
    Camped: {"players", *ASKED},
    Token: {"players", "markets", "yetis", "snows", *ASKED},
    Passed: ASKED,
    Sealed: {"players", "waiting"},
    Revealed: {"players"},
    Walked: {"step", "players"},
    Halted: {"step"},
    Delayed: {"step", "players"},
    Took: {"step", "players", "goods", "served", *ASKED},
    Choosing: {"step", *ASKED},
    Failed: {"step"},
    Paused: {"step"},
    Filled: {"step", "players", "cube_bag", "filling", *ASKED},
    Bartered: {"players", "did"},
    Offered: {"stupas", "did"},
    Sent: {"delegations", "did", "envoys"},
    UsedUp: {"orders", "disc_bag", "filling", "did", "envoys", *ASKED},
    Goods: {"goods", "cube_bag"},
    Order: {"orders", "disc_bag"},
    Inventory: {"players"},
    Began: {"turn", "first", "step", "players", "markets", "yetis", "snows", "served", *ASKED},
    Ended: ASKED,
}
"""The fields of a view that an event of each kind may change."""
EACH_OPTION = pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(o) or "default")


def moments(
    state: HimalayaState, seat: int, word: str, look: int | None = None
) -> Iterator[Moment]:
    """Yield the table before a move, and after each of its events."""
    for event in HIMALAYA.steps(state, seat, HIMALAYA.parse(word), Chance(0)):
        yield Moment(event, HIMALAYA.view(state, look))


def last_program(state: HimalayaState, *programs: str, look: int | None = None) -> list[Moment]:
    """Return the moments after the last of these programs, sealed in turn by the seats."""
    for seat, short in enumerate(programs[:-1]):
        play(state, program(short), seat=seat)
    return list(moments(state, len(programs) - 1, program(programs[-1]), look))


def held(view: HimalayaView, event: Event) -> list[int]:
    """Return the cubes of the event's seat."""
    return [] if event.seat is None else [*view.players[event.seat].cubes]


def counts(words: str) -> tuple[int, ...]:
    """Return the number of cubes by kind."""
    return tuple(words.split().count(cube) for cube in CUBES)


def assert_told(event: Event, before: HimalayaView, after: HimalayaView) -> None:
    """Fail unless the event, and nothing else, explains the change of the table."""
    names = [field.name for field in fields(after)]
    changed = {name for name in names if getattr(before, name) != getattr(after, name)}
    assert changed <= CHANGES[type(event)], event
    gained = [new - old for old, new in zip(held(before, event), held(after, event))]
    match event:
        case Walked():
            caravans = [view.players[event.seat].caravan for view in (before, after)]
            assert caravans == [event.start, event.village]
        case Took():
            assert tuple(gained) == counts(event.cube)
        case Filled():
            assert tuple(-count for count in gained) == counts(event.demand)
        case Goods():
            lying = [view.goods[event.village] for view in (before, after)]
            assert lying == [(), counts(event.cubes)]
        case Order():
            disc = after.board.discs[after.orders[event.village]]
            assert (disc.demand, disc.yaks) == (counts(event.demand), event.yaks)
        case Offered():
            assert after.stupas[event.village] == event.seat
        case _:
            assert not any(gained)


@EACH_OPTION
def test_each_event_changes_what_it_tells_of_and_nothing_else(options: dict[str, bool]) -> None:
    """Over random games; and nothing is left to change after the last event."""
    happened = set()
    for players, seed, look in ((3, 0, None), (3, 1, BEN), (4, 0, ANA), (4, 1, None)):
        for step in game(players, seed, **options):
            state = step.before.copy()
            before = HIMALAYA.view(state, look)
            for event, after in moments(state, step.seat, step.word, look):
                assert_told(event, before, after)
                happened.add(type(event))
                before = after
            assert before == HIMALAYA.view(state, look)
    assert happened >= {*CHANGES} - {Token, Passed, Delayed, Choosing}
    if "events" in options:
        assert happened == {*CHANGES}


@EACH_OPTION
def test_every_order_of_a_program_is_counted_as_it_is_carried_out(
    options: dict[str, bool],
) -> None:
    """Six for each player in every turn, one by one."""
    counted: dict[int, list[int]] = {}
    for step in game(3, 2, **options):
        views = [HIMALAYA.view(step.before, None)]
        views += [view for _, view in moments(step.before.copy(), step.seat, step.word)]
        for one, other in pairwise(views):
            if one.turn == other.turn and one.step != other.step:
                counted.setdefault(one.turn, []).append(other.step)
    assert counted == {turn: [*range(1, 19)] for turn in range(1, 13)}


def test_between_the_steps_the_table_is_as_it_was_then() -> None:
    """After Ana's first order alone her caravan has moved, and Ben's has not."""
    views = {view.step: view for _, view in last_program(position(goods={5: "sb"}), "it", "s", "")}
    assert [player.caravan for player in views[1].players] == [5, 6, 19]
    assert sum(views[1].goods[5]) == 2
    assert [player.caravan for player in views[4].players] == [5, 11, 19]
    assert views[4].players[ANA].cubes == (1, 0, 0, 0, 0)
    assert views[4].goods[5] == (0, 1, 0, 0, 0)


def test_programs_are_laid_open_one_by_one_and_stay_so_to_the_end_of_the_turn() -> None:
    """From the first player on; what a seat laid itself it sees all along."""
    for look, own in ((None, set()), (ANA, {ANA})):
        told = last_program(position(first=BEN, goods={1: "s"}), "t", "i", "s", look=look)
        known = [
            {seat for seat, player in enumerate(view.players) if player.program} for _, view in told
        ]
        began = [event.name for event, _ in told].index("began")
        assert known[:4] == [own, {BEN} | own, {BEN, CLEO} | own, {ANA, BEN, CLEO}]
        assert all(seats == {ANA, BEN, CLEO} for seats in known[4:began])
        assert known[began] == set()


def test_programs_stay_open_while_and_after_somebody_is_asked() -> None:
    """The rest of the turn is shown with them."""
    state = position(at=(5, 6, 19), orders={5: "ssb"}, cubes=("ssb", "", ""))
    *_, (event, view) = last_program(state, "t", "", "")
    assert (type(event), view.phase) == (Filled, FILL)
    for event, view in moments(state, ANA, "done"):
        if isinstance(event, Began):
            return
        assert all(player.program for player in view.players)


@EACH_OPTION
def test_nobody_is_asked_while_orders_are_carried_out(options: dict[str, bool]) -> None:
    """From the last program sealed to the next choice or turn."""
    for step in game(3, 3, **options):
        for event, view in moments(step.before.copy(), step.seat, step.word):
            if isinstance(event, Revealed | Walked | Halted | Delayed | Failed | Paused | Goods):
                assert (view.phase, view.waiting) == (PROGRAM, ())
            if isinstance(event, Choosing | Filled):
                assert view.phase == (TAKE if isinstance(event, Choosing) else FILL)
                assert view.waiting == (event.seat,)


def test_a_refill_lays_out_village_by_village() -> None:
    """Each is shown with what lies there so far."""
    told = last_program(position(goods={3: "s"}, orders={12: "ssb"}), "", "", "")
    drawn = [(event, view) for event, view in told if isinstance(event, Goods | Order)]
    offering = [
        (len([*filter(None, view.goods)]), sum(order >= 0 for order in view.orders))
        for _, view in drawn
    ]
    assert offering == [(2, 1), (3, 1), (4, 1), (5, 1), (5, 2), (5, 3), (5, 4), (5, 5)]


def test_tokens_of_an_inventory_come_one_by_one() -> None:
    """As each kind is counted."""
    told = last_program(position(turn=4, cubes=("sg", "tt", "")), "", "", "")
    tokens = [
        tuple(player.tokens for player in view.players)
        for event, view in told
        if isinstance(event, Inventory)
    ]
    assert tokens == [(1, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 0), (2, 1, 0)]
