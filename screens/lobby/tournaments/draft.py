"""A new tournament while a form asks for it: a value a line, each stepped among what fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rules.options import Option
from screens.app_api import OnOffer
from screens.home.table_form import OptionLines, shown, stepped
from screens.lobby.tournament_api import Draft, TournamentApi
from screens.text import N_, _
from screens.widgets.menu import Item

START: Final = "start"
TITLE: Final = "title"
GAME, SIZE, SEATS, CLOCK = "game", "size", "seats", "clock"
RATING, BOTS, SEEN_BY, BEGINS = "rating", "bots", "seen by", "begins"
LONGEST_TITLE: Final = 28
_HOST: Final = N_("when I say so")
_FULL: Final = N_("when it is full")
_RATED, _CASUAL = N_("rated"), N_("casual")
_ALL, _INVITED = N_("everybody"), N_("who is invited")
_NONE: Final = N_("no bots")
MEANINGS: Final[Mapping[str, str]] = {
    START: N_("Enter sets it up; you take part. Down: game, players, clock."),
    TITLE: N_("The name of the tournament. Enter: type one."),
    GAME: N_("Left and right: the game."),
    SIZE: N_("Left and right: for how many it is."),
    SEATS: N_("Left and right: how many sit at a table. With two everybody meets everybody once."),
    CLOCK: N_("Days: all games at once. A game: round after round, on one evening."),
    RATING: N_("Whether games among people count for ratings."),
    BOTS: N_("Bots that fill free places when it begins; games with them are not rated."),
    SEEN_BY: N_("Who sees it and can take part."),
    BEGINS: N_("When it begins; on one evening everybody is to be here then."),
}


class DraftLines:
    """The lines of the form, by their ids."""

    def __init__(
        self,
        api: TournamentApi,
        games: Sequence[OnOffer],
        options_of: Callable[[str], Sequence[Option]],
    ) -> None:
        """`options_of` tells what a game lets one choose."""
        self._api = api
        self._options_of = options_of
        self._games = {game.name: game for game in games}
        self.title = ""
        self._values: dict[str, Any] = {
            GAME: next(iter(self._games)), CLOCK: api.clocks()[0], RATING: _RATED, BOTS: _NONE,
            SEEN_BY: _ALL, BEGINS: _FULL,
        }  # fmt: skip
        self._choose_game()

    def _choose_game(self) -> None:
        """Another game has other options."""
        options = self._options_of(self.game.name)
        self._options = OptionLines(options, self.game.title, reads_files=False)
        self._fit()

    @property
    def game(self) -> OnOffer:
        """The game that is chosen."""
        return self._games[self._values[GAME]]

    def choices(self, line: str) -> Sequence[Any]:
        """The values that a line may have now."""
        known: dict[str, Sequence[Any]] = {
            GAME: [*self._games],
            SEATS: self._api.seats(self.game.name),
            SIZE: self._api.sizes(self._values.get(SEATS, 2)),
            CLOCK: self._api.clocks(),
            RATING: (_RATED, _CASUAL),
            BOTS: (_NONE, *self._api.bots(self.game.name)),
            SEEN_BY: (_ALL, _INVITED),
            BEGINS: (_FULL, _HOST),
        }
        option = self._options.at(line)
        return known[line] if option is None else option.values

    def _fit(self) -> None:
        """Let what depends on another line be among what fits there."""
        for line in (SEATS, SIZE, BOTS):
            choices = self.choices(line)
            if self._values.get(line) not in choices:
                self._values[line] = choices[0]

    def items(self) -> list[Item]:
        """The lines as they are now."""
        lines = [
            Item(START, _("Set it up")),
            Item(TITLE, _("Title"), self.title or self.game.title),
        ]
        return lines + [
            Item(line, name, f"‹ {self.value(line)} ›") for line, name in self.names().items()
        ]

    def names(self) -> dict[str, str]:
        """What each line is called that has something to choose."""
        seats = {SEATS: _("At a table")} if len(self.choices(SEATS)) > 1 else {}
        return {
            GAME: _("Game"), SIZE: _("Players"), **seats, **self._options.names(),
            CLOCK: _("Clock"), RATING: _("Rating"), BOTS: _("Bots"), SEEN_BY: _("Seen by"),
            BEGINS: _("Begins"),
        }  # fmt: skip

    def meaning(self, line: str) -> str:
        """What a line is for; of an option, what the value it has now does."""
        return self._options.meaning(line) or _(MEANINGS[line])

    def value(self, line: str) -> str:
        """What a line says now."""
        option = self._options.at(line)
        if option is not None:
            return shown(self._options.values[option.name])
        return self.told(line, self._values[line])

    def told(self, line: str, value: Any) -> str:
        """A value of a line in words."""
        if self._options.at(line) is not None:
            return shown(value)
        if line == GAME:
            return self._games[value].title
        return _(value) if isinstance(value, str) else str(value)

    def turn(self, line: str, step: int) -> None:
        """Step the value of a line."""
        self._options.turn(line, step)
        if line in self._values:
            self.put(line, stepped(self.choices(line), self._values[line], step))

    def put(self, line: str, value: Any) -> None:
        """Give a line one of its choices."""
        option = self._options.at(line)
        if option is not None:
            self._options.values[option.name] = value
        else:
            self._values[line] = value
        if line == GAME:
            self._choose_game()
        self._fit()

    def draft(self) -> Draft:
        """What was chosen."""
        values = self._values
        return Draft(
            game=self.game.name,
            options=self._options.chosen(),
            title=self.title,
            size=values[SIZE],
            seats=values[SEATS],
            clock=values[CLOCK],
            is_rated=values[RATING] == _RATED,
            bot="" if values[BOTS] == _NONE else values[BOTS],
            is_private=values[SEEN_BY] == _INVITED,
            begins_full=values[BEGINS] == _FULL,
        )
