"""The list of people around, where one can block somebody or report them to the admins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from screens.base import Dialog
from screens.lobby.api import MOST_TYPED, PersonRow, lobby_api
from screens.lobby.updates import Step, do_in_turn
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu

_NAME: Final = 24
_BLOCK, _UNBLOCK, _REPORT, _BACK = "block", "unblock", "report", "back"


class PeopleDialog(Dialog):
    """A box over the screen; Enter on somebody says what can be done."""

    DEFAULT_CSS = """
    PeopleDialog Menu { max-height: 14; }
    PeopleDialog Input {
        display: none; border: none; height: 1; padding: 0 1 !important; background: $panel;
        margin-top: 1;
    }
    PeopleDialog Input.open { display: block; }
    PeopleDialog #remark { color: $gold; text-style: bold; height: 2; margin-top: 1; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu, Input)
    BINDING_GROUP_TITLE = N_("People")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", N_("Back"), id="people.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._people: Sequence[PersonRow] = ()
        self._chosen: PersonRow | None = None

    def compose(self) -> ComposeResult:
        """The people, a field for what is to be reported, a remark."""
        with Vertical(classes="box"):
            yield Menu()
            yield Input(compact=True, max_length=MOST_TYPED, placeholder=_("what happened …"))
            yield Static(id="remark", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Look up who is around."""
        self._do(self._look)

    async def _look(self) -> None:
        self._people = await lobby_api(self).company.people()
        self._show_people()

    def _show_people(self) -> None:
        self._chosen = None
        self.query_one(".box", Vertical).border_title = _("People")
        self.query_one(Menu).set_items([_row(one) for one in self._people], keep=True)

    def _do(self, *steps: Step, said: str = "") -> None:
        do_in_turn(self, steps, "people", self._remark, said)

    def _remark(self, text: str) -> None:
        self.query_one("#remark", Static).update(text, layout=False)

    # What can be done

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Choose somebody, or do something about them."""
        message.stop()
        company, chosen = lobby_api(self).company, self._chosen
        if chosen is None:
            self._choose(message.item.id)
        elif message.item.id == _BLOCK:
            gone = _("You hear nothing of {name} any more; nobody is told.")
            self._do(
                lambda: company.block(chosen.name), self._look, said=gone.format(name=chosen.name)
            )
        elif message.item.id == _UNBLOCK:
            back = _("You hear of {name} again.")
            self._do(
                lambda: company.unblock(chosen.name), self._look, said=back.format(name=chosen.name)
            )
        elif message.item.id == _REPORT:
            self._open_field()
        else:
            self._show_people()

    def _choose(self, name: str) -> None:
        chosen = next((one for one in self._people if one.name == name), None)
        if chosen is None or chosen.is_own:
            self._remark(_("This is you.") if chosen is not None else "")
            return
        self._chosen = chosen
        self._remark("")
        self.query_one(".box", Vertical).border_title = chosen.name
        blocking = Item(_BLOCK, _("Block"), _("you hear nothing of them; they are not told"))
        if chosen.is_blocked:
            blocking = Item(_UNBLOCK, _("Unblock"), _("you hear of them again"))
        report = Item(_REPORT, _("Report"), _("admins read it, with what was said here last"))
        self.query_one(Menu).set_items([blocking, report, Item(_BACK, _("Back"))])

    def _open_field(self) -> None:
        field = self.query_one(Input)
        field.value = ""
        field.add_class("open")
        field.focus()
        self._remark(_("Enter sends it to the admins, Esc cancels."))

    @on(Input.Submitted)
    def typed(self, message: Input.Submitted) -> None:
        """Report it."""
        message.stop()
        chosen, reason = self._chosen, message.value
        self._close_field()
        if chosen is not None and reason.strip():
            thanks = _("The admins will read it. Thank you.")
            company = lobby_api(self).company
            self._do(lambda: company.report(chosen.name, reason), self._look, said=thanks)

    def _close_field(self) -> None:
        self.query_one(Input).remove_class("open")
        self.query_one(Menu).focus()
        self._remark("")

    def action_back(self) -> None:
        """From the field to what can be done, from there to all people, and out."""
        if self.query_one(Input).has_class("open"):
            self._close_field()
        elif self._chosen is not None:
            self._show_people()
        else:
            self.dismiss("")


def _row(person: PersonRow) -> Item:
    where = _("here") if person.is_here else _("away")
    if person.is_own:
        where = _("you")
    parts = (
        (person.name.ljust(_NAME), "item"),
        (where.ljust(12), "note"),
        (_("blocked") if person.is_blocked else "", "gold"),
    )
    return Item(person.name, person.name, parts=parts)
