"""Tournaments for one person: views, actions, and the form of a new one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Final

from nim_tui.registry import all_games
from nim_tui.server.accounts.store import NoSuchAccount, account_named
from nim_tui.server.contests.formats import fits
from nim_tui.server.contests.tournament_form import CLUB, GAME, TournamentDraft, moment
from nim_tui.server.contests.tournament_service import is_simultaneous
from nim_tui.server.contests.tournament_sheet import TournamentData, TournamentRow
from nim_tui.server.contests.tournament_store import TournamentPlan
from nim_tui.server.contests.tournament_view import (
    GameLine,
    Stage,
    TournamentAction,
    TournamentLine,
    TournamentPage,
    byes_of,
    games_of,
    has_crosstable,
    players_of,
    teams_of,
)
from nim_tui.server.lobby.table_requests import Navigator
from nim_tui.server.lobby.table_view import lobby_table
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.schema import OPEN, OVER, PRIVATE, RUNNING
from nim_tui.server.tables.terms import clock_text
from nim_tui.tables.clock import DAYS
from rules.messages import N_
from screens.lobby.page import Form
from screens.text import _

_STAGES: Final = {OPEN: Stage.OPEN, RUNNING: Stage.RUNNING, OVER: Stage.OVER}
_ORDER: Final = (Stage.RUNNING, Stage.OPEN, Stage.OVER, Stage.CLOSED)


class TournamentActions:
    """The tournament actions and pages of one person."""

    def __init__(
        self,
        lobby: Services,
        person: SessionAccount,
        table: Navigator,
        replay: Callable[[str], Awaitable[None] | None],
    ) -> None:
        """`replay` shows the record of a finished game."""
        self._lobby = lobby
        self._person = person
        self._table = table
        self._replay = replay

    # Views

    async def listed(self, club: int | None = None) -> Sequence[TournamentLine]:
        """Return the visible tournaments, those the person plays in or is invited to first.

        With a `club`, only those of this club.
        """
        rows = await self._lobby.tournaments.seen_by(self._person.number)
        lines = [self._line(row) for row in rows if club in (None, row.club)]
        return sorted(
            lines,
            key=lambda one: (
                one.stage in (Stage.OVER, Stage.CLOSED),
                not (one.is_mine or one.is_invited),
                _ORDER.index(one.stage),
            ),
        )

    def _line(self, row: TournamentRow) -> TournamentLine:
        return TournamentLine(
            id=row.id,
            title=row.title,
            game=row.game,
            game_title=all_games()[row.game].title,
            stage=_STAGES.get(row.status, Stage.CLOSED),
            players=len(row.accounts),
            size=row.size,
            seats=row.seats,
            clock=_(clock_text(row.clock)),
            is_evening=row.clock.kind != DAYS,
            host=row.host_name,
            is_mine=self._person.number is not None and self._person.number in row.accounts,
            is_invited=row.is_invited,
            is_private=row.visibility == PRIVATE,
            round=row.round,
            event=row.event,
            starts="" if row.starts is None else moment(row.starts),
            is_at_once=is_simultaneous(row),
            is_of_club=row.club is not None,
        )

    async def page(self, tournament: str) -> TournamentPage:
        """Return the page of a tournament."""
        sheet = await self._lobby.tournaments.sheet(tournament, self._person.number)
        heads, players = players_of(sheet, self._person.number)
        return TournamentPage(
            line=self._line(sheet.row),
            rounds=sheet.rounds,
            heads=heads,
            players=players,
            teams=teams_of(sheet, self._person.number),
            games=games_of(sheet, self._person.number),
            byes=byes_of(sheet),
            invited=sheet.invited,
            is_rated=sheet.row.rated_from is not None,
            bot=sheet.row.bot or "",
            begins_full=sheet.row.begins_full,
            is_crossed=has_crosstable(sheet),
            options=sheet.row.options,
            acts=_acts(sheet, self._person.number, self._lobby.database.now()),
        )

    def is_turn(self, table: str) -> bool:
        """Whether it is the person's turn at a table."""
        row, person = self._lobby.table_list.known(table), self._person
        return row is not None and lobby_table(row, person.number, person.name).is_my_turn

    # Actions

    async def set_up(self, plan: TournamentPlan, is_rated: bool) -> str:
        """Set up a tournament, and join it; return its id."""
        await self._lobby.handing_over.take(self._person.bounded_as)
        plan = replace(plan, rated_from=self._lobby.limits.rated_moves if is_rated else None)
        return await self._lobby.tournaments.set_up(self._person.member.id, plan)

    async def act(self, tournament: str, act: TournamentAction, name: str = "") -> str:
        """Carry out an action on a tournament; return a sentence about it, if it needs one."""
        own, all_of_them = self._person.member.id, self._lobby.tournaments
        await self._lobby.handing_over.take(self._person.bounded_as)
        match act:
            case TournamentAction.JOIN:
                await all_of_them.join(tournament, own, name)
            case TournamentAction.LEAVE:
                await all_of_them.leave(tournament, own)
            case TournamentAction.BYE:
                if await all_of_them.ask_bye(tournament, own):
                    return _(
                        "You have a half-point bye in the next round. Choose again to play it."
                    )
                return _("You play the next round.")
            case TournamentAction.CHECK_IN:
                await all_of_them.check_in(tournament, own)
            case TournamentAction.BEGIN:
                await all_of_them.begin(tournament, own)
            case TournamentAction.CLOSE:
                await all_of_them.close(tournament, own)
            case TournamentAction.INVITE:
                found = await self._lobby.database.look(account_named, name)
                if found is None or found.is_guest:
                    raise NoSuchAccount(N_("no player is called {name}"), name=repr(name))
                await all_of_them.invite(tournament, own, found.id)
        return ""

    async def go_to(self, game: GameLine) -> None:
        """Play, watch, or replay a game."""
        if game.is_over:
            opened = self._replay(game.table)
            if opened is not None:
                await opened
        elif game.table:
            await self._table.sit_down(game.table)


def _acts(sheet: TournamentData, own: int | None, now: float) -> Sequence[TournamentAction]:
    row, event = sheet.row, sheet.row.event
    player = next((one for one in sheet.players if own is not None and one.account == own), None)
    if own is None or row.status not in (OPEN, RUNNING):
        return ()
    if row.status == RUNNING:
        if player is not None and not player.is_out:
            rests = [TournamentAction.BYE] if event.byes and row.round + 1 < sheet.rounds else []
            return [*rests, TournamentAction.LEAVE] if event.can_withdraw else ()
        may_enter = event.is_late(row.status, row.round) and len(row.accounts) < row.size
        return [TournamentAction.JOIN] if player is not None or may_enter else ()
    acts: list[TournamentAction] = []
    if player is not None:
        if event.is_check_in(row.starts, now) and not player.is_checked_in:
            acts.append(TournamentAction.CHECK_IN)
        acts += [TournamentAction.BYE] if event.byes else []
        acts.append(TournamentAction.LEAVE)
    elif len(row.accounts) < row.size:
        acts.append(TournamentAction.JOIN)
    if own == row.host:
        count = row.size if row.bot is not None else len(row.accounts)
        may_begin = len(row.accounts) > 1 and fits(event.format, count, row.seats)
        begins = [TournamentAction.BEGIN] if may_begin else []
        acts = [*begins, TournamentAction.INVITE, *acts, TournamentAction.CLOSE]
    return acts


def tournament_form(actions: TournamentActions, game: str = "", club: int | None = None) -> Form:
    """Return the form with default values; without a `game`, for the first one."""
    return TournamentDraft(actions.set_up, {GAME: game, CLUB: club}).form()
