"""The home screen."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.worker import WorkType

from rules.messages import Refusal
from screens.app_api import GameInfo, NotPossible
from screens.base import BaseScreen, Shape, api, shape_of
from screens.colours import BAR_SOFT, BAR_STRONG
from screens.game_intro import intro_of
from screens.home.api import PuzzlesOnOffer, home_api
from screens.home.game_shelf import GameShelf
from screens.home.kept_list import ConfirmKey, KeptList, delete, doing_of, table_of
from screens.home.kept_tables import KeptTable
from screens.home.new_table import GameCard, NewTableScreen
from screens.home.settings_screen import SettingsScreen
from screens.home.tally import WIDTH, TallyPanel, TallyScreen
from screens.keymap import key_of
from screens.pick_dialog import Pick, show_lessons
from screens.text import N_, _, say_refusal, short_title
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.text_line import TextLine

MOTTO: Final = N_("modern board games for the terminal")


def home_items(kept: KeptList, game: GameInfo, width: int) -> list[Item]:
    """Return the items of the home menu, with unfinished games first.

    A game that was never played on this machine is offered as a first game.
    """
    rows, another = kept.items(width), _("← → another game")
    first = []
    if kept.is_new(game.name):
        text = _("Play a first game of {game}").format(game=short_title(game.title))
        first = [Item("first", text, _("easy bots") + "   " + another, "f")]
        another = _("players, bots, options")
    learn = Item(
        "learn", _("Learn {game}").format(game=game.title), _("lessons, step by step"), "a"
    )
    return [
        *rows[: kept.leading],
        *first,
        *([learn] if first else []),
        Item("new", _("New table for {game}").format(game=game.title), another, "n"),
        *rows[kept.leading :],
        *([] if first else [learn]),
        Item("puzzles", _("Puzzles"), _("find the best move"), "z"),
        Item("rules", _("Rules"), key="r"),
        Item("settings", _("Settings"), key="s"),
        Item("quit", _("Quit"), key="q"),
    ]


COACHED = "coached"
ALONE = "alone"


async def offer_first_game(screen: BaseScreen, game: GameInfo) -> None:
    """Ask whether a coach shall help in a first game, and begin the game."""
    lessons = api(screen).lessons

    async def chosen(how: str | None) -> None:
        if how:
            try:
                await lessons.first_game(game.name, is_coached=how == COACHED)
            except Refusal as problem:
                screen.notify(say_refusal(problem), severity="error", markup=False)

    words = intro_of(game.name).coach
    if words is None:
        await chosen(ALONE)
        return
    help_told = _("tells you what matters, warns of serious mistakes")
    items = [
        Item(COACHED, _("play with a coach"), help_told),
        Item(ALONE, _("play without a coach")),
    ]
    title = _("Play a first game of {game}").format(game=short_title(game.title))
    screen.app.push_screen(Pick(title, items, _(words.start)), chosen)


DAILY = "daily"
NEXT = "next"


def _how_far(offered: PuzzlesOnOffer) -> str:
    """Return the number of solved puzzles, and the rating."""
    return _("{solved} of {count} solved, rating {rating}").format(
        solved=offered.solved, count=offered.count, rating=offered.rating
    )


def show_puzzles(screen: BaseScreen, game: GameInfo) -> None:
    """Offer the next puzzle of a game, or the puzzle of the day."""
    puzzles = home_api(screen.app).puzzles
    offered = puzzles.of(game.name)
    if not offered.count:
        screen.notify(_("This game has no puzzles yet."), markup=False)
        return

    def chosen(what: str | None) -> None:
        if what:
            try:
                puzzles.start(game.name, is_daily=what == DAILY)
            except Refusal as problem:
                screen.notify(say_refusal(problem), severity="error", markup=False)

    items = [
        Item(NEXT, _("the next puzzle"), _how_far(offered)),
        Item(DAILY, _("the puzzle of the day"), _("the same for everyone")),
    ]
    screen.app.push_screen(Pick(_("Puzzles: {game}").format(game=game.title), items), chosen)


_BOX: Final = 72
_WIDE: Final = 116
"""The least columns at which the user's results are shown beside the games."""
_DELETE: Final = Binding("x,delete", "delete", N_("Delete"), id="home.delete")


class HomeScreen(BaseScreen):
    """The home screen. It reads the stored tables in a thread each time it comes up."""

    DEFAULT_CSS = """
    HomeScreen GameShelf { margin-top: 1; }
    HomeScreen Vertical { width: 1fr; }
    HomeScreen GameCard { height: 5; margin: 1 1 0 3; }
    HomeScreen TallyPanel { display: none; margin: 1 1 0 0; }
    HomeScreen.-wide TallyPanel.told { display: block; }
    HomeScreen Menu { width: 1fr; height: 1fr; margin: 1 1 0 1; }
    HomeScreen.-narrow GameShelf, HomeScreen.-low GameShelf { margin-top: 0; }
    HomeScreen.-narrow GameCard { height: 3; margin: 0 1 0 2; }
    HomeScreen.-low GameCard { display: none; }
    HomeScreen.-narrow Menu, HomeScreen.-low Menu { margin: 0 1; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("Home screen")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "learn", N_("Learn"), id="home.learn"),
        Binding("z", "puzzles", N_("Puzzles"), id="home.puzzles"),
        Binding("p", "replay", N_("Replay"), id="home.replay"),
        Binding("e", "review", N_("Review"), id="home.review"),
        _DELETE,
        Binding("t", "tally", N_("Your results"), id="home.tally"),
        Binding("r", "rules", N_("Rules"), id="home.rules"),
        Binding("s", "settings", N_("Settings"), id="home.settings"),
        Binding("q", "quit", N_("Quit"), id="home.quit"),
    ]

    def compose(self) -> ComposeResult:
        """Compose the games, a card of the chosen one, and the actions."""
        yield TextLine("bar", id="headline")
        self._kept = KeptList()
        self._lead = ""
        """The id of the first line of the menu at the last reading."""
        self._shelf = GameShelf(api(self).games_on_offer())
        yield self._shelf
        with Horizontal():
            with Vertical():
                yield GameCard(is_pictured=False)
                yield Menu(self._items())
            yield TallyPanel()
        yield ConfirmKey()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the title and the user's name."""
        self.set_class(self.app.size.width >= _WIDE, "-wide")
        self._show_game()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the widgets out for the new size."""
        self.set_class(event.size.width >= _WIDE, "-wide")
        self._show_game()

    def on_screen_resume(self) -> None:
        """Read the tables again once the screen is painted, as they may have changed."""
        self.call_after_refresh(self._read)

    def _read(self, to_delete: str = "") -> None:
        reading: WorkType[None] = partial(self._read_kept, to_delete)
        self.run_worker(reading, group="kept", exclusive=True)

    async def _read_kept(self, to_delete: str) -> None:
        """Read the stored tables, after deleting one if `to_delete` is set."""
        here = home_api(self)
        if to_delete and (trouble := await asyncio.to_thread(delete, here, to_delete)):
            self._tell(trouble)
        self._kept.take(await asyncio.to_thread(here.kept.read))
        async with self.lock:  # not while it is composed again, in another language
            if not self.query(Menu):
                return  # the app is being closed
            self._show_items()
            self._lead_on()
            self._show_game()
        self.refresh_bindings()

    def _lead_on(self) -> None:
        """Mark the first line, if it has changed since the last reading."""
        menu = self.query_one(Menu)
        before, self._lead = self._lead, menu.items[0].id
        if self._lead != before:
            menu.mark(self._lead)
            self._turn_to_marked()

    def _turn_to_marked(self) -> None:
        """Show the game of the marked table in the row of games."""
        if self._marked is not None:
            self._shelf.choose(self._marked.game)

    # Showing

    def _items(self) -> list[Item]:
        return home_items(self._kept, self._shelf.chosen, self._row_width())

    def _row_width(self) -> int:
        width = self.app.size.width
        if shape_of(self.app.size) is Shape.UPRIGHT:
            return 2 * width  # in two lines
        return width - 3 - (WIDTH + 1 if width >= _WIDE and self._kept.shelved.tallies else 0)

    def _show_game(self) -> None:
        motto = (_(MOTTO), BAR_SOFT)
        name = [(home_api(self).own_name + " ", BAR_STRONG)]
        head = self.query_one("#headline", TextLine)
        is_narrow = shape_of(self.app.size) is Shape.UPRIGHT
        head.show([(" nim_tui   ", BAR_STRONG), *([] if is_narrow else [motto])], name)
        game = self._shelf.chosen
        self.query_one(GameCard).show(game, doing_of(self._marked, self._row_width()))
        self.query_one(TallyPanel).tell(self._kept.shelved.tallies, game.name)
        self._show_items()

    def _show_items(self) -> None:
        menu = self.query_one(Menu)
        before = menu.items[menu.position].id if menu.items else ""
        menu.set_items(self._items(), keep=True)
        menu.mark(before)

    @on(Menu.Turned)
    @on(GameShelf.Turned)
    def turn(self, message: Menu.Turned | GameShelf.Turned) -> None:
        """Choose another game."""
        message.stop()
        self._shelf.turn(message.step)
        self._show_game()

    @on(Menu.Marked)
    def tell_of_marked(self) -> None:
        """Show the game of the marked table, and whether it can be deleted."""
        self._turn_to_marked()
        self._show_game()
        self.refresh_bindings()

    # Actions

    @on(Menu.Taken)
    async def take(self, message: Menu.Taken) -> None:
        """Do the action of the chosen line."""
        message.stop()
        match message.item.id:
            case "new":
                self.app.push_screen(NewTableScreen(self._shelf.chosen.name))
            case "first":
                await offer_first_game(self, self._shelf.chosen)
            case "learn":
                self.action_learn()
            case "puzzles":
                self.action_puzzles()
            case "rules":
                self.action_rules()
            case "settings":
                self.action_settings()
            case "quit":
                self.action_quit()
            case _:
                table = self._kept.table(message.item)
                if table is not None:
                    self._open_table(table.id, is_over=table.result is not None)

    def _open_table(self, table_id: str, *, is_over: bool) -> None:
        """Continue a game, or replay one that is over."""
        here = home_api(self)
        try:
            if is_over:
                here.replay_table(table_id)
            else:
                here.go_on_with(table_id)
        except Refusal as problem:
            self._tell(say_refusal(problem))

    def _tell(self, trouble: str) -> None:
        self.notify(trouble, severity="error", markup=False)

    @property
    def _marked(self) -> KeptTable | None:
        for menu in self.query(Menu):
            return self._kept.table(menu.items[menu.position])
        return None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only the actions possible now."""
        if self._kept.is_asking:
            return action == "delete"
        match action:
            case "replay":
                return bool(self._kept.replayable)
            case "review":
                return self._marked is not None and self._marked.result is not None
            case "delete":
                return self._marked is not None
            case "tally":
                return bool(self._kept.shelved.tallies or self._kept.shelved.imported)
        return super().check_action(action, parameters)

    def action_replay(self) -> None:
        """Replay a stored game, over or not."""

        def picked(item: str | None) -> None:
            if item:
                self._open_table(table_of(item), is_over=True)

        self.app.push_screen(Pick(_("Replay"), self._kept.box_items(_BOX)), picked)

    def action_review(self) -> None:
        """Open the review of the marked game."""
        if self._marked is not None:
            try:
                home_api(self).review_table(self._marked.id)
            except NotPossible as problem:
                self._tell(say_refusal(problem))

    def action_delete(self) -> None:
        """Ask in the game's line whether to delete it."""
        table, name = self._marked, str(_DELETE.id)
        if table is not None:
            self._kept.ask(table, key_of(self, name))
            self._show_items()
            self.query_one(ConfirmKey).ask(api(self).keys().get(name, _DELETE.key).split(","))
            self.refresh_bindings()

    @on(ConfirmKey.Answered)
    def delete(self, message: ConfirmKey.Answered) -> None:
        """Delete the game, or keep it."""
        table_id = self._kept.answered()
        self.query_one(Menu).focus()
        self._show_items()
        self.refresh_bindings()
        if message.is_yes:
            self._read(table_id)

    def action_tally(self) -> None:
        """Open the user's results by opponent."""
        shelved = self._kept.shelved
        name = home_api(self).own_name
        self.app.push_screen(TallyScreen(name, shelved.tallies, shelved.imported, shelved.trends))

    def action_learn(self) -> None:
        """Open the lessons of the chosen game."""
        show_lessons(self, self._shelf.chosen.name)

    def action_puzzles(self) -> None:
        """Open the puzzles of the chosen game."""
        show_puzzles(self, self._shelf.chosen)

    def action_rules(self) -> None:
        """Open the rules of the chosen game."""
        from screens.reading.rules_page import RulesPage  # noqa: PLC0415 - costs most

        self.app.push_screen(RulesPage(api(self).rules_of(self._shelf.chosen.name)))

    def action_settings(self) -> None:
        """Open the settings."""
        self.app.push_screen(SettingsScreen())

    def action_quit(self) -> None:
        """Leave nim_tui."""
        self.app.exit()
