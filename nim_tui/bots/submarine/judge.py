"""The judge of Submarine: what moves come to by the end of the turn, or of the next ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from nim_tui.bots.bot import Advice, Chances
from nim_tui.bots.playing_on import PlayingOn
from nim_tui.bots.search import WORLDS, SearchBot
from nim_tui.bots.submarine.bot import MediumBot, why
from nim_tui.bots.submarine.closing import closing_columns
from nim_tui.bots.submarine.estimate import Estimate
from nim_tui.bots.submarine.plan import rated
from nim_tui.bots.submarine.position import Position, position_of
from nim_tui.bots.submarine.reasons import why_bar
from nim_tui.bots.submarine.value import chances
from nim_tui.bots.submarine.weights import ESTIMATES
from rules.chance import Chance
from rules.contract import AnyGame
from rules.submarine.board import COLUMN_OF, RIGHT
from rules.submarine.moves import ACT, BOAT, BOATS, DONE, Kind

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
        self.instead = MediumBot()
        self._turns = turns

    def chances(self, state: Any) -> Chances:
        """The chance of each seat to win."""
        return chances(state)

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> PlayingOn | None:
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
        return PlayingOn(
            game, view, candidates, self.instead,
            lambda state: state.turn >= until, chances, chance.below(WORLDS),
            cost=DEARER if is_far else 1,
        )  # fmt: skip


def _actions(
    estimate: Estimate, position: Position, moves: list[Any], ending: set[int], barring: int
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
    estimate: Estimate, position: Position, moves: list[Any], ending: set[int]
) -> Iterator[Advice]:
    """What speaks for moves that the quick bot would not make."""
    wanted = {cell for cell, _kind, _colour in position.wanted}
    for move in moves:
        bars = move.kind == Kind.DIVE and COLUMN_OF[move.cell] in ending
        yield why_bar(move) if bars and move.cell not in wanted else why(estimate, position, move)


def hard_bot() -> SearchBot:
    """The hard bot."""
    return SearchBot(SubmarineJudge())
