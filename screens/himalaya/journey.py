"""The journey of a program in the editor: its legs, its trades, and the ways on from its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.himalaya.board import NONE
from rules.himalaya.moves import LETTERS, TRADE
from rules.himalaya.preview import Foreseen
from rules.himalaya.view import HimalayaView
from screens.himalaya.map_layout import Route
from screens.himalaya.signs import FAILS, WORKS, cube_sign


@dataclass(frozen=True, slots=True)
class Journey:
    """The marks of a program on the map."""

    seat: int = NONE
    legs: Mapping[Route, Sequence[int]] = field(default_factory=dict)
    """The steps, from 1, that go along each route."""
    trades: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """The trades at each village: "3+g", "5✓", "5✗"."""
    end: int = 0
    """The last village; 0 for none."""
    ways: Mapping[int, str] = field(default_factory=dict)
    """The letters of the ways on, by the village they lead to."""


NO_JOURNEY = Journey()


def journey_of(
    view: HimalayaView, seat: int, steps: Sequence[Foreseen], laid: Sequence[int], place: int
) -> Journey:
    """Return the journey of a program in the slots, with the cursor on one of them."""
    legs: dict[Route, list[int]] = {}
    trades: dict[int, list[str]] = {}
    end = view.players[seat].caravan
    for number, (step, order) in enumerate(zip(steps, laid), start=1):
        if order == NONE:
            continue
        end = step.village
        if step.start != step.village:
            route = (min(step.start, step.village), max(step.start, step.village))
            legs.setdefault(route, []).append(number)
        elif order == TRADE:
            trades.setdefault(step.village, []).append(f"{number}{_came_of(step)}")
    start = steps[place].start
    ways = {
        view.board.neighbours[way][start]: LETTERS[way]
        for way in range(3)
        if laid[place] == NONE and view.board.neighbours[way][start]
    }
    return Journey(seat, legs, trades, end, ways)


def _came_of(step: Foreseen) -> str:
    if step.cube != NONE:
        return f"+{cube_sign(step.cube)}"
    return FAILS if step.disc == NONE else WORKS
