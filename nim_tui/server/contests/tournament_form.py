"""The form of a new tournament."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from nim_tui.registry import all_games, game_named
from nim_tui.server.contests.contest import PAIR
from nim_tui.server.contests.event_terms import EventTerms
from nim_tui.server.contests.formats import ARENA, FORMATS, MOST, ROUND_ROBIN, SWISS, TEAMS, fits
from nim_tui.server.contests.tournament_store import (
    LONGEST_TEAM,
    CannotUseTournament,
    TournamentPlan,
)
from nim_tui.server.storage.schema import PRIVATE, PUBLIC
from nim_tui.server.tables.terms import CLOCKS, contest_clocks
from nim_tui.tables.clock import DAYS
from rules.messages import N_
from rules.options import FreeText, FromFile
from screens.game_intro import effect
from screens.home.table_form import called, shown
from screens.lobby.page import Ask, Field, Form, Opens, by_ear
from screens.text import _, is_spoken

SetUp = Callable[[TournamentPlan, bool], Awaitable[str]]
"""Set up a tournament, rated or not; return its id. Raises a Refusal."""

LONGEST_TITLE: Final = 28
GAME: Final = "game"
CLUB: Final = "club"
"""The number of the club that the tournament is of; no field, as it is given."""
_TITLE, _FORMAT, _SIZE, _SEATS, _CLOCK = "title", "format", "size", "seats", "clock"
_RATING, _BOTS, _SEEN_BY, _BEGINS = "rating", "bots", "seen by", "begins"
_ROUNDS, _MINUTES, _LATE, _TEAMS, _TEAM = "rounds", "minutes", "late", "teams", "team"
_STARTS, _CHECK_IN, _REPEATS = "starts", "check in", "repeats"
_BYES, _BOARDS = "half-point byes", "boards"
_HOST: Final = N_("when the host starts it")
_FULL: Final = N_("when it is full")
_AT: Final = N_("at a time")
_RATED, _CASUAL = N_("rated"), N_("casual")
_ALL, _INVITED, _CLUB = N_("everyone"), N_("invited players"), N_("club members")
_NONE: Final = N_("no bots")
_NO, _TEAMED = N_("no teams"), N_("teams")
_ENOUGH: Final = N_("as many as needed")
_SIZES: Final = (*range(2, 17), 20, 24, 32, 48, 64, 96, 128, 192, MOST)
_MOST_ROUND_ROBIN: Final = 32
_EXAMPLE: Final = "2026-12-24 20:00"
_LONGEST_TIME: Final = len(_EXAMPLE)
_USUAL: Final[Mapping[str, Any]] = {_SIZE: 4, _MINUTES: 60}
_MEANINGS: Final[Mapping[str, str]] = {
    GAME: N_("← →: the game."),
    _FORMAT: N_("Who plays whom: everyone, equal points, winners, who is free, or team by team."),
    _SIZE: N_("← →: number of players."),
    _SEATS: N_("← →: players per table. With two, everyone plays everyone once."),
    _ROUNDS: N_("The number of rounds."),
    _MINUTES: N_("For how many minutes new games can begin."),
    _LATE: N_("The last round during which players can still enter."),
    _TEAMS: N_("In teams, the points of the members count; they do not meet each other."),
    _BYES: N_("How many half-point byes a player can ask for, each before a round."),
    _BOARDS: N_("The boards of a match; further members of a team are reserves."),
    _CLOCK: N_("Days per move: all games at once. Per game: round after round, in one evening."),
    _RATING: N_("Whether games between people are rated."),
    _BOTS: N_("Bots that fill free places at the start; games with them are not rated."),
    _SEEN_BY: N_("Who sees it and can join."),
    _BEGINS: N_(
        "When it starts; everyone must be online at the start of a one-evening tournament."
    ),
    _CHECK_IN: N_("Minutes before the start in which players check in; others do not play."),
    _REPEATS: N_("Days after which it is set up again, as a series."),
}


def moment(seconds: float) -> str:
    """Return a time (seconds since 1970) to the minute, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def moment_in(text: str) -> float:
    """Return the time in a text such as `2026-12-24 20:00`, in UTC. Raises CannotUseTournament."""
    try:
        read = datetime.strptime(text.strip(), "%Y-%m-%d %H:%M")
    except ValueError:
        raise CannotUseTournament(N_("write the start as 2026-12-24 20:00, in UTC")) from None
    return read.replace(tzinfo=UTC).timestamp()


class TournamentDraft:
    """The form of a tournament being filled in: a value per field id.

    Missing values, and those that do not fit the others, are defaults.
    """

    def __init__(self, set_up: SetUp, values: Mapping[str, Any]) -> None:
        self._submit = set_up
        self._values = values
        self._choices: dict[str, Sequence[Any]] = {
            GAME: [*all_games()], _FORMAT: [*FORMATS], _RATING: (_RATED, _CASUAL),
            _SEEN_BY: (_ALL, _INVITED) if values.get(CLUB) is None else (_CLUB, _ALL),
            _BEGINS: (_FULL, _HOST, _AT), _TEAMS: (_NO, _TEAMED),
            _ROUNDS: (_ENOUGH, *range(3, 12)), _MINUTES: (30, 60, 90, 120, 180),
            _LATE: (0, 1, 2, 3, 4, 5), _CHECK_IN: (0, 5, 10, 15, 30, 60),
            _REPEATS: (0, 1, 7, 14, 28), _BYES: (0, 1, 2, 3), _BOARDS: (2, 3, 4, 5, 6, 8),
        }  # fmt: skip
        self._entry = entry = game_named(self._value(GAME))
        if PAIR not in entry.game.seats:
            self._choices[_FORMAT] = [form for form in FORMATS if form != TEAMS]
        self._options = {
            f"option {option.name}": option
            for option in entry.game.options
            if not isinstance(option, (FreeText, FromFile))
        }
        levels = sorted(entry.bots, key=lambda level: level != entry.usual)
        self._choices |= {_SEATS: [*entry.game.seats], _BOTS: (_NONE, *levels)}
        self._choices |= {line: option.values for line, option in self._options.items()}
        self._format = self._value(_FORMAT)
        self._fit_format()

    def _fit_format(self) -> None:
        """Offer the seats, sizes and clocks that the format allows."""
        if self._format == TEAMS:
            self._choices |= {_SEATS: [2], _BOTS: (_NONE,)}
        seats, is_round_robin = self._value(_SEATS), self._format == ROUND_ROBIN
        most = _MOST_ROUND_ROBIN if is_round_robin else MOST
        self._choices[_SIZE] = [n for n in _SIZES if n <= most and fits(self._format, n, seats)]
        clocks = contest_clocks()
        if self._format == ARENA:
            clocks = [name for name in clocks if (plan := CLOCKS[name]) and plan.kind != DAYS]
        self._choices[_CLOCK] = clocks

    def form(self) -> Form:
        """Return the form with these values."""
        told = _("A new {game} tournament.").format(game=self._entry.title)
        fields = [self._typed(_TITLE, _("Title"), self._entry.title, LONGEST_TITLE,
                              _("Name of the tournament. Enter: type one."))]  # fmt: skip
        for line, label in self._labels().items():
            fields.append(self._field(line, label))
            if line in (_TEAMS, _BOARDS) and self._has_teams:
                fields.append(self._typed(_TEAM, _("Your team"), _("a name …"), LONGEST_TEAM,
                                          _("The name of your team. Enter: type it.")))  # fmt: skip
            if line == _BEGINS and self._is_at_a_time:
                about = _("The date and time, in UTC. Enter: type it.")
                fields.append(self._typed(_STARTS, _("Time"), _EXAMPLE, _LONGEST_TIME, about))
        return Form(
            title=by_ear(told, _("New tournament")),
            game=self._entry.name,
            fields=fields,
            button=_("Create"),
            meaning=_("Enter: create it; you take part. ↓: game, players, time control."),
            submit=self._set_up,
        )

    @property
    def _has_teams(self) -> bool:
        if self._format == TEAMS:
            return True
        return self._format in (SWISS, ARENA) and self._value(_TEAMS) == _TEAMED

    @property
    def _has_byes(self) -> bool:
        return bool(self._format == SWISS and self._value(_SEATS) == PAIR)

    @property
    def _is_at_a_time(self) -> bool:
        return bool(self._value(_BEGINS) == _AT)

    def _labels(self) -> dict[str, str]:
        """Return the fields that apply, with their labels, in order."""
        return {
            **({} if is_spoken() else {GAME: _("Game")}),
            _FORMAT: _("Format"), _SIZE: _("Players"),
            **({_SEATS: _("At a table")} if len(self._choices[_SEATS]) > 1 else {}),
            **({_ROUNDS: _("Rounds")} if self._format in (SWISS, TEAMS) else {}),
            **({_LATE: _("Late entry")} if self._format == SWISS else {}),
            **({_BYES: _("Half-point byes")} if self._has_byes else {}),
            **({_BOARDS: _("Boards")} if self._format == TEAMS else {}),
            **({_MINUTES: _("Minutes")} if self._format == ARENA else {}),
            **({_TEAMS: _("Teams")} if self._format in (SWISS, ARENA) else {}),
            **{line: called(option.name) for line, option in self._options.items()},
            _CLOCK: _("Time control"), _RATING: _("Rating"),
            **({_BOTS: _("Bots")} if self._format != TEAMS else {}),
            _SEEN_BY: _("Visible to"), _BEGINS: _("Starts"),
            **({_CHECK_IN: _("Check-in"), _REPEATS: _("Repeated")} if self._is_at_a_time else {}),
        }  # fmt: skip

    def _typed(self, line: str, label: str, hint: str, longest: int, meaning: str) -> Field:
        return Field(
            id=line,
            label=label,
            meaning=by_ear(meaning.partition(".")[0], meaning),
            put=lambda text: self._with(line, text[:longest]),
            typed=Ask(hint, self._values.get(line, ""), longest),
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
        if line.startswith("option "):
            return self._options[line].default
        return _USUAL[line] if _USUAL.get(line) in choices else choices[0]

    def _told(self, line: str, value: Any) -> str:
        if line in self._options:
            return shown(value)
        if line == GAME:
            return all_games()[value].title
        if line == _FORMAT:
            return _(FORMATS[value])
        if line in (_REPEATS, _CHECK_IN, _LATE, _BYES) and value == 0:
            return _("no")
        return _(value) if isinstance(value, str) else str(value)

    def _meaning(self, line: str) -> str:
        """Return the purpose of a field; for an option, the effect of its current value."""
        option = self._options.get(line)
        if option is None:
            return _(_MEANINGS[line])
        return effect(self._entry.name, option.name, self._value(line)) or _(option.meaning)

    def _with(self, line: str, value: Any) -> Form:
        """Return the form with another value; another game has other options."""
        values = {**self._values, line: value}
        if line == GAME:
            values = {one: value for one, value in values.items() if one not in self._options}
        return TournamentDraft(self._submit, values).form()

    async def _set_up(self) -> Opens:
        is_rated = self._value(_RATING) == _RATED
        return Opens("tournament", await self._submit(self._plan(), is_rated))

    def _plan(self) -> TournamentPlan:
        options = {one.name: self._value(line) for line, one in self._options.items()}
        usual = {one.name: one.default for one in self._options.values()}
        bot, clock = self._value(_BOTS), CLOCKS[self._value(_CLOCK)]
        assert clock is not None
        starts = moment_in(self._values.get(_STARTS, "")) if self._is_at_a_time else None
        return TournamentPlan(
            game=self._entry.name,
            options={name: value for name, value in options.items() if value != usual[name]},
            size=self._value(_SIZE),
            seats=self._value(_SEATS),
            clock=clock,
            title=self._values.get(_TITLE, ""),
            visibility=PUBLIC if self._value(_SEEN_BY) == _ALL else PRIVATE,
            bot=None if bot == _NONE else bot,
            begins_full=self._value(_BEGINS) == _FULL,
            event=self._event(),
            starts=starts,
            club=self._values.get(CLUB),
        )

    def _event(self) -> EventTerms:
        """Return the terms of the event; those of other formats have their defaults."""
        is_swiss, is_timed = self._format == SWISS, self._is_at_a_time
        has_rounds = self._format in (SWISS, TEAMS)
        rounds, has_teams = self._value(_ROUNDS), self._has_teams
        team = self._values.get(_TEAM, "") if has_teams else ""
        if has_teams and not team.strip():
            raise CannotUseTournament(N_("add the name of your team"))
        return EventTerms(
            format=self._format,
            rounds=rounds if has_rounds and rounds != _ENOUGH else 0,
            minutes=self._value(_MINUTES) if self._format == ARENA else EventTerms().minutes,
            check_in=self._value(_CHECK_IN) if is_timed else 0,
            late=self._value(_LATE) if is_swiss else 0,
            has_teams=has_teams,
            team=team,
            repeats=self._value(_REPEATS) if is_timed else 0,
            byes=self._value(_BYES) if self._has_byes else 0,
            boards=self._value(_BOARDS) if self._format == TEAMS else 0,
        )
