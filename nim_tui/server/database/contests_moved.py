"""Ladders and tournaments, where accounts are made one or deleted."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update

from nim_tui.registry import offer_named
from nim_tui.server.database.contest_schema import (
    LADDER_CHALLENGES,
    LADDER_PLACES,
    TOURNAMENT_GAMES,
    TOURNAMENT_INVITED,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
)
from nim_tui.server.database.schema import OPEN, TABLES
from nim_tui.server.database.tournaments import CLOSED, end
from nim_tui.server.untrusted_text import folded


def move_ladders(connection: Connection, gone: int, into: int) -> None:
    """Places go over where `into` has none; what the two asked of each other is forgotten."""
    asked, place = LADDER_CHALLENGES.c, LADDER_PLACES.c
    both = (gone, into)
    each = (asked.challenger.in_(both), asked.challenged.in_(both))
    connection.execute(delete(LADDER_CHALLENGES).where(*each))
    for column in (asked.challenger, asked.challenged):
        own = update(LADDER_CHALLENGES).where(column == gone)
        connection.execute(own.values({column: into}))
    held = select(place.game).where(place.account == into)
    moved = update(LADDER_PLACES).where(place.account == gone, place.game.not_in(held))
    connection.execute(moved.values(account=into))


def move_tournaments(connection: Connection, gone: int, into: int) -> None:
    """What one has set up, plays and is invited to goes over; where both play, one is someone."""
    plays, asked = TOURNAMENT_PLAYERS.c, TOURNAMENT_INVITED.c
    own = select(plays.tournament).where(plays.account == into)
    both = (plays.account == gone, plays.tournament.in_(own))
    still_open = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.status == OPEN)
    connection.execute(delete(TOURNAMENT_PLAYERS).where(*both, plays.tournament.in_(still_open)))
    connection.execute(update(TOURNAMENT_PLAYERS).where(*both).values(account=None))
    known = select(asked.tournament).where(asked.account == into)
    moved = update(TOURNAMENT_INVITED).where(asked.account == gone, asked.tournament.not_in(known))
    connection.execute(moved.values(account=into))
    for sheet, column in ((TOURNAMENT_PLAYERS, plays.account), (TOURNAMENTS, TOURNAMENTS.c.host)):
        connection.execute(update(sheet).where(column == gone).values({column: into}))


def leave_tournaments(connection: Connection, account: int, now: float) -> None:
    """An account goes: it takes part no longer in what has not begun.

    What it has set up and has not begun is closed; the titles it chose go, but for those of games.
    """
    kept, plays = TOURNAMENTS.c, TOURNAMENT_PLAYERS.c
    still_open = select(kept.id).where(kept.status == OPEN)
    seats = delete(TOURNAMENT_PLAYERS).where(
        plays.account == account, plays.tournament.in_(still_open)
    )
    connection.execute(seats)
    hosted = select(kept.id, kept.game, kept.status).where(kept.host == account)
    for row in connection.execute(hosted).all():
        title = offer_named(row.game).title
        connection.execute(update(TOURNAMENTS).where(kept.id == row.id).values(title=title))
        made = select(TOURNAMENT_GAMES.c.table).where(TOURNAMENT_GAMES.c.tournament == row.id)
        plain = {"title": title, "sought": folded(title)}
        connection.execute(update(TABLES).where(TABLES.c.id.in_(made)).values(plain))
        if row.status == OPEN:
            end(connection, row.id, CLOSED, now)
