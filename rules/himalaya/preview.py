"""The route of a program, assuming no other player moves, for people and bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.himalaya.board import NONE
from rules.himalaya.moves import PAUSE, TRADE
from rules.himalaya.view import HimalayaView


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The expected outcome of one step."""

    order: int
    start: int
    """The village before the step."""
    village: int
    """The village after the step."""
    cube: int = NONE
    """The kind of cube taken, or NONE; on a market day the cheapest."""
    disc: int = NONE
    """The disc of the order filled, or NONE."""
    is_delayed: bool = False
    """Whether snow cancels the step."""

    @property
    def does_nothing(self) -> bool:
        """Whether the step has no effect: no such route, no possible trade, or snow."""
        if self.order == PAUSE:
            return False
        return self.start == self.village and self.cube == NONE and self.disc == NONE


def foresee(view: HimalayaView, seat: int, program: Sequence[int]) -> list[Foreseen]:
    """Return the expected outcome of each step of a program, from the caravan's village on."""
    player = view.players[seat]
    village, is_snowed = player.caravan, player.is_snowed
    goods = {number: list(view.goods[number]) for number in range(len(view.goods))}
    orders, own = list(view.orders), list(player.cubes)
    served = {place for served, place in view.served if served == seat}
    found = []
    for order in program:
        start, cube, disc = village, NONE, NONE
        if is_snowed:
            found.append(Foreseen(order, start, start, is_delayed=True))
            is_snowed = False
            continue
        if order == TRADE:
            cube = NONE if village in served else _cheapest(goods[village])
            if cube != NONE:
                goods[village][cube] -= 1
                own[cube] += 1
                if view.options.one_cube_a_turn:
                    served.add(village)
            elif can_fill(view, own, orders[village]):
                disc = orders[village]
                orders[village] = NONE
                for kind, count in enumerate(view.board.discs[disc].demand):
                    own[kind] -= count
        elif order != PAUSE:
            village, is_snowed = _walk(view, order, village)
        found.append(Foreseen(order, start, village, cube, disc))
    return found


def shortest_way(view: HimalayaView, start: int, end: int) -> list[int] | None:
    """Return the routes of a shortest path between two villages; None if yetis block every path."""
    ways: dict[int, list[int]] = {start: []}
    reached = [start]
    for village in reached:
        if village == end:
            return ways[village]
        for way in range(len(view.board.neighbours)):
            after, _is_snowed = _walk(view, way, village)
            if after not in ways:
                ways[after] = [*ways[village], way]
                reached.append(after)
    return None


def _cheapest(goods: Sequence[int]) -> int:
    return next((kind for kind, count in enumerate(goods) if count), NONE)


def can_fill(view: HimalayaView, own: Sequence[int], disc: int) -> bool:
    """Check that these cubes fill an order."""
    return disc != NONE and view.board.discs[disc].is_met_by(own)


def _walk(view: HimalayaView, way: int, start: int) -> tuple[int, bool]:
    """Return the village at the end of a route, and whether snow on it cancels the next step."""
    end = view.board.neighbours[way][start]
    route = (min(start, end), max(start, end))
    if not end or route in view.yetis:
        return start, False
    return end, route in view.snows
