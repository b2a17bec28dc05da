"""Renaming, merging and deleting accounts."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Table,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from nim_tui.registry import game_named
from nim_tui.server.accounts.invitations import use_invitation
from nim_tui.server.accounts.keys import MOST_KEYS, add_key
from nim_tui.server.accounts.names import account_name, bot_account_name
from nim_tui.server.accounts.store import Account, NameTaken, give_up
from nim_tui.server.clubs.store import leave_clubs, move_clubs
from nim_tui.server.contests.tournament_store import (
    leave_tournaments,
    move_ladders,
    move_tournaments,
)
from nim_tui.server.moderation.audit import forget_in_audit, move_in_audit
from nim_tui.server.moderation.bans import ACCOUNT, keeps_out
from nim_tui.server.moderation.reports import forget_in_reports, move_in_reports
from nim_tui.server.nodes.messages import (
    ERASED,
    FORGOTTEN,
    KEPT,
    MERGED,
    RENAMED,
    AccountChanged,
    NodeMessage,
    Reopened,
    SessionsEnded,
    notify,
)
from nim_tui.server.notifications.subscriptions import move_subscriptions
from nim_tui.server.storage.database import Database, Sign, unsigned
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    BANS,
    BLOCKS,
    BOTS,
    CHAT,
    CODES,
    FOLLOWS,
    INVITATIONS,
    KEYS,
    MUTES,
    OPEN,
    PRIVATE_MESSAGES,
    RATING_COURSE,
    RATINGS,
    RUNNING,
    SEAT_LINKS,
    SEATS,
    TABLES,
    VACATIONS,
    WARNINGS,
)
from nim_tui.server.tables.exclusions import move_exclusions
from nim_tui.server.tables.table_store import NOT_SEATED
from nim_tui.server.untrusted_text import folded, skeleton
from nim_tui.tables.record import RecordError, encode, parse_header
from rules.messages import N_, Refusal
from screens.people import SOMEONE


def rename(database: Database, account: Account, name: str, sign: Sign = unsigned) -> list[str]:
    """Rename an account everywhere; return the running games it plays.

    Raises NameTaken, UnsuitableSeat, UnsuitableName.
    """
    called = bot_account_name(name) if account.is_bot else account_name(name)
    with database.writing() as connection:
        sign(connection)
        _call(connection, account.id, called)
        played = running_games(connection, account.id)
        renamed = AccountChanged(account.id, RENAMED)
        notify(database, connection, renamed, *changed_with(account.id, played))
    return played


def keep_guest(
    database: Database, guest: int, name: str, fingerprint: str, invitation: str | None = None
) -> list[str] | None:
    """Make a guest's account a member's, by a name and a key; return its running games.

    Seats and games come along. None if the account is gone, banned, or a member's by now. Uses up
    an `invitation` if given. Raises NameTaken, UnsuitableSeat, UnsuitableName, CannotUseKey,
    WrongCode.
    """
    called, own = account_name(name), ACCOUNTS.c.id == guest
    with database.writing() as connection:
        taken = (
            update(ACCOUNTS).where(own, ACCOUNTS.c.is_guest).values(is_guest=False, browser=None)
        )
        if keeps_out(connection, guest, database.now()) or not connection.execute(taken).rowcount:
            return None
        if invitation is not None:
            use_invitation(connection, invitation, database.now())
        add_key(connection, guest, fingerprint, database.now())
        _call(connection, guest, called)
        played = running_games(connection, guest)
        notify(database, connection, AccountChanged(guest, KEPT), *changed_with(guest, played))
    return played


def _call(connection: Connection, account: int, called: str) -> None:
    """Rename an account everywhere, within a transaction. Raises NameTaken."""
    names = {"name": called, "skeleton": skeleton(called), "folded": folded(called)}
    before = _skeleton_of(connection, account)
    try:
        connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(names))
    except IntegrityError:
        raise NameTaken(
            N_("{name} is taken, or too similar to a taken name"), name=repr(called)
        ) from None
    _reserve_for(connection, before, called)
    connection.execute(update(CHAT).where(CHAT.c.account == account).values(name=called))
    connection.execute(update(BOTS).where(BOTS.c.owner == account).values(owner_name=called))
    call_at_seats(connection, account, called)


def _skeleton_of(connection: Connection, account: int) -> str | None:
    own = select(ACCOUNTS.c.skeleton).where(ACCOUNTS.c.id == account)
    return connection.execute(own).scalar()


def _reserve_for(connection: Connection, before: str | None, name: str) -> None:
    """Reserve the seats that are reserved for the skeleton of a former name for another name."""
    invited = update(SEATS).where(SEATS.c.invited_skeleton == before)
    connection.execute(invited.values(invited=name, invited_skeleton=skeleton(name)))


def changed_with(account: int, played: list[str]) -> list[NodeMessage]:
    """Return the messages about a changed account, after which its cached facts are read again."""
    reopened = [Reopened(played)] if played else []
    return [AccountChanged(account, FORGOTTEN), *reopened]


def running_games(connection: Connection, account: int) -> list[str]:
    """Return the running games of an account."""
    query = select(TABLES.c.id).join(SEATS, SEATS.c.table == TABLES.c.id)
    found = query.where(SEATS.c.account == account, TABLES.c.status == RUNNING)
    return list(connection.execute(found.order_by(TABLES.c.id)).scalars())


def call_at_seats(connection: Connection, account: int, name: str) -> None:
    """Rename an account on all its seats, and in the records of its games."""
    query = (
        select(SEATS.c.table, SEATS.c.seat, TABLES.c.status, TABLES.c.header)
        .join(TABLES, SEATS.c.table == TABLES.c.id)
        .where(SEATS.c.account == account)
    )
    for table, seat, status, header in connection.execute(query).all():
        own = (SEATS.c.table == table, SEATS.c.seat == seat)
        called = _free_name(connection, table, name) if name == SOMEONE else name
        sought = folded(called)
        connection.execute(update(SEATS).where(*own).values(name=called, sought=sought))
        if status == OPEN:
            continue
        with suppress(RecordError):  # a broken record cannot be opened in any case
            text = _with_name(header, seat, called)
            connection.execute(update(TABLES).where(TABLES.c.id == table).values(header=text))


def _free_name(connection: Connection, table: str, name: str) -> str:
    query = select(SEATS.c.name).where(SEATS.c.table == table)
    taken = set(connection.execute(query).scalars())
    names = (name, *(f"{name} {number}" for number in range(2, 12)))
    return next(one for one in names if one not in taken)


def _with_name(header: str, seat: int, name: str) -> str:
    """Return a header with another name on a seat; unchanged if the game never began."""
    old = parse_header(header.encode())
    seats = [*old.seats]
    if seats[seat].name == NOT_SEATED:
        return header
    seats[seat] = msgspec.structs.replace(seats[seat], name=name)
    return encode(msgspec.structs.replace(old, seats=tuple(seats))).decode()


class CannotMerge(Refusal):
    """Two accounts cannot be merged; the message says why."""


def merge(database: Database, gone: Account, into: Account, sign: Sign = unsigned) -> list[str]:
    """Move everything of the account `gone` to another, and delete it; return its running games.

    If both have a rating, that of `into` is kept. Raises CannotMerge.
    """
    if gone.id == into.id:
        raise CannotMerge(N_("these are already the same account"))
    with database.writing() as connection:
        sign(connection)
        _check(connection, gone, into)
        played = running_games(connection, gone.id)
        _part(connection, gone.id, into.id)
        _move_ratings(connection, gone.id, into.id)
        _move_moderation(connection, gone.id, into.id)
        for pairs in (BLOCKS, FOLLOWS):
            _move_pairs(connection, pairs, gone.id, into.id)
        _move_messages(connection, gone.id, into.id)
        _reserve_for(connection, _skeleton_of(connection, gone.id), into.name)
        move_exclusions(connection, gone.id, into.id)
        move_in_reports(connection, gone.id, into.id)
        move_in_audit(connection, gone.id, into.id)
        move_subscriptions(connection, gone.id, into.id)
        move_ladders(connection, gone.id, into.id)
        move_tournaments(connection, gone.id, into.id)
        move_clubs(connection, gone.id, into.id)
        owned: tuple[tuple[Table, Column[int]], ...] = (
            (KEYS, KEYS.c.account), (INVITATIONS, INVITATIONS.c.account), (CHAT, CHAT.c.account),
            (SEATS, SEATS.c.account), (TABLES, TABLES.c.host),
            (SEAT_LINKS, SEAT_LINKS.c.made_by), (SEAT_LINKS, SEAT_LINKS.c.used_by),
            (WARNINGS, WARNINGS.c.account), (VACATIONS, VACATIONS.c.account),
        )  # fmt: skip
        for sheet, column in owned:
            connection.execute(update(sheet).where(column == gone.id).values({column: into.id}))
        connection.execute(update(CHAT).where(CHAT.c.account == into.id).values(name=into.name))
        bots = {"owner": into.id, "owner_name": into.name}
        connection.execute(update(BOTS).where(BOTS.c.owner == gone.id).values(bots))
        connection.execute(delete(CODES).where(CODES.c.account == into.id))
        call_at_seats(connection, into.id, into.name)
        connection.execute(delete(ACCOUNTS).where(ACCOUNTS.c.id == gone.id))
        since = min(gone.created, into.created)
        connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == into.id).values(created=since))
        ended = SessionsEnded(ACCOUNT, [str(gone.id)], MERGED)
        notify(database, connection, ended, *changed_with(gone.id, played))
    return played


def _check(connection: Connection, gone: Account, into: Account) -> None:
    """Check that two accounts can be merged. Raises CannotMerge."""
    if gone.is_bot or into.is_bot:
        raise CannotMerge(N_("a bot account cannot be merged"))
    both = (KEYS.c.account.in_((gone.id, into.id)),)
    keys = connection.execute(select(func.count()).select_from(KEYS).where(*both)).scalar_one()
    if keys > MOST_KEYS:
        raise CannotMerge(N_("an account can have at most {most} keys"), most=MOST_KEYS)
    own = select(SEATS.c.table).where(SEATS.c.account == into.id)
    met = (
        select(TABLES.c.id)
        .join(SEATS, SEATS.c.table == TABLES.c.id)
        .where(SEATS.c.account == gone.id, TABLES.c.status == RUNNING, TABLES.c.id.in_(own))
    )
    table = connection.execute(met.limit(1)).scalar()
    if table is not None:
        raise CannotMerge(N_("both have seats at table {id}: close it first"), id=table)


def _part(connection: Connection, gone: int, into: int) -> None:
    """At tables of both, free the seat of `gone`, or leave it without an account."""
    own = select(SEATS.c.table).where(SEATS.c.account == into)
    met = update(SEATS).where(SEATS.c.account == gone, SEATS.c.table.in_(own))
    still_open = select(TABLES.c.id).where(TABLES.c.status == OPEN)
    nobody = {"account": None, "name": "", "sought": "", "joined": None}
    connection.execute(met.where(SEATS.c.table.in_(still_open)).values(nobody))
    connection.execute(met.values(account=None))


def _move_ratings(connection: Connection, gone: int, into: int) -> None:
    rated = select(RATINGS.c.game).where(RATINGS.c.account == into)
    kept = update(RATINGS).where(RATINGS.c.account == gone, RATINGS.c.game.not_in(rated))
    connection.execute(kept.values(account=into))
    went = update(RATING_COURSE).where(
        RATING_COURSE.c.account == gone,
        RATING_COURSE.c.game.not_in(select(RATING_COURSE.c.game).where(_course(into))),
    )
    connection.execute(went.values(account=into))


def _course(account: int) -> ColumnElement[bool]:
    return RATING_COURSE.c.account == account


def _move_moderation(connection: Connection, gone: int, into: int) -> None:
    """Move a ban or a mute to `into`, unless they have one of their own."""
    muted = select(MUTES.c.account).where(MUTES.c.account == into)
    if connection.execute(muted).first() is None:
        connection.execute(update(MUTES).where(MUTES.c.account == gone).values(account=into))
    kind = BANS.c.kind == ACCOUNT
    banned = select(BANS.c.subject).where(kind, BANS.c.subject == str(into))
    if connection.execute(banned).first() is None:
        moved = update(BANS).where(kind, BANS.c.subject == str(gone))
        connection.execute(moved.values(subject=str(into)))
    connection.execute(delete(BANS).where(kind, BANS.c.subject == str(gone)))


def _move_pairs(connection: Connection, pairs: Table, gone: int, into: int) -> None:
    """Move the blocks, or the follows, by and of an account to another."""
    one, other = pairs.c

    def of(account: int) -> set[tuple[int, int]]:
        query = select(one, other).where((one == account) | (other == account))
        return {(row[0], row[1]) for row in connection.execute(query)}

    moved = {(into if a == gone else a, into if b == gone else b) for a, b in of(gone)}
    for account, meant in moved - of(into):
        if account != meant:
            connection.execute(insert(pairs).values({one: account, other: meant}))


def _move_messages(connection: Connection, gone: int, into: int) -> None:
    """Move the private messages of an account to another, but those between the two."""
    writer, reader = PRIVATE_MESSAGES.c.writer, PRIVATE_MESSAGES.c.reader
    between = ((writer == gone) & (reader == into)) | ((writer == into) & (reader == gone))
    connection.execute(delete(PRIVATE_MESSAGES).where(between))
    for column in (writer, reader):
        connection.execute(update(PRIVATE_MESSAGES).where(column == gone).values({column: into}))


def erase(database: Database, account: Account, sign: Sign = unsigned) -> list[str]:
    """Delete an account with all personal data and its bots; return their running games.

    The games stay as played, by SOMEONE. Bots of the server continue the running ones.
    """
    with database.writing() as connection:
        sign(connection)
        bots = connection.execute(select(BOTS.c.account).where(BOTS.c.owner == account.id))
        gone = (account.id, *bots.scalars().all())
        return [table for one in gone for table in _erase(database, connection, one)]


def _erase(database: Database, connection: Connection, number: int) -> list[str]:
    """Delete one account, within a transaction; return its running games."""
    played = running_games(connection, number)
    give_up(connection, ACCOUNTS.c.id == number)
    leave_tournaments(connection, number, database.now())
    leave_clubs(connection, number)
    call_at_seats(connection, number, SOMEONE)
    invited = update(SEATS).where(SEATS.c.invited_skeleton == _skeleton_of(connection, number))
    connection.execute(invited.values(invited=None, invited_skeleton=None))
    hosted = select(TABLES.c.id, TABLES.c.game).where(TABLES.c.host == number)
    for table, game in connection.execute(hosted).all():
        title = game_named(game).title
        plain = {"title": title, "sought": folded(title)}
        connection.execute(update(TABLES).where(TABLES.c.id == table).values(plain))
    connection.execute(delete(CHAT).where(CHAT.c.account == number))
    forget_in_reports(connection, number, SOMEONE)
    forget_in_audit(connection, number)
    own = (BANS.c.kind == ACCOUNT, BANS.c.subject == str(number))
    connection.execute(delete(BANS).where(*own))
    connection.execute(delete(ACCOUNTS).where(ACCOUNTS.c.id == number))
    ended = SessionsEnded(ACCOUNT, [str(number)], ERASED)
    notify(database, connection, ended, *changed_with(number, played))
    return played
