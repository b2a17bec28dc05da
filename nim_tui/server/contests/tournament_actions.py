"""Tournaments for one person: views, actions, and the form of a new one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from nim_tui.registry import all_games, game_named
from nim_tui.server.accounts.store import NoSuchAccount, account_named
from nim_tui.server.contests.tournament import FEWEST, MOST, fits
from nim_tui.server.contests.tournament_rounds import TournamentData, TournamentRow
from nim_tui.server.contests.tournament_store import TournamentPlan
from nim_tui.server.contests.tournament_view import (
    GameLine,
    Stage,
    TournamentAction,
    TournamentLine,
    TournamentPage,
    games_of,
    players_of,
)
from nim_tui.server.lobby.table_requests import Navigator
from nim_tui.server.lobby.table_view import lobby_table
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.schema import OPEN, OVER, PRIVATE, PUBLIC, RUNNING
from nim_tui.server.tables.terms import CLOCKS, clock_text, contest_clocks
from nim_tui.tables.clock import DAYS
from rules.messages import N_
from rules.options import FreeText, FromFile
from screens.game_intro import effect
from screens.home.table_form import called, shown
from screens.lobby.page import Ask, Field, Form, Opens, by_ear
from screens.text import _, is_spoken

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

    async def listed(self) -> Sequence[TournamentLine]:
        """Return the visible tournaments, those the person plays in or is invited to first."""
        rows = await self._lobby.tournaments.seen_by(self._person.number)
        lines = [self._line(row) for row in rows]
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
            games=games_of(sheet, self._person.number),
            invited=sheet.invited,
            is_rated=sheet.row.rated_from is not None,
            bot=sheet.row.bot or "",
            begins_full=sheet.row.begins_full,
            options=sheet.row.options,
            acts=_acts(sheet, self._person.number),
        )

    def is_turn(self, table: str) -> bool:
        """Whether it is the person's turn at a table."""
        row, person = self._lobby.table_list.known(table), self._person
        return row is not None and lobby_table(row, person.number, person.name).is_my_turn

    # Actions

    async def set_up(self, plan: TournamentPlan, *, is_rated: bool) -> str:
        """Set up a tournament, and join it; return its id."""
        await self._lobby.handing_over.take(self._person.bounded_as)
        plan = replace(plan, rated_from=self._lobby.limits.rated_moves if is_rated else None)
        return await self._lobby.tournaments.set_up(self._person.member.id, plan)

    async def act(self, tournament: str, act: TournamentAction, name: str = "") -> None:
        """Carry out an action on a tournament."""
        own, all_of_them = self._person.member.id, self._lobby.tournaments
        await self._lobby.handing_over.take(self._person.bounded_as)
        match act:
            case TournamentAction.JOIN:
                await all_of_them.join(tournament, own)
            case TournamentAction.LEAVE:
                await all_of_them.leave(tournament, own)
            case TournamentAction.BEGIN:
                await all_of_them.begin(tournament, own)
            case TournamentAction.CLOSE:
                await all_of_them.close(tournament, own)
            case TournamentAction.INVITE:
                found = await self._lobby.database.look(account_named, name)
                if found is None or found.is_guest:
                    raise NoSuchAccount(N_("no player is called {name}"), name=repr(name))
                await all_of_them.invite(tournament, own, found.id)

    async def go_to(self, game: GameLine) -> None:
        """Play, watch, or replay a game."""
        if game.is_over:
            opened = self._replay(game.table)
            if opened is not None:
                await opened
        elif game.table:
            await self._table.sit_down(game.table)


def _acts(sheet: TournamentData, own: int | None) -> Sequence[TournamentAction]:
    row = sheet.row
    if row.status != OPEN or own is None:
        return ()
    acts: list[TournamentAction] = []
    if own in row.accounts:
        acts.append(TournamentAction.LEAVE)
    elif len(row.accounts) < row.size:
        acts.append(TournamentAction.JOIN)
    if own == row.host:
        count = row.size if row.bot is not None else len(row.accounts)
        begins = (
            [TournamentAction.BEGIN] if len(row.accounts) > 1 and fits(count, row.seats) else []
        )
        acts = [*begins, TournamentAction.INVITE, *acts, TournamentAction.CLOSE]
    return acts


LONGEST_TITLE: Final = 28
_TITLE, _GAME, _SIZE, _SEATS, _CLOCK = "title", "game", "size", "seats", "clock"
_RATING, _BOTS, _SEEN_BY, _BEGINS = "rating", "bots", "seen by", "begins"
_HOST: Final = N_("when the host starts it")
_FULL: Final = N_("when it is full")
_RATED, _CASUAL = N_("rated"), N_("casual")
_ALL, _INVITED = N_("everyone"), N_("invited players")
_NONE: Final = N_("no bots")
_MEANINGS: Final[Mapping[str, str]] = {
    _GAME: N_("← →: the game."),
    _SIZE: N_("← →: number of players."),
    _SEATS: N_("← →: players per table. With two, everyone plays everyone once."),
    _CLOCK: N_("Days per move: all games at once. Per game: round after round, in one evening."),
    _RATING: N_("Whether games between people are rated."),
    _BOTS: N_("Bots that fill free places at the start; games with them are not rated."),
    _SEEN_BY: N_("Who sees it and can join."),
    _BEGINS: N_(
        "When it starts; everyone must be online at the start of a one-evening tournament."
    ),
}


def tournament_form(actions: TournamentActions, game: str = "") -> Form:
    """Return the form with default values; without a `game`, for the first one."""
    return _Draft(actions, {_GAME: game}).form()


class _Draft:
    """The form of a tournament being filled in: a value per field id.

    Missing values, and those that do not fit the others, are defaults.
    """

    def __init__(self, actions: TournamentActions, values: Mapping[str, Any]) -> None:
        self._actions = actions
        self._values = values
        self._choices: dict[str, Sequence[Any]] = {
            _GAME: [*all_games()], _CLOCK: contest_clocks(), _RATING: (_RATED, _CASUAL),
            _SEEN_BY: (_ALL, _INVITED), _BEGINS: (_FULL, _HOST),
        }  # fmt: skip
        self._offer = offer = game_named(self._value(_GAME))
        self._options = {
            f"option {option.name}": option
            for option in offer.game.options
            if not isinstance(option, (FreeText, FromFile))
        }
        levels = sorted(offer.bots, key=lambda level: level != offer.usual)
        self._choices |= {_SEATS: [*offer.game.seats], _BOTS: (_NONE, *levels)}
        self._choices |= {line: option.values for line, option in self._options.items()}
        seats = self._value(_SEATS)
        self._choices[_SIZE] = [size for size in range(FEWEST, MOST + 1) if fits(size, seats)]

    def form(self) -> Form:
        """Return the form with these values."""
        seats = {_SEATS: _("At a table")} if len(self._choices[_SEATS]) > 1 else {}
        labels = {
            **({} if is_spoken() else {_GAME: _("Game")}), _SIZE: _("Players"), **seats,
            **{line: called(option.name) for line, option in self._options.items()},
            _CLOCK: _("Time control"), _RATING: _("Rating"), _BOTS: _("Bots"),
            _SEEN_BY: _("Visible to"), _BEGINS: _("Starts"),
        }  # fmt: skip
        told = _("A new {game} tournament.").format(game=self._offer.title)
        return Form(
            title=by_ear(told, _("New tournament")),
            game=self._offer.name,
            fields=[self._title(), *(self._field(line, label) for line, label in labels.items())],
            button=_("Create"),
            meaning=_("Enter: create it; you take part. ↓: game, players, time control."),
            submit=self._set_up,
        )

    def _title(self) -> Field:
        meaning = _("Name of the tournament. Enter: type one.")
        return Field(
            id=_TITLE,
            label=_("Title"),
            meaning=by_ear(meaning.partition(".")[0], meaning),
            put=lambda text: self._with(_TITLE, text[:LONGEST_TITLE]),
            typed=Ask(self._offer.title, self._values.get(_TITLE, ""), LONGEST_TITLE),
        )

    def _field(self, line: str, label: str) -> Field:
        choices, value = self._choices[line], self._value(line)
        return Field(
            id=line,
            label=label,
            meaning=self._meaning(line),
            put=lambda one: self._with(line, one),
            choices=[(one, self._told(line, one)) for one in choices],
            at=choices.index(value),
        )

    def _value(self, line: str) -> Any:
        choices, value = self._choices[line], self._values.get(line)
        if value in choices and line in self._values:
            return value
        return self._options[line].default if line.startswith("option ") else choices[0]

    def _told(self, line: str, value: Any) -> str:
        if line in self._options:
            return shown(value)
        if line == _GAME:
            return all_games()[value].title
        return _(value) if isinstance(value, str) else str(value)

    def _meaning(self, line: str) -> str:
        """Return the purpose of a field; for an option, the effect of its current value."""
        option = self._options.get(line)
        if option is None:
            return _(_MEANINGS[line])
        return effect(self._offer.name, option.name, self._value(line)) or _(option.meaning)

    def _with(self, line: str, value: Any) -> Form:
        """Return the form with another value; another game has other options."""
        values = {**self._values, line: value}
        if line == _GAME:
            values = {one: value for one, value in values.items() if one not in self._options}
        return _Draft(self._actions, values).form()

    async def _set_up(self) -> Opens:
        options = {one.name: self._value(line) for line, one in self._options.items()}
        usual = {one.name: one.default for one in self._options.values()}
        bot, clock = self._value(_BOTS), CLOCKS[self._value(_CLOCK)]
        assert clock is not None
        plan = TournamentPlan(
            game=self._offer.name,
            options={name: value for name, value in options.items() if value != usual[name]},
            size=self._value(_SIZE),
            seats=self._value(_SEATS),
            clock=clock,
            title=self._values.get(_TITLE, ""),
            visibility=PRIVATE if self._value(_SEEN_BY) == _INVITED else PUBLIC,
            bot=None if bot == _NONE else bot,
            begins_full=self._value(_BEGINS) == _FULL,
        )
        made = await self._actions.set_up(plan, is_rated=self._value(_RATING) == _RATED)
        return Opens("tournament", made)
