"""The export of all data kept about one person."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, case, select

from nim_tui.server.accounts.store import Account
from nim_tui.server.clubs.store import clubs_of
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    AUDIT,
    BLOCKS,
    BOTS,
    CHAT,
    FOLLOWS,
    INVITATIONS,
    KEYS,
    LADDER_CHALLENGES,
    LADDER_PLACES,
    MUTES,
    OVER,
    PASSKEYS,
    PRIVATE_MESSAGES,
    RATING_COURSE,
    RATINGS,
    REPORTS,
    SEAT_LINKS,
    SEATS,
    SUBSCRIPTIONS,
    TABLES,
    TOURNAMENT_INVITED,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
    VACATIONS,
    WARNINGS,
)

MOST_GAMES: Final = 10_000
"""The most games in a file, newest first; `record ID` has the moves of each."""


def personal_data(database: Database, account: Account) -> dict[str, Any]:
    """Return the data kept of a person, fit for JSON; times are UTC.

    An unfinished game includes only what its seat can see: no counts, no times of moves.
    """
    with database.reading() as connection:
        return {
            "account": _account(connection, account),
            "keys": _rows(
                connection,
                select(KEYS.c.fingerprint, KEYS.c.name, KEYS.c.added, PASSKEYS.c.used)
                .outerjoin(PASSKEYS, PASSKEYS.c.fingerprint == KEYS.c.fingerprint)
                .where(KEYS.c.account == account.id)
                .order_by(KEYS.c.added),
            ),
            "ratings": _rows(
                connection,
                select(RATINGS.c.game, RATINGS.c.mu, RATINGS.c.sigma, RATINGS.c.games).where(
                    RATINGS.c.account == account.id
                ),
            ),
            "rated_games": _rows(
                connection,
                select(
                    RATING_COURSE.c.game,
                    RATING_COURSE.c.table,
                    RATING_COURSE.c.mu,
                    RATING_COURSE.c.sigma,
                    RATING_COURSE.c.time,
                )
                .where(RATING_COURSE.c.account == account.id)
                .order_by(RATING_COURSE.c.id),
            ),
            "games": _games(connection, account.id),
            "chat": _rows(
                connection,
                select(CHAT.c.table, CHAT.c.channel, CHAT.c.text, CHAT.c.time)
                .where(CHAT.c.account == account.id)
                .order_by(CHAT.c.id),
            ),
            "blocked": _rows(
                connection,
                select(ACCOUNTS.c.name)
                .join(BLOCKS, BLOCKS.c.blocked == ACCOUNTS.c.id)
                .where(BLOCKS.c.account == account.id),
            ),
            **_friends(connection, account.id),
            "reports": _rows(
                connection,
                select(REPORTS.c.about_name, REPORTS.c.reason, REPORTS.c.place, REPORTS.c.time)
                .where(REPORTS.c.reporter == account.id)
                .order_by(REPORTS.c.id),
            ),
            "invitations": _rows(
                connection,
                select(INVITATIONS.c.made, INVITATIONS.c.ends, INVITATIONS.c.used).where(
                    INVITATIONS.c.account == account.id
                ),
            ),
            "seat_invitations": _rows(
                connection,
                select(SEAT_LINKS.c.table, SEAT_LINKS.c.made, SEAT_LINKS.c.used).where(
                    SEAT_LINKS.c.made_by == account.id
                ),
            ),
            "seat_invitations_used": _rows(
                connection,
                select(SEAT_LINKS.c.table, SEAT_LINKS.c.used).where(
                    SEAT_LINKS.c.used_by == account.id
                ),
            ),
            "notices": _notices(connection, account.id),
            "orders": _rows(
                connection,
                select(AUDIT.c.what, AUDIT.c.why, AUDIT.c.time)
                .where(AUDIT.c.whom == account.id)
                .order_by(AUDIT.c.id),
            ),
            "warnings": _rows(
                connection,
                select(WARNINGS.c.text, WARNINGS.c.time)
                .where(WARNINGS.c.account == account.id)
                .order_by(WARNINGS.c.id),
            ),
            "vacations": _rows(
                connection,
                select(VACATIONS.c.begins, VACATIONS.c.ends)
                .where(VACATIONS.c.account == account.id)
                .order_by(VACATIONS.c.id),
            ),
            "bots": _bots(connection, account.id),
            "muted": _rows(connection, select(MUTES.c.ends).where(MUTES.c.account == account.id)),
            **_contests(connection, account.id),
        }


def _bots(connection: Connection, owner: int) -> list[dict[str, Any]]:
    """Return the bots that a person answers for, with what each said of itself."""
    own = BOTS.c
    query = select(
        ACCOUNTS.c.name, own.account.label("number"), own.source, own.games, own.accepts,
        own.has_league, own.is_paused, own.made,
    ).join(ACCOUNTS, ACCOUNTS.c.id == own.account)  # fmt: skip
    bots = _rows(connection, query.where(own.owner == owner).order_by(own.account))
    return [{**bot, "games": msgspec.json.decode(bot["games"])} for bot in bots]


def _friends(connection: Connection, account: int) -> dict[str, Any]:
    """Return the followed players, and the private messages sent and received."""
    sent = PRIVATE_MESSAGES.c
    followed = select(ACCOUNTS.c.name).join(FOLLOWS, FOLLOWS.c.followed == ACCOUNTS.c.id)
    other = case((sent.writer == account, sent.reader), else_=sent.writer)
    messages = (
        select(ACCOUNTS.c.name, (sent.writer == account).label("is_own"), sent.text, sent.time)
        .join(ACCOUNTS, ACCOUNTS.c.id == other)
        .where((sent.writer == account) | (sent.reader == account))
    )
    return {
        "follows": _rows(connection, followed.where(FOLLOWS.c.account == account)),
        "private_messages": _rows(connection, messages.order_by(sent.id)),
    }


def _contests(connection: Connection, account: int) -> dict[str, Any]:
    """Return ladder ranks, challenges and tournaments, without the names of others."""
    own, asked = LADDER_PLACES.c, LADDER_CHALLENGES.c
    places_held = select(own.game, own.place, own.joined).where(own.account == account)
    challenges = select(
        asked.game, asked.made, asked.ends, asked.state, asked.settled, asked.table,
        (asked.challenger == account).label("is_own"),
    ).where((asked.challenger == account) | (asked.challenged == account))  # fmt: skip
    kept, plays, asked_to = TOURNAMENTS.c, TOURNAMENT_PLAYERS.c, TOURNAMENT_INVITED.c
    told = (kept.id, kept.game, kept.title, kept.status, kept.created)
    played = select(*told).join(TOURNAMENT_PLAYERS, plays.tournament == kept.id)
    hosted = select(*told).where(kept.host == account)
    invited = select(*told).join(TOURNAMENT_INVITED, asked_to.tournament == kept.id)
    return {
        "tournaments": _rows(connection, played.where(plays.account == account)),
        "tournaments_hosted": _rows(connection, hosted),
        "tournament_invitations": _rows(connection, invited.where(asked_to.account == account)),
        "clubs": _rows(connection, clubs_of(account)),
        "ladders": _rows(connection, places_held.order_by(own.game)),
        "ladder_challenges": _rows(connection, challenges.order_by(asked.id)),
    }


_TIMES: Final = {
    "added", "time", "made", "ends", "used", "created", "confirmed", "sent", "tried", "joined",
    "settled", "begins", "since",
}  # fmt: skip


def _rows(connection: Connection, query: Any) -> list[dict[str, Any]]:
    return [
        {name: _told(name, value) for name, value in row.items()}
        for row in connection.execute(query).mappings()
    ]


def _told(name: str, value: Any) -> Any:
    if name not in _TIMES or value is None:
        return value
    return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _notices(connection: Connection, account: int) -> list[dict[str, Any]]:
    """Return the notification addresses, without the secrets that read or stop them."""
    own = SUBSCRIPTIONS.c
    query = select(
        own.kind, own.address, own.language, own.is_on, own.is_daily, own.added, own.confirmed,
        own.sent, own.tried, own.how,
    )  # fmt: skip
    return _rows(connection, query.where(own.account == account).order_by(own.id))


def _account(connection: Connection, account: Account) -> dict[str, Any]:
    query = select(ACCOUNTS.c.settings).where(ACCOUNTS.c.id == account.id)
    settings = connection.execute(query).scalar() or "{}"
    return {
        "number": account.id,
        "name": account.name,
        "is_guest": account.is_guest,
        "role": account.role,
        "created": _told("created", account.created),
        "last_seen": _told("time", account.last_seen),
        "settings": msgspec.json.decode(settings),
    }


def _games(connection: Connection, account: int) -> list[dict[str, Any]]:
    query = (
        select(
            TABLES.c.id, TABLES.c.game, TABLES.c.title, TABLES.c.status, TABLES.c.created,
            TABLES.c.result, SEATS.c.seat,
        )
        .join(SEATS, SEATS.c.table == TABLES.c.id)
        .where(SEATS.c.account == account)
        .order_by(TABLES.c.created.desc(), TABLES.c.id)
        .limit(MOST_GAMES)
    )  # fmt: skip
    games = _rows(connection, query)
    for game in games:
        result = game.pop("result")
        if game["status"] == OVER:
            game["result"] = None if result is None else msgspec.json.decode(result)
    return games
