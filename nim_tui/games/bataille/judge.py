"""Chances to win in *Bataille sous les mers*, the hard bot that weighs by them, and its styles.

Submarines and ships left, charges, who is nearly found, and who lies on a watched lane. The
weights were fitted to games between bots.

What the hard bot does is held on to: against it the judge's own choices win less often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from nim_tui.bots.judging import Features, at_the_end, shares
from nim_tui.bots.levels import AGGRESSIVE, CAUTIOUS, GREEDY, Style
from nim_tui.bots.playout import SampledWorlds
from nim_tui.bots.search import HELD, WORLDS
from nim_tui.games.bataille.bot import MediumBot, turn_value
from nim_tui.games.bataille.estimate import HARD, MEDIUM, Estimate, Weights, in_sight
from nim_tui.games.bataille.reasons import why_drop, why_fire, why_sail
from rules.advice import Chances
from rules.bataille.board import PORT, SUNK, number_of
from rules.bataille.deduction import all_placements
from rules.bataille.moves import CHARGE, MOVE, OVER, SETUP, TORPEDO
from rules.bataille.scoring import result
from rules.bataille.state import BatailleState
from rules.bataille.view import view_of
from rules.chance import Chance
from rules.contract import AnyGame

MATERIAL: Final = 6
"""So many of the figures, the first ones, count what is left alone."""
WEIGHTS: Final[dict[int, Features]] = {
    2: (
        0.000,
        1.079,
        1.323,
        0.000,
        0.341,
        -0.074,
        -0.712,
        1.638,
        0.128,
        -0.735,
        -0.358,
        0.336,
        -1.008,
        0.030,
        0.007,
    ),
}
"""Of two players, from 2,000 games."""


def chances(state: BatailleState) -> tuple[float, ...]:
    """The chance of each seat to win."""
    if state.phase == OVER:
        return at_the_end(result(state), 2)
    return shares(features_of(state), WEIGHTS[2])


def features_of(state: BatailleState) -> list[Features]:
    """Return the features by which each seat is evaluated."""
    return [_features(state, seat) for seat in (0, 1)]


def _features(state: BatailleState, seat: int) -> Features:
    own, places = state.submarines[seat], state.places[seat]
    laid = state.phase != SETUP
    floating = sum(place != SUNK for place in places)
    living = len(own) if laid else 3
    known = _known(state, seat) if laid else []
    loaded = sum(bool(load) for place, load in zip(places, state.charges[seat]) if place != SUNK)
    return (
        *(float(living > count) for count in range(3)),
        *(float(floating > count) for count in range(3)),
        sum(load for place, load in zip(places, state.charges[seat]) if place != SUNK) / 6,
        loaded / 3,
        float(laid and not state.mine_spent[seat]),
        max(known, default=0.0),
        sum(known),
        _watched(state, seat) if laid else 0.0,
        _watched(state, seat) / floating if laid and floating else 0.0,
        float(laid and state.mover == seat),
        float(laid and state.mover == seat and living == 1),
    )


def _known(state: BatailleState, seat: int) -> list[float]:
    """How nearly each own submarine is found: 1 is certainty."""
    placements = all_placements(view_of(state, None), seat)
    total = placements.total or 1
    return [placements.using(cell) / total for cell in state.submarines[seat]]


def _watched(state: BatailleState, seat: int) -> float:
    """How many own ships lie where an enemy submarine sees them."""
    seen = in_sight(state.lanes, state.places, blocking=state.blocking)
    enemies = {number_of(cell) for cell in state.submarines[1 - seat]}
    return float(sum(place > PORT and bool(enemies & seen[place]) for place in state.places[seat]))


SHIPS: Final = 6
"""Ways to move a ship that are tried."""


_WHY: Final = {MOVE: why_sail, CHARGE: why_drop, TORPEDO: why_fire}


class BatailleJudge:
    """Looks so many turns ahead, of both players together."""

    def __init__(self, budget: int = 60, turns: int = 2) -> None:
        self.budget = budget
        self.doubt = HELD
        self.explainer = None
        self.instead = MediumBot(HARD)
        self._turns = turns

    def chances(self, state: Any) -> Chances:
        """The chance of each seat to win."""
        return chances(state)

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> SampledWorlds | None:
        """The camps that the enemy may have; while camps are laid there is nothing to see."""
        if view.phase == SETUP:
            return None
        first = self.instead.choose(game, view, legal, chance)
        estimate, moves = Estimate(view, view.mover, HARD), list(legal)
        if view.phase == MOVE:
            moves.sort(key=lambda move: -turn_value(estimate, move))
        why = _WHY[view.phase]
        others = [why(estimate, move) for move in moves if move != first.move]
        until = view.turn + self._turns
        return SampledWorlds(
            game, view, [first, *others[: SHIPS - 1]], self.instead,
            lambda state: state.turn >= until, chances, chance.below(WORLDS),
        )  # fmt: skip


def hard_bot() -> MediumBot:
    """The hard bot: one turn weighed with better worths came to more than looking further."""
    return MediumBot(HARD)


_FACTORS: Final[dict[Style, Mapping[str, float]]] = {
    CAUTIOUS: {"ship": 1.3, "exposure": 1.5, "shoots": 1.3},
    GREEDY: {"news": 1.3, "refill": 1.5, "top_up": 3.0, "kept": 2.0},
    AGGRESSIVE: {"prey": 1.4, "ship": 0.8, "shoots": 0.7},
}
"""How much more, or less, each holds things to be worth or likely."""


def medium(style: Style) -> MediumBot:
    """One that fears for its ships, one that gathers charges and news, one that hunts ships."""
    return MediumBot(_leaning(MEDIUM, style))


def hard(style: Style) -> MediumBot:
    """The same with the better worths."""
    return MediumBot(_leaning(HARD, style))


def _leaning(weights: Weights, style: Style) -> Weights:
    changed: dict[str, Any] = {}
    for name, factor in _FACTORS[style].items():
        worth = getattr(weights, name)
        is_one = isinstance(worth, float)
        changed[name] = worth * factor if is_one else tuple(each * factor for each in worth)
    return replace(weights, **changed)
