"""The list of sessions on the server, for admins."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from rules.messages import Refusal
from screens.base import Dialog
from screens.lobby.api import lobby_api
from screens.lobby.values import SessionRow
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu


class SessionsDialog(Dialog):
    """A box over the lobby; Enter twice on a session ends it."""

    DEFAULT_CSS = """
    SessionsDialog Menu { max-height: 14; }
    SessionsDialog #remark { color: $gold; text-style: bold; height: 1; margin-top: 1; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("Sessions")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss('')", N_("Back"), id="visits.back")
    ]

    def __init__(self) -> None:
        super().__init__()
        self._sending_away = ""
        """The line whose session the next Enter ends."""

    def compose(self) -> ComposeResult:
        """The sessions, a remark."""
        with Vertical(classes="box") as box:
            box.border_title = _("Sessions")
            yield Menu()
            yield Static(id="remark", markup=False)
        yield KeyBar()

    async def on_mount(self) -> None:
        """Show who is here."""
        visits = await lobby_api(self).moderating.visits()
        self.query_one(Menu).set_items([_row(visit) for visit in visits])

    @on(Menu.Marked)
    def think_again(self, message: Menu.Marked) -> None:
        """Another session was marked: none is ended."""
        message.stop()
        self._sending_away = ""
        self._remark("")

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """End a session, once that was confirmed."""
        message.stop()
        if self._sending_away != message.item.id:
            self._sending_away = message.item.id
            self._remark(_("Press Enter again to end this session."))
            return
        try:
            lobby_api(self).moderating.kick(int(message.item.id))
        except Refusal as refusal:
            self._remark(say_refusal(refusal))
        else:
            self.dismiss("")

    def _remark(self, text: str) -> None:
        self.query_one("#remark", Static).update(text, layout=False)


def _row(visit: SessionRow) -> Item:
    where = _("table {id}").format(id=visit.table) if visit.table else _("lobby")
    return Item(str(visit.number), visit.name or "…", f"{visit.address}  {where}")
