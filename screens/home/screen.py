"""The home screen: new table, go on, replay, rules, settings, quit."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from screens.app_api import CannotStart, KeptTable
from screens.base import BaseScreen, api
from screens.colours import BAR_SOFT, BAR_STRONG
from screens.home.pitches import pitch_lines
from screens.home.shelf import Shelf
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.panel import Panel
from screens.widgets.text_line import TextLine

_MOST_KEPT: Final = 5
"""So many tables to go on with have a line, and a key."""


class HomeScreen(BaseScreen):
    """Where everything begins."""

    DEFAULT_CSS = """
    HomeScreen Shelf { margin-top: 1; }
    HomeScreen Panel { height: 5; width: 1fr; margin: 1 3 0 3; }
    HomeScreen Menu { width: 1fr; margin: 1 1 0 1; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("Home screen")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", N_("Keys"), id="home.help"),
        Binding("q", "app.quit", N_("Quit"), id="home.quit"),
    ]

    def compose(self) -> ComposeResult:
        """The games, what the chosen one is about, and what can be done."""
        yield TextLine("bar", id="headline")
        self._shelf = Shelf(api(self).games_on_offer())
        yield self._shelf
        yield Panel(is_framed=False, id="pitch")
        yield Menu(self._items())
        yield KeyBar()

    def on_mount(self) -> None:
        """Say what this is."""
        motto = (_("modern board games at a terminal"), BAR_SOFT)
        self.query_one("#headline", TextLine).show([(" nim_tui   ", BAR_STRONG), motto])
        self._show_game()

    def _items(self) -> list[Item]:
        kept = api(self).kept_tables()
        game = self._shelf.chosen.title
        another = _("← → another game")
        items = [Item("new", _("New table of {game}").format(game=game), another, "n")]
        open_tables = [table for table in kept if not table.is_over]
        for number, table in enumerate(open_tables[:_MOST_KEPT], start=1):
            items.append(Item(f"go-on {table.id}", table.title, table.details(), str(number)))
        if len(open_tables) > _MOST_KEPT:
            items.append(Item("go-on", _("Go on"), _("all kept games"), "g"))
        if kept:
            items.append(Item("replay", _("Replay"), key="p"))
        return [
            *items,
            Item("rules", _("Rules"), key="r"),
            Item("settings", _("Settings"), key="s"),
            Item("quit", _("Quit"), key="q"),
        ]

    def on_screen_resume(self) -> None:
        """Tables may have come or ended meanwhile."""
        self._show_game()

    def _show_game(self) -> None:
        self.query_one("#pitch", Panel).show("", pitch_lines(self._shelf.chosen))
        self.query_one(Menu).set_items(self._items(), keep=True)

    @on(Menu.Turned)
    def turn(self, message: Menu.Turned) -> None:
        """Another game."""
        message.stop()
        self._shelf.turn(message.step)
        self._show_game()

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Open what was taken."""
        from screens.home.new_table import NewTableScreen  # noqa: PLC0415 - a fast first paint
        from screens.home.pick import pick_table  # noqa: PLC0415
        from screens.home.settings import SettingsScreen  # noqa: PLC0415

        tables = api(self).kept_tables()
        match message.item.id.split():
            case ["new"]:
                self.app.push_screen(NewTableScreen(self._shelf.chosen.name))
            case ["go-on", table_id]:
                self._sit_down(table_id)
            case ["go-on"]:
                self._go_on([table for table in tables if not table.is_over])
            case ["replay"]:
                self.app.push_screen(pick_table(_("Replay"), tables), self._replay)
            case ["rules"]:
                self._open_rules(self._shelf.chosen.name)
            case ["settings"]:
                self.app.push_screen(SettingsScreen())
            case ["quit"]:
                self.app.exit()

    def _go_on(self, tables: list[KeptTable]) -> None:
        from screens.home.pick import pick_table  # noqa: PLC0415

        self.app.push_screen(pick_table(_("Go on"), tables), self._sit_down)

    def _sit_down(self, table_id: str | None) -> None:
        if table_id:
            try:
                api(self).go_on_with(table_id)
            except CannotStart as problem:
                self.notify(say_refusal(problem), severity="error", markup=False)

    def _replay(self, table_id: str | None) -> None:
        if table_id:
            try:
                api(self).replay_table(table_id)
            except CannotStart as problem:
                self.notify(say_refusal(problem), severity="error", markup=False)

    def _open_rules(self, name: str) -> None:
        from screens.table.rules_page import RulesPage  # noqa: PLC0415

        self.app.push_screen(RulesPage(api(self).rules_of(name)))

    def action_help(self) -> None:
        """Keys."""
        from screens.help import HelpDialog  # noqa: PLC0415

        self.app.push_screen(HelpDialog(self, {}))
