"""The pages that open from home: games, lessons, puzzles, rules, settings."""

from __future__ import annotations

from typing import Any, Final

from textual.screen import Screen

from rules.messages import Refusal
from screens.app_api import GameInfo, NotPossible
from screens.base import api
from screens.home.api import PuzzlesOnOffer, home_api
from screens.home.game_shelf import GameShelf
from screens.home.kept_list import KeptList, table_of
from screens.home.kept_tables import KeptTable
from screens.home.new_table import NewTableScreen
from screens.home.settings_screen import SettingsScreen
from screens.home.table_form import start_first_game
from screens.home.tally import TallyScreen
from screens.pick_dialog import Pick, show_lessons
from screens.text import _, say_refusal
from screens.widgets.menu import Item

_BOX: Final = 72


class HomeActions:
    """The actions of the home menu: on kept games, and on the game on the shelf.

    The rules page, which takes longest, is imported when it is opened.
    """

    def __init__(self, screen: Screen[Any], kept: KeptList, shelf: GameShelf) -> None:
        self._screen = screen
        self._kept = kept
        self._shelf = shelf

    async def take(self, item: Item) -> None:
        """Run the action of a line of the menu."""
        match item.id:
            case "new":
                self.new_table()
            case "first":
                await self.first_game()
            case "learn":
                self.learn()
            case "puzzles":
                self.puzzles()
            case "rules":
                self.rules()
            case "settings":
                self.settings()
            case "quit":
                self.quit()
            case _:
                table = self._kept.table(item)
                if table is not None:
                    self.table(table.id, is_over=table.result is not None)

    # Games

    def new_table(self) -> None:
        """The form of a new table of the chosen game."""
        self._screen.app.push_screen(NewTableScreen(self._shelf.chosen.name))

    async def first_game(self) -> None:
        """Begin a first game of the chosen kind."""
        try:
            await start_first_game(api(self._screen), self._shelf.chosen)
        except NotPossible as problem:
            self.tell(say_refusal(problem))

    def table(self, table_id: str, *, is_over: bool) -> None:
        """Go on with a game, or step through one that is over."""
        here = home_api(self._screen)
        try:
            if is_over:
                here.replay_table(table_id)
            else:
                here.go_on_with(table_id)
        except Refusal as problem:
            self.tell(say_refusal(problem))

    def replay(self) -> None:
        """Step through a kept game, over or not."""

        def picked(item: str | None) -> None:
            if item:
                self.table(table_of(item), is_over=True)

        self._screen.app.push_screen(Pick(_("Replay"), self._kept.box_items(_BOX)), picked)

    def review(self, table: KeptTable) -> None:
        """Open the review of a game: win chances, cost of moves, luck."""
        try:
            home_api(self._screen).review_table(table.id)
        except NotPossible as problem:
            self.tell(say_refusal(problem))

    # All else

    def tally(self) -> None:
        """Against whom games were won."""
        here = home_api(self._screen)
        shelved = self._kept.shelved
        self._screen.app.push_screen(TallyScreen(here.own_name, shelved.tallies, shelved.imported))

    def learn(self) -> None:
        """The lessons of the chosen game."""
        show_lessons(self._screen, self._shelf.chosen.name)

    def puzzles(self) -> None:
        """The puzzles of the chosen game."""
        show_puzzles(self._screen, self._shelf.chosen)

    def rules(self) -> None:
        """The rules of the chosen game."""
        from screens.reading.rules_page import RulesPage  # noqa: PLC0415

        rules = api(self._screen).rules_of(self._shelf.chosen.name)
        self._screen.app.push_screen(RulesPage(rules))

    def settings(self) -> None:
        """Language, colours, keys."""
        self._screen.app.push_screen(SettingsScreen())

    def quit(self) -> None:
        """Leave nim_tui."""
        self._screen.app.exit()

    def tell(self, text: str) -> None:
        """Show an error."""
        self._screen.notify(text, severity="error", markup=False)


DAILY = "daily"
NEXT = "next"


def how_far(offered: PuzzlesOnOffer) -> str:
    """Return the number of puzzles solved, and the rating."""
    return _("{solved} of {count} solved, rating {rating}").format(
        solved=offered.solved, count=offered.count, rating=offered.rating
    )


def show_puzzles(screen: Screen[Any], game: GameInfo) -> None:
    """Open a box: the next puzzle of a game, or the one of the day."""
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
        Item(NEXT, _("the next puzzle"), how_far(offered)),
        Item(DAILY, _("the puzzle of the day"), _("the same for everyone")),
    ]
    screen.app.push_screen(Pick(_("Puzzles: {game}").format(game=game.title), items), chosen)
