"""Causes in *Himalaya*: the gains of a program or an order, and the holdings they count by.

Figures compare a seat with the best of the others, so a row of figures does not show whose change
counted. Instead the difference of two playouts is shared among the holdings that differ, a block
for each seat and influence, by the Shapley value: the mean effect of adding each block, over some
orders of adding them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, cast

from nim_tui.bots.contrast import Consequence, Contrast, Figure, Part, Reason
from nim_tui.bots.playout import Barred, Playout
from nim_tui.games.himalaya.figures import Position, chances_at, position_of
from nim_tui.games.himalaya.gains import HELD, REGIONS, RELIGION, YAKS, Sides, told, worse_word
from nim_tui.games.himalaya.plan import trade_at
from rules.chance import Chance
from rules.himalaya.events import Failed, Filled, Took
from rules.messages import N_, Phrase, SeatName, Value

ORDERS: Final = 3
"""The number of orders in which blocks are added; each is used backwards too."""
SEED: Final = 7
"""The seed of these orders."""

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    RELIGION: ("religion", "stupas"),
    REGIONS: ("delegations",),
    YAKS: ("yaks",),
    HELD: ("cubes",),
}
"""The holdings of each group, which are added together."""

Block = tuple[int, str]
"""A seat, and a group of its holdings."""


class HimalayaExplainer:
    """Causes named by what a seat gains, or a rival does not."""

    worlds = 40
    names: Mapping[str, str] = MappingProxyType(
        {
            RELIGION: N_("religion"),
            REGIONS: N_("regions"),
            YAKS: N_("yaks"),
            HELD: N_("cubes"),
        }
    )

    def split(self, better: Playout, worse: Playout, own: int) -> Mapping[Figure, float]:
        """Share the difference of win probability among the holdings that differ."""
        parts = shapley(position_of(better.state), position_of(worse.state), own)
        return {(group, str(seat)): gain for (seat, group), gain in parts.items()}

    def consequences(self, playout: Playout, own: int) -> Mapping[Consequence, Barred]:
        """Return orders filled, and the rivals' trades that leave the seat's caravan nothing."""
        traders, found = dict[int, int](), dict[Consequence, Barred]()
        for event in (happening.event for happening in playout.happenings):
            match event:
                case Took() | Filled() if event.seat != own:
                    traders[event.village] = event.seat
                    if isinstance(event, Filled):
                        bar = Barred(event.seat, trade_at(event.village))
                        found[Consequence(event.seat, (_FILLS, event.village))] = bar
                case Failed() if event.seat == own and event.village in traders:
                    rival = traders[event.village]
                    found.pop(Consequence(rival, (_FILLS, event.village)), None)
                    bar = Barred(rival, trade_at(event.village))
                    found[Consequence(rival, (_FIRST, event.village))] = bar
        return found

    def cause(self, part: Part, contrast: Contrast) -> Reason | None:
        """Put a seat's larger or smaller holdings into words; None if against its interest."""
        found = told(part, Sides(contrast))
        return None if found is None else Reason(found[0], found[1])

    def reply(self, what: Consequence, contrast: Contrast) -> Reason | None:
        """Put into words a rival's earlier action."""
        kind, village = cast("tuple[str, int]", what.what)
        facts: dict[str, Value] = {
            "name": SeatName(what.seat),
            "village": village,
            "worse": worse_word(contrast),
        }
        return Reason.of(*_REPLIES[kind], facts)

    def price(self, part: Part, contrast: Contrast) -> Phrase | None:
        """Put into words the holdings that speak for the worse move."""
        found = told(part, Sides(contrast, is_turned=True))
        return None if found is None else found[2]


_FIRST, _FILLS = "first", "fills"
_REPLIES: Final = {
    _FIRST: (
        N_("After {worse}, {name} trades at {village} first: nothing is left for you."),
        N_("{name} trades at {village} first: nothing is left for you."),
    ),
    _FILLS: (
        N_("After {worse}, {name} fills the order at {village}."),
        N_("{name} then fills the order at {village}."),
    ),
}


def shapley(better: Position, worse: Position, own: int) -> Mapping[Block, float]:
    """Share the difference of win probability among the blocks that differ; shares add up."""
    blocks = [
        (seat, group)
        for seat in range(len(better.holdings))
        for group, fields in FIELDS.items()
        if any(
            getattr(better.holdings[seat], field) != getattr(worse.holdings[seat], field)
            for field in fields
        )
    ]
    known: dict[frozenset[Block], float] = {}

    def chance(put: frozenset[Block]) -> float:
        if put not in known:
            known[put] = chances_at(_mixed(better, worse, put))[own]
        return known[put]

    parts = dict.fromkeys(blocks, 0.0)
    orders = _orders(len(blocks))
    for order in orders:
        put = frozenset[Block]()
        for number in order:
            more = put | {blocks[number]}
            parts[blocks[number]] += (chance(more) - chance(put)) / len(orders)
            put = more
    return parts


def _mixed(better: Position, worse: Position, put: frozenset[Block]) -> Position:
    """Return the worse position with some blocks of the better one."""
    holdings = list(worse.holdings)
    for seat, group in put:
        taken = {field: getattr(better.holdings[seat], field) for field in FIELDS[group]}
        holdings[seat] = holdings[seat]._replace(**taken)
    return worse._replace(holdings=tuple(holdings))


@lru_cache(maxsize=64)
def _orders(count: int) -> list[list[int]]:
    """Return some orders of `count` blocks, each forwards and backwards; always the same."""
    chance, found = Chance(SEED), list[list[int]]()
    for _order in range(ORDERS):
        order = list(range(count))
        chance.shuffle(order)
        found += [order, order[::-1]]
    return found
