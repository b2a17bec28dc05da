"""The expected outcome of a program equals the actual one if nobody else moves."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules.chance import Chance
from rules.contract import Event
from rules.himalaya.board import CUBES, NONE, ORDERS
from rules.himalaya.events import Delayed, Failed, Filled, Halted, Paused, Took, Walked
from rules.himalaya.game import HIMALAYA
from rules.himalaya.moves import LETTERS, PAUSE, PROGRAM
from rules.himalaya.preview import Foreseen, foresee
from rules.himalaya.state import HimalayaState
from tests.rules.himalaya.players import OPTIONS, game, likely_program
from tests.rules.himalaya.positions import (
    ANA,
    BEN,
    EVERYTHING,
    counts,
    disc,
    play,
    position,
    words,
)

STEPS = (Walked, Halted, Delayed, Took, Failed, Filled, Paused)
Came = tuple[int, int, int, int, bool]
"""The villages before and after a step, the cube taken, the disc filled, whether snow took it."""


def orders_of(program: str) -> tuple[int, ...]:
    """Return a program as the game numbers its steps."""
    return tuple(LETTERS.index(letter) for letter in program.removeprefix("program "))


def what_comes(state: HimalayaState, seat: int, program: str) -> list[Came]:
    """Return the outcomes of a program while all others pause; at a market the cheapest cube."""
    table, events = state.copy(), list[Event]()
    for other in table.waiting():
        word = program if other == seat else "program pppppp"
        events += HIMALAYA.play(table, other, HIMALAYA.parse(word), Chance(0))
    while table.turn == state.turn and table.waiting() == (seat,):
        events += play(table, next(w for w in words(table) if w.startswith(("done", "take"))))
    here, found = state.caravans[seat], list[Came]()
    for event in events:
        if event.seat == seat and isinstance(event, STEPS):
            there = event.village if isinstance(event, Walked) else here
            cube = CUBES.index(event.cube) if isinstance(event, Took) else NONE
            filled = state.orders[here] if isinstance(event, Filled) else NONE
            found.append((here, there, cube, filled, isinstance(event, Delayed)))
            here = there
    return found


def came(foreseen: list[Foreseen]) -> list[Came]:
    """Return the foreseen outcomes in the same form."""
    return [(f.start, f.village, f.cube, f.disc, f.is_delayed) for f in foreseen]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda chosen: "-".join(chosen) or "default")
def test_what_is_foreseen_comes(players: int, options: dict[str, bool]) -> None:
    """At every program of random games: the one laid, another likely one, and a wild one."""
    pick, seen = Random(players), Counter[str]()
    for seed in range(5):
        for step in game(players, seed, **options):
            state, seat = step.before, step.seat
            if state.phase != PROGRAM:
                continue
            nobody = state.copy()
            nobody.programs = [()] * players
            wild = "program " + "".join(pick.choice(LETTERS) for _ in range(ORDERS))
            for program in (step.word, likely_program(state, seat, pick), wild):
                foreseen = foresee(HIMALAYA.view(state, seat), seat, orders_of(program))
                assert [f.order for f in foreseen] == [*orders_of(program)]
                assert came(foreseen) == what_comes(nobody, seat, program)
                seen.update(kind for f in foreseen for kind in said_of(f))
    assert min(seen[kind] for kind in ("nothing", "cube", "disc", "way")) > 20
    assert bool(seen["snow"]) == ("events" in options)


def said_of(foreseen: Foreseen) -> set[str]:
    """Return the words for a step's outcome; a step without effect must have some."""
    found = {"cube"} if foreseen.cube != NONE else set()
    found |= {"disc"} if foreseen.disc != NONE else set()
    found |= {"way"} if foreseen.start != foreseen.village else set()
    if foreseen.order != PAUSE:
        assert foreseen.does_nothing == (not found)
    return found | ({"snow"} if foreseen.is_delayed else set()) or {"nothing"}


def test_a_plain_program() -> None:
    """Along a route, a cube, back, an order filled with it, no such route, a pause."""
    state = position(at=(5, 6, 19), goods={7: "bbt"}, orders={5: "ssb"}, cubes=("ss", "", ""))
    foreseen = foresee(HIMALAYA.view(state, ANA), ANA, orders_of("rtrtsp"))
    assert came(foreseen) == [
        (5, 7, NONE, NONE, False),
        (7, 7, 1, NONE, False),
        (7, 5, NONE, NONE, False),
        (5, 5, NONE, disc("ssb"), False),
        (5, 10, NONE, NONE, False),
        (10, 10, NONE, NONE, False),
    ]


def test_cubes_run_out_and_orders_are_filled_once() -> None:
    """The last cube is gone; an order that was filled is no longer there."""
    state = position(at=(5, 7, 19), goods={7: "g"}, orders={5: "ssb"}, cubes=("ssssbb", "", ""))
    assert [f.disc for f in foresee(HIMALAYA.view(state, ANA), ANA, orders_of("tttttt"))] == [
        disc("ssb"),
        *[NONE] * 5,
    ]
    assert [f.cube for f in foresee(HIMALAYA.view(state, BEN), BEN, orders_of("tttttt"))] == [
        4,
        *[NONE] * 5,
    ]


def test_yeti_snow_and_market() -> None:
    """A closed route does nothing, snow takes the next order, a market gives its cheapest."""
    state = position(at=(7, 6, 19), goods={2: "tg"}, unplayed=(EVERYTHING,) * 3, events=True)
    play(state, "snow 2 7", "yeti 2 4", "market 2")
    foreseen = foresee(HIMALAYA.view(state, ANA), ANA, orders_of("sttitp"))
    assert came(foreseen) == [
        (7, 2, NONE, NONE, False),
        (2, 2, NONE, NONE, True),
        (2, 2, 2, NONE, False),
        (2, 2, NONE, NONE, False),
        (2, 2, 4, NONE, False),
        (2, 2, NONE, NONE, False),
    ]
    assert [f.does_nothing for f in foreseen[:5]] == [False, True, False, True, False]


def test_it_is_reckoned_from_the_view_alone() -> None:
    """A prefix may be looked at while a program is laid; the view is not changed."""
    state = position(at=(7, 6, 19), goods={7: "sb"})
    view = HIMALAYA.view(state, ANA)
    before = repr(view)
    assert [f.cube for f in foresee(view, ANA, orders_of("tt"))] == [0, 1]
    assert foresee(view, ANA, ()) == []
    assert repr(view) == before
    assert state.goods[7] == counts("sb")


def test_one_cube_a_turn_is_foreseen() -> None:
    """Option: a village gives once: a second trade there comes to nothing, also after leaving."""
    state = position(at=(7, 6, 19), goods={7: "sbt", 2: "g"}, one_cube_a_turn=True)
    foreseen = foresee(HIMALAYA.view(state, ANA), ANA, orders_of("ttstst"))
    assert [f.cube for f in foreseen] == [0, NONE, NONE, 4, NONE, NONE]
    assert foreseen[1].does_nothing
    assert foreseen[5].does_nothing
