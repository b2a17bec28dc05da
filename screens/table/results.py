"""The end of a game: who won, why, and what now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.table import Table
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from rules.contract import Result
from screens.base import Dialog, api
from screens.text import N_, _, waiting_for
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu


@dataclass(frozen=True, slots=True)
class Page:
    """Something to look at once a game is over: its title, and how its box is made."""

    title: str
    box: Callable[[], Dialog]


class ResultsDialog(Dialog):
    """Answers "look", "replay", "again", "home", or the number of a page."""

    DEFAULT_CSS = "ResultsDialog #verdict { text-style: bold; color: $accent; margin: 1 0; }"
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("The end")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss('look')", N_("Back to the table"), id="results.look")
    ]

    def __init__(
        self, result: Result, names: Sequence[str], verdict: str, pages: Sequence[Page] = ()
    ) -> None:
        super().__init__()
        self._pages = pages
        self._result = result
        self._names = names
        self._verdict = verdict

    def compose(self) -> ComposeResult:
        """Verdict, figures, and what can be done."""
        with Vertical(classes="box") as box:
            box.border_title = _("The end")
            yield Static(self._verdict, id="verdict", markup=False)
            yield Static(self._figures())
            yield Static("")
            yield Menu(self._items())
        yield KeyBar()

    def _items(self) -> list[Item]:
        return [
            Item("look", _("look at the table")),
            *(Item(str(number), page.title) for number, page in enumerate(self._pages)),
            Item("replay", _("replay the game from its start")),
            *self._again(),
            Item("home", _("home") if api(self).is_private else _("lobby")),
        ]

    def _again(self) -> list[Item]:
        """Another game, and who wants it or is waited for; nothing for who did not play."""
        rematch = api(self).table.rematch()
        if not rematch.can_join:
            return []
        note = ""
        if rematch.is_ready:
            note = waiting_for(rematch.waits_for)
        elif rematch.ready:
            note = _("wanted by {names}").format(names=", ".join(rematch.ready))
        return [Item("again", _("play again, seats rotated"), note)]

    def show_items(self) -> None:
        """Show what can be done now: others may want another game."""
        for menu in self.query(Menu):  # none yet, if the box has only just been opened
            if menu.items != (items := self._items()):
                menu.set_items(items, keep=True)

    def _figures(self) -> Table:
        """One line a seat, best first; one column a figure."""
        table = Table.grid(padding=(0, 3))
        if self._result.figures:
            table.add_row("", *(_(name.replace("_", " ")) for name in self._result.figures))
        for place, seats in enumerate(self._result.ranking, start=1):
            for seat in seats:
                figures = (str(values[seat]) for values in self._result.figures.values())
                table.add_row(f"{place}. {self._names[seat]}", *figures)
        return table

    @on(Menu.Taken)
    def answer(self, message: Menu.Taken) -> None:
        """Answer with what was taken."""
        message.stop()
        self.dismiss(message.item.id)
