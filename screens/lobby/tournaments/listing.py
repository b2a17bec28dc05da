"""The list of tournaments: those one may see, and the way to set one up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget

from rules.messages import Refusal
from screens.base import BaseScreen
from screens.colours import BAR_SOFT, Look, Spans
from screens.lobby.api import lobby_api
from screens.lobby.game_side import GameSide, is_large
from screens.lobby.pages_api import Stage, TournamentLine
from screens.lobby.tournaments.form import TournamentForm
from screens.lobby.tournaments.page import TournamentScreen
from screens.lobby.tournaments.words import NEW, line_item, new_item, ties, what_it_is
from screens.lobby.updates import RefreshingPage
from screens.text import N_, _, ngettext, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Menu
from screens.widgets.panel import Panel
from screens.widgets.text_line import TextLine, page_title


class TournamentsScreen(BaseScreen, RefreshingPage):
    """A line a tournament; Enter opens its page."""

    DEFAULT_CSS = """
    TournamentsScreen { layout: vertical; overflow: hidden; }
    TournamentsScreen #body { height: 1fr; }
    TournamentsScreen Menu { height: 1fr; margin-top: 1; }
    TournamentsScreen GameSide { width: 40; height: 1fr; }
    TournamentsScreen.large GameSide { display: block; }
    TournamentsScreen #facts { height: 2; width: 1fr; margin-top: 1; }
    """
    AUTO_FOCUS: ClassVar[str | None] = "Menu"
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("Tournaments")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", N_("New tournament"), id="tournaments.new"),
        Binding("escape,q,o", "app.pop_screen", N_("Back"), id="tournaments.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._lines: Sequence[TournamentLine] = ()

    def compose(self) -> ComposeResult:
        """The list, and what the marked one is."""
        yield TextLine("bar", id="headline")
        with Horizontal(id="body"):
            yield Menu()
            yield GameSide()
        yield Panel(is_framed=False, id="facts")
        yield KeyBar()

    def on_mount(self) -> None:
        """Look them up, again whenever something changes."""
        self.set_class(is_large(self), "large")
        self._show_head("")
        self.follow_lobby()

    def on_resize(self) -> None:
        """Use the room there is."""
        self.set_class(is_large(self), "large")

    def on_screen_resume(self) -> None:
        """One may have been set up."""
        self.show_now()

    async def look(self) -> None:
        """Those there are now."""
        had_any = bool(self._lines)
        self._lines = await lobby_api(self).tournaments.listed()
        menu = self.query_one(Menu)
        before = menu.items[menu.position].id if menu.items else ""
        menu.set_items([*(line_item(line) for line in self._lines), new_item()])
        if had_any or before != NEW:
            menu.mark(before)
        waiting = sum(line.stage == Stage.OPEN for line in self._lines)
        told = ngettext("{count} waits for players", "{count} wait for players", waiting)
        self._show_head(told if waiting else "")
        self._tell()

    def _show_head(self, right: str) -> None:
        head = page_title(_("Tournaments"), _("round robins of four to eight"))
        self.query_one("#headline", TextLine).show(head, [(right + " ", BAR_SOFT)])

    def _tell(self) -> None:
        menu = self.query_one(Menu)
        line = self._lines[menu.position] if menu.position < len(self._lines) else None
        told: list[Spans] = [[(" " + _("Everybody plays everybody."), Look("soft"))]]
        if line is not None:
            host = _("set up by {name}").format(name=line.host) if line.host else ""
            told = [what_it_is(line), [(f" {host}", Look("soft"))]]
        self.query_one("#facts", Panel).show("", told)
        game = self._lines[0].game if self._lines else lobby_api(self).games_on_offer()[0].name
        about = [_("Everybody plays everybody."), ties(), _("n: set up a tournament")]
        self.query_one(GameSide).show(game if line is None else line.game, about)

    def cannot_show(self, refusal: Refusal) -> None:
        """Say why."""
        line: Spans = [(" " + say_refusal(refusal), Look("gold", style="bold"))]
        self.query_one("#facts", Panel).show("", [line])

    @on(Menu.Marked)
    def mark(self, message: Menu.Marked) -> None:
        """Another one is marked."""
        message.stop()
        self._tell()

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Open its page, or the form for a new one."""
        message.stop()
        if message.item.id == NEW:
            self.action_new()
        else:
            self.app.push_screen(TournamentScreen(message.item.id))

    def action_new(self) -> None:
        """The form for a new one, and then its page."""

        def opened(made: str | None) -> None:
            if made:
                self.app.push_screen(TournamentScreen(made))

        self.app.push_screen(TournamentForm(), opened)
