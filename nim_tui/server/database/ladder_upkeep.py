"""What happens on ladders by itself: who does not answer is passed, who is away drops out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import or_, select, update

from nim_tui.server.database.connection import Database
from nim_tui.server.database.contest_schema import LADDER_CHALLENGES, LADDER_PLACES
from nim_tui.server.database.ladder import (
    Challenge,
    challenge_from,
    drop,
    settle,
    standing_of,
)
from nim_tui.server.database.schema import ACCOUNTS
from nim_tui.server.ladder.challenge import OPEN, PASSED, PLAYING, VOID
from nim_tui.server.settings.contests import Contests

_DAY: Final = 86_400.0
_C: Final = LADDER_CHALLENGES.c


def pass_by(database: Database) -> int:
    """Give the place to whose challenge was not answered in time; of how many it was so."""
    now = database.now()
    with database.writing() as connection:
        late = select(LADDER_CHALLENGES).where(_C.state == OPEN, _C.ends <= now)
        found = [challenge_from(row) for row in connection.execute(late.order_by(_C.id))]
        return sum(settle(connection, one, PASSED, now) for one in found)


def drop_absent(
    database: Database, terms: Contests, here: Collection[int]
) -> Sequence[tuple[str, int]]:
    """Drop who was off the server for long, but for those `here`: the games, and who it was.

    Who plays for a place stays; what they were asked, or have asked, is void.
    """
    now = database.now()
    with database.writing() as connection:
        playing = select(_C.id).where(
            _C.game == LADDER_PLACES.c.game, _C.state == PLAYING,
            or_(_C.challenger == ACCOUNTS.c.id, _C.challenged == ACCOUNTS.c.id),
        )  # fmt: skip
        query = (
            select(LADDER_PLACES.c.game, LADDER_PLACES.c.account)
            .join(ACCOUNTS, ACCOUNTS.c.id == LADDER_PLACES.c.account)
            .where(ACCOUNTS.c.last_seen < now - terms.ladder_away_days * _DAY)
            .where(ACCOUNTS.c.id.not_in(here), ~playing.exists())
        )
        order = (LADDER_PLACES.c.game, LADDER_PLACES.c.account)
        gone = [(row.game, row.account) for row in connection.execute(query.order_by(*order))]
        for game, account in gone:
            for one in standing_of(connection, game, account):
                settle(connection, one, VOID, now)
            drop(connection, game, account)
    return gone


def take_news(database: Database) -> list[Challenge]:
    """The challenges whose people have not been told how they stand; from now on they have."""
    with database.reading() as connection:
        if connection.execute(select(_C.id).where(_C.is_told.is_(False)).limit(1)).first() is None:
            return []
    with database.writing() as connection:
        query = select(LADDER_CHALLENGES).where(_C.is_told.is_(False)).order_by(_C.id)
        found = [challenge_from(row) for row in connection.execute(query)]
        numbers = [one.id for one in found]
        told = update(LADDER_CHALLENGES).where(_C.id.in_(numbers))
        connection.execute(told.values(is_told=True))
    return found
