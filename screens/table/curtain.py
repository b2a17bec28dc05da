"""The curtain: hides the table until the next person at the keyboard confirms."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from screens.base import BaseScreen, api
from screens.table.model import TableModel
from screens.table.playback_control import Shows
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar


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


class CurtainFrame(Protocol):
    """What is needed of the screen behind it."""

    model: TableModel[Any]

    @property
    def app(self) -> App[Any]:
        """The app."""

    def forget(self) -> None:
        """Leave nothing of the one who looked for the next."""

    @property
    def presenter(self) -> Shows:
        """What shows the table."""


async def turned_to_next(frame: CurtainFrame) -> None:
    """Turn the table to the next person, behind a curtain if they see what others may not."""
    model = frame.model
    person = model.next_person() or model.to_confirm()
    if person is None:
        return
    model.sits_openly = not model.is_secret_to(person)
    if not model.sits_openly:
        await frame.app.push_screen(Curtain(model.people.named(person.number)))
    frame.forget()
    model.seat = person
    frame.presenter.show_table()
