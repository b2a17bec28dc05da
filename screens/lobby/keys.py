"""The keys of the lobby, in the order of the key bar, and their actions on the marked table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget

from rules.messages import Refusal
from screens.lobby.api import HOST_MEANT, lobby_api
from screens.lobby.values import LobbyTable, TableAction
from screens.pick_dialog import pick_game, show_lessons
from screens.reading.rules_page import RulesPage
from screens.table.log import LogDialog
from screens.text import N_, _, say_refusal
from screens.widgets.lines import Line

LOBBY_BINDINGS: Final = (
    Binding(
        "e",
        "review",
        N_("Review"),
        id="lobby.review",
        tooltip=N_("Win chance, costly moves and luck in a finished game"),
    ),
    Binding(
        "y",
        "link",
        N_("Invite to table"),
        id="lobby.link",
        tooltip=N_("Make a link to a free seat at your table"),
    ),
    Binding(
        "z",
        "pass_on",
        N_("Share"),
        id="lobby.pass_on",
        tooltip=N_("The record of a finished game, and a page that steps through it"),
    ),
    Binding("n", "new_table", N_("New table"), id="lobby.new"),
    Binding("t", "talk", N_("Chat"), id="lobby.talk", tooltip=N_("Write to everyone in the lobby")),
    Binding(
        "w",
        "people",
        N_("People"),
        id="lobby.people",
        tooltip=N_("Who is online; block or report a player"),
    ),
    Binding("m", "mine", N_("Mine"), id="lobby.mine", tooltip=N_("Only your tables, or all")),
    Binding(
        "M",
        "turns",
        N_("My turn"),
        id="lobby.turns",
        tooltip=N_("The games that wait for your move, those with the least time first"),
    ),
    Binding(
        "f",
        "stage",
        N_("Filter"),
        id="lobby.filter",
        tooltip=N_("Tables with free seats, in play, or both; finished games"),
    ),
    Binding(
        "p",
        "profile",
        N_("Profile"),
        id="lobby.profile",
        tooltip=N_("Your ratings and their history, and your keys"),
    ),
    Binding("slash", "search", N_("Search"), id="lobby.search"),
    Binding(
        "g",
        "come",
        N_("Go to"),
        id="lobby.come",
        tooltip=N_("Paste an invite link, or the name of a table"),
    ),
    Binding(
        "x",
        "get_up",
        N_("Leave seat"),
        id="lobby.get_up",
        tooltip=N_("Leave your seat, or resign a game"),
    ),
    Binding("b", "best", N_("Leaderboard"), id="lobby.best", tooltip=N_("Ratings by game")),
    Binding(
        "d",
        "ladder",
        N_("Ladder"),
        id="lobby.ladder",
        tooltip=N_("Ranks by game; challenge a player for their rank"),
    ),
    Binding(
        "o",
        "tournaments",
        N_("Tournaments"),
        id="lobby.tournaments",
        tooltip=N_("Round robins, Swiss, knock-outs, arenas: by correspondence or live"),
    ),
    Binding(
        "asterisk",
        "tv",
        N_("TV"),
        id="lobby.tv",
        tooltip=N_("Watch the featured game, the one most worth watching now"),
    ),
    Binding("a", "learn", N_("Learn"), id="lobby.learn", tooltip=N_("Lessons for one player")),
    Binding("r", "rules", N_("Rules"), id="lobby.rules"),
    Binding(
        "v",
        "visits",
        N_("Sessions"),
        id="lobby.visits",
        tooltip=N_("Who is connected; end a session; x closes a table"),
    ),
    Binding(
        "u",
        "reports",
        N_("Reports"),
        id="lobby.reports",
        tooltip=N_("Reports about players; mute, warn, ban or rename a player"),
    ),
    Binding(
        "c",
        "code",
        N_("Add a key"),
        id="lobby.code",
        tooltip=N_("A link code that adds another SSH key or browser to your account"),
    ),
    Binding(
        "i",
        "invite",
        N_("Invite"),
        id="lobby.invite",
        tooltip=N_("An invitation code for a new user; valid for seven days"),
    ),
    Binding("s", "settings", N_("Settings"), id="lobby.settings"),
    Binding(
        "F",
        "friends",
        N_("Friends"),
        id="lobby.friends",
        tooltip=N_("The players you follow: write to them, or invite them to a game"),
    ),
    Binding(
        "T",
        "messages",
        N_("Messages"),
        id="lobby.messages",
        tooltip=N_("Your private messages"),
    ),
    Binding(
        "C",
        "clubs",
        N_("Clubs"),
        id="lobby.clubs",
        tooltip=N_("Clubs with their own chat, tables and tournaments"),
    ),
    Binding(
        "A",
        "about",
        N_("About"),
        id="lobby.about",
        tooltip=N_("This server: message of the day, rules and contact"),
    ),
    Binding(
        "pagedown",
        "here(1)",
        N_("Online: more"),
        show=False,
        id="lobby.here_down",
    ),
    Binding(
        "pageup",
        "here(-1)",
        N_("Online: back"),
        show=False,
        id="lobby.here_up",
    ),
    Binding("escape", "leave_field", N_("Leave the field"), show=False, id="lobby.escape"),
    Binding("q", "leave", N_("Leave"), id="lobby.quit"),
)


def show_rules(screen: Screen[Any]) -> None:
    """Choose a game and open its rules."""
    here = lobby_api(screen)

    def opened(name: str | None) -> None:
        if name:
            screen.app.push_screen(RulesPage(here.rules_of(name)))

    screen.app.push_screen(pick_game(here.games_on_offer()), opened)


def choose_lesson(screen: Screen[Any]) -> None:
    """Choose a game and open its lessons."""

    def opened(name: str | None) -> None:
        if name:
            show_lessons(screen, name)

    screen.app.push_screen(pick_game(lobby_api(screen).games_on_offer()), opened)


async def show_invitation(screen: Screen[Any]) -> None:
    """Show a new invitation code. Raises a Refusal."""
    text = _("The new user signs in and types a name and “{code}”, once, within seven days.")
    code = await lobby_api(screen).entrance.new_invitation()
    screen.notify(text.format(code=code), markup=False, timeout=60)


def pass_on(screen: Screen[Any], table: str) -> None:
    """Show links to a finished game, as far as the reader may see it."""
    links = lobby_api(screen).links
    fetch, export = links.record(table)
    page = links.page(table)
    told = [
        _("Save the game record to a file:"), fetch, "",
        _("Save a page that steps through the game:"), export, "",
        *([_("Replay it here, in a browser:"), page, ""] if page else []),
        _("To copy a line, select it with Shift and the mouse."),
        *([] if links.is_address_known else [_(HOST_MEANT)]),
    ]  # fmt: skip
    lines: list[Line] = [(text, "lines--plain") for text in told]
    screen.app.push_screen(LogDialog(lines, title=_("Share this game")))


async def show_code(screen: Screen[Any]) -> None:
    """Show a link code for another key. Raises a Refusal."""
    here = lobby_api(screen)
    text = _(
        "Connect with your other key or browser, and type “{name} {code}” as your name "
        "within ten minutes."
    )
    told = text.format(name=here.who.name, code=await here.entrance.new_code())
    screen.notify(told, markup=False, timeout=60)


class MarkedTableActions:
    """The actions on a table, for one screen that shows refusals."""

    def __init__(self, screen: Widget, tell: Callable[[str], None]) -> None:
        """Make the actions; `tell` shows a message, "" removes it."""
        self._screen = screen
        self._tell = tell
        self._giving_up = ""
        """The table whose game another press resigns."""
        self._is_leaving = False
        """Whether another press leaves the server."""

    def think_again(self) -> None:
        """Drop a pending confirmation."""
        self._giving_up = ""
        self._is_leaving = False

    def may_leave(self) -> bool:
        """Return whether to leave the server, at the second call if leaving has a cost."""
        costs = lobby_api(self._screen).tables.leaving_costs()
        if self._is_leaving or not costs:
            return True
        again = _("Press the same key again to leave.")
        self._tell(f"{_(costs)} {again}")
        self._is_leaving = True
        return False

    async def attempt(self, act: Callable[[], Awaitable[object]]) -> bool:
        """Run an action; show its refusal and return False."""
        try:
            await act()
        except Refusal as refusal:
            self._tell(say_refusal(refusal))
            return False
        if self._screen.is_attached:
            self._tell("")
        return True

    async def take(self, table: LobbyTable) -> None:
        """Join, play, watch or replay a table."""
        await self.attempt(lambda: lobby_api(self._screen).tables.act(table))

    async def get_up(self, table: LobbyTable) -> None:
        """Leave the seat; called twice, resign the game or close the table."""
        here = lobby_api(self._screen)
        is_over = table.doing == TableAction.REPLAY
        admin = None if table.is_mine or is_over else here.moderating
        if table.doing == TableAction.PLAY and not table.can_resign:
            self._tell(_("you can resign only a two-player game, or a game against bots"))
            return
        if (admin or table.doing == TableAction.PLAY) and self._giving_up != table.id:
            closing = _("Press the same key again to close this table.")
            self._tell(closing if admin else _("Press the same key again to resign."))
            self._giving_up = table.id
            return
        if admin is None:
            await self.attempt(lambda: here.tables.get_up(table))
        else:
            await self.attempt(lambda: admin.close(table.id))
