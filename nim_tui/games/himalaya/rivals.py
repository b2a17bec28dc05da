"""Estimates of the programs that rivals of *Himalaya* are likely to lay."""

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
"""Programs that a rival is thought to choose among, of each kind of player."""
COOLNESS: Final = 1.0
"""The difference in worth that makes a program e times as likely."""
SUREST: Final = 0.9
"""The highest chance assumed for a rival to be first somewhere."""
_FINE: Final = 1 << 20

Likely = Sequence[tuple[float, ProgramPlan]]
"""Programs, each with how often it is laid, of 1 in all."""


def likely(view: HimalayaView, seat: int, fears: Iterable[float] = (RIVAL,)) -> Likely:
    """Programs that a seat may lay, by kinds of players: how much they fear to come too late."""
    found: list[tuple[float, ProgramPlan]] = []
    for fear in fears:
        plans = Planner(view, seat, fear).best_few(PROGRAMS)
        best = plans[0].worth
        found += [(exp((plan.worth - best) / COOLNESS), plan) for plan in plans]
    total = sum(weight for weight, _plan in found)
    return [(weight / total, plan) for weight, plan in found]


def drawn(plans: Likely, chance: Chance) -> ProgramPlan:
    """Return a random program by its chance."""
    left = chance.below(_FINE) / _FINE
    for weight, plan in plans:
        left -= weight
        if left < 0:
            return plan
    return plans[-1][1]


class Wants:
    """The chances of a seat's rivals to trade, by village and time."""

    def __init__(self, view: HimalayaView, seat: int, fear: float) -> None:
        """`fear`: how much of what they are likely to do is reckoned with, of 1."""
        others = [other for other in range(len(view.players)) if other != seat]
        self._trades = [_trades(view, other, fear) for other in others]

    def leave(self, village: int, slot: int) -> float:
        """The chance that none of them trades at a village before this slot."""
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
    """A trade at a village, as it may be barred: a step of a program, and no move of its own."""
    return Move(f"trade {village}", Kind.PROGRAM, village=village)


def bar(view: HimalayaView, state: HimalayaState, barred: Barred) -> None:
    """Let a seat pause where its program would trade at the village of a barred trade."""
    seat, players = barred.seat, len(state.programs)
    done = max(0, -(-(state.step - (seat - state.first) % players) // players))
    program = state.programs[seat]
    left = (
        PAUSE if step.order == TRADE and trade_at(step.village) == barred.move else step.order
        for step in foresee(view, seat, program[done:])
    )
    state.programs[seat] = (*program[:done], *left)
