"""The form of a new tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from nim_tui.registry import all_games, game_named
from nim_tui.server.contests.tournament import FEWEST, MOST, fits
from nim_tui.server.contests.tournament_actions import TournamentActions
from nim_tui.server.contests.tournament_store import TournamentPlan
from nim_tui.server.storage.schema import PRIVATE, PUBLIC
from nim_tui.server.tables.terms import CLOCKS, contest_clocks
from rules.messages import N_
from rules.options import FreeText, FromFile
from screens.game_intro import effect
from screens.home.table_form import called, shown
from screens.lobby.page import Ask, Field, Form, Opens, by_ear
from screens.text import _, is_spoken

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
        told = _("A new tournament of {game}.").format(game=self._offer.title)
        return Form(
            title=by_ear(told, _("New tournament")),
            game=self._offer.name,
            fields=[self._title(), *(self._field(line, label) for line, label in labels.items())],
            button=_("Create"),
            meaning=_("Enter: set it up; you take part. ↓: game, players, time control."),
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
