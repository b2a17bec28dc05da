"""Chances to win in *Submarine*, the hard bot that weighs by them, and its styles.

Types, jokers and cards, what may still be hoped for, and how near the end is. The weights were
fitted to games between bots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from nim_tui.bots.judging import Features, at_the_end, nearest, shares
from nim_tui.bots.levels import AGGRESSIVE, CAUTIOUS, GREEDY, Style
from nim_tui.bots.playout import SampledWorlds
from nim_tui.bots.search import WORLDS, SearchBot
from nim_tui.games.submarine.bot import MediumBot, why
from nim_tui.games.submarine.estimate import Estimate
from nim_tui.games.submarine.plan import rated
from nim_tui.games.submarine.position import ESTIMATES, PlannedPosition, Weights, position_of
from nim_tui.games.submarine.reasons import why_bar
from rules.advice import Advice, Chances
from rules.chance import Chance
from rules.contract import AnyGame
from rules.submarine.board import (
    CELL_NAMES,
    CELLS_OF,
    COLUMN_OF,
    COLUMNS,
    NONE,
    RIGHT,
    TYPE_OF,
    TYPES,
    cell_at,
)
from rules.submarine.moves import ACT, BOAT, BOATS, DONE, OVER, Kind, Move
from rules.submarine.scoring import result
from rules.submarine.state import SubmarineState
from rules.submarine.view import Player, SubmarineView, view_of

MATERIAL: Final = 3
"""So many of the figures, the first ones, count what is held alone."""
WEIGHTS: Final[dict[int, Features]] = {
    2: (
        0.332,
        1.084,
        0.245,
        3.131,
        0.304,
        -0.583,
        0.173,
        1.012,
        -0.537,
        0.002,
        0.603,
        0.193,
        -1.889,
    ),
    3: (
        1.292,
        0.858,
        -0.408,
        2.171,
        -0.091,
        -1.779,
        0.353,
        1.292,
        -0.232,
        -0.035,
        0.223,
        0.221,
        -1.449,
    ),
    5: (
        2.239,
        1.830,
        2.053,
        -0.473,
        2.354,
        1.492,
        0.035,
        0.484,
        0.386,
        0.035,
        0.169,
        0.105,
        -1.064,
    ),
}
"""By players, from 300 games of two, 300 of three and 200 of five."""


def chances(state: SubmarineState) -> tuple[float, ...]:
    """The chance of each seat to win."""
    seats = len(state.boats)
    if state.phase == OVER:
        return at_the_end(result(state), seats)
    return shares(features_of(state), nearest(WEIGHTS, seats))


def features_of(state: SubmarineState) -> list[Features]:
    """Return the features by which each seat is evaluated."""
    return [_features(state, seat) for seat in range(len(state.boats))]


def _features(state: SubmarineState, seat: int) -> Features:
    view = view_of(state, seat)
    estimate, position = Estimate(view, seat, ESTIMATES), position_of(view, seat)
    types, jokers, cards = position.standing
    worth = estimate.worth(position) - types
    most = max(player.types for player in view.players)
    near = most / len(TYPES)
    least = 1 / (1 + min(position.treasures[1:]))
    return (
        types / 3,
        jokers / 3,
        cards / 10,
        near * types / 3,
        least * types / 3,
        least * jokers / 3,
        worth,
        near * worth,
        least * worth,
        float(types == most),
        float(len(TYPES) - types <= 1),
        float(state.mover == seat),
        state.boats[seat] / RIGHT,
    )


FEW: Final = 2
"""Treasures with which a column is nearly empty."""


def closing_columns(view: SubmarineView) -> set[int]:
    """The columns in which a rival may soon end the game: by a last type, or as one gets empty."""
    ends = {
        column
        for column in COLUMNS
        if 0 < sum(len(view.sea[cell]) for cell in CELLS_OF[column]) <= FEW
    }
    for seat, player in enumerate(view.players):
        if seat != view.mover and player.types == len(TYPES) - 1:
            ends.update(_with_the_last(view, player))
    return ends


def _with_the_last(view: SubmarineView, player: Player) -> Iterator[int]:
    """The columns in which the type lies that a player still misses."""
    missing = player.board.index(NONE)
    for cell, tokens in enumerate(view.sea):
        if any(TYPE_OF[token] == missing for token in tokens):
            yield COLUMN_OF[cell]


TRIED: Final = 5
"""Actions that are tried."""
BARRING: Final = 4
"""Dives that are tried as well because tributes are due for them where the game may end."""
FAR: Final = 5
"""With so many players a turn tells little of what comes back to its player: until it does,"""
DEARER: Final = 3
"""so many fewer worlds are looked at,"""
FEWER: Final = 2
"""and so few such dives are tried. So few worlds tell nothing for doing nothing, which must pay in
turns further on: to leave or to stand still is then the quick bot's to choose."""
ANSWERS: Final = 2
"""Turns of rivals that are looked at where one may end the game."""


class SubmarineJudge:
    """Looks so many turns ahead, of all players together."""

    def __init__(self, budget: int = 50, turns: int = 1, doubt: float = 1.0) -> None:
        self.budget = budget
        self.doubt = doubt
        self.explainer = None
        self.instead = MediumBot()
        self._turns = turns

    def chances(self, state: Any) -> Chances:
        """The chance of each seat to win."""
        return chances(state)

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> SampledWorlds | None:
        """The hands and piles that others may have."""
        first = self.instead.choose(game, view, legal, chance)
        moves = [move for move in legal if move != first.move]
        ending = closing_columns(view)
        players = len(view.players)
        is_far = players >= FAR
        estimate, position = Estimate(view, view.mover, ESTIMATES), position_of(view, view.mover)
        if view.phase == ACT:
            barring = FEWER if is_far else BARRING
            moves = _actions(estimate, position, moves, ending, barring)
        if is_far and view.phase in (ACT, BOAT):
            moves = [move for move in moves if move not in (DONE, BOATS[RIGHT])]
        candidates = [first, *_reasons(estimate, position, moves, ending)]
        turns = self._turns + (min(players - 1, ANSWERS) if ending else 0)
        until = view.turn + (max(turns, players) if is_far else turns)
        return SampledWorlds(
            game, view, candidates, self.instead,
            lambda state: state.turn >= until, chances, chance.below(WORLDS),
            cost=DEARER if is_far else 1,
        )  # fmt: skip


def _actions(
    estimate: Estimate, position: PlannedPosition, moves: list[Any], ending: set[int], barring: int
) -> list[Any]:
    """The actions that leave most by themselves, those that bar the end, and to do nothing more."""
    best = sorted(rated(estimate, position), key=lambda step: -step.worth)
    rest = [step.move for step in best if step.move in moves]
    tried = rest[: TRIED - 1]
    dives = dict.fromkeys(
        move
        for move in (*rest, *moves)
        if move.kind == Kind.DIVE and COLUMN_OF[move.cell] in ending and move not in tried
    )
    return [*tried, *islice(dives, barring), *(move for move in moves if move == DONE)]


def _reasons(
    estimate: Estimate, position: PlannedPosition, moves: list[Any], ending: set[int]
) -> Iterator[Advice]:
    """Yield the reasons for moves that the quick bot would not make."""
    wanted = {cell for cell, _kind, _colour in position.wanted}
    for move in moves:
        bars = move.kind == Kind.DIVE and COLUMN_OF[move.cell] in ending
        yield why_bar(move) if bars and move.cell not in wanted else why(estimate, position, move)


def hard_bot() -> SearchBot:
    """The hard bot."""
    return SearchBot(SubmarineJudge())


_WEIGHTS: Final[dict[Style, Weights]] = {
    CAUTIOUS: replace(ESTIMATES, wait=0.7, dive=0.3, gift=0.6),
    GREEDY: replace(ESTIMATES, need=0.8, slack=2.5, income=0.1, deny=0.05),
    AGGRESSIVE: replace(ESTIMATES, deny=0.3, gift=0.6, finish=0.4),
}


def medium(style: Style) -> MediumBot:
    """One that takes what is near, one that hoards cards, one that takes what others need."""
    return MediumBot(_WEIGHTS[style])


def hard(style: Style) -> SearchBot:
    """The same tastes where moves are nearly alike."""
    return SearchBot(SubmarineJudge(), medium(style))


def spot(view: SubmarineView, move: Move) -> str:
    """The cell a token is taken from: the move itself names the level below the boat alone."""
    if move.kind != Kind.TAKE:
        return ""
    return CELL_NAMES[cell_at(view.players[view.mover].boat, move.level)]
