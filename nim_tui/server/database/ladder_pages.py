"""What a ladder looks like: who stands where, with what they have played for, and what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, select

from nim_tui.server.database.connection import Database
from nim_tui.server.database.contest_schema import LADDER_CHALLENGES, LADDER_PLACES
from nim_tui.server.database.ladder import Challenge, challenge_from, places
from nim_tui.server.database.schema import ACCOUNTS
from nim_tui.server.ladder.challenge import DRAWN, HELD, PASSED, STANDING, WON

MOST_SHOWN: Final = 200
"""Places of one page."""
MOST_RECENT: Final = 12
"""Challenges that are settled, the last ones, of one page."""
_PLAYED: Final = (WON, HELD, DRAWN)
_C: Final = LADDER_CHALLENGES.c


@dataclass(frozen=True, slots=True)
class OnLadder:
    """Somebody on a ladder, from the top; games are those for places."""

    account: int
    name: str
    won: int
    played: int


@dataclass(frozen=True, slots=True)
class LadderSheet:
    """A ladder as everybody may see it; `names` are of everybody who is named in challenges."""

    people: Sequence[OnLadder]
    standing: Sequence[Challenge]
    recent: Sequence[Challenge]
    names: Mapping[int, str]


def ladder_sheet(database: Database, game: str) -> LadderSheet:
    """The ladder of a game. Raises StorageTrouble."""
    with database.reading() as connection:
        order = places(connection, game)[:MOST_SHOWN]
        challenges = select(LADDER_CHALLENGES).where(_C.game == game)
        stand = challenges.where(_C.state.in_(STANDING)).order_by(_C.id)
        past = challenges.where(_C.state.in_((*_PLAYED, PASSED))).order_by(_C.settled.desc())
        standing = [challenge_from(row) for row in connection.execute(stand)]
        recent = [challenge_from(row) for row in connection.execute(past.limit(MOST_RECENT))]
        both = (*standing, *recent)
        meant = {*order, *(who for one in both for who in (one.challenger, one.challenged))}
        names = _names(connection, meant)
        figures = _figures(connection, game)
    people = [OnLadder(one, names.get(one, ""), *figures.get(one, (0, 0))) for one in order]
    return LadderSheet(people, standing, recent, names)


def _names(connection: Connection, accounts: set[int]) -> dict[int, str]:
    query = select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.id.in_(accounts))
    return {row.id: row.name for row in connection.execute(query)}


def _figures(connection: Connection, game: str) -> dict[int, tuple[int, int]]:
    """How many games for places somebody has won, and of how many."""
    figures: dict[int, tuple[int, int]] = {}
    on = select(LADDER_PLACES.c.account).where(LADDER_PLACES.c.game == game)
    for column, wins in ((_C.challenger, WON), (_C.challenged, HELD)):
        query = select(column, _C.state, func.count()).where(
            _C.game == game, _C.state.in_(_PLAYED), column.in_(on)
        )
        for account, state, count in connection.execute(query.group_by(column, _C.state)):
            before, played = figures.get(account, (0, 0))
            figures[account] = before + count * (state == wins), played + count
    return figures


def challenges_of(database: Database, account: int) -> list[Challenge]:
    """The challenges that somebody is to answer, in every game. Raises StorageTrouble."""
    query = select(LADDER_CHALLENGES).where(_C.challenged == account, _C.state == "open")
    with database.reading() as connection:
        return [challenge_from(row) for row in connection.execute(query.order_by(_C.id))]


def places_held(database: Database, account: int) -> dict[str, int]:
    """On which ladders somebody stands, and at which place. Raises StorageTrouble."""
    with database.reading() as connection:
        query = select(LADDER_PLACES.c.game).where(LADDER_PLACES.c.account == account)
        games = connection.execute(query.order_by(LADDER_PLACES.c.game)).scalars().all()
        return {game: places(connection, game).index(account) + 1 for game in games}
