"""The games that are played meanwhile: of people and bots, of people alone, of bots alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from sqlalchemy import select

from nim_tui.server.accounts.store import keep_settings
from nim_tui.server.nodes.messages import TablesChanged, tell_nodes
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import RUNNING, TABLES
from nim_tui.server.tables.game_store import load_record
from nim_tui.server.tables.seat_store import start
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from nim_tui.tables.clock import ClockPlan
from tests.chaos.place import Place, opened
from tests.nim_tui.server.admin.conftest import Person, person

HOURS: Final = ClockPlan("game", 20 * 3600)
"""A clock that runs, and does not run out."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays what, game after game."""

    game: str
    people: tuple[str, ...]
    bots: tuple[str, ...] = ()
    clock: ClockPlan | None = None


CASTS: Final = (
    Cast("bataille", ("Ana",), ("random",), HOURS),
    Cast("submarine", ("Ben", "Cleo"), ("easy",)),
    Cast("himalaya", ("Dora",), ("random", "easy")),
    Cast("schwarm", ("Emil", "Fay"), (), HOURS),
    Cast("bataille", (), ("random", "random")),
    Cast("himalaya", (), ("random", "random", "random")),
)
HOST: Final = "Gus"
"""Sets up the tables of bots, and never comes."""


@dataclass
class Tables:
    """The tables of one house, and its people; servers may use the database meanwhile."""

    place: Place
    draw: Random
    people: dict[str, Person] = field(default_factory=dict)
    of: dict[Cast, str] = field(default_factory=dict)
    """The table that each cast plays at, or played at last."""

    def open(self) -> None:
        """Make the house, with nobody there yet."""
        self.database: Database = opened(self.place)
        for name in (HOST, *(name for cast in CASTS for name in cast.people)):
            self.people[name] = person(self.database, name)
            account = self.people[name].account.id
            keep_settings(self.database, account, {"pace": "instant", "forced": "asked"})
        self.close()

    def close(self) -> None:
        """Let go of the database, so that whoever opens it next is the first."""
        self.database.close()

    def begin(self) -> None:
        """Begin a game wherever none is played: in a folder to be called while no server runs.

        Servers at one database are told.
        """
        self.database = opened(self.place)
        running = set(self.running())
        for cast in CASTS:
            if self.of.get(cast) not in running:
                self.of[cast] = self._begun(cast)
        if isinstance(self.place, str):
            self._tell([*self.of.values()])
        self.close()

    def _tell(self, tables: list[str]) -> None:
        self.database.node = 0  # as if it came from another server
        tell_nodes(self.database, TablesChanged(tables))
        self.database.node = None

    def _begun(self, cast: Cast) -> str:
        accounts = [self.people[name].account.id for name in cast.people]
        wishes = [SeatWish(account=account) for account in accounts]
        wishes += [SeatWish(bot=level) for level in cast.bots]
        host = [*accounts, self.people[HOST].account.id][0]
        table = create_table(self.database, host, TablePlan(cast.game, wishes, clock=cast.clock))
        start(self.database, table, self.draw.randrange(2**32))
        return table

    def running(self) -> list[str]:
        """The tables that are played at."""
        with self.database.reading() as connection:
            query = select(TABLES.c.id).where(TABLES.c.status == RUNNING)
            return list(connection.execute(query).scalars())

    def lengths(self) -> Iterator[tuple[Cast, str, int]]:
        """How many lines each game has that is still played."""
        running = set(self.running())
        for cast, table in self.of.items():
            if table in running:
                yield cast, table, len(load_record(self.database, table).lines)
