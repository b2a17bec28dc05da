"""Figures of a position in *Bataille sous les mers*, and the win probabilities from them.

The weights were fitted to games between bots. If a sign contradicted human judgment, the figure was
changed or its weight is 0: the third ship is worth its charges, and charges count up to two per
ship. Bad bots keep many charges, so their sum spoke against a seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Final

from nim_tui.bots.contrast import Contrast
from nim_tui.bots.judging import Features, at_the_end, shares
from nim_tui.games.bataille.estimate import in_sight
from rules.bataille.board import COLUMN_OF_CELLS, LEVELS, PORT, SUBMARINES, SUNK, number_of
from rules.bataille.deduction import all_placements
from rules.bataille.events import Charge
from rules.bataille.moves import OVER, SETUP, Kind, Move
from rules.bataille.placements import Placements
from rules.bataille.state import BatailleState
from rules.bataille.turns import result
from rules.bataille.view import BatailleView, view_of
from rules.messages import SeatName, Value

MATERIAL: Final = 4
"""The number of leading figures that count material alone."""
USEFUL: Final = 2
"""The number of charges of a ship that count."""
LAID: Final = Placements(SUBMARINES, (), ()).total
"""The number of layouts of three submarines without any information."""
FIGURES: Final = (
    "submarines: two live",
    "submarines: three live",
    "ships: two float",
    "ships: three float",
    "ships: in sight of the enemy",
    "charges: two a ship",
    "charges: any",
    "mine: not struck",
    "known: the best known submarine",
    "known: the last submarine",
    "known: layouts that are possible",
    "turn: to move",
)
"""The meaning of each figure; its first word is the piece concerned."""
WEIGHTS: Final[dict[int, Features]] = {
    2: (0.490, 0.889, 0.570, 0.0, -0.515, 0.761, 0.419, 0.171, -0.267, -1.100, 1.395, 0.034),
}
"""For two players, from 2,000 games."""


def chances(state: BatailleState) -> tuple[float, ...]:
    """Return the win probability of each seat."""
    if state.phase == OVER:
        return at_the_end(result(state), 2)
    return shares(features_of(state), WEIGHTS[2])


def features_of(state: BatailleState) -> list[Features]:
    """Return the features of each seat."""
    if state.phase == SETUP:
        return [_features(state, seat, 0.0, LAID) for seat in (0, 1)]
    view = view_of(state, None)
    rows = []
    for seat in (0, 1):
        placements = all_placements(view, seat)
        rows.append(_features(state, seat, _known(state, seat, placements), placements.total))
    return rows


def _features(state: BatailleState, seat: int, known: float, layouts: int) -> Features:
    laid = state.phase != SETUP
    living = len(state.submarines[seat]) if laid else SUBMARINES
    fleet = zip(state.places[seat], state.charges[seat])
    loads = [load for place, load in fleet if place != SUNK]
    return (
        *(float(living > count) for count in (1, 2)),
        *(float(len(loads) > count) for count in (1, 2)),
        _watched(state, seat) / len(loads) ** 2 if laid and loads else 0.0,
        sum(min(load, USEFUL) for load in loads) / 6,
        float(any(loads)),
        float(laid and not state.mine_spent[seat]),
        known,
        known * (living == 1),
        log(layouts or 1) / 10,
        float(laid and state.mover == seat),
    )


def _known(state: BatailleState, seat: int, placements: Placements) -> float:
    """Return how well the best known submarine without a ship above it is known: 1 is certainty.

    No enemy ship can get above a submarine under one's own ship.
    """
    total, places = placements.total or 1, state.places[seat]
    open_cells = (cell for cell in state.submarines[seat] if number_of(cell) not in places)
    return max((placements.using(cell) / total for cell in open_cells), default=0.0)


def _watched(state: BatailleState, seat: int) -> float:
    """Return the number of the seat's ships that an enemy submarine sees."""
    seen = in_sight(state.lanes, state.places, blocking=state.blocking)
    enemies = {number_of(cell) for cell in state.submarines[1 - seat]}
    return float(sum(place > PORT and bool(enemies & seen[place]) for place in state.places[seat]))


OFTEN: Final = 5
"""The least difference, in cases of 100, of a piece's loss that is named."""
CLEARLY: Final = 10
"""The least difference, in percent or cases of 100, of anything else."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference of two moves: a sentence on the better, on the worse, and in its favour."""

    praise: str
    blame: str
    price: str
    facts: Mapping[str, Value]


@dataclass(frozen=True)
class Compared:
    """Two moves and the counts after them."""

    contrast: Contrast
    name_of_worse: str = ""
    """The word of the worse move, if the contrast is reversed to praise it."""

    @property
    def view(self) -> BatailleView:
        """The view of the deciding seat."""
        view: BatailleView = self.contrast.view
        return view

    @property
    def own(self) -> int:
        """The deciding seat."""
        return self.contrast.own

    @property
    def enemy(self) -> int:
        """The other seat."""
        return 1 - self.own

    @property
    def facts(self) -> dict[str, Value]:
        """The facts of all sentences."""
        worse = self.name_of_worse or self.contrast.worse.move.word
        return {"name": SeatName(self.enemy), "worse": worse}

    @cached_property
    def submarines(self) -> Sequence[int]:
        """The cells of the seat's living submarines."""
        camp = self.view.own_camp
        return camp.submarines if camp is not None else ()

    def known(self, *fired: int) -> dict[int, int]:
        """Return how sure the enemy is of each submarine, in percent, after some torpedoes."""
        placements = all_placements(self.view, self.own, *fired)
        total = placements.total or 1
        return {cell: round(100 * placements.using(cell) / total) for cell in self.submarines}

    def cases(self, holds: Callable[[BatailleState], bool]) -> tuple[int, int]:
        """Return in how many of 100 cases a condition holds after the better and the worse move."""
        return self.contrast.cases(lambda playout: holds(playout.state))

    def oftener(
        self,
        holds: Callable[[BatailleState], bool],
        *,
        after_worse: bool = False,
        least: int = OFTEN,
    ) -> dict[str, Value] | None:
        """Return in how many cases of 100 something holds, as the facts `more` and `fewer`.

        None unless it holds at least `least` cases more often after the better move, or the worse.
        """
        cases = self.cases(holds)
        more, fewer = cases[::-1] if after_worse else cases
        return self.facts | {"more": more, "fewer": fewer} if more - fewer >= least else None

    def means(self, amount: Callable[[BatailleState], float]) -> tuple[float, float]:
        """Return the mean of an amount, after the better and after the worse move."""
        return self.contrast.means(lambda playout: amount(playout.state))


Look = Callable[[Compared], Finding | None]


def lane_of(move: object) -> int | None:
    """Return the lane of a torpedo; None for any other move."""
    return move.lane if isinstance(move, Move) and move.kind == Kind.FIRE else None


def first_of(found: Iterable[Finding | None]) -> Finding | None:
    """Return the first finding that is not None."""
    return next((each for each in found if each is not None), None)


def aim_of(both: Compared, side: int) -> int:
    """Return the cell of the seat's charge after one of the moves; 0 without a charge."""
    cells = Counter(
        COLUMN_OF_CELLS[event.number][LEVELS.index(event.level)]
        for pair in both.contrast.pairs
        for seat, _move, event in pair[side].happenings
        if seat == both.own and isinstance(event, Charge)
    )
    return max(cells, key=lambda cell: cells[cell], default=0)
