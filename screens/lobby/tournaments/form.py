"""The form for a tournament: its game, for how many, which clock, who may come."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from rules.messages import Refusal
from screens.base import AskingScreen, api
from screens.home.new_table import GameCard
from screens.lobby.app_api import lobby_api
from screens.lobby.looking_up import look_up
from screens.lobby.tournaments.draft import LONGEST_TITLE, START, TITLE, DraftLines
from screens.lobby.typed_line import close_field, open_field
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Menu
from screens.widgets.text_line import TextLine, page_title

_WIDE = 100
"""Columns of the screen from which on the card is broader."""


class TournamentForm(AskingScreen[str]):
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
