"""The tournament as the database has it, looked at all the time: games, whose turn, what is legal.

People type moves that are legal; what they are told they hear and see at their doors alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

import msgspec
from sqlalchemy import false, or_, select

from nim_tui.server.contests.tournament_sheet import TournamentData, tournament_sheet
from nim_tui.server.storage.database import StorageError
from nim_tui.server.storage.postgres import open_postgres
from nim_tui.server.storage.schema import LINES, OVER, RUNNING, TOURNAMENTS
from nim_tui.server.tables.game_store import load_record
from nim_tui.tables.record import EndEntry, Line
from nim_tui.tables.replay import follow
from nim_tui.tables.store import replay
from nim_tui.tables.table import Table
from rules.contract import Move

LOOK: Final = 0.4
"""Seconds between two looks at all games."""
LEAST, MOST = 7, 14
"""Moves of their own after which somebody resigns or offers a draw, drawn for each game."""


@dataclass
class Game:
    """A game of a round, read on as it goes."""

    table: str
    round: int
    names: tuple[str, ...]
    """By seat."""
    played: Table
    lines: int
    ends_by: str
    """How it ends if it lasts: `draw`, or the name of who resigns."""
    after: int
    """The moves of that seat after which it does."""

    def seat_of(self, name: str) -> int:
        """The seat of a person."""
        return self.names.index(name)

    def moves_of(self, seat: int) -> int:
        """How many moves a seat has made."""
        return sum(play.seat == seat for play in self.played.plays)

    def is_enough_for(self, name: str) -> bool:
        """Whether somebody resigns by now."""
        return self.ends_by == name and self.moves_of(self.seat_of(name)) >= self.after

    def choose(self, seat: int, draw: Random) -> Move:
        """A legal move of a seat."""
        move: Move = draw.choice(self.played.legal(seat))
        return move


class Course:
    """The tournament of the evening."""

    def __init__(self, address: str, seed: int) -> None:
        self.database: Final = open_postgres(address)
        self._seed = seed
        self.at_screens: set[str] = set()
        """Who plays at a screen: they offer no draws here."""
        self.sheet: TournamentData | None = None
        """None before there is one."""
        self.games: dict[str, Game] = {}
        """All games so far, by table; only those that run are read on."""
        self._running: dict[str, Game] = {}
        """By the name of the player."""

    @property
    def round(self) -> int:
        """The latest round."""
        return 0 if self.sheet is None else self.sheet.row.round

    @property
    def is_over(self) -> bool:
        """Whether the last round has ended."""
        return self.sheet is not None and self.sheet.row.status == OVER

    @property
    def players(self) -> list[str]:
        """The names of all who joined."""
        return [] if self.sheet is None else [one.name for one in self.sheet.players]

    def game_of(self, name: str) -> Game | None:
        """The game that somebody plays now."""
        return self._running.get(name)

    async def follow(self) -> None:
        """Look, for good."""
        while True:
            try:
                await asyncio.to_thread(self.look)
            except StorageError:  # PostgreSQL is busy
                await asyncio.sleep(LOOK)
            await asyncio.sleep(LOOK)

    def look(self) -> None:
        """Look once. Raises StorageError."""
        with self.database.reading() as connection:
            found = connection.execute(select(TOURNAMENTS.c.id)).scalar()
        if found is None:
            return
        sheet = tournament_sheet(self.database, found, None, sees_all=True)
        running = dict[str, Game]()
        for game in sheet.games:
            if game.table is None or game.status != RUNNING:
                continue
            names = tuple(sheet.players[number].name for number in game.board)
            known = self.games.get(game.table) or self._begun(game.table, game.round, names)
            running |= dict.fromkeys(names, known)
        self._read_on({game.table: game for game in running.values()})
        self._running, self.sheet = running, sheet

    def _begun(self, table: str, number: int, names: tuple[str, ...]) -> Game:
        draw = Random(f"{self._seed} {number} {names}")
        record = load_record(self.database, table)
        is_drawn = self.at_screens.isdisjoint(names) and draw.random() < 0.15
        ends_by = "draw" if is_drawn else draw.choice(names)
        game = Game(
            table, number, names, replay(record), len(record.lines), ends_by,
            draw.randint(LEAST, MOST),
        )  # fmt: skip
        self.games[table] = game
        return game

    def _read_on(self, games: Mapping[str, Game]) -> None:
        """Play the new lines of all these games."""
        new = (
            (LINES.c.table == game.table) & (LINES.c.ply >= game.lines) for game in games.values()
        )
        query = select(LINES.c.table, LINES.c.line).where(or_(false(), *new))
        with self.database.reading() as connection:
            rows = connection.execute(query.order_by(LINES.c.table, LINES.c.ply)).all()
        for row in rows:
            line: Line = msgspec.json.decode(row.line, type=Line)
            if not isinstance(line, EndEntry):
                follow(games[row.table].played, [line])
                games[row.table].lines += 1
