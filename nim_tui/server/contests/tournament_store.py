"""Storage of tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Delete, Row, Update, delete, func, insert, select, update

from nim_tui.registry import GameEntry, game_named
from nim_tui.server.contests.contest import check_member
from nim_tui.server.contests.event_terms import RESERVES, EventTerms, terms_in
from nim_tui.server.contests.formats import fits
from nim_tui.server.moderation.mutes import check_words
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.database import Database, Sign, unsigned
from nim_tui.server.storage.schema import (
    LADDER_CHALLENGES,
    LADDER_PLACES,
    OPEN,
    PUBLIC,
    RUNNING,
    TABLES,
    TOURNAMENT_GAMES,
    TOURNAMENT_INVITED,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
)
from nim_tui.server.tables.table_store import as_id, fresh_id, is_member
from nim_tui.server.untrusted_text import folded, plain_line
from nim_tui.tables.clock import A_GAME, DAYS, ClockPlan
from rules.contract import check_seats, settle_options
from rules.messages import N_, Refusal
from rules.options import OptionValue

LONGEST_TITLE: Final = 32
"""The longest title, in cells: those of tables also name the round."""
CLOSED: Final = "closed"
"""The status of a tournament that was closed before its end."""
MOST_INVITED: Final = 50
_FOR_GUESTS: Final = N_(
    "guests cannot join tournaments: sign in with an SSH key, or choose a name in your browser"
)
_HOUR, _DAY = 3600.0, 86_400.0
MOST_AHEAD: Final = 366 * _DAY
"""The most seconds until a planned start."""
LONGEST_TEAM: Final = 20
"""The longest name of a team, in cells."""
_REPEATED: Final = (
    "game", "title", "visibility", "seats", "size", "clock", "rated_from", "bot", "begins_full",
    "options", "event", "club",
)  # fmt: skip
"""The columns that the next tournament of a series has from the last one."""

_T: Final = TOURNAMENTS.c
_P: Final = TOURNAMENT_PLAYERS.c
_I: Final = TOURNAMENT_INVITED.c


class CannotUseTournament(Refusal):
    """The action is not possible in this tournament now; the message says why."""


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """A tournament to set up: its number of players (`size`), and of players at a table."""

    game: str
    size: int
    seats: int
    clock: ClockPlan
    title: str = ""
    visibility: str = PUBLIC
    rated_from: int | None = 0
    """The number of moves from which on a game is rated; None: all are casual, as with a bot."""
    bot: str | None = None
    """The level of the bots that fill the tournament at the start; None: no bots."""
    begins_full: bool = True
    """Whether it starts automatically once full, and not by the host."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """The game options; missing ones have their defaults."""
    event: EventTerms = EventTerms()  # noqa: RUF009 - it is frozen
    """The format and its terms."""
    starts: float | None = None
    """The planned time of the start, in seconds since 1970; None: not by the clock."""
    club: int | None = None
    """The club it is of, whose members see it even if it is private."""


def set_up(database: Database, host: int, plan: TournamentPlan, terms: ContestConfig) -> str:
    """Set up a tournament, in which its host plays; return its id. Raises a Refusal."""
    entry = _checked(plan, database.now())
    with database.writing() as connection:
        check_words(connection, host, database.now(), plan.title or plan.event.team)
        mine = (_T.host == host, _T.status.in_((OPEN, RUNNING)))
        count = connection.execute(select(func.count()).select_from(TOURNAMENTS).where(*mine))
        if plan.club is not None and not is_member(connection, plan.club, host):
            raise CannotUseTournament(N_("only members of the club can do that"))
        most = terms.tournaments_hosted
        if count.scalar_one() >= most:
            raise CannotUseTournament(
                N_("you already have {most} unfinished tournaments"), most=most
            )
        return _add(connection, host, _row(plan, entry.title), database.now(), plan.event.team)


def set_up_league(database: Database, plan: TournamentPlan, accounts: Sequence[int]) -> str | None:
    """Set up a tournament of the server itself among these accounts; return its id.

    If one of this title was set up before, perhaps by another server at the database, return its id
    as long as it has not begun, else None.
    """
    entry = _checked(plan, database.now())
    with database.writing() as connection:
        same = select(_T.id, _T.status).where(_T.host.is_(None), _T.title == plan.title)
        before = connection.execute(same.limit(1)).first()
        if before is not None:
            return str(before.id) if before.status == OPEN else None
        tournament = _fresh(connection)
        row = {**_row(plan, entry.title), "id": tournament, "created": database.now()}
        connection.execute(insert(TOURNAMENTS).values(row))
        for account in accounts:
            _sit(connection, tournament, account)
    return tournament


def _checked(plan: TournamentPlan, now: float) -> GameEntry:
    """Return the game of a plan. Raises a Refusal with its fault."""
    entry, event = game_named(plan.game), plan.event
    check_seats(entry.game, plan.seats)
    settle_options(entry.game, plan.options)
    if not fits(event.format, plan.size, plan.seats):
        raise CannotUseTournament(N_("no schedule for this number of players"))
    if plan.clock.kind not in (DAYS, A_GAME):
        raise CannotUseTournament(
            N_("a tournament needs a time control per game or in days per move")
        )
    if event.is_arena and plan.clock.kind == DAYS:
        raise CannotUseTournament(N_("an arena needs a time control per game"))
    if plan.starts is not None and not now < plan.starts < now + MOST_AHEAD:
        raise CannotUseTournament(N_("choose a time for the start within the next year"))
    if event.repeats and plan.starts is None:
        raise CannotUseTournament(N_("a series needs a time for the start"))
    if event.has_matches and (plan.bot is not None or not event.has_teams or event.boards < 1):
        raise CannotUseTournament(N_("team matches need teams and boards, and have no bots"))
    if plan.bot is not None:
        entry.bot(plan.bot)
    return entry


def _add(
    connection: Connection, host: int, row: Mapping[str, Any], now: float, team: str = ""
) -> str:
    """Store a tournament, in which its host plays."""
    tournament = _fresh(connection)
    added = insert(TOURNAMENTS).values({**row, "id": tournament, "host": host, "created": now})
    connection.execute(added)
    _sit(connection, tournament, host, team)
    return tournament


def add_next(connection: Connection, row: Row[Any], now: float) -> None:
    """Set up the next tournament of a series, while this one begins; for a club by a member."""
    event = terms_in(row.event)
    if not event.repeats or row.starts is None or row.host is None:
        return
    if row.club is not None and not is_member(connection, row.club, row.host):
        return
    step = event.repeats * _DAY
    starts = row.starts + step * (1 + max(0.0, now - row.starts) // step)
    kept = {name: getattr(row, name) for name in _REPEATED}
    news = {"status": OPEN, "round": 0, "is_told": True, "starts": starts}
    _add(connection, row.host, {**kept, **news}, now, event.team)


def _row(plan: TournamentPlan, usual: str) -> dict[str, Any]:
    return {
        "game": plan.game,
        "title": plain_line(plan.title or usual, LONGEST_TITLE, 2 * LONGEST_TITLE),
        "visibility": plan.visibility,
        "status": OPEN,
        "seats": plan.seats,
        "size": plan.size,
        "clock": msgspec.json.encode(plan.clock).decode(),
        "rated_from": plan.rated_from,
        "bot": plan.bot,
        "begins_full": plan.begins_full,
        "options": msgspec.json.encode(plan.options).decode(),
        "event": msgspec.json.encode(plan.event).decode(),
        "starts": plan.starts,
        "club": plan.club,
        "round": 0,
        "is_told": True,
    }


def _fresh(connection: Connection) -> str:
    while True:
        made = fresh_id()
        if connection.execute(select(_T.id).where(_T.id == made)).first() is None:
            return made


def tournament_row(connection: Connection, tournament: str) -> Row[Any]:
    """Return the row of a tournament. Raises CannotUseTournament."""
    row = connection.execute(select(TOURNAMENTS).where(_T.id == as_id(tournament))).first()
    if row is None:
        raise _unknown(tournament)
    return row


def _unknown(tournament: str) -> CannotUseTournament:
    return CannotUseTournament(N_("unknown tournament {id}"), id=repr(tournament[:40]))


def open_row(connection: Connection, tournament: str) -> Row[Any]:
    """Return the row of a tournament that has not begun. Raises CannotUseTournament."""
    row = tournament_row(connection, tournament)
    if row.status != OPEN:
        raise CannotUseTournament(N_("the tournament has begun or is closed"))
    return row


def players_of(connection: Connection, tournament: str) -> list[Row[Any]]:
    """Return the player rows of a tournament, ordered by number."""
    query = select(TOURNAMENT_PLAYERS).where(_P.tournament == tournament)
    return list(connection.execute(query.order_by(_P.number)))


def may_see(connection: Connection, row: Row[Any], account: int | None) -> bool:
    """Check whether an account may see a tournament.

    A public one, or as its host, as player, invited, or as a member of its club.
    """
    if row.visibility == PUBLIC or account is None:  # bots have no account either
        return bool(row.visibility == PUBLIC)
    if account == row.host:
        return True
    if row.club is not None and is_member(connection, row.club, account):
        return True
    plays = select(_P.number).where(_P.tournament == row.id, _P.account == account)
    asked = select(_I.account).where(_I.tournament == row.id, _I.account == account)
    found = (connection.execute(one.limit(1)).first() for one in (plays, asked))
    return any(one is not None for one in found)


def join(database: Database, tournament: str, account: int, team: str = "") -> bool:
    """Join a tournament, also late if its terms allow it; return whether it is full and open.

    Somebody who sat out takes part again. Raises CannotUseTournament, NoSuchAccount.
    """
    with database.writing() as connection:
        row = tournament_row(connection, tournament)
        if not may_see(connection, row, account):
            raise _unknown(tournament)
        own = (_P.tournament == row.id, _P.account == account, _P.is_out.is_(True))
        back = update(TOURNAMENT_PLAYERS).where(*own).values(is_out=False)
        if row.status == RUNNING and connection.execute(back).rowcount:
            return False
        if not terms_in(row.event).is_late(row.status, row.round):
            open_row(connection, tournament)
        players = players_of(connection, row.id)
        if any(one.account == account for one in players):
            raise CannotUseTournament(N_("you have already joined"))
        if len(players) >= row.size:
            raise CannotUseTournament(N_("this tournament is full"))
        if team:
            check_words(connection, account, database.now(), team)
        event = terms_in(row.event)
        if event.has_teams and not team:
            raise CannotUseTournament(N_("add the name of your team"))
        members = sum(folded(one.team) == folded(team) for one in players)
        if event.has_matches and members >= event.boards + RESERVES:
            raise CannotUseTournament(N_("this team is full"))
        _sit(connection, row.id, account, team)
    return bool(row.status == OPEN and len(players) + 1 == row.size)


def _sit(connection: Connection, tournament: str, account: int, team: str = "") -> None:
    check_member(connection, account, CannotUseTournament(_FOR_GUESTS))
    taken = {one.number for one in players_of(connection, tournament)}
    number = next(number for number in range(len(taken) + 1) if number not in taken)
    row = {
        "tournament": tournament, "number": number, "account": account, "name": "",
        "team": _same_team(connection, tournament, team),
    }  # fmt: skip
    connection.execute(insert(TOURNAMENT_PLAYERS).values(row))


def _same_team(connection: Connection, tournament: str, team: str) -> str:
    """Return the name of a team as its first member wrote it."""
    if not team.strip():
        return ""
    line = plain_line(team, LONGEST_TEAM)
    known = select(_P.team).where(_P.tournament == tournament).order_by(_P.number)
    same = [one for one in connection.execute(known).scalars() if folded(one) == folded(line)]
    return same[0] if same else line


def leave(database: Database, tournament: str, account: int) -> None:
    """Leave a tournament before it begins; later, be paired no more until one joins again.

    Raises CannotUseTournament.
    """
    with database.writing() as connection:
        row = tournament_row(connection, tournament)
        own = (_P.tournament == row.id, _P.account == account)
        left: Update | Delete
        if row.status == RUNNING and terms_in(row.event).can_withdraw:
            left = update(TOURNAMENT_PLAYERS).where(*own).values(is_out=True)
        else:
            open_row(connection, tournament)
            left = delete(TOURNAMENT_PLAYERS).where(*own)
        if connection.execute(left).rowcount == 0:
            raise CannotUseTournament(N_("you have not joined"))


def check_in(database: Database, tournament: str, account: int) -> None:
    """Confirm that one will play, in the minutes before the start. Raises CannotUseTournament."""
    with database.writing() as connection:
        row = open_row(connection, tournament)
        if not terms_in(row.event).is_check_in(row.starts, database.now()):
            raise CannotUseTournament(N_("it is not time to check in"))
        own = (_P.tournament == row.id, _P.account == account)
        came = update(TOURNAMENT_PLAYERS).where(*own).values(is_checked_in=True)
        if connection.execute(came).rowcount == 0:
            raise CannotUseTournament(N_("you have not joined"))


def invite(database: Database, tournament: str, host: int, account: int) -> None:
    """Invite an account, by the host. Raises CannotUseTournament."""
    with database.writing() as connection:
        row = open_row(connection, tournament)
        check_host(row, host)
        invited = connection.execute(select(_I.account).where(_I.tournament == row.id)).scalars()
        known = set(invited)
        if account in known or any(
            one.account == account for one in players_of(connection, row.id)
        ):
            raise CannotUseTournament(N_("they are already invited, or have joined"))
        if len(known) >= MOST_INVITED:
            raise CannotUseTournament(N_("at most {most} people can be invited"), most=MOST_INVITED)
        connection.execute(insert(TOURNAMENT_INVITED).values(tournament=row.id, account=account))


def check_host(row: Row[Any], account: int) -> None:
    """Check that an account is the host. Raises CannotUseTournament."""
    if row.host != account:
        raise CannotUseTournament(N_("only the host can do that"))


def close(
    database: Database, tournament: str, host: int | None = None, sign: Sign = unsigned
) -> None:
    """Close a tournament: by its host before it begins, else by the operator.

    Games in progress continue, but no longer count. Raises CannotUseTournament.
    """
    with database.writing() as connection:
        sign(connection)
        row = tournament_row(connection, tournament)
        if host is not None:
            row = open_row(connection, tournament)
            check_host(row, host)
        if row.status not in (OPEN, RUNNING):
            raise CannotUseTournament(N_("the tournament is over"))
        end(connection, row.id, CLOSED, database.now())


def end(connection: Connection, tournament: str, status: str, now: float) -> None:
    """End or close a tournament; its people will be told."""
    this = update(TOURNAMENTS).where(_T.id == tournament)
    connection.execute(this.values(status=status, ended=now, is_told=False))


def expire(database: Database, terms: ContestConfig) -> int:
    """Close tournaments that waited too long; return their number.

    Without a host, as those of the server itself, which begin at once, they wait for an hour.
    """
    late = database.now() - terms.tournament_open_days * _DAY
    with database.writing() as connection:
        waits = func.coalesce(_T.starts, _T.created)
        is_left = _T.host.is_(None) & (_T.created < database.now() - _HOUR)
        old = (_T.status == OPEN, (waits < late) | is_left)
        gone = list(connection.execute(select(_T.id).where(*old)).scalars())
        for tournament in gone:
            end(connection, tournament, CLOSED, database.now())
    return len(gone)


def move_ladders(connection: Connection, gone: int, into: int) -> None:
    """Move ladder ranks where `into` has none; challenges between the two are deleted."""
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
    """Move the tournaments, places and invitations of an account that is merged into another.

    Where both take part, the place of the merged account is dropped if the tournament is still
    open, and is left without an account if not.
    """
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
    """Remove an account from tournaments that have not begun, and withdraw it from others.

    Those it hosts are closed if they have not begun; its titles are removed, except from games.
    """
    kept, plays = TOURNAMENTS.c, TOURNAMENT_PLAYERS.c
    still_open = select(kept.id).where(kept.status == OPEN)
    seats = delete(TOURNAMENT_PLAYERS).where(
        plays.account == account, plays.tournament.in_(still_open)
    )
    connection.execute(seats)
    own = update(TOURNAMENT_PLAYERS).where(plays.account == account)
    connection.execute(own.values(is_out=True))
    hosted = select(kept.id, kept.game, kept.status).where(kept.host == account)
    for row in connection.execute(hosted).all():
        title = game_named(row.game).title
        connection.execute(update(TOURNAMENTS).where(kept.id == row.id).values(title=title))
        made = select(TOURNAMENT_GAMES.c.table).where(TOURNAMENT_GAMES.c.tournament == row.id)
        plain = {"title": title, "sought": folded(title)}
        connection.execute(update(TABLES).where(TABLES.c.id.in_(made)).values(plain))
        if row.status == OPEN:
            end(connection, row.id, CLOSED, now)
