"""The common parts of a live table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nim_tui.server.nodes.node import Nodes
from nim_tui.server.play.changes import TableChanges
from nim_tui.server.ratings.rating import gains_nothing
from nim_tui.server.storage.database import Database
from nim_tui.tables.table import Table

if TYPE_CHECKING:
    from nim_tui.server.play.live_tables import TableEvents


class TableMembers:
    """The people of one table, by their seats."""

    def __init__(self) -> None:
        self.accounts: list[int | None] = []
        """The accounts by seat; None for bots, and for seats given up for good."""
        self.bot_accounts: set[int] = set()
        """The accounts of bots of others: nobody waits for the pace of a game among them."""
        self._rated: list[bool] = []
        self.lent: set[int] = set()
        """The seats of people with a stand-in."""
        self.wished: set[int] = set()
        """The seats whose own person asked for the stand-in."""

        self._lent_moves: list[int] = []
        """The moves of a stand-in, by seat."""

    def seat(
        self,
        account: int | None,
        *,
        is_rated: bool,
        lent_moves: int = 0,
        is_bot_account: bool = False,
    ) -> None:
        """Put an account on the next seat, or a bot (None); `is_bot_account`: a bot of somebody."""
        self.accounts.append(account)
        if account is not None and is_bot_account:
            self.bot_accounts.add(account)
        self._rated.append(is_rated)
        self._lent_moves.append(lent_moves)

    @contextmanager
    def moved_for(self, seat: int) -> Iterator[None]:
        """Count a move of a stand-in on a lent seat, unless it fails."""
        self._lent_moves[seat] += self.is_lent(seat)
        try:
            yield
        except BaseException:
            self._lent_moves[seat] -= self.is_lent(seat)
            raise

    def gains_nothing(self, seat: int, moves: int) -> bool:
        """Whether a stand-in made too many of a seat's moves for its person to gain rating."""
        lent = self._lent_moves[seat]
        return self.is_rated(seat) and lent > 0 and gains_nothing(lent, moves - lent)

    def seat_of(self, account: int) -> int | None:
        """Return the seat of an account, or None."""
        return self.accounts.index(account) if account in self.accounts else None

    @property
    def seats(self) -> list[int]:
        """The seats of people, with or without a stand-in."""
        return [seat for seat, account in enumerate(self.accounts) if account is not None]

    def is_lent(self, seat: int) -> bool:
        """Whether a stand-in plays on a seat."""
        return seat in self.lent

    def is_rated(self, seat: int) -> bool:
        """Whether the game counts for the rating of a seat, if it counts at all."""
        return self._rated[seat]


@dataclass(frozen=True, slots=True)
class TableBase:
    """The data that all parts of one table share."""

    id: str
    game: Table
    database: Database
    observer: TableEvents
    changes: TableChanges
    people: TableMembers
    nodes: Nodes

    @property
    def is_own(self) -> bool:
        """Whether this server runs bots, clock and upkeep of the table."""
        return not self.changes.is_closed and self.nodes.holds(self.id)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.changes.is_closed or self.game.result is not None

    def name(self, seat: int) -> str:
        """Return the name of the player on a seat."""
        return self.game.seats[seat].name
