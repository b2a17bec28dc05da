"""A dialog to pick one item of a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget

from screens.app_api import GameInfo
from screens.base import Dialog
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu


class Pick(Dialog):
    """A titled list; it closes with the id of the chosen item, or ""."""

    DEFAULT_CSS = "Pick Menu { max-height: 16; }"
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("List to choose from")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss('')", N_("Back"), id="pick.back")
    ]

    def __init__(self, title: str, items: Sequence[Item]) -> None:
        super().__init__()
        self._title = title
        self._items = items

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="box") as box:
            box.border_title = self._title
            yield Menu(self._items)
        yield KeyBar()

    def mark(self, item: str) -> None:
        """Put the cursor on an item."""
        self.query_one(Menu).mark(item)

    @on(Menu.Taken)
    def answer(self, message: Menu.Taken) -> None:
        """Close with the id of the chosen item."""
        message.stop()
        self.dismiss(message.item.id)


def pick_game(games: Sequence[GameInfo]) -> Pick:
    """A box of the games on offer."""
    return Pick(_("Which game?"), [Item(game.name, game.title) for game in games])
