"""The judge of *Submarine*, its hard bot, and the bots' styles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from nim_tui.bots.bot import Bot
from nim_tui.bots.levels import AGGRESSIVE, CAUTIOUS, GREEDY, Style
from nim_tui.bots.playout import SampledWorlds
from nim_tui.bots.search import WORLDS, SearchBot
from nim_tui.games.submarine.bot import MediumBot, why
from nim_tui.games.submarine.estimate import Estimate
from nim_tui.games.submarine.explainer import SubmarineExplainer
from nim_tui.games.submarine.figures import MATERIAL, chances, features_of
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
from rules.submarine.moves import ACT, BOAT, BOATS, DONE, Kind, Move
from rules.submarine.view import Player, SubmarineView

__all__ = ("MATERIAL", "features_of")  # used by calibration.py

FEW: Final = 2
"""The number of treasures from which on a column is nearly empty."""


def closing_columns(view: SubmarineView) -> set[int]:
    """Return the columns where a rival may soon end the game: by a last type, or by emptying."""
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
    """Yield the columns with the only type that a player still lacks."""
    missing = player.board.index(NONE)
    for cell, tokens in enumerate(view.sea):
        if any(TYPE_OF[token] == missing for token in tokens):
            yield COLUMN_OF[cell]


TRIED: Final = 5
"""The number of actions tried."""
BARRING: Final = 4
"""The number of further dives tried, as they earn tributes where the game may end."""
FAR: Final = 5
"""The number of players from which a playout goes a full round, as one turn shows little."""
DEARER: Final = 3
"""The simulations that a playout of a full round counts as."""
FEWER: Final = 2
"""The further dives tried with playouts of a full round.

With so few worlds the gain of doing nothing, which comes later, is not seen: leaving or standing
still is then up to the quick bot.
"""
ANSWERS: Final = 2
"""The rivals' turns searched if one of them may end the game."""


class SubmarineJudge:
    """A search some turns ahead, of all players together.

    Causes are sought in worlds that go on to the seat's own next turn: searching in these takes
    four times as long.
    """

    def __init__(self, budget: int = 50, turns: int = 1, doubt: float = 1.0) -> None:
        self.budget = budget
        self.doubt = doubt
        self.explainer = SubmarineExplainer()
        self.instead = MediumBot()
        self._turns = turns

    def chances(self, state: Any) -> Chances:
        """Return the win probability of each seat."""
        return chances(state)

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> SampledWorlds | None:
        """Return the possible hands and piles of others."""
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
        worlds = SampledWorlds(
            game, view, candidates, self.instead,
            lambda state: state.turn >= until, chances, chance.below(WORLDS),
            cost=DEARER if is_far else 1,
        )  # fmt: skip
        return replace(worlds, further=_further(worlds, view.turn + max(turns, players)))


@dataclass(frozen=True, slots=True)
class QuickRivals:
    """One seat played with care, and all others by a quicker bot."""

    seat: int
    own: Bot
    others: Bot

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """Return one of the legal moves, and why."""
        bot = self.own if view.seat == self.seat else self.others
        return bot.choose(game, view, legal, chance)


def _further(worlds: SampledWorlds, until: int) -> SampledWorlds:
    """Return worlds that go on until the seat's next turn, so that all others have replied."""
    bot = QuickRivals(worlds.view.seat, MediumBot(), MediumBot().instead)
    return replace(worlds, bot=bot, is_far_enough=lambda state: state.turn >= until)


def _actions(
    estimate: Estimate, position: PlannedPosition, moves: list[Any], ending: set[int], barring: int
) -> list[Any]:
    """Return the actions that gain most, those that hinder the game's end, and doing no more."""
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
    """Return the hard bot."""
    return SearchBot(SubmarineJudge())


_WEIGHTS: Final[dict[Style, Weights]] = {
    CAUTIOUS: replace(ESTIMATES, wait=0.7, dive=0.3, gift=0.6),
    GREEDY: replace(ESTIMATES, need=0.8, slack=2.5, income=0.1, deny=0.05),
    AGGRESSIVE: replace(ESTIMATES, deny=0.3, gift=0.6, finish=0.4),
}


def medium(style: Style) -> MediumBot:
    """Return a medium bot: takes what is near, hoards cards, or takes what others need."""
    return MediumBot(_WEIGHTS[style])


def hard(style: Style) -> SearchBot:
    """Return a hard bot with the same preference between nearly equal moves."""
    return SearchBot(SubmarineJudge(), medium(style))


def spot(view: SubmarineView, move: Move) -> str:
    """Return the cell a token is taken from: the move names only the level below the boat."""
    if move.kind != Kind.TAKE:
        return ""
    return CELL_NAMES[cell_at(view.players[view.mover].boat, move.level)]
