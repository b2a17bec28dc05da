"""Two moves of *Bataille sous les mers* compared: counts after them, and findings."""

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
