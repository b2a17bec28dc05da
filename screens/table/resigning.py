"""Giving a game up: a box that asks twice, so that no slip does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from screens.base import Dialog, api
from screens.table.agreement import RESIGN
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


class ResignDialog(Dialog):
    """A box that asks before a game is given up, and once more then; answers whether to."""

    DEFAULT_CSS = """
    ResignDialog #remark { color: $gold; text-style: bold; height: 1; margin-top: 1; }
    """
    BINDING_GROUP_TITLE = N_("Resign")
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,underscore", "dismiss('')", N_("Back"), id="resign.back")
    ]

    def __init__(self) -> None:
        super().__init__()
        self._was_taken = False

    def compose(self) -> ComposeResult:
        """What it would come to, and what can be done."""
        with Vertical(classes="box") as box:
            box.border_title = _("Resign")
            yield Static(_("You would lose the game, however it stands."), markup=False)
            yield Static("")
            yield Menu([Item("", _("play on")), Item(RESIGN, _("resign"))])
            yield Static(id="remark", markup=False)
        yield KeyBar()

    @on(Menu.Marked)
    def think_again(self, message: Menu.Marked) -> None:
        """Another line was marked: nothing is given up."""
        message.stop()
        self._was_taken = False
        self._remark("")

    @on(Menu.Taken)
    def answer(self, message: Menu.Taken) -> None:
        """Answer; to resign only if that was taken before."""
        message.stop()
        if message.item.id == RESIGN and not self._was_taken:
            self._was_taken = True
            self._remark(_("Press Enter again to resign."))
        else:
            self.dismiss(message.item.id)

    def _remark(self, text: str) -> None:
        self.query_one("#remark", Static).update(text, layout=False)


class Resigning:
    """Gives the game up for the one who looks."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen

    def ask(self) -> None:
        """Give it up, once that was confirmed."""
        self.screen.app.push_screen(ResignDialog(), self._after)

    async def _after(self, answer: str | None) -> None:
        if answer == RESIGN:
            with self.screen.making.telling_why():
                await api(self.screen.app).table.resign()
