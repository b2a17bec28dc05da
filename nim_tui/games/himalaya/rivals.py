"""Estimates of the likely programs of rivals in *Himalaya*."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import exp
from typing import Final

from nim_tui.bots.playout import Barred
from nim_tui.games.himalaya.plan import RIVAL, Planner, ProgramPlan
from rules.chance import Chance
from rules.himalaya.board import ORDERS
from rules.himalaya.moves import PAUSE, TRADE, Kind, Move
from rules.himalaya.preview import foresee
from rules.himalaya.state import HimalayaState
from rules.himalaya.view import HimalayaView

PROGRAMS: Final = 5
"""The number of programs that each kind of rival is assumed to choose among."""
COOLNESS: Final = 1.0
"""The difference in worth that makes a program e times as likely."""
SUREST: Final = 0.9
"""The highest chance assumed for a rival to be first somewhere."""
_FINE: Final = 1 << 20

Likely = Sequence[tuple[float, ProgramPlan]]
"""Programs, each with its probability; they sum to 1."""


def likely(view: HimalayaView, seat: int, fears: Iterable[float] = (RIVAL,)) -> Likely:
    """Return likely programs of a seat, by its fear (0..1) of coming too late."""
    found: list[tuple[float, ProgramPlan]] = []
    for fear in fears:
        plans = Planner(view, seat, fear).best_few(PROGRAMS)
        best = plans[0].worth
        found += [(exp((plan.worth - best) / COOLNESS), plan) for plan in plans]
    total = sum(weight for weight, _plan in found)
    return [(weight / total, plan) for weight, plan in found]


def drawn(plans: Likely, chance: Chance) -> ProgramPlan:
    """Draw a program by its chance."""
    left = chance.below(_FINE) / _FINE
    for weight, plan in plans:
        left -= weight
        if left < 0:
            return plan
    return plans[-1][1]


class Wants:
    """The chances of a seat's rivals to trade, by village and time."""

    def __init__(self, view: HimalayaView, seat: int, fear: float) -> None:
        """`fear`: the part (0..1) of the rivals' likely moves that is taken into account."""
        others = [other for other in range(len(view.players)) if other != seat]
        self._trades = [_trades(view, other, fear) for other in others]

    def leave(self, village: int, slot: int) -> float:
        """Return the chance that no rival trades at a village before this slot."""
        chance = 1.0
        for trades in self._trades:
            before = trades.get(village)
            if before is not None:
                chance *= 1 - (before[slot] + before[slot + 1]) / 2
        return chance


def _trades(view: HimalayaView, seat: int, fear: float) -> dict[int, list[float]]:
    """Return, by village, the chance that a seat traded there before each slot, and the end."""
    found: dict[int, list[float]] = {}
    for weight, plan in likely(view, seat):
        first: dict[int, int] = {}
        for slot, step in enumerate(foresee(view, seat, plan.program)):
            if plan.program[slot] == TRADE:
                first.setdefault(step.village, slot)
        for village, slot in first.items():
            before = found.setdefault(village, [0.0] * (ORDERS + 1))
            for later in range(slot + 1, ORDERS + 1):
                before[later] = min(SUREST, before[later] + fear * weight)
    return found


@cache
def trade_at(village: int) -> Move:
    """Return a trade at a village that can be barred: a step of a program, not a move."""
    return Move(f"trade {village}", Kind.PROGRAM, village=village)


def bar(view: HimalayaView, state: HimalayaState, barred: Barred) -> None:
    """Make a seat pause in place of a barred trade of its program."""
    seat, players = barred.seat, len(state.programs)
    done = max(0, -(-(state.step - (seat - state.first) % players) // players))
    program = state.programs[seat]
    left = (
        PAUSE if step.order == TRADE and trade_at(step.village) == barred.move else step.order
        for step in foresee(view, seat, program[done:])
    )
    state.programs[seat] = (*program[:done], *left)
