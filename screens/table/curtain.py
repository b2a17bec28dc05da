"""The curtain: hides the table until the next person at the keyboard confirms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from screens.base import BaseScreen, api
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


class Curtain(BaseScreen):
    """An opaque screen that says whose turn it is to look."""

    DEFAULT_CSS = """
    Curtain { align: center middle; }
    Curtain > Vertical {
        width: 66; height: auto; padding: 1 2;
        border: round $frame; background: $panel-ground;
    }
    Curtain Static { width: 1fr; text-align: center; }
    Curtain .more { color: $text-muted; }
    Curtain #who {
        background: $gold; color: $dark; text-style: bold; margin: 1 0;
    }
    """
    BINDING_GROUP_TITLE = N_("Curtain")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "open", N_("I am alone: show the table"), id="curtain.open"),
        Binding("escape", "leave", N_("Home; the game is kept"), id="curtain.leave"),
    ]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._person = name

    def compose(self) -> ComposeResult:
        """Whose turn it is, and what to press."""
        who = _("{name}, it is your turn.").format(name=self._person)
        how = _("When only you can see the screen, press the space bar.")
        with Vertical():
            yield Static(_("The table is hidden."), classes="more", markup=False)
            yield Static(who, id="who", markup=False)
            yield Static(how, markup=False)
        yield KeyBar()

    def action_open(self) -> None:
        """Show the table."""
        self.dismiss()

    def action_leave(self) -> None:
        """Leave the table without opening it."""
        api(self).table.leave()


async def turned_to_next(screen: GameScreen[Any]) -> None:
    """Turn the table to the next person, behind a curtain if they see what others may not."""
    model = screen.model
    person = model.next_person() or model.to_confirm()
    if person is None:
        return
    model.sits_openly = not model.is_secret_to(person)
    if not model.sits_openly:
        await screen.app.push_screen(Curtain(model.people.named(person.number)))
    screen.forget()
    model.seat = person
    screen.presenter.show_table()
