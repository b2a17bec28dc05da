"""The tournaments of a running server: requests of people and admins, due rounds, notices."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from nim_tui.server.admin.lists import clock, paged
from nim_tui.server.admin.protocol import CloseTournament, Facts, ListTournaments, OfContests
from nim_tui.server.contests.contest_lobby import ContestLobby
from nim_tui.server.contests.formats import ARENA, ROUND_ROBIN, SIMULTANEOUS
from nim_tui.server.contests.standings import standings
from nim_tui.server.contests.team_matches import match_standings
from nim_tui.server.contests.tournament_rounds import (
    Round,
    advance,
    ask_bye,
    begin,
    cancel,
    due,
    due_to_start,
)
from nim_tui.server.contests.tournament_sheet import (
    TournamentData,
    TournamentRow,
    take_news,
    tournament_of,
    tournament_sheet,
    tournaments_seen,
)
from nim_tui.server.contests.tournament_store import (
    CLOSED,
    CannotUseTournament,
    TournamentPlan,
    check_in,
    close,
    expire,
    invite,
    join,
    leave,
    set_up,
)
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.database import Database, Sign, StorageError, unsigned
from nim_tui.server.storage.schema import OPEN, OVER, RUNNING
from nim_tui.tables.clock import DAYS
from rules.messages import N_, Fact, Refusal
from screens.people import PersonalSentence

_NEWS: Final[Mapping[str, str]] = {
    RUNNING: N_("{title}: round {round} of {rounds} begins."),
    DAYS: N_("{title} begins: all your games are set up."),
    ARENA: N_("{title} begins: you are paired as soon as you are free."),
    OVER: N_("{title} is over. Winner: {name}"),
    CLOSED: N_("The tournament {title} was cancelled."),
}

_CHECK_IN: Final = N_("{title} begins soon: check in, at Tournaments in the lobby.")

logger = logging.getLogger(__name__)


class TournamentService:
    """The tournaments of a server. Its coroutines query the database."""

    def __init__(self, lobby: ContestLobby, terms: ContestConfig) -> None:
        self._lobby = lobby
        self._database: Database = lobby.database
        self._terms = terms
        self._called: set[str] = set()
        """The tournaments whose players were told to check in."""

    @property
    def _least_age(self) -> float:
        return self._lobby.limits.rated_hours * 3600

    async def seen_by(self, account: int | None, *, sees_all: bool = False) -> list[TournamentRow]:
        """Return the tournaments visible to an account. Raises StorageError."""
        return await self._database.look(tournaments_seen, account, sees_all=sees_all)

    async def sheet(self, tournament: str, account: int | None) -> TournamentData:
        """Return a tournament. Raises CannotUseTournament, StorageError."""
        return await self._database.look(tournament_sheet, tournament, account)

    async def set_up(self, host: int, plan: TournamentPlan) -> str:
        """Set up a tournament; return its id. Raises a Refusal."""
        self._lobby.check_beginning()
        made = await self._database.ask(set_up, host, plan, self._terms)
        await self._tell(is_changed=True)
        return made

    async def join(self, tournament: str, account: int, team: str = "") -> None:
        """Join a tournament; it may begin with the last player. Raises a Refusal."""
        await self._database.whole(self._join(tournament, account, team))

    async def _join(self, tournament: str, account: int, team: str) -> None:
        is_full = await self._database.ask(join, tournament, account, team)
        if is_full:
            await self._begin_full((await self.sheet(tournament, account)).row)
        else:
            await self._advance_arena(tournament)
        await self._tell(is_changed=True)

    async def check_in(self, tournament: str, account: int) -> None:
        """Confirm that somebody will play. Raises a Refusal."""
        await self._database.ask(check_in, tournament, account)
        await self._tell(is_changed=True)

    async def ask_bye(self, tournament: str, account: int) -> bool:
        """Ask for a half-point bye in the next round, or no more; return whether it is asked now.

        Raises a Refusal.
        """
        is_asked = await self._database.ask(ask_bye, tournament, account)
        await self._tell(is_changed=True)
        return is_asked

    async def _advance_arena(self, tournament: str) -> None:
        row = (await self._database.look(tournament_sheet, tournament, None, sees_all=True)).row
        if row.event.is_arena:
            await self._advance(tournament)

    async def _begin_full(self, row: TournamentRow) -> None:
        """Begin a full tournament that begins by itself; with live clocks once all are online."""
        people = {one for one in row.accounts if one is not None}
        is_due = row.status == OPEN and row.begins_full and len(row.accounts) == row.size
        is_due = is_due and row.starts is None
        runs = row.clock.kind != DAYS
        if is_due and not (runs and people - {*self._lobby.present()}):
            with suppress(Refusal):  # somebody may have left, or the server is draining
                await self.begin(row.id)

    async def leave(self, tournament: str, account: int) -> None:
        """Leave a tournament. Raises a Refusal."""
        await self._database.ask(leave, tournament, account)
        await self._tell(is_changed=True)

    async def invite(self, tournament: str, host: int, account: int) -> None:
        """Invite a person, and tell them unless they have blocked the host. Raises a Refusal."""
        await self._database.ask(invite, tournament, host, account)
        row = (await self.sheet(tournament, host)).row
        facts: dict[str, Fact] = {"name": row.host_name, "title": row.title}
        told = N_("{name} invites you to {title}: see Tournaments in the lobby.")
        if not await self._lobby.has_blocked(account, host):
            self._lobby.tell_people([account], told, facts)
        await self._tell(is_changed=True)

    async def close(self, tournament: str, host: int | None = None, sign: Sign = unsigned) -> None:
        """Close a tournament: by its host before it begins, or by an admin. Raises a Refusal."""
        await self._database.ask(close, tournament, host, sign)
        await self._tell(is_changed=True)

    async def begin(self, tournament: str, host: int | None = None) -> None:
        """Begin a tournament, by its host or automatically. Raises a Refusal."""
        self._lobby.check_beginning()
        await self._database.whole(self._begin(tournament, host))

    async def _begin(self, tournament: str, host: int | None) -> None:
        made = await self._database.ask(
            begin, tournament, host, least_age=self._least_age, here=self._lobby.present()
        )
        await self._hold(made)

    async def _hold(self, made: Round) -> None:
        """Tell of a round before its tables are held: of many, the last one takes long."""
        await self._lobby.show(*made.tables)
        await self._tell(is_changed=True)
        await self._lobby.hold(*made.tables)

    # Automatic changes

    async def look(self) -> None:
        """Carry out everything that is due. Raises StorageError."""
        changed = await self._database.ask(expire, self._terms)
        for tournament in await self._database.look(due):
            await self._advance(tournament)
        if not self._lobby.is_draining:
            for tournament in await self._database.look(due_to_start):
                await self._start(tournament)
            for row in await self.seen_by(None, sees_all=True):
                await self._begin_full(row)
                self._call(row)
        await self._tell(is_changed=bool(changed))

    async def _start(self, tournament: str) -> None:
        """Begin a tournament whose time has come; without enough players it is closed."""
        try:
            await self.begin(tournament)
        except CannotUseTournament:
            with suppress(CannotUseTournament):  # its host has begun or closed it meanwhile
                await self._database.ask(cancel, tournament)

    def _call(self, row: TournamentRow) -> None:
        """Tell players once that it is time to check in."""
        is_time = row.status == OPEN and row.event.is_check_in(row.starts, self._database.now())
        if is_time and row.id not in self._called:
            self._called.add(row.id)
            people = [one for one in row.accounts if one is not None]
            self._lobby.tell_people(people, _CHECK_IN, {"title": row.title})
        elif row.status != OPEN:
            self._called.discard(row.id)

    def note_over(self, table: str) -> None:
        """Check for a round finished by a game that is over."""
        self._database.start(self._go_on(table))

    async def _go_on(self, table: str) -> None:
        with suppress(StorageError):  # done at the next check
            tournament = await self._database.look(tournament_of, table)
            if tournament is not None:
                await self._advance(tournament)
                await self._tell(is_changed=True)

    async def _advance(self, tournament: str) -> None:
        """Make the next round if the last one is over, unless no new game may start."""
        if self._lobby.is_draining:
            return
        try:
            made = await self._database.ask(
                advance, tournament, least_age=self._least_age, here=self._lobby.present()
            )
        except StorageError:
            raise
        except Refusal:
            logger.exception("tournament %s does not go on", tournament)
            return
        if made is not None:
            await self._hold(made)

    async def _tell(self, *, is_changed: bool) -> None:
        """Tell the people concerned about changes, once."""
        await self._lobby.tell_news(take_news, self._tell_of, is_changed=is_changed)

    async def _tell_of(self, tournament: str) -> None:
        sheet = await self._database.look(tournament_sheet, tournament, None, sees_all=True)
        row = sheet.row
        kind = row.status
        if kind == RUNNING and is_simultaneous(row):
            kind = DAYS
        elif kind == RUNNING and row.event.is_arena:
            kind = ARENA
        facts: dict[str, Fact] = {
            "title": row.title, "round": row.round, "rounds": sheet.rounds,
            "name": winners(sheet),
        }  # fmt: skip
        self._lobby.tell_people(
            {*row.accounts, row.host} - {None}, PersonalSentence(_NEWS[kind]), facts
        )


def is_simultaneous(row: TournamentRow) -> bool:
    """Whether all games of a tournament begin at once."""
    few = len(row.accounts) <= SIMULTANEOUS
    return row.event.format == ROUND_ROBIN and row.clock.kind == DAYS and few


def winners(sheet: TournamentData) -> str:
    """Return the names of the players, or of the teams, in first place."""
    if sheet.row.event.has_matches:
        teams = match_standings(sheet.state)
        return ", ".join(one.team for one in teams if one.place == 1)
    order = standings(sheet.state)
    return ", ".join(sheet.players[one.player].name for one in order if one.place == 1)


def from_contests(database: Database, order: OfContests, sign: Sign = unsigned) -> Facts:
    """Carry out an order; a Refusal changes nothing."""
    match order:
        case ListTournaments():
            rows = tournaments_seen(database, None, sees_all=True)
            return paged("tournaments", [_facts(row) for row in rows], order.page)
        case CloseTournament():
            close(database, order.tournament, sign=sign)
            return closed(order)


def closed(order: CloseTournament) -> Facts:
    """Return the result of an order to close a tournament."""
    return {"closed": order.tournament}


def _facts(row: TournamentRow) -> Facts:
    return {
        "tournament": row.id,
        "game": row.game,
        "title": row.title,
        "host": row.host_name,
        "status": row.status,
        "seen_by": row.visibility,
        "players": len(row.accounts),
        "size": row.size,
        "seats": row.seats,
        "round": row.round,
        "made": clock(row.created),
    }
