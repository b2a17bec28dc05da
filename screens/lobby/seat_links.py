"""Invitations to a free seat of one's own table: lines to hand on, each good for one person."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from screens.base import Dialog
from screens.lobby.api import HOST_MEANT, lobby_api
from screens.lobby.updates import Step, do_in_turn
from screens.lobby.values import LobbyTable
from screens.text import N_, _, ngettext
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu

_MAKE, _TAKE_BACK, _BACK = "make", "take back", "back"
_GROUP: Final = "links"


class SeatLinksDialog(Dialog):
    """A box over the lobby; the lines of an invitation are shown once, when it is made."""

    DEFAULT_CSS = """
    SeatLinksDialog Static { height: auto; }
    SeatLinksDialog #lines { color: $gold; text-style: bold; margin-top: 1; }
    SeatLinksDialog #how { color: $text-muted; margin-bottom: 1; }
    SeatLinksDialog #remark { color: $gold; text-style: bold; margin-top: 1; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("Invitations")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss('')", N_("Back"), id="links.back")
    ]

    def __init__(self, table: LobbyTable) -> None:
        super().__init__()
        self._table = table

    def compose(self) -> ComposeResult:
        """Compose the dialog: an explanation, the actions, a new invitation's lines, a remark."""
        with Vertical(classes="box") as box:
            box.border_title = _("Invite to {title}").format(title=self._table.title)
            yield Static(_explained(), id="how", markup=False)
            yield Menu()
            yield Static(id="lines", markup=False)
            yield Static(id="remark", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Look up how many stand."""
        self._do(self._count)

    def _do(self, *steps: Step, said: str = "") -> None:
        do_in_turn(self, steps, _GROUP, self._remark, said)

    def _remark(self, text: str) -> None:
        self.query_one("#remark", Static).update(text)

    async def _count(self) -> None:
        standing = await lobby_api(self).links.standing(self._table.id)
        items = [Item(_MAKE, _("Make an invitation"))]
        if standing:
            stand = ngettext("{count} can be used", "{count} can be used", standing)
            items.append(Item(_TAKE_BACK, _("Take back"), stand))
        self.query_one(Menu).set_items([*items, Item(_BACK, _("Back"))], keep=True)

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Make one, take all back, or leave."""
        message.stop()
        if message.item.id == _MAKE:
            self._do(self._make, self._count, said=self._how_to_copy())
        elif message.item.id == _TAKE_BACK:
            self._do(self._take_back, self._count, said=_("None can be used any more."))
        else:
            self.dismiss("")

    async def _make(self) -> None:
        lines = await lobby_api(self).links.make(self._table.id)
        self.query_one("#lines", Static).update("\n".join(lines))

    async def _take_back(self) -> None:
        await lobby_api(self).links.take_back(self._table.id)
        self.query_one("#lines", Static).update("")

    def _how_to_copy(self) -> str:
        copy = _("To copy a line, select it with Shift and the mouse.")
        if lobby_api(self).links.is_address_known:
            return copy
        return "\n".join((copy, _(HOST_MEANT)))


def _explained() -> str:
    return _(
        "Whoever has one takes a free seat at this table, once. It ends when the game begins, or"
        " the table is closed."
    )
