"""The home screen: new table, go on, replay, rules, settings, quit."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from screens.app_api import CannotStart, KeptTable
from screens.base import BaseScreen, api
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu

_WAVES = (
    "      ▲            ▼         \n"
    " ~ ~ ~█~ ~ ~ ~ ~ ~~█~ ~ ~ ~ ~\n"
    "    ·   ·  ○  ·   ·    ●  ·  \n"
    " ·    ·   ·     ·   ·   ·   ·"
)


class HomeScreen(BaseScreen):
    """Where everything begins."""

    DEFAULT_CSS = """
    HomeScreen { align: center middle; }
    HomeScreen > Vertical { width: 72; height: auto; }
    HomeScreen #title { text-style: bold; color: $accent; text-align: center; width: 1fr; }
    HomeScreen #waves { color: $faint; text-align: center; width: 1fr; }
    HomeScreen #motto { color: $text-muted; text-align: center; width: 1fr; margin-bottom: 1; }
    HomeScreen Menu { width: 1fr; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("Home screen")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", N_("Keys"), id="home.help"),
        Binding("q", "app.quit", N_("Quit"), id="home.quit"),
    ]

    def compose(self) -> ComposeResult:
        """A title and the menu."""
        with Vertical():
            yield Static("n i m _ t u i", id="title", markup=False)
            yield Static(_WAVES, id="waves", markup=False)
            yield Static(_("modern board games at a terminal"), id="motto", markup=False)
            yield Menu(self._items())
        yield KeyBar()

    def _items(self) -> list[Item]:
        kept = api(self).kept_tables()
        open_tables = [table for table in kept if not table.is_over]
        items = [Item("new", _("New table"), key="n")]
        if open_tables:
            items.append(Item("go-on", _("Go on"), open_tables[0].summary(), "g"))
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
        self.query_one(Menu).set_items(self._items(), keep=True)

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Open what was taken."""
        from screens.home.new_table import NewTableScreen  # noqa: PLC0415 - a fast first paint
        from screens.home.pick import pick_game, pick_table  # noqa: PLC0415
        from screens.home.settings import SettingsScreen  # noqa: PLC0415

        tables = api(self).kept_tables()
        match message.item.id:
            case "new":
                self.app.push_screen(NewTableScreen())
            case "go-on":
                self._go_on([table for table in tables if not table.is_over])
            case "replay":
                self.app.push_screen(pick_table(_("Replay"), tables), self._replay)
            case "rules":
                self.app.push_screen(pick_game(api(self).games_on_offer()), self._open_rules)
            case "settings":
                self.app.push_screen(SettingsScreen())
            case "quit":
                self.app.exit()

    def _go_on(self, tables: list[KeptTable]) -> None:
        from screens.home.pick import pick_table  # noqa: PLC0415

        if len(tables) == 1:
            self._sit_down(tables[0].id)
        elif tables:
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

    def _open_rules(self, name: str | None) -> None:
        from screens.table.rules_page import RulesPage  # noqa: PLC0415

        if name:
            self.app.push_screen(RulesPage(api(self).rules_of(name)))

    def action_help(self) -> None:
        """Keys."""
        from screens.help import HelpDialog  # noqa: PLC0415

        self.app.push_screen(HelpDialog(self, {}))
