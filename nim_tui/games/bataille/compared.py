"""Two moves of *Bataille sous les mers* compared: what is counted after them, and what is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from nim_tui.bots.contrast import Contrast
from rules.bataille.board import COLUMN_OF_CELLS, LEVELS
from rules.bataille.deduction import all_placements
from rules.bataille.events import Charge
from rules.bataille.moves import Kind, Move
from rules.bataille.state import BatailleState
from rules.bataille.view import BatailleView
from rules.messages import SeatName, Value

OFTEN: Final = 5
"""Cases of 100 by which the loss of a piece differs at least where it is told."""
CLEARLY: Final = 10
"""Percent, or cases of 100, by which anything else differs at least."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference of two moves, as said of the better, of the worse, and in its favour."""

    praise: str
    blame: str
    price: str
    facts: Mapping[str, Value]


@dataclass(frozen=True)
class Compared:
    """Two moves and what is counted after them."""

    contrast: Contrast
    name_of_worse: str = ""
    """The word of the worse move, where the contrast is turned round to praise it."""

    @property
    def view(self) -> BatailleView:
        """What the seat that decides sees."""
        view: BatailleView = self.contrast.view
        return view

    @property
    def own(self) -> int:
        """The seat that decides."""
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
        """The cells of the own living submarines."""
        camp = self.view.own_camp
        return camp.submarines if camp is not None else ()

    def known(self, *fired: int) -> dict[int, int]:
        """In percent, how sure the enemy is of each own submarine, after some torpedoes."""
        placements = all_placements(self.view, self.own, *fired)
        total = placements.total or 1
        return {cell: round(100 * placements.using(cell) / total) for cell in self.submarines}

    def cases(self, holds: Callable[[BatailleState], bool]) -> tuple[int, int]:
        """In how many cases of 100 something holds, after the better and the worse move."""
        return self.contrast.cases(lambda playout: holds(playout.state))

    def oftener(
        self,
        holds: Callable[[BatailleState], bool],
        *,
        after_worse: bool = False,
        least: int = OFTEN,
    ) -> dict[str, Value] | None:
        """Return in how many cases of 100 something holds, as the facts `more` and `fewer`.

        None unless it holds so much more often after the better move, or after the worse one.
        """
        cases = self.cases(holds)
        more, fewer = cases[::-1] if after_worse else cases
        return self.facts | {"more": more, "fewer": fewer} if more - fewer >= least else None

    def means(self, amount: Callable[[BatailleState], float]) -> tuple[float, float]:
        """The mean of an amount, after the better and after the worse move."""
        return self.contrast.means(lambda playout: amount(playout.state))


Look = Callable[[Compared], Finding | None]


def lane_of(move: object) -> int | None:
    """Return the lane of a torpedo; None for any other move."""
    return move.lane if isinstance(move, Move) and move.kind == Kind.FIRE else None


def first_of(found: Iterable[Finding | None]) -> Finding | None:
    """Return the first finding that there is."""
    return next((each for each in found if each is not None), None)


def aim_of(both: Compared, side: int) -> int:
    """Return the cell of the own charge after one of the moves; 0 where there is none."""
    cells = Counter(
        COLUMN_OF_CELLS[event.number][LEVELS.index(event.level)]
        for pair in both.contrast.pairs
        for seat, _move, event in pair[side].happenings
        if seat == both.own and isinstance(event, Charge)
    )
    return max(cells, key=lambda cell: cells[cell], default=0)
