"""A new table: which game, who sits where, every option, the seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from rules.game import AnyGame
from rules.options import FromFile, Option, OptionValue
from screens.house import CannotStart, OnOffer
from screens.room import Room, house
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu

START = "start"
SEED = "seed"
_LONGEST_NAME = 16
_LONGEST_PATH = 200
_LONGEST_VALUE = 40
"""A longer value of an option is no word but the text of a file."""


class NewTable(Room):
    """First the games, then a form; Enter on its first line starts at once."""

    DEFAULT_CSS = """
    NewTable { align: center top; }
    NewTable > Vertical { width: 76; height: auto; padding: 1 0; }
    NewTable #title { text-style: bold; color: $accent; margin-bottom: 1; }
    NewTable #said { color: $accent; height: 2; margin-top: 1; }
    NewTable Input { display: none; border: none; height: 1; padding: 0 3; background: $panel; }
    NewTable Input.open { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", N_("Back"), id="new.back"),
        Binding("question_mark", "help", N_("Keys"), id="new.help"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._offer: OnOffer | None = None
        self._game: AnyGame | None = None
        self._seats: list[str] = []
        self._options: dict[str, OptionValue] = {}
        self._seed: int | None = None
        self._typing = ""

    def compose(self) -> ComposeResult:
        """Title, list, remark."""
        with Vertical():
            yield Static(_("New table"), id="title", markup=False)
            yield Menu(id="form")
            yield Input(compact=True, max_length=_LONGEST_NAME)
            yield Static(id="said", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Offer the games."""
        self._offer_games()

    def _offer_games(self) -> None:
        self._offer = None
        games = house(self).games_on_offer()
        self.query_one(Menu).set_items([Item(game.name, game.title) for game in games])
        self._say(_("Enter takes the game."))

    def _choose_game(self, name: str) -> None:
        offer = next(game for game in house(self).games_on_offer() if game.name == name)
        self._offer = offer
        self._game = house(self).rules_of(name)
        rest = f"bot:{offer.bots[0]}" if house(self).is_private else house(self).sitters(1)[0]
        self._seats = [house(self).sitters(0)[0], *[rest] * (self._game.seats[0] - 1)]
        self._options = {option.name: option.default for option in self._game.options}
        self._seed = None
        self._fill(START)

    def _fill(self, marked: str = "") -> None:
        """Show the form anew; the marked line, else the same line as before, stays marked."""
        assert self._game is not None
        menu = self.query_one(Menu)
        marked = marked or menu.items[menu.position].id
        items = [Item(START, _("Start"), "", "")]
        for number, seat in enumerate(self._seats):
            items.append(
                Item(f"seat {number}", _("Seat {n}").format(n=number + 1), self._who(seat))
            )
        if len(self._game.seats) > 1:
            items.append(Item("players", _("Players"), str(len(self._seats))))
        for option in self._options_here():
            value = self._value(self._options[option.name])
            name = _(option.name.replace("_", " "))
            items.append(Item(f"option {option.name}", name, f"‹ {value} ›"))
        if house(self).is_private:
            seed = _("drawn at random") if self._seed is None else str(self._seed)
            items.append(Item(SEED, _("Seed"), seed))
        menu.set_items(items)
        menu.mark(marked)
        self._explain(menu.items[menu.position])

    @on(Menu.Marked)
    def explain(self, message: Menu.Marked) -> None:
        """Say what the marked line is for."""
        message.stop()
        if self._offer is not None:
            self._explain(message.item)

    def _explain(self, item: Item) -> None:
        kind, _blank, name = item.id.partition(" ")
        options = self._game.options if self._game is not None else ()
        meaning = next((_(o.meaning) for o in options if kind == "option" and o.name == name), "")
        texts = {
            START: _("Enter begins. Down: who sits where, options, seed."),
            "seat": _("Left and right: a person or a program. Enter types a name."),
            "players": _("Left and right: how many play."),
            SEED: _("The same seed deals the same game. Enter types one."),
        }
        self._say(meaning or texts.get(kind, ""))

    def _who(self, seat: str) -> str:
        if seat.startswith("bot:"):
            return _("program, {level}").format(level=_(seat[4:]))
        return house(self).seat_text(seat)

    def _value(self, value: OptionValue) -> str:
        words = {True: _("yes"), False: _("no"), None: _("none")}
        if isinstance(value, str) and len(value) > _LONGEST_VALUE:
            return _("from a file")
        if value is None or isinstance(value, bool):
            return words[value]
        return _(value) if isinstance(value, str) else str(value)

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(text, layout=False)

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Start, step a value, or type one."""
        message.stop()
        item = message.item.id
        if self._offer is None:
            self._choose_game(item)
        elif item == START:
            self._start()
        elif item == SEED or item.startswith("seat") or self._file_option(item) is not None:
            self._type(item)
        else:
            self._turn(item, 1)

    @on(Menu.Turned)
    def turn(self, message: Menu.Turned) -> None:
        """Step a value."""
        message.stop()
        if self._offer is not None:
            self._turn(message.item.id, message.step)

    def _turn(self, item: str, step: int) -> None:
        assert self._game is not None
        assert self._offer is not None
        kind, _blank, name = item.partition(" ")
        if kind == "option":
            option = next(o for o in self._game.options if o.name == name)
            values = list(option.values)
            here = values.index(self._options[name]) if self._options[name] in values else 0
            self._options[name] = values[(here + step) % len(values)]
        elif kind == "seat":
            programs = [f"bot:{level}" for level in self._offer.bots]
            sitters = [*house(self).sitters(int(name)), *programs]
            seat = self._seats[int(name)]
            here = sitters.index(seat) if seat in sitters else 0
            self._seats[int(name)] = sitters[(here + step) % len(sitters)]
        elif kind == "players":
            self._change_players(step)
        self._fill()

    def _file_option(self, item: str) -> FromFile | None:
        """The option of a line of the form, if its value is read from a file."""
        name = item.removeprefix("option ")
        options = self._game.options if self._game is not None else ()
        return next((o for o in options if o.name == name and isinstance(o, FromFile)), None)

    def _options_here(self) -> Sequence[Option]:
        """The options of the game; those read from files only where there are files."""
        assert self._game is not None
        is_private = house(self).is_private
        return [o for o in self._game.options if is_private or not isinstance(o, FromFile)]

    def _change_players(self, step: int) -> None:
        assert self._game is not None
        assert self._offer is not None
        count = len(self._seats) + step
        if count in self._game.seats:
            more = [f"bot:{self._offer.bots[0]}"] if house(self).is_private else [self._seats[-1]]
            self._seats = (self._seats + more * count)[:count]

    def _type(self, item: str) -> None:
        self._typing = item
        field = self.query_one(Input)
        field.max_length = _LONGEST_PATH if self._file_option(item) else _LONGEST_NAME
        self._say(_("Enter takes what you type, Esc leaves it as it was."))
        if item == SEED:
            field.value = "" if self._seed is None else str(self._seed)
            field.placeholder = _("a whole number, or nothing for chance")
        elif self._file_option(item) is not None:
            field.value = ""
            field.placeholder = _("the path of a file, or nothing for the printed one")
        else:
            seat = self._seats[int(item.split()[1])]
            field.value = "" if seat.startswith("bot:") else seat
            field.placeholder = _("a name, or bot:{level}").format(
                level=self._offer.bots[0] if self._offer else ""
            )
        field.add_class("open")
        field.focus()

    @on(Input.Submitted)
    def typed(self, message: Input.Submitted) -> None:
        """Take what was typed."""
        message.stop()
        text = message.value.strip()
        if self._typing == SEED:
            if text and not (text.isascii() and text.isdigit()):
                self._say(_("A seed is a whole number."))
                return
            self._seed = int(text) if text else None
        elif (option := self._file_option(self._typing)) is not None:
            try:
                self._options[option.name] = house(self).text_for(option, text) if text else None
            except CannotStart as problem:
                self._say(say_refusal(problem))
                return
        elif text:
            try:
                house(self).check_seat(self._offer.name if self._offer else "", text)
            except CannotStart as problem:
                self._say(say_refusal(problem))
                return
            self._seats[int(self._typing.split()[1])] = text
        self._close_field()
        self._fill()

    def _close_field(self) -> None:
        self.query_one(Input).remove_class("open")
        self._typing = ""
        self.query_one(Menu).focus()

    def _start(self) -> None:
        assert self._offer is not None
        try:
            house(self).start_table(self._offer.name, self._seats, self._options, self._seed)
        except CannotStart as problem:
            self._say(say_refusal(problem))

    def action_back(self) -> None:
        """From the field to the form, from the form to the games, from the games home."""
        if self._typing:
            self._close_field()
        elif self._offer is not None and len(house(self).games_on_offer()) > 1:
            self._offer_games()
        else:
            self.app.pop_screen()

    def action_help(self) -> None:
        """Keys."""
        from screens.help import HelpPane  # noqa: PLC0415

        self.app.push_screen(HelpPane(self, {}))
