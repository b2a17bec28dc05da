"""The featured game: one public game that everybody can watch, as on television.

It is watched like any other table: a spectator knows what is public there, when the table tells it
to all spectators, and no more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from nim_tui.server.ratings.store import RatingCache
from nim_tui.server.storage.schema import PUBLIC, RUNNING
from nim_tui.server.tables.listing import TableRow
from nim_tui.tables.clock import DAYS
from rules.messages import N_
from screens.app_api import NotPossible

if TYPE_CHECKING:
    from nim_tui.server.services import Services


def featured(tables: Iterable[TableRow], ratings: RatingCache, own: int | None) -> TableRow | None:
    """Return the game to watch; None without any that is running, public and not one's own.

    Whoever plays does not watch their own game as others see it.

    Games of more people come first, then live ones, the stronger, and the newer ones.
    """
    others = [
        row for row in tables
        if row.status == RUNNING and row.visibility == PUBLIC
        and (own is None or all(seat.account != own for seat in row.seats))
    ]  # fmt: skip
    return max(others, key=lambda row: _rank(row, ratings), default=None)


def featured_table(lobby: Services, own: int | None) -> str:
    """Return the id of the featured table for an account. Raises NotPossible without any."""
    found = featured(lobby.table_list.public_running(), lobby.ratings, own)
    if found is None:
        raise NotPossible(N_("no game that everyone can watch is being played"))
    return found.id


def _rank(row: TableRow, ratings: RatingCache) -> tuple[int, bool, float, float, str]:
    people = [seat.account for seat in row.seats if seat.account is not None]
    known = [ratings.of(account).get(row.game) for account in people]
    strength = max((one.rating for one in known if one is not None), default=0.0)
    is_live = row.clock is not None and row.clock.kind != DAYS
    return min(len(people), 2), is_live, strength, row.created, row.id
