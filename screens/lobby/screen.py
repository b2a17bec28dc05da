"""The lobby screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from rules.messages import Refusal
from screens.base import BaseScreen
from screens.colours import Look
from screens.help import HelpDialog
from screens.home.new_table import NewTableScreen
from screens.home.settings_screen import SettingsScreen
from screens.lobby.api import TV, LobbyApi, lobby_api
from screens.lobby.chat import ChatLines
from screens.lobby.input_line import InputLines, Typing, TypingField
from screens.lobby.keys import (
    LOBBY_BINDINGS,
    MarkedTableActions,
    choose_lesson,
    pass_on,
    show_code,
    show_invitation,
    show_rules,
)
from screens.lobby.layout import LAYOUT, arrange, headline
from screens.lobby.lobby_table import BACK, NEW, ON, entries, signs
from screens.lobby.pages import open_page
from screens.lobby.people_list import PeopleList
from screens.lobby.table_card import MarkedTable, TableCard
from screens.lobby.table_list import ShownTables, TableMenu
from screens.lobby.updates import LobbyFollower
from screens.lobby.values import LobbyTable, TableAction
from screens.text import N_, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Menu
from screens.widgets.panel import Panel
from screens.widgets.text_line import TextLine


class OpensPages(Screen[Any]):
    """Mixin with the actions that open pages, last among the bases for the sake of styles."""

    def action_new_table(self) -> None:
        """Open the form for a new table."""
        self.app.push_screen(NewTableScreen())

    def action_people(self) -> None:
        """Open the list of people, who can be blocked or reported there."""
        open_page(self, "people")

    def action_turns(self) -> None:
        """Open the list of games that wait for the user."""
        open_page(self, "turns")

    def action_friends(self) -> None:
        """Open the players that the user follows."""
        open_page(self, "friends")

    def action_clubs(self) -> None:
        """Open the clubs of the server."""
        open_page(self, "clubs")

    def action_messages(self) -> None:
        """Open the user's private messages."""
        open_page(self, "messages")

    def action_profile(self) -> None:
        """Open the user's profile: ratings, SSH keys."""
        open_page(self, "profile")

    def action_visits(self) -> None:
        """Open the list of sessions, for admins."""
        open_page(self, "sessions")

    def action_reports(self) -> None:
        """Open the reports about players, for moderators."""
        open_page(self, "reports")

    def action_best(self) -> None:
        """Open the leaderboards of the games."""
        open_page(self, "leaderboard")

    def action_ladder(self) -> None:
        """Open the ladder, where players are listed by rank."""
        open_page(self, "ladder")

    def action_tournaments(self) -> None:
        """Open the tournaments that the reader may see."""
        open_page(self, "tournaments")

    def action_learn(self) -> None:
        """Open the lessons of a game."""
        choose_lesson(self)

    def action_rules(self) -> None:
        """Open the rules of a game."""
        show_rules(self)

    def action_about(self) -> None:
        """Open the page about the server: its rules, contact and message of the day."""
        open_page(self, "about")

    def action_settings(self) -> None:
        """Open the settings."""
        self.app.push_screen(SettingsScreen())


def may_do(
    action: str, here: LobbyApi, marked: Callable[[], LobbyTable | None], *, is_typing: bool
) -> bool:
    """Return whether an action is allowed: sessions for admins, reviews of finished games.

    Reports are for moderators. Letters are text while typing. Invitation codes need a server that
    requires them, invite links a table hosted by the reader.
    """
    match action:
        case "search":
            return not is_typing
        case "leave_field":
            return is_typing
        case "review" | "pass_on":
            return finished(marked()) is not None
        case "link":
            table = marked()
            return table is not None and table.may_invite
        case "invite":
            return here.entrance.may_invite
        case "reports":
            return here.is_moderator
        case "visits":
            return here.moderating is not None
        case "turns":
            return here.tables.waiting() > 0
        case "about":
            return here.server.is_told or here.moderating is not None
    return True


def finished(table: LobbyTable | None) -> LobbyTable | None:
    """Return the table if its game is over, else None."""
    return table if table is not None and table.doing == TableAction.REPLAY else None


TICK: Final = 20.0
"""Seconds between two refreshes."""


class ClockRefresh:
    """A timer for the next change of a visible clock, set again after each refresh."""

    def __init__(self, widget: Widget, look: Callable[[], None]) -> None:
        self._widget = widget
        self._look = look
        self._timer: Timer | None = None

    def look_again(self, tables: Iterable[LobbyTable]) -> None:
        """Refresh after a while, if a clock runs at any of these tables."""
        if self._timer is None and any(table.left is not None for table in tables):
            self._timer = self._widget.set_timer(TICK, self._due)

    def _due(self) -> None:
        self._timer = None
        self._look()


class LobbyScreen(BaseScreen, LobbyFollower, OpensPages, InputLines):
    """The lobby: its tables, people and chat, refreshed at each change."""

    DEFAULT_CSS = LAYOUT
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu, Input)
    BINDING_GROUP_TITLE = N_("Lobby")
    BINDINGS: ClassVar[list[BindingType]] = [*LOBBY_BINDINGS]

    def __init__(self) -> None:
        super().__init__()
        self._shown = ShownTables(self, self.show_now, self.cannot_show)
        self._acts = MarkedTableActions(self, self.tell)
        self._table = MarkedTable(self, self._show_headline)
        self._marked = ""
        """The id of the line last marked."""
        self._own_time = ClockRefresh(self, self.show_now)

    def compose(self) -> ComposeResult:
        """Build the tables, the people online, the chat and the card of the marked table."""
        yield TextLine("bar", id="headline")
        yield TextLine(id="motd")
        yield TableMenu(id="tables")
        yield TableCard()
        yield PeopleList(id="people")
        yield ChatLines(id="talk")
        yield Panel(is_framed=False, id="facts")
        yield TextLine(id="prompt")
        yield TypingField()
        yield KeyBar()

    def on_mount(self) -> None:
        """Follow the lobby."""
        arrange(self, self.app.size)
        self.follow_lobby()

    def on_screen_resume(self) -> None:
        """Refresh after another screen, as anything may have changed, the language included."""
        self._shown.want(self._shown.wanted)
        self._note_mark()

    def on_resize(self, event: events.Resize) -> None:
        """Place all widgets at the new size."""
        arrange(self, event.size)
        self.show_now()

    # Showing

    def show_lobby(self) -> None:
        """Show the present people, chat and tables."""
        here = lobby_api(self)
        self.query_one(PeopleList).set_people(here.chat.people(), here.who.name)
        self.query_one(ChatLines).set_talk(here.chat.talk())
        self._shown.look_up()
        self._show_headline()
        self._show_tables()
        self._own_time.look_again(self._shown.tables)

    def _show_headline(self) -> None:
        left, right = headline(
            lobby_api(self), self._shown.wanted, self._shown.listed, self.size.width
        )
        self.query_one("#headline", TextLine).show(left, right)
        message = lobby_api(self).server.message
        self.set_class(bool(message), "motd")
        self.query_one("#motd", TextLine).show([(f" {message}", Look("gold"))])

    def _show_tables(self) -> None:
        """Show the tables again, with the same one marked."""
        menu = self.query_one(TableMenu)
        self._marked = menu.marked or self._marked
        lines = entries(self._shown.wanted, self._shown.listed)
        wanted = lobby_api(self).tables.set_up() or self._marked
        menu.show_page(lines, wanted, is_welcome=self._shown.is_bare)
        if menu.marked != self._marked:
            self._note_mark()
        else:
            self._table.show(self._shown.named(menu.marked))

    def _note_mark(self) -> None:
        """Drop a pending confirmation after a change of the mark; look up the table's players."""
        self.refresh_bindings()
        self._table.show(self._shown.named(self.query_one(TableMenu).marked))
        self._table.learn()
        if not self.query_one(TypingField).is_open:
            self.tell("")

    def cannot_show(self, refusal: Refusal) -> None:
        """Show the refusal."""
        self.tell(say_refusal(refusal))

    def tell(self, text: str) -> None:
        """Show a message, and drop a pending confirmation."""
        self._acts.think_again()
        self._table.say(text)

    # Actions

    @on(Menu.Marked)
    def think_again(self, message: Menu.Marked) -> None:
        """Drop a pending confirmation, as another table was marked."""
        message.stop()
        self._note_mark()

    @on(Menu.Taken)
    async def take(self, message: Menu.Taken) -> None:
        """Join, play, watch or replay a table; or open another page."""
        message.stop()
        table = self._shown.named(message.item.id)
        if message.item.id in (ON, BACK):
            self._shown.turn(1 if message.item.id == ON else -1)
        elif message.item.id == NEW:
            self.action_new_table()
        elif table is not None:
            await self._acts.take(table)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only the actions possible now."""
        is_typing = isinstance(self.focused, Input)
        return may_do(action, lobby_api(self), lambda: self._marked_table, is_typing=is_typing)

    @property
    def _marked_table(self) -> LobbyTable | None:
        menus = self.query(TableMenu)
        return self._shown.named(menus.first().marked) if menus else None

    @property
    def _finished(self) -> LobbyTable | None:
        """The marked table, if its game is over."""
        return finished(self._marked_table)

    async def action_review(self) -> None:
        """Open the review of the marked game."""
        table = self._finished
        if table is not None:
            await self._acts.attempt(lambda: lobby_api(self).review_table(table.id))

    async def action_get_up(self) -> None:
        """Leave the marked table's seat; pressed twice, resign its game or close the table."""
        table = self._shown.named(self.query_one(TableMenu).marked)
        if table is not None:
            await self._acts.get_up(table)

    async def action_leave(self) -> None:
        """Leave the server; press twice if leaving has a cost."""
        if self._acts.may_leave():
            await self.app.action_quit()

    def action_here(self, step: int) -> None:
        """Scroll the list of people online."""
        self.query_one(PeopleList).action_scroll_pages(step)

    async def action_tv(self) -> None:
        """Watch the featured game."""
        await self._acts.attempt(lambda: lobby_api(self).links.come(TV))

    def action_mine(self) -> None:
        """Switch between the reader's tables and all."""
        self._shown.only_mine()

    def action_stage(self) -> None:
        """Show tables of the next status; after the finished ones, all unfinished ones."""
        self._shown.next_stage()

    async def action_code(self) -> None:
        """Show a link code for another key."""
        await self._acts.attempt(lambda: show_code(self))

    async def action_invite(self) -> None:
        """Show a new invitation code."""
        await self._acts.attempt(lambda: show_invitation(self))

    def action_pass_on(self) -> None:
        """Show links to the game of the marked table."""
        table = self._finished
        if table is not None:
            pass_on(self, table.id)

    def action_link(self) -> None:
        """Open the invite links to the marked table's seats."""
        table = self._marked_table
        if table is not None:
            open_page(self, "invite_links", table.id)

    def action_help(self) -> None:
        """Show keys and signs."""
        self.app.push_screen(HelpDialog(self, signs()))

    # Typing

    @property
    def sought(self) -> str:
        """The current search text."""
        return self._shown.wanted.text

    async def entered(self, typing: Typing, text: str) -> bool:
        """Send the text, search for it, or follow it as a link."""
        here = lobby_api(self)
        if typing is Typing.SEARCH:
            self._shown.search(text)
        elif text:
            act = here.links.come if typing is Typing.COME else here.chat.say
            if not await self._acts.attempt(lambda: act(text)):
                return False  # the user may correct it, or send it later
            self.show_now()
        return True
