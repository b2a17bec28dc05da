"""Storage of seats, hosts and abandoned games.

Each change is one transaction: a crash leaves a consistent table, or none.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from msgspec import structs
from sqlalchemy import (
    Connection,
    Integer,
    Row,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from nim_tui.registry import game_named
from nim_tui.server.moderation.blocks import is_blocked
from nim_tui.server.nodes.messages import Begun, BoardChanged, TablesChanged, notify
from nim_tui.server.ratings.rating import settle_rated
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    BOT,
    LINES,
    NOBODY,
    OPEN,
    OVER,
    PRIVATE,
    RUNNING,
    SEATS,
    TABLES,
)
from nim_tui.server.tables.exclusions import check_welcome
from nim_tui.server.tables.table_store import (
    LONGEST_TITLE,
    CannotUseTable,
    SeatWish,
    TablePlan,
    add_table,
    is_member,
    name_of,
    table_row,
)
from nim_tui.server.untrusted_text import cut_line, folded
from nim_tui.tables.record import (
    FORMAT,
    OUT_OF_TIME,
    EndEntry,
    MoveEntry,
    SeatPlan,
    encode,
    parse_header,
)
from nim_tui.tables.replay import GameBranch
from nim_tui.tables.seeds import Seed
from nim_tui.tables.table import Table
from rules.messages import N_

# Made once: making a statement takes longer than running it.
_SEATS: Final = select(SEATS).where(SEATS.c.table == bindparam("of")).order_by(SEATS.c.seat)
_SIT: Final = (
    update(SEATS)
    .where(SEATS.c.table == bindparam("of"), SEATS.c.seat == bindparam("number"))
    .values(
        account=bindparam("who"), name=bindparam("called"), sought=bindparam("found_as"),
        joined=bindparam("at"),
    )
)  # fmt: skip
_LEAVE: Final = (
    update(SEATS)
    .where(SEATS.c.table == bindparam("of"), SEATS.c.account == bindparam("who"))
    .values(account=None, name="", sought="", joined=None)
)
_BY_STAND_IN: Final = and_(SEATS.c.seat == bindparam("mover"), SEATS.c.stand_in.is_not(None))
_WAIT: Final = (
    update(SEATS)
    .where(SEATS.c.table == bindparam("of"))
    .values(
        must_move=SEATS.c.seat.in_(bindparam("numbers", expanding=True)),
        lent_moves=SEATS.c.lent_moves + case((_BY_STAND_IN, 1), else_=0),
    )
)


def open_row(connection: Connection, table: str) -> Row[Any]:
    """Return the row of an open table, locked in this transaction. Raises CannotUseTable."""
    row = table_row(connection, table, held=True)
    if row.status != OPEN:
        raise CannotUseTable(N_("the game has begun, or the table is closed"))
    return row


def take_seat(database: Database, table: str, account: int) -> int:
    """Sit down on the first seat that is free for this person, and tell it; return its number.

    Of concurrent takers of the last seat only one succeeds. Raises CannotUseTable, NoSuchAccount.
    """
    with database.writing() as connection:
        open_row(connection, table)
        taken = sit_down(connection, table, account, database.now())
        notify(database, connection, TablesChanged([table]))
        return taken


def sit_down(
    connection: Connection,
    table: str,
    account: int,
    now: float,
    *,
    by_link: bool = False,
) -> int:
    """Take a seat at an open table, within a transaction that has locked it.

    People the host has blocked are refused as if the table were full. Seats reserved for an unknown
    name open only `by_link`. A bot may choose a seat only where the table allows bots, and whoever
    is not in the club of a table only `by_link`, unless a seat is reserved for them.
    """
    check_welcome(connection, table, account)
    name = name_of(connection, account)
    asked = select(ACCOUNTS.c.skeleton).where(ACCOUNTS.c.id == account)
    table_now = table_row(connection, table)
    may_choose = table_now.allows_bots or not is_bot(connection, account)
    if table_now.club is not None and not by_link:
        may_choose = may_choose and is_member(connection, table_now.club, account)
    fitting = [connection.execute(asked).scalar_one()]
    fitting += [None] if may_choose else []
    fitting += [NOBODY] if by_link else []
    seats = connection.execute(_SEATS, {"of": table}).all()
    free = [
        row.seat
        for row in sorted(seats, key=lambda row: row.invited is None)
        if row.account is None and row.bot is None
        if row.invited_skeleton in fitting
    ]
    if not free or is_blocked(connection, account, (table_now.host,)):
        raise CannotUseTable(N_("this seat is not free"))
    _sit(connection, table, free[0], (account, name, now))
    return int(free[0])


def is_bot(connection: Connection, account: int) -> bool:
    """Whether an account is a bot's, within a transaction."""
    query = select(ACCOUNTS.c.role).where(ACCOUNTS.c.id == account)
    return bool(connection.execute(query).scalar() == BOT)


def _sit(connection: Connection, table: str, seat: int, who: tuple[int, str, float]) -> None:
    account, name, now = who
    facts = {"of": table, "number": seat, "who": account, "called": name, "at": now}
    facts["found_as"] = folded(name)
    try:
        connection.execute(_SIT, facts)
    except IntegrityError:
        raise CannotUseTable(N_("{name} already has a seat at this table"), name=name) from None


def leave_seat(database: Database, table: str, account: int) -> None:
    """Leave a table whose game has not begun. Raises CannotUseTable."""
    with database.writing() as connection:
        open_row(connection, table)
        left = connection.execute(_LEAVE, {"of": table, "who": account})
        if left.rowcount == 0:
            raise CannotUseTable(N_("this player has no seat at this table"))


def open_to_all(database: Database, table: str, seat: int) -> None:
    """Free a seat of a game that has not begun, for anybody. Raises CannotUseTable."""
    with database.writing() as connection:
        open_row(connection, table)
        statement = update(SEATS).where(SEATS.c.table == table, SEATS.c.seat == seat)
        freed: dict[str, Any] = {"account": None, "name": "", "sought": "", "joined": None}
        connection.execute(statement.values(invited=None, invited_skeleton=None, **freed))


def start(
    database: Database, table: str, seed: Seed, *, least_age: float = 0.0, by: int | None = None
) -> None:
    """Start the game once every seat is taken, and notify that it was started `by` an account.

    The seed is secret. The start also decides who is rated: no guests, and no accounts younger than
    `least_age` seconds. Raises CannotUseTable, RecordError.
    """
    with database.writing() as connection:
        begin(database, connection, table, seed, least_age=least_age)
        notify(database, connection, TablesChanged([table]), Begun(table, by))


def begin(
    database: Database, connection: Connection, table: str, seed: Seed, *, least_age: float = 0.0
) -> None:
    """Start the game, within a transaction."""
    row = open_row(connection, table)
    query = select(SEATS.c.name, SEATS.c.bot).where(SEATS.c.table == table)
    seats = connection.execute(query.order_by(SEATS.c.seat)).all()
    if not all(seat.name for seat in seats):
        raise CannotUseTable(N_("a seat is still free"))
    plans = tuple(SeatPlan(seat.name, seat.bot) for seat in seats)
    planned = parse_header(row.header.encode())
    header = structs.replace(planned, nim_tui=FORMAT, seats=plans, seed=seed)
    game = Table(game_named(row.game).game, header.options, header.seats, seed)
    connection.execute(
        update(TABLES)
        .where(TABLES.c.id == table)
        .values(status=RUNNING, header=encode(header).decode(), last_move=database.now())
    )
    note_waiting(connection, table, game.waiting)
    settle_rated(connection, table, row.rated_from, database.now() - least_age)


def note_waiting(
    connection: Connection, table: str, seats: Sequence[int], *, mover: int | None = None
) -> None:
    """Store the seats to move, which are public.

    If the `mover` has a stand-in, the move counts as the stand-in's.
    """
    connection.execute(_WAIT, {"of": table, "numbers": list(seats), "mover": mover})


def set_stand_in(database: Database, table: str, seat: int, level: str | None) -> None:
    """Give a seat to a stand-in, or (None) back to its person. Raises CannotUseTable."""
    with database.writing(table) as connection:
        row = table_row(connection, table)
        if level is not None:
            game_named(row.game).bot(level)
        statement = update(SEATS).where(
            SEATS.c.table == table, SEATS.c.seat == seat, SEATS.c.bot.is_(None)
        )
        if connection.execute(statement.values(stand_in=level)).rowcount == 0:
            raise CannotUseTable(N_("this seat has no player"))
        notify(database, connection, BoardChanged(table))


def plan_of(title: str, begins: GameBranch, account: int) -> TablePlan:
    """Return the plan of a private, casual table for one person against bots."""
    header, number = begins.header, f" #{len(begins.plays)}"
    seats = [
        SeatWish(account=account)
        if seat.bot is None
        else SeatWish(bot=seat.bot, called=seat.name.partition(" ")[0])
        for seat in header.seats
    ]
    called = cut_line(title, LONGEST_TITLE - len(number)) + number
    return TablePlan(
        header.game, seats, called, header.options, PRIVATE, rated_from=None, is_again=True
    )


def create_again(database: Database, host: int, plan: TablePlan, begins: GameBranch) -> str:
    """Set up a table that continues from these moves; return its id.

    Raises a Refusal with the fault of the plan.
    """
    with database.writing() as connection:
        now = database.now()
        table = add_table(connection, now, host, plan)
        begin(database, connection, table, begins.header.seed)
        _write(connection, table, begins.plays, now)
        note_waiting(connection, table, begins.waiting)
        notify(database, connection, TablesChanged([table]))
        return table


def _write(connection: Connection, table: str, plays: tuple[MoveEntry, ...], now: float) -> None:
    """Write the moves already made."""
    rows = [
        {"table": table, "ply": ply, "seat": play.seat, "line": encode(play).decode(), "time": now}
        for ply, play in enumerate(plays)
    ]
    if rows:
        connection.execute(insert(LINES), rows)
    counted = update(TABLES).where(TABLES.c.id == table)
    connection.execute(counted.values(moves=len(rows), plies=len(rows)))


_OTHER: Final = SEATS.alias("other")


def note_left(connection: Connection, table: str, over: EndEntry) -> None:
    """Note the players who abandoned a game: a bot played for them, or their time had run out.

    Resigning does not count, nor does leaving a game against bots alone.
    """
    late = over.ranking[-1] if over.reason == OUT_OF_TIME else ()
    gone = SEATS.c.stand_in.is_not(None) | SEATS.c.seat.in_(late)
    people = select(func.count()).where(SEATS.c.table == table, SEATS.c.bot.is_(None))
    if connection.execute(people).scalar_one() < 2:
        return
    own = (SEATS.c.table == table, SEATS.c.account.is_not(None), gone)
    connection.execute(update(SEATS).where(*own).values(has_left=True))


def games_left(database: Database, accounts: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return, by account, the games with other people that they abandoned, and all of them."""
    others = exists().where(
        _OTHER.c.table == SEATS.c.table, _OTHER.c.seat != SEATS.c.seat, _OTHER.c.bot.is_(None)
    )
    query = (
        select(SEATS.c.account, func.sum(cast(SEATS.c.has_left, Integer)), func.count())
        .join(TABLES, TABLES.c.id == SEATS.c.table)
        .where(SEATS.c.account.in_(accounts), TABLES.c.status == OVER)
        .where(TABLES.c.result.is_not(None), others)
        .group_by(SEATS.c.account)
    )
    with database.reading() as connection:
        return {account: (int(left), games) for account, left, games in connection.execute(query)}


def last_here(database: Database, accounts: Collection[int]) -> dict[int, float]:
    """Return when accounts were last online, in seconds since 1970."""
    query = select(ACCOUNTS.c.id, ACCOUNTS.c.last_seen).where(ACCOUNTS.c.id.in_(accounts))
    with database.reading() as connection:
        return {row.id: row.last_seen for row in connection.execute(query)}


def close_open(database: Database, table: str) -> bool:
    """Close an open table; return False if its game has begun."""
    this = (TABLES.c.id == table, TABLES.c.status == OPEN)
    with database.writing() as connection:
        return connection.execute(update(TABLES).where(*this).values(status=OVER)).rowcount == 1


def change_host(database: Database, table: str, host: int, new: int, *, frees_seat: bool) -> bool:
    """Make another account the host, and free the seat of the old one if wanted.

    Return False if the game has begun meanwhile.
    """
    with database.writing() as connection:
        this = (TABLES.c.id == table, TABLES.c.status == OPEN, TABLES.c.host == host)
        if connection.execute(update(TABLES).where(*this).values(host=new)).rowcount == 0:
            return False
        if frees_seat:
            own = update(SEATS).where(SEATS.c.table == table, SEATS.c.account == host)
            connection.execute(own.values(account=None, name="", sought="", joined=None))
    return True
