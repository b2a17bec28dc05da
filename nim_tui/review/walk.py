"""A record walked through from its start: every position that it came to, hidden things included.

Only for games that are over: a position holds the full state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nim_tui.review.spots import nowhere
from nim_tui.tables.fair_play import check_over
from nim_tui.tables.record import Header, Play, encode
from nim_tui.tables.seeds import chance_of
from nim_tui.tables.table import Table
from rules.contract import AnyGame, Move, State, settle_options


@dataclass(frozen=True, slots=True)
class Position:
    """How the table lay, and what was played then."""

    state: State
    seat: int
    move: Move
    drew: bool
    """Whether chance had a part in what followed."""


@dataclass(frozen=True, slots=True)
class Walk:
    """All positions of a game, and how the table lay at its end."""

    game: AnyGame
    seats: int
    positions: tuple[Position, ...]
    end: State
    spot: Callable[[Any, Any], str] = nowhere
    """Where a move is made, by the view of who makes it, if the move itself does not say."""

    def state(self, number: int) -> State:
        """How the table lay after so many moves."""
        return self.end if number == len(self.positions) else self.positions[number].state


@dataclass(frozen=True, slots=True)
class Told:
    """What of a record fixes a game: its set-up and the moves that stand."""

    header: Header
    plays: tuple[Play, ...]

    @classmethod
    def of(cls, table: Table) -> Told:
        """The moves at a table that were not taken back, once its game is over. Raises Unfair."""
        check_over(table)
        return cls(table.header, table.plays)

    @property
    def stamp(self) -> str:
        """What tells it from every other game."""
        digest = hashlib.sha256()
        for line in (self.header, *self.plays):
            digest.update(encode(line) + b"\n")
        return digest.hexdigest()


def walk(game: AnyGame, told: Told, spot: Callable[[Any, Any], str] = nowhere) -> Walk:
    """Walk through a game whose record replays; as a table does it, without one.

    Raises a Refusal where a move does not fit.
    """
    header = told.header
    chance = chance_of(header.seed)
    options = settle_options(game, header.options)
    state: State = game.new(len(header.seats), options, chance)
    found = []
    for play in told.plays:
        before, drawn, move = state.copy(), chance.drawn, game.parse(play.move)
        game.play(state, play.seat, move, chance)
        found.append(Position(before, play.seat, move, chance.drawn > drawn))
    return Walk(game, len(header.seats), tuple(found), state, spot)
