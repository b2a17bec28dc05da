"""How one did in all games, against each opponent, on a page of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from screens.app_api import OnOffer
from screens.base import BaseScreen, api
from screens.colours import BAR_SOFT, BAR_STRONG, Look
from screens.home.kept_table import Tally
from screens.home.pictures import EMBLEMS
from screens.home.tally_panel import tally_lines
from screens.spans import Spans
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar
from screens.widgets.sheet import Sheet
from screens.widgets.text_line import TextLine

_WIDTH: Final = 60


class TallyScreen(BaseScreen):
    """All games, and against whom they were won."""

    DEFAULT_CSS = """
    TallyScreen Sheet { width: 1fr; max-width: 84; height: 1fr; margin: 1 2; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Sheet,)
    BINDING_GROUP_TITLE = N_("How you did")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,t", "app.pop_screen", N_("Back"), id="tally.back"),
    ]

    def __init__(
        self,
        own: str,
        tallies: Mapping[str, Sequence[Tally]],
        imported: Mapping[str, Sequence[Tally]],
    ) -> None:
        """`own` is who it is about, if they gave a name; `imported` games are told apart."""
        super().__init__()
        self._own = own
        self._tallies = tallies
        self._imported = imported

    def compose(self) -> ComposeResult:
        """A part a game."""
        yield TextLine("bar", id="headline")
        yield Sheet()
        yield KeyBar()

    def on_mount(self) -> None:
        """Tell it all."""
        head = [(" " + _("How you did") + "   ", BAR_STRONG)]
        self.query_one("#headline", TextLine).show([*head, (self._own, BAR_SOFT)])
        sheet = self.query_one(Sheet)
        sheet.show("", self._lines())
        sheet.focus()

    def _lines(self) -> list[Spans]:
        lines: list[Spans] = []
        for game in api(self).games_on_offer():
            lines += [*self._part(game.title, game, self._tallies.get(game.name, ())), ()]
        for game in api(self).games_on_offer():
            if found := self._imported.get(game.name):
                title = _("{game}, imported games").format(game=game.title)
                lines += [*self._part(title, game, found), ()]
        foot = _("Won, drawn and lost in games that are over, also in those you deleted since.")
        return [*lines, [(foot, Look("soft"))]]

    def _part(self, title: str, game: OnOffer, found: Sequence[Tally]) -> list[Spans]:
        told = tally_lines(found, _WIDTH)
        emblem = EMBLEMS.get(game.name, "")
        head: list[Spans] = [[(f"{emblem}  {title}", Look("key", style="bold"))]]
        return head + [[("   ", Look()), *line] for line in told]
