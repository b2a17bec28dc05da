"""A new tournament while a form asks for it: a value a line, each stepped among what fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from rules.messages import Refusal
from rules.options import Option
from screens.app_api import GameInfo
from screens.base import QuestionScreen, api
from screens.home.new_table import GameCard
from screens.home.table_form import OptionLines, shown, stepped
from screens.lobby.api import TournamentApi, TournamentTerms, lobby_api
from screens.lobby.input_line import close_field, open_field
from screens.lobby.updates import look_up
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.text_line import TextLine, page_title

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
        games: Sequence[GameInfo],
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
        self._options = OptionLines(options, self.game, reads_files=False)
        self._fit()

    @property
    def game(self) -> GameInfo:
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
        """Return the label of each line that offers a choice."""
        seats = {SEATS: _("At a table")} if len(self.choices(SEATS)) > 1 else {}
        return {
            GAME: _("Game"), SIZE: _("Players"), **seats, **self._options.names(),
            CLOCK: _("Clock"), RATING: _("Rating"), BOTS: _("Bots"), SEEN_BY: _("Seen by"),
            BEGINS: _("Begins"),
        }  # fmt: skip

    def meaning(self, line: str) -> str:
        """Return the purpose of a line; for an option, the effect of its current value."""
        return self._options.meaning(line) or _(MEANINGS[line])

    def value(self, line: str) -> str:
        """Return the current value of a line, as shown."""
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

    def draft(self) -> TournamentTerms:
        """Return the draft of the tournament, with all values chosen."""
        values = self._values
        return TournamentTerms(
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


_WIDE = 100
"""Columns of the screen from which on the card is broader."""


class TournamentForm(QuestionScreen[str]):
    """Enter on the first line sets it up; it answers with the id of what was made, or ""."""

    DEFAULT_CSS = """
    TournamentForm { align: center top; }
    TournamentForm Horizontal { width: 1fr; max-width: 190; height: 1fr; margin-top: 1; }
    TournamentForm GameCard { width: 28; margin: 0 1 0 2; }
    TournamentForm.-wide GameCard { width: 40; margin: 0 2; }
    TournamentForm #form-side { width: 1fr; height: auto; }
    TournamentForm #said { color: $accent; height: 3; margin-top: 1; }
    TournamentForm Input {
        display: none; border: none; height: 1; padding: 0 3; background: $panel;
    }
    TournamentForm Input.open { display: block; }
    """
    AUTO_FOCUS: ClassVar[str | None] = "Menu"
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu, Input)
    BINDING_GROUP_TITLE = N_("New tournament")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", N_("Back"), id="tournament_form.back"),
    ]

    def compose(self) -> ComposeResult:
        """The game as a card, the lines, a field, a remark."""
        yield TextLine("bar", id="headline")
        with Horizontal():
            yield GameCard()
            with Vertical(id="form-side"):
                yield Menu()
                yield Input(compact=True, max_length=LONGEST_TITLE)
                yield Static(id="said", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with what is usual."""
        here = lobby_api(self)
        rules = api(self).rules_of
        self._lines = DraftLines(
            here.tournaments, here.games_on_offer(), lambda game: rules(game).options
        )
        self._fill()

    def on_resize(self, event: events.Resize) -> None:
        """Use the room there is."""
        self.set_class(event.size.width >= _WIDE, "-wide")

    def _fill(self) -> None:
        """Show the lines anew; the same one stays marked."""
        menu = self.query_one(Menu)
        marked = menu.items[menu.position].id if menu.items else START
        menu.set_items(self._lines.items())
        menu.mark(marked)
        self.query_one(GameCard).show(self._lines.game)
        head = page_title(_("New tournament"), self._lines.game.title)
        self.query_one("#headline", TextLine).show(head)
        self._say(self._lines.meaning(marked))

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(text, layout=False)

    @on(Menu.Marked)
    def explain(self, message: Menu.Marked) -> None:
        """Say what the marked line is for."""
        message.stop()
        self._say(self._lines.meaning(message.item.id))

    @on(Menu.Turned)
    def turn(self, message: Menu.Turned) -> None:
        """Step a value."""
        message.stop()
        self._lines.turn(message.item.id, message.step)
        self._fill()

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Set it up, type a title, or step a value."""
        message.stop()
        if message.item.id == START:
            look_up(self, self._set_up, "form")
        elif message.item.id == TITLE:
            self._type()
        else:
            self._lines.turn(message.item.id, 1)
            self._fill()

    async def _set_up(self) -> None:
        try:
            made = await lobby_api(self).tournaments.set_up(self._lines.draft())
        except Refusal as refusal:
            self._say(say_refusal(refusal))
            return
        self.dismiss(made)

    def _type(self) -> None:
        open_field(self, self._lines.title, self._lines.game.title)
        self._say(_("Enter accepts what you type, Esc cancels."))

    @on(Input.Submitted)
    def typed(self, message: Input.Submitted) -> None:
        """Take the title."""
        message.stop()
        self._lines.title = message.value.strip()
        self._close_field()

    def _close_field(self) -> None:
        close_field(self)
        self._fill()

    def action_back(self) -> None:
        """From the field to the form, from there to the list."""
        if self.query_one(Input).has_class("open"):
            self._close_field()
        else:
            self.dismiss("")
