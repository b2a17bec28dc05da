"""The finished games of a player, and their results against people and levels of bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import select

from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import OVER, SEATS, TABLES
from nim_tui.server.tables.listing import SeatRow, seats_of
from nim_tui.tables.record import EndEntry

MOST_GAMES: Final = 2000
"""The most games looked at, the latest ones."""
PEOPLE: Final = "people"
"""The opponents of a game with other people; else the levels of the bots, separated by commas."""
WON, DRAWN, LOST = 1, 0, -1
_AT_ONCE: Final = 200
"""Tables whose seats are read by one statement."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game of a player. Times are seconds since 1970."""

    table: str
    game: str
    opponents: str
    """PEOPLE, or levels of bots."""
    names: tuple[str, ...]
    """The names on the other seats."""
    accounts: frozenset[int]
    """The accounts on the other seats."""
    outcome: int
    ended: float


@dataclass(frozen=True, slots=True)
class GameFilter:
    """A choice of games; empty parts do not restrict it."""

    game: str = ""
    opponents: str = ""
    account: int | None = None
    """Only games with this other player."""

    def admits(self, one: PastGame) -> bool:
        """Whether a game is among those chosen."""
        return (
            self.game in ("", one.game)
            and self.opponents in ("", one.opponents)
            and (self.account is None or self.account in one.accounts)
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """The numbers of games won, drawn and lost."""

    won: int
    drawn: int
    lost: int

    @classmethod
    def of(cls, games: Iterable[PastGame]) -> Tally:
        """Return the tally of some games."""
        outcomes = [one.outcome for one in games]
        return cls(*(outcomes.count(one) for one in (WON, DRAWN, LOST)))


def past_games(database: Database, account: int) -> list[PastGame]:
    """Return the games of an account that ended with a result, newest first; this may take long.

    Raises StorageError.
    """
    query = (
        select(TABLES.c.id, TABLES.c.game, TABLES.c.result, TABLES.c.last_move, SEATS.c.seat)
        .join(SEATS, SEATS.c.table == TABLES.c.id)
        .where(SEATS.c.account == account, TABLES.c.status == OVER, TABLES.c.result.is_not(None))
        .order_by(TABLES.c.last_move.desc(), TABLES.c.id)
        .limit(MOST_GAMES)
    )
    seats: dict[str, list[SeatRow]] = {}
    with database.reading() as connection:
        rows = connection.execute(query).all()
        for start in range(0, len(rows), _AT_ONCE):
            some = [row.id for row in rows[start : start + _AT_ONCE]]
            seats |= seats_of(connection, some)
    found = (_past(row, seats[row.id]) for row in rows)
    return [one for one in found if one is not None]


def _past(row: Any, seats: Sequence[SeatRow]) -> PastGame | None:
    ranking = msgspec.json.decode(row.result, type=EndEntry).ranking
    if not ranking:
        return None
    outcome = LOST
    if row.seat in ranking[0]:
        outcome = WON if len(ranking) > 1 else DRAWN
    others = [seat for number, seat in enumerate(seats) if number != row.seat]
    levels = sorted({seat.bot for seat in others if seat.bot is not None})
    is_with_people = any(seat.bot is None for seat in others)
    return PastGame(
        row.id, row.game, PEOPLE if is_with_people else ",".join(levels),
        tuple(seat.name for seat in others),
        frozenset(seat.account for seat in others if seat.account is not None),
        outcome, row.last_move,
    )  # fmt: skip
