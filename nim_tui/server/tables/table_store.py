"""Storage of new tables."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, Select, bindparam, insert, or_, select

from nim_tui.registry import game_named
from nim_tui.server.accounts.names import account_name, bot_account_name, is_bot_named
from nim_tui.server.accounts.store import no_such_account, who_is_called
from nim_tui.server.moderation.mutes import check_words
from nim_tui.server.nodes.messages import Invited, TablesChanged, notify
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    CLUB_MEMBERS,
    JOINED,
    NOBODY,
    OPEN,
    PRIVATE,
    PUBLIC,
    SEATS,
    TABLES,
    TOURNAMENT_GAMES,
    TOURNAMENT_INVITED,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
)
from nim_tui.server.untrusted_text import folded, plain_line
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import FORMAT, RecordHeader, SeatPlan, encode
from nim_tui.tables.seat_plans import UnsuitableSeat, bot_name, seat_from
from rules.contract import check_seats, settle_options
from rules.messages import N_, Refusal
from rules.options import OptionValue

LONGEST_TITLE: Final = 40
"""The longest title of a table, in cells."""

NOT_SEATED: Final = "open"
"""The name of a free seat in a record's header; no account may have it."""

# Made once: making a statement takes longer than running it.
_ROW: Final = select(TABLES).where(TABLES.c.id == bindparam("table"))
_ROW_HELD: Final = _ROW.with_for_update()
_NAME: Final = select(ACCOUNTS.c.name).where(ACCOUNTS.c.id == bindparam("account"))
_ADD_TABLE: Final = insert(TABLES)
_ADD_SEATS: Final = insert(SEATS)

_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"


class CannotUseTable(Refusal):
    """The action is not possible at this table now; the message says why."""


@dataclass(frozen=True, slots=True)
class SeatWish:
    """The planned occupant of a seat: an account, a person by name, a bot, or anybody.

    The seat may be reserved for an account: like an invitation, but for guests too.
    """

    account: int | None = None
    invited: str | None = None
    bot: str | None = None
    called: str | None = None
    """The name of the bot; None: the next free one."""
    kept_for: int | None = None


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table to be set up."""

    game: str
    seats: Sequence[SeatWish]
    title: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    visibility: str = PUBLIC
    clock: ClockPlan | None = None
    rated_from: int | None = 0
    """The number of moves from which on the game is rated; None: it is casual."""
    hints_for_all: bool = False
    """Whether bots give hints to people who play each other; only in casual games."""
    allows_bots: bool = False
    """Whether bots of other people may take free seats."""
    club: int | None = None
    """The club whose members see the table, if it is private, and may take its free seats."""
    is_again: bool = False
    """Whether it repeats a game, with texts that are stored already."""


def fresh_id() -> str:
    """Return an unguessable public table id, a word and a number such as `dokivuna-482`."""
    signs = [secrets.choice(part) for part in (_CONSONANTS, _VOWELS) * 4]
    return f"{''.join(signs)}-{secrets.randbelow(900) + 100}"


def create_table(database: Database, host: int, plan: TablePlan) -> str:
    """Set up a table, open for players; return its id.

    If the host is no member of the club of a repeated game, its players alone see the table. Raises
    a Refusal with the fault of the plan.
    """
    with database.writing() as connection:
        name_of(connection, host)
        now = database.now()
        is_outside = plan.club is not None and not is_member(connection, plan.club, host)
        if not plan.is_again:
            invited = [seat.invited for seat in plan.seats if seat.invited is not None]
            check_words(connection, host, now, plan.title, invited)
            if is_outside:
                raise CannotUseTable(N_("only members of the club can do that"))
        elif is_outside:
            plan = replace(plan, club=None)
        table = add_table(connection, now, host, plan)
        notify(database, connection, TablesChanged([table]), Invited(table, host))
        return table


def add_table(connection: Connection, now: float, host: int | None, plan: TablePlan) -> str:
    """Set up a table, within a transaction; tables of the server itself have no host."""
    entry = game_named(plan.game)
    check_seats(entry.game, len(plan.seats))
    options = settle_options(entry.game, plan.options)
    if plan.visibility not in (PUBLIC, PRIVATE):
        raise CannotUseTable(N_("a table must be public or private"))
    if plan.club is not None and plan.visibility != PRIVATE:
        raise CannotUseTable(N_("a table of a club must be private"))
    if plan.hints_for_all and plan.rated_from is not None:
        raise CannotUseTable(N_("hints for all need a casual game: set rating to casual"))
    title = plain_line(plan.title or entry.title, LONGEST_TITLE, 2 * LONGEST_TITLE)
    clock = None if plan.clock is None else msgspec.json.encode(plan.clock).decode()
    seats = tuple(SeatPlan(NOT_SEATED) for _ in plan.seats)
    header = RecordHeader(FORMAT, entry.name, options, seats, 0, hints_for_all=plan.hints_for_all)
    row = {
        "game": entry.name,
        "header": encode(header).decode(),
        "title": title,
        "host": host,
        "visibility": plan.visibility,
        "status": OPEN,
        "clock": clock,
        "rated_from": plan.rated_from,
        "allows_bots": plan.allows_bots,
        "club": plan.club,
        "created": now,
        "last_move": now,
    }
    table = _insert_table(connection, row, title)
    rows = _seat_rows(connection, table, entry.name, plan.seats)
    connection.execute(
        _ADD_SEATS,
        [{**seat, "joined": None if seat["account"] is None else now} for seat in rows],
    )
    return table


def _insert_table(connection: Connection, row: dict[str, Any], title: str) -> str:
    while True:
        table = fresh_id()
        if connection.execute(_ROW, {"table": table}).first() is None:
            break
    connection.execute(_ADD_TABLE, {"id": table, "sought": folded(title), **row})
    return table


def _seat_rows(
    connection: Connection, table: str, game: str, wishes: Sequence[SeatWish]
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for seat, wish in enumerate(wishes):
        if (wish.account, wish.invited, wish.bot, wish.kept_for).count(None) < 3:
            raise CannotUseTable(N_("a seat is for one person or one bot"))
        name = ""
        if wish.account is not None:
            name = name_of(connection, wish.account)
            if any(row["account"] == wish.account for row in rows):
                raise CannotUseTable(N_("{name} already has a seat at this table"), name=name)
        elif wish.bot is not None:
            name = _bot_name(game, wish, [row["name"] for row in rows])
        invited, meant = _kept_for(connection, wish)
        sought = folded(f"{name} {wish.bot or ''}")
        rows.append({
            "table": table, "seat": seat, "name": name, "sought": sought,
            "account": wish.account, "bot": wish.bot, "must_move": False, "invited": invited,
            "invited_skeleton": meant,
        })  # fmt: skip
    return rows


def _kept_for(connection: Connection, wish: SeatWish) -> tuple[str | None, str | None]:
    """Return the name for which a seat is reserved, and the skeleton of its present owner."""
    if wish.kept_for is not None:
        asked = select(ACCOUNTS.c.name, ACCOUNTS.c.skeleton).where(ACCOUNTS.c.id == wish.kept_for)
        row = connection.execute(asked).first()
        if row is None:
            raise no_such_account(wish.kept_for)
        return str(row.name), str(row.skeleton)
    if wish.invited is None:
        return None, None
    typed = wish.invited.strip()
    name = bot_account_name(typed) if is_bot_named(typed) else account_name(typed)
    return who_is_called(connection, name) or (name, NOBODY)


def _bot_name(game: str, wish: SeatWish, taken: Sequence[str]) -> str:
    """Return a name for a bot, as at a local table."""
    level = str(wish.bot)
    if seat_from(f"bot:{level}:{wish.called or ''}", game_named(game)).bot != level:
        raise UnsuitableSeat(N_("unknown bot {name}"), name=repr(level[:40]))
    return bot_name(taken, [wish.called] if wish.called else ())


def name_of(connection: Connection, account: int) -> str:
    """Return the name of an account. Raises NoSuchAccount."""
    name = connection.execute(_NAME, {"account": account}).scalar()
    if name is None:
        raise no_such_account(account)
    return str(name)


def as_id(text: str) -> str:
    """Return a stranger's text as a table id, without characters that PostgreSQL refuses (NUL)."""
    return text[:40].replace("\0", "")


def table_row(connection: Connection, table: str, *, held: bool = False) -> Row[Any]:
    """Return the row of a table; `held`: locked until the transaction ends.

    Raises CannotUseTable.
    """
    row = connection.execute(_ROW_HELD if held else _ROW, {"table": as_id(table)}).first()
    if row is None:
        raise CannotUseTable(N_("unknown table {id}"), id=repr(table[:40]))
    return row


def clubs_joined(account: int | None) -> Select[tuple[int]]:
    """Return the query for the clubs that an account is a member of."""
    own = CLUB_MEMBERS.c.account == account
    return select(CLUB_MEMBERS.c.club).where(own, CLUB_MEMBERS.c.standing == JOINED)


def tournament_tables(account: int | None) -> Select[tuple[str | None]]:
    """Return the query for the tables of tournaments that an account hosts, or may take part in."""
    made, games = TOURNAMENTS.c, TOURNAMENT_GAMES.c
    ways = [
        made.id.in_(select(sheet.c.tournament).where(sheet.c.account == account))
        for sheet in (TOURNAMENT_PLAYERS, TOURNAMENT_INVITED)
    ]
    joined = select(games.table).join(TOURNAMENTS, made.id == games.tournament)
    return joined.where(or_(made.host == account, *ways))


def is_member(connection: Connection, club: int, account: int | None) -> bool:
    """Whether an account is a member of a club, within a transaction."""
    own = clubs_joined(account).where(CLUB_MEMBERS.c.club == club)
    return connection.execute(own).first() is not None
