"""Storage of clubs and their members."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from nim_tui.server.accounts.names import is_reserved
from nim_tui.server.chat.store import club_channel
from nim_tui.server.contests.contest import check_member
from nim_tui.server.moderation.mutes import check_may_say
from nim_tui.server.storage.database import Database, Sign, unsigned
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    CHAT,
    CLUB_MEMBERS,
    CLUBS,
    EXCLUDED,
    INVITED,
    JOINED,
    TABLES,
    TOURNAMENTS,
)
from nim_tui.server.untrusted_text import plain_line, skeleton
from rules.messages import N_, Refusal

LONGEST_NAME: Final = 28
"""The longest name of a club, in cells."""
MOST_CLUBS: Final = 1_000
MOST_LED: Final = 3
"""The most clubs of one captain."""
MOST_JOINED: Final = 20
"""The most clubs of one member."""
MOST_MEMBERS: Final = 256
MOST_INVITED: Final = 50
"""The most open invitations of a club."""
MOST_EXCLUDED: Final = 500
_FOR_GUESTS: Final = N_(
    "guests cannot join clubs: sign in with an SSH key, or choose a name in your browser"
)

_C: Final = CLUBS.c
_M: Final = CLUB_MEMBERS.c


class CannotUseClub(Refusal):
    """The action is not possible in this club now; the message says why."""


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club in a list, with the standing of the reader in it; "" for none."""

    id: int
    name: str
    captain: int | None
    captain_name: str
    is_open: bool
    created: float
    members: int
    standing: str = ""


@dataclass(frozen=True, slots=True)
class ClubData:
    """A club with its people, by number and name: the members, then those invited or excluded."""

    row: ClubRow
    members: Sequence[tuple[int, str]]
    invited: Sequence[tuple[int, str]]
    excluded: Sequence[tuple[int, str]]


def clubs_seen(database: Database, viewer: int | None) -> list[ClubRow]:
    """Return all clubs by name, those of the viewer first. Raises StorageError."""
    with database.reading() as connection:
        rows = [_row(row) for row in connection.execute(_rows(viewer))]
    order = {JOINED: 0, INVITED: 1}
    return sorted(rows, key=lambda one: (order.get(one.standing, 2), one.name.casefold()))


def club_seen(database: Database, club: int, viewer: int | None) -> ClubData:
    """Return a club with its people, the captain first. Raises CannotUseClub, StorageError."""
    people = (
        select(_M.account, _M.standing, ACCOUNTS.c.name)
        .join(ACCOUNTS, ACCOUNTS.c.id == _M.account)
        .where(_M.club == club)
        .order_by(func.lower(ACCOUNTS.c.name), ACCOUNTS.c.id)
    )
    with database.reading() as connection:
        row = connection.execute(_rows(viewer).where(_C.id == club)).first()
        if row is None:
            raise _unknown(str(club))
        found = connection.execute(people).all()
    of: dict[str, list[tuple[int, str]]] = {JOINED: [], INVITED: [], EXCLUDED: []}
    for one in found:
        of.setdefault(one.standing, []).append((one.account, one.name))
    members = sorted(of[JOINED], key=lambda one: one[0] != row.captain)
    return ClubData(_row(row), members, of[INVITED], of[EXCLUDED])


def _rows(viewer: int | None) -> Any:
    each = CLUB_MEMBERS.alias("each")
    joined = select(func.count()).select_from(each)
    count = joined.where(each.c.club == _C.id, each.c.standing == JOINED).scalar_subquery()
    own = and_(_M.club == _C.id, _M.account == viewer)
    return (
        select(CLUBS, ACCOUNTS.c.name.label("captain_name"), count.label("members"), _M.standing)
        .outerjoin(ACCOUNTS, ACCOUNTS.c.id == _C.captain)
        .outerjoin(CLUB_MEMBERS, own)
        .order_by(func.lower(_C.name), _C.id)
        .limit(MOST_CLUBS)
    )


def _row(row: Row[Any]) -> ClubRow:
    return ClubRow(
        row.id, row.name, row.captain, row.captain_name or "", row.is_open, row.created,
        row.members, row.standing or "",
    )  # fmt: skip


def _unknown(club: str) -> CannotUseClub:
    return CannotUseClub(N_("unknown club {name}"), name=repr(club[:40]))


def club_named(database: Database, name: str) -> int:
    """Return the club of a name. Raises CannotUseClub, StorageError."""
    with database.reading() as connection:
        return _named(connection, name)


def _named(connection: Connection, name: str) -> int:
    query = select(_C.id).where(_C.skeleton == skeleton(name.strip()[:100]))
    found = connection.execute(query).scalar()
    if found is None:
        raise _unknown(name)
    return int(found)


def check_in_club(database: Database, club: int, account: int | None) -> None:
    """Check that an account is a member of a club. Raises CannotUseClub, StorageError."""
    with database.reading() as connection:
        if _standing(connection, club, account or 0) != JOINED:
            raise CannotUseClub(N_("only members of the club can do that"))


def names_joined(database: Database, account: int) -> list[str]:
    """Return the names of the clubs of an account. Raises StorageError."""
    query = select(_C.name).join(CLUB_MEMBERS, _M.club == _C.id)
    own = query.where(_M.account == account, _M.standing == JOINED)
    with database.reading() as connection:
        return list(connection.execute(own.order_by(func.lower(_C.name), _C.id)).scalars())


def members_of(database: Database, club: int) -> dict[int, str]:
    """Return the members of a club, by number and name. Raises StorageError."""
    query = select(_M.account, ACCOUNTS.c.name).join(ACCOUNTS, ACCOUNTS.c.id == _M.account)
    with database.reading() as connection:
        rows = connection.execute(query.where(_M.club == club, _M.standing == JOINED))
        return {row.account: row.name for row in rows}


# Founding and closing


def found(database: Database, captain: int, name: str, sign: Sign = unsigned) -> int:
    """Found a club with its captain as the only member; return its number. Raises a Refusal."""
    called = club_name(name)
    with database.writing() as connection:
        sign(connection)
        check_member(connection, captain, CannotUseClub(_FOR_GUESTS))
        check_may_say(connection, captain, database.now())
        led = _count(connection, CLUBS, _C.captain == captain)
        if led >= MOST_LED:
            raise CannotUseClub(N_("you already lead {most} clubs"), most=MOST_LED)
        if _count(connection, CLUBS, _C.id > 0) >= MOST_CLUBS:
            raise CannotUseClub(N_("this server has {most} clubs already"), most=MOST_CLUBS)
        _check_joins(connection, captain)
        news = {"name": called, "skeleton": skeleton(called), "captain": captain}
        row = insert(CLUBS).values(**news, is_open=True, created=database.now())
        try:
            club = int(connection.execute(row.returning(_C.id)).scalar_one())
        except IntegrityError:
            raise CannotUseClub(
                N_("{name} is taken, or too similar to a taken name"), name=repr(called)
            ) from None
        _stand(connection, club, captain, JOINED, database.now())
    return club


def club_name(name: str, reserved: Collection[str] = ()) -> str:
    """Return the name of a club as it is shown. Raises UnsuitableText, CannotUseClub."""
    called = plain_line(name, LONGEST_NAME)
    if not skeleton(called) or is_reserved(called, reserved):
        raise CannotUseClub(
            N_("the name {text} is reserved, or too similar to a reserved name"), text=repr(called)
        )
    return called


def close(database: Database, club: int, captain: int | None = None, sign: Sign = unsigned) -> None:
    """Close a club with its chat: by its captain, or by an admin. Raises CannotUseClub."""
    with database.writing() as connection:
        sign(connection)
        row = _club(connection, club)
        if captain is not None:
            _check_captain(row, captain)
        _delete(connection, club)


def _delete(connection: Connection, club: int) -> None:
    lobby = (CHAT.c.table.is_(None), CHAT.c.channel == club_channel(club))
    connection.execute(delete(CHAT).where(*lobby))
    of_club = update(TOURNAMENTS).where(TOURNAMENTS.c.club == club)
    connection.execute(of_club.values(club=None))
    connection.execute(update(TABLES).where(TABLES.c.club == club).values(club=None))
    connection.execute(delete(CLUB_MEMBERS).where(_M.club == club))
    connection.execute(delete(CLUBS).where(_C.id == club))


# Members


def join(database: Database, club: int, account: int) -> None:
    """Join a club that is open or to which one is invited. Raises CannotUseClub."""
    with database.writing() as connection:
        row = _club(connection, club)
        check_member(connection, account, CannotUseClub(_FOR_GUESTS))
        standing = _standing(connection, club, account)
        if standing == JOINED:
            raise CannotUseClub(N_("you are already a member"))
        if standing == EXCLUDED:
            raise CannotUseClub(N_("you were excluded from this club"))
        if not row.is_open and standing != INVITED:
            raise CannotUseClub(N_("this club is by invitation: ask its captain"))
        if _count(connection, CLUB_MEMBERS, _of(club, JOINED)) >= MOST_MEMBERS:
            raise CannotUseClub(N_("this club is full"))
        _check_joins(connection, account)
        _stand(connection, club, account, JOINED, database.now())


def leave(database: Database, club: int, account: int) -> None:
    """Leave a club, or decline an invitation to it.

    The captain is followed by the member of longest standing; without members the club is closed.
    Raises CannotUseClub.
    """
    with database.writing() as connection:
        if _standing(connection, club, account) not in (JOINED, INVITED):
            raise CannotUseClub(N_("you are not a member"))
        _part(connection, club, account)


def _part(connection: Connection, club: int, account: int) -> None:
    own = (_M.club == club, _M.account == account)
    connection.execute(delete(CLUB_MEMBERS).where(*own))
    row = connection.execute(select(_C.captain).where(_C.id == club)).first()
    if row is None or row.captain != account:
        return
    oldest = select(_M.account).where(_of(club, JOINED)).order_by(_M.since, _M.account).limit(1)
    heir = connection.execute(oldest).scalar()
    if heir is None:
        _delete(connection, club)
    else:
        connection.execute(update(CLUBS).where(_C.id == club).values(captain=heir))


def invite(database: Database, club: int, captain: int, account: int) -> None:
    """Invite an account, by the captain; an excluded one may come back. Raises CannotUseClub."""
    with database.writing() as connection:
        _check_captain(_club(connection, club), captain)
        check_member(connection, account, CannotUseClub(N_("a guest cannot be invited")))
        if _standing(connection, club, account) in (JOINED, INVITED):
            raise CannotUseClub(N_("they are already invited, or have joined"))
        if _count(connection, CLUB_MEMBERS, _of(club, INVITED)) >= MOST_INVITED:
            raise CannotUseClub(N_("at most {most} people can be invited"), most=MOST_INVITED)
        _stand(connection, club, account, INVITED, database.now())


def exclude(database: Database, club: int, captain: int, account: int) -> None:
    """Turn a person away, member or not, by the captain. Raises CannotUseClub."""
    with database.writing() as connection:
        _check_captain(_club(connection, club), captain)
        if account == captain:
            raise CannotUseClub(N_("that is you"))
        if _count(connection, CLUB_MEMBERS, _of(club, EXCLUDED)) >= MOST_EXCLUDED:
            oldest = select(_M.account).where(_of(club, EXCLUDED)).order_by(_M.since).limit(1)
            forgotten = connection.execute(oldest).scalar()
            connection.execute(delete(CLUB_MEMBERS).where(_M.club == club, _M.account == forgotten))
        _stand(connection, club, account, EXCLUDED, database.now())


def hand_over(database: Database, club: int, captain: int, account: int) -> None:
    """Make a member the captain, by the captain before. Raises CannotUseClub."""
    with database.writing() as connection:
        _check_captain(_club(connection, club), captain)
        if _standing(connection, club, account) != JOINED:
            raise CannotUseClub(N_("only a member can be the captain"))
        if _count(connection, CLUBS, _C.captain == account) >= MOST_LED:
            raise CannotUseClub(N_("they already lead {most} clubs"), most=MOST_LED)
        connection.execute(update(CLUBS).where(_C.id == club).values(captain=account))


def set_open(database: Database, club: int, captain: int, *, is_open: bool) -> None:
    """Let anyone join, or only invited people, by the captain. Raises CannotUseClub."""
    with database.writing() as connection:
        _check_captain(_club(connection, club), captain)
        connection.execute(update(CLUBS).where(_C.id == club).values(is_open=is_open))


def _club(connection: Connection, club: int) -> Row[Any]:
    row = connection.execute(select(CLUBS).where(_C.id == club)).first()
    if row is None:
        raise _unknown(str(club))
    return row


def _check_captain(row: Row[Any], account: int) -> None:
    if row.captain != account:
        raise CannotUseClub(N_("only the captain can do that"))


def _check_joins(connection: Connection, account: int) -> None:
    own = and_(_M.account == account, _M.standing == JOINED)
    if _count(connection, CLUB_MEMBERS, own) >= MOST_JOINED:
        raise CannotUseClub(N_("you are already in {most} clubs"), most=MOST_JOINED)


def _count(connection: Connection, sheet: Any, which: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(sheet).where(which)
    return int(connection.execute(query).scalar_one())


def _of(club: int, standing: str) -> ColumnElement[bool]:
    return and_(_M.club == club, _M.standing == standing)


def _standing(connection: Connection, club: int, account: int) -> str:
    query = select(_M.standing).where(_M.club == club, _M.account == account)
    return connection.execute(query).scalar() or ""


def _stand(connection: Connection, club: int, account: int, standing: str, now: float) -> None:
    connection.execute(delete(CLUB_MEMBERS).where(_M.club == club, _M.account == account))
    row = {"club": club, "account": account, "standing": standing, "since": now}
    connection.execute(insert(CLUB_MEMBERS).values(row))


# Accounts that are merged or deleted


def move_clubs(connection: Connection, gone: int, into: int) -> None:
    """Move the clubs of an account that is merged into another, unless that knows them too."""
    known = select(_M.club).where(_M.account == into)
    own = update(CLUB_MEMBERS).where(_M.account == gone, _M.club.not_in(known))
    connection.execute(own.values(account=into))
    joined = select(_M.club).where(_M.account == gone, _M.standing == JOINED)
    led = select(_C.id).where(_C.captain == gone)
    for kept in (_M.club.in_(led), and_(_M.standing == INVITED, _M.club.in_(joined))):
        own = update(CLUB_MEMBERS).where(_M.account == into, kept)
        connection.execute(own.values(standing=JOINED))
    connection.execute(update(CLUBS).where(_C.captain == gone).values(captain=into))


def leave_clubs(connection: Connection, account: int) -> None:
    """Remove an account from all clubs; those it leads have another captain, or are closed."""
    own = select(_M.club).where(_M.account == account)
    for club in connection.execute(own).scalars().all():
        _part(connection, club, account)


def clubs_of(account: int) -> Any:
    """Return the query for the clubs of an account, for the export of its data."""
    return (
        select(_C.name, _M.standing, _M.since, (_C.captain == account).label("is_captain"))
        .join(CLUB_MEMBERS, _M.club == _C.id)
        .where(_M.account == account)
        .order_by(_C.id)
    )
