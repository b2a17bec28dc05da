"""The lobby: every table, who is here, and what is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static

from rules.messages import Refusal
from screens.base import BaseScreen
from screens.help import HelpDialog
from screens.home.new_table import NewTableScreen
from screens.home.pick import pick_game
from screens.home.settings import SettingsScreen
from screens.lobby.app_api import LONGEST_SAID, Doing, Listed, LobbyTable, Stage, Wanted, lobby_api
from screens.lobby.finished_games import FinishedGames, look_up
from screens.lobby.live_updates import FollowsLobby
from screens.lobby.people_list import PeopleList
from screens.lobby.rows import BACK, ON, rows, told_of, wanted_text
from screens.lobby.sessions import SessionsDialog
from screens.table.log_dialog import LogDialog
from screens.table.rules_page import RulesPage
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.lines import Line, Lines
from screens.widgets.menu import Item, Menu

LONGEST_SOUGHT: Final = 40
PAIR: Final = 2


class LobbyScreen(BaseScreen, FollowsLobby):
    """Lists what the lobby tells, anew whenever it changes."""

    DEFAULT_CSS = """
    LobbyScreen { layout: vertical; overflow: hidden; layers: below above; }
    LobbyScreen #headline { height: 1; background: $panel; text-style: bold; padding: 0 1; }
    LobbyScreen #prompt { height: 1; color: $accent; text-style: bold; padding: 0 1; }
    LobbyScreen #headline, LobbyScreen #prompt { text-wrap: nowrap; text-overflow: ellipsis; }
    LobbyScreen #upper { height: 1fr; }
    LobbyScreen #tables { width: 1fr; height: 1fr; }
    LobbyScreen #talk { height: 7; }
    /* Over the last line of the talk: a field that made room for itself would have everything
       laid out and drawn anew, twice, for each line that is said. */
    LobbyScreen Input {
        display: none; layer: above; dock: bottom; offset: 0 -2;
        border: none; height: 1; padding: 0 1; background: $panel;
    }
    LobbyScreen Input.open { display: block; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu, Input)
    BINDING_GROUP_TITLE = N_("Lobby")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new_table", N_("New table"), id="lobby.new"),
        Binding("t", "talk", N_("Chat"), id="lobby.talk", tooltip=N_("Write to everyone here")),
        Binding("question_mark", "help", N_("Keys"), id="lobby.help"),
        Binding("q", "app.quit", N_("Leave"), id="lobby.quit"),
        Binding("m", "mine", N_("Mine"), id="lobby.mine", tooltip=N_("Only your tables, or all")),
        Binding(
            "f",
            "stage",
            N_("Filter"),
            id="lobby.filter",
            tooltip=N_("Tables with free seats, in play, or both; finished games"),
        ),
        Binding("b", "best", N_("Ratings"), id="lobby.best", tooltip=N_("Who plays best, by game")),
        Binding("slash", "search", N_("Search"), id="lobby.search"),
        Binding(
            "x",
            "get_up",
            N_("Get up"),
            id="lobby.get_up",
            tooltip=N_("Leave your seat, or resign a two-player game"),
        ),
        Binding(
            "c",
            "code",
            N_("Add a key"),
            id="lobby.code",
            tooltip=N_("A code to add another of your keys to this account"),
        ),
        Binding(
            "v",
            "visits",
            N_("Sessions"),
            id="lobby.visits",
            tooltip=N_("Who is here, and ending a session; x closes a table"),
        ),
        Binding(
            "pagedown",
            "here(1)",
            N_("Who is here: more"),
            show=False,
            id="lobby.here_down",
        ),
        Binding(
            "pageup",
            "here(-1)",
            N_("Who is here: back"),
            show=False,
            id="lobby.here_up",
        ),
        Binding("r", "rules", N_("Rules"), id="lobby.rules"),
        Binding("s", "settings", N_("Settings"), id="lobby.settings"),
        Binding("escape", "leave_field", N_("Leave the field"), show=False, id="lobby.escape"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._tables: Sequence[LobbyTable] = ()
        self._wanted = Wanted()
        self._archive = FinishedGames(self, self._show_found, self.cannot_show)
        self._is_searching = False
        self._marked = ""
        """The id of the line that was marked last."""
        self._giving_up = ""
        """The table whose game the next press gives up."""

    def compose(self) -> ComposeResult:
        """Tables and people above, chat below."""
        yield Static(id="headline", markup=False)
        with Horizontal(id="upper"):
            yield Menu(id="tables")
            yield PeopleList(id="people")
        yield Lines(id="talk")
        yield Static(id="prompt", markup=False)
        yield Input(compact=True, max_length=LONGEST_SAID)
        yield KeyBar()

    def on_mount(self) -> None:
        """Listen to the lobby."""
        self.follow_lobby()

    def on_screen_resume(self) -> None:
        """Things may have changed meanwhile."""
        self._want(self._wanted)
        self._tell_of_marked()

    def show_lobby(self) -> None:
        """Show tables, people and chat as they are now."""
        here = lobby_api(self)
        self.query_one(PeopleList).set_people(here.people())
        said: list[Line] = [(text, "lines--plain") for text in here.talk()[-20:]]
        self.query_one("#talk", Lines).set_lines(_("Chat"), said)
        headline = _("nim_tui, lobby   {name}").format(name=here.own_name)
        headline += "".join(f"   {text}" for text in wanted_text(self._wanted))
        line = self.query_one("#headline", Static)
        if line.content != headline:
            line.update(headline, layout=False)
        listed = self._listed()
        self._tables = () if listed is None else listed.tables
        self._show_tables(rows(self._wanted, listed))

    def _listed(self) -> Listed | None:
        """The tables wanted; None while they are looked up."""
        if self._wanted.stage == Stage.OVER:
            return self._archive.found(self._wanted)
        listed = lobby_api(self).lobby_tables(self._wanted)
        if self._wanted.page < listed.pages:
            return listed
        self._wanted = replace(self._wanted, page=listed.pages - 1)
        return lobby_api(self).lobby_tables(self._wanted)

    def _show_found(self, found: Wanted) -> None:
        """What was looked up is there; another page of it than was wanted, where it has fewer."""
        if replace(found, page=self._wanted.page) == self._wanted:
            self._wanted = found
            self.show_now()

    def cannot_show(self, refusal: Refusal) -> None:
        """Say why."""
        self._tell(say_refusal(refusal))

    def _show_tables(self, items: Sequence[Item]) -> None:
        """Show other lines, unless they are the same; what was marked stays marked."""
        menu = self.query_one(Menu)
        if items == menu.items:
            return
        if menu.items:
            self._marked = menu.items[menu.position].id
        menu.set_items(items)
        marked = lobby_api(self).table_set_up() or self._marked
        menu.mark(marked)
        if marked == self._marked == menu.items[menu.position].id:
            return
        if not self.query_one(Input).has_class("open"):
            self._tell_of_marked()

    def _tell(self, text: str) -> None:
        """Say something; whatever was to be confirmed before is not."""
        self._giving_up = ""
        self.query_one("#prompt", Static).update(text, layout=False)

    # Doing

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Join, play, watch or replay a table."""
        message.stop()
        if message.item.id in (ON, BACK):
            step = 1 if message.item.id == ON else -1
            self._want(replace(self._wanted, page=self._wanted.page + step))
            return
        table = self._table_named(message.item.id)
        if table is not None:
            self._attempt(lambda: lobby_api(self).act(table))

    def _table_named(self, name: str) -> LobbyTable | None:
        return next((table for table in self._tables if table.id == name), None)

    def _attempt(self, act: Callable[[], None]) -> bool:
        """Do something, or say why it cannot be done."""
        try:
            act()
        except Refusal as refusal:
            self._tell(say_refusal(refusal))
            return False
        if self.is_attached:
            self._tell("")
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Visits are for admins; while one types, keys are letters."""
        if action in ("search", "leave_field"):
            return isinstance(self.focused, Input) == (action == "leave_field")
        return action != "visits" or lobby_api(self).is_admin

    def action_visits(self) -> None:
        """Who is here, for admins."""
        self.app.push_screen(SessionsDialog())

    def action_get_up(self) -> None:
        """Give back the seat of the marked table; asked twice, give its game up or close it."""
        menu = self.query_one(Menu)
        table = self._table_named(menu.items[menu.position].id) if menu.items else None
        if table is None:
            return
        is_over = table.doing == Doing.REPLAY
        closes = lobby_api(self).is_admin and not table.is_mine and not is_over
        if table.doing == Doing.PLAY and len(table.seats) > PAIR:
            self._tell(_("only a two-player game can be resigned"))
            return
        if (closes or table.doing == Doing.PLAY) and self._giving_up != table.id:
            closing = _("Press the same key again to close this table.")
            self._tell(closing if closes else _("Press the same key again to resign."))
            self._giving_up = table.id
            return
        act = lobby_api(self).close_table if closes else lobby_api(self).get_up
        self._attempt(lambda: act(table))

    @on(Menu.Marked)
    def think_again(self, message: Menu.Marked) -> None:
        """Another table was marked: nothing is given up; its id is what `record ID` asks for."""
        message.stop()
        self._tell_of_marked()

    def _tell_of_marked(self) -> None:
        menu = self.query_one(Menu)
        table = self._table_named(menu.items[menu.position].id) if menu.items else None
        self._tell("" if table is None else told_of(table))

    def action_new_table(self) -> None:
        """The form for a table."""
        self.app.push_screen(NewTableScreen())

    def action_code(self) -> None:
        """Show a code for another key."""
        text = _("Log in with the other key and type “{name} {code}” within ten minutes.")

        def shown() -> None:
            here = lobby_api(self)
            self.notify(
                text.format(name=here.own_name, code=here.new_code()), markup=False, timeout=60
            )

        self._attempt(shown)

    def _want(self, wanted: Wanted) -> None:
        self._wanted = wanted
        if wanted.stage == Stage.OVER:
            self._archive.look_for(wanted)
        self.show_now()

    def action_here(self, step: int) -> None:
        """Scroll the list of who is here."""
        self.query_one(PeopleList).action_scroll_pages(step)

    def action_mine(self) -> None:
        """Only the own tables, or all again."""
        self._want(replace(self._wanted, only_mine=not self._wanted.only_mine, page=0))

    def action_stage(self) -> None:
        """Tables of the next stage alone; after those that are over all others again."""
        stages = list(Stage)
        after = stages[(stages.index(self._wanted.stage) + 1) % len(stages)]
        self._want(replace(self._wanted, stage=after, page=0))

    def action_best(self) -> None:
        """Who plays best, game by game."""
        look_up(self, self._show_best, "ratings")

    async def _show_best(self) -> None:
        try:
            best = await lobby_api(self).best_players()
        except Refusal as refusal:
            self.cannot_show(refusal)
            return
        if self.app.screen is not self:
            return  # something else was opened meanwhile
        lines: list[Line] = [(text, "lines--plain") for text in best]
        nobody: list[Line] = [(_("Nobody has finished a game yet."), "lines--plain")]
        self.app.push_screen(LogDialog(lines or nobody, title=_("Ratings: proven strength, games")))

    def action_rules(self) -> None:
        """The rules of a game."""

        def opened(name: str | None) -> None:
            if name:
                self.app.push_screen(RulesPage(lobby_api(self).rules_of(name)))

        self.app.push_screen(pick_game(lobby_api(self).games_on_offer()), opened)

    def action_settings(self) -> None:
        """Language, signs, colours, keys."""
        self.app.push_screen(SettingsScreen())

    def action_help(self) -> None:
        """Keys."""
        self.app.push_screen(
            HelpDialog(self, {"*": _("a table you sit at"), "…": _("a free seat")})
        )

    # Typing

    def action_talk(self) -> None:
        """Open the field for chat."""
        self._open_field(is_searching=False)

    def action_search(self) -> None:
        """Open the field for what tables shall have in them."""
        self._open_field(is_searching=True)

    def _open_field(self, *, is_searching: bool) -> None:
        field = self.query_one(Input)
        self._is_searching = is_searching
        field.value = self._wanted.text if is_searching else ""
        field.max_length = LONGEST_SOUGHT if is_searching else LONGEST_SAID
        field.placeholder = (
            _("a name or title, or empty for all") if is_searching else _("your message …")
        )
        field.add_class("open")
        field.focus()
        self._tell(_("Enter accepts what you type, Esc cancels."))

    @on(Input.Submitted)
    def typed(self, message: Input.Submitted) -> None:
        """Say it, or search for it."""
        message.stop()
        text = message.value.strip()
        if self._is_searching:
            self._want(replace(self._wanted, text=text, page=0))
        elif text:
            if not self._attempt(lambda: lobby_api(self).say(text)):
                return  # it may be mended, or said a little later
            self.show_now()
        self.action_leave_field()

    def action_leave_field(self) -> None:
        """Back to the list."""
        self.query_one(Input).remove_class("open")
        self._tell("")
        self.query_one(Menu).focus()
