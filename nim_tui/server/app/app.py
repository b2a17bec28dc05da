"""VisitorApp: one session on the server, from the lobby to tables and back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, ClassVar

import msgspec
from textual import on
from textual.binding import Binding, BindingType
from textual.screen import Screen

from nim_tui.app.base_app import BaseApp
from nim_tui.app.practice import LessonService, PuzzleService
from nim_tui.registry import game_named
from nim_tui.server.accounts.registration import Registrar, SignInResult, guest_words
from nim_tui.server.accounts.service import AccountService, EndKey, SignUpService
from nim_tui.server.accounts.store import keep_settings
from nim_tui.server.app.at_table import CurrentTable, ScreenSession
from nim_tui.server.app.touch_row import TouchRow
from nim_tui.server.chat.commands import ChatRoom
from nim_tui.server.chat.friends import UNREAD
from nim_tui.server.contests.tournament_sheet import TournamentRow
from nim_tui.server.lobby.invite_links import InviteLinkActions
from nim_tui.server.lobby.table_actions import TableActions
from nim_tui.server.lobby.table_requests import TableRequests
from nim_tui.server.lobby.table_setup import STOPS_SOON
from nim_tui.server.moderation.blocks import blocked_by
from nim_tui.server.moderation.mutes import TOLD, has_untold, take_untold
from nim_tui.server.moderation.staff import StaffAccess, StaffDesk
from nim_tui.server.moderation.staff_news import open_reports
from nim_tui.server.pages import Pages
from nim_tui.server.play.reviews import Replays
from nim_tui.server.play.turns import BEAT
from nim_tui.server.ratings.page import RatingView
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount, SessionUser
from nim_tui.server.sessions.presence import ConnectedSession
from nim_tui.server.ssh import ClientInfo, ServedApp
from nim_tui.server.storage.off_loop import LatestWrite
from nim_tui.server.storage.schema import OPEN
from nim_tui.server.terminal.client import LEARN, PUZZLE, SIT, Purpose
from nim_tui.server.terminal.colours import Colours
from nim_tui.server.terminal.looks import AdoptedLooks, LooksChanged
from nim_tui.settings import UNSAVED, settings_from
from nim_tui.terminals import encoding_wished, spells_signs
from rules.messages import N_, Refusal
from screens.lobby.api import Done
from screens.lobby.chat import ChatDialog
from screens.lobby.page import Page
from screens.lobby.screen import LobbyScreen
from screens.lobby.seats_dialog import SeatsDialog, act_on_seat
from screens.lobby.values import ServerFacts
from screens.lobby.welcome import BannerDialog, SignUpScreen
from screens.text import _, say_refusal


async def greet(lobby: Services, guest: ConnectedSession, staff: StaffAccess) -> None:
    """Tell a new arrival of reports, warnings, open challenges and tournament invitations.

    A server stop comes first.
    """
    if lobby.tables.is_draining:
        guest.be_told(STOPS_SOON, {})
    with suppress(Refusal):  # the pages of ladders and tournaments show it too
        if staff.is_moderator:
            count = await lobby.database.look(open_reports, guest.who.account)
            if count:
                guest.be_told(
                    N_("Open reports: {count}. See Reports in the lobby."), {"count": count}
                )
        if unread := await lobby.friends.unread(guest.who.account):
            guest.be_told(UNREAD, {"count": unread})
        if await lobby.database.look(has_untold, guest.who.account):
            for text in await lobby.database.ask(take_untold, guest.who.account):
                guest.be_told(TOLD, {"text": text})
        blocked = await lobby.database.look(blocked_by, guest.who.account)
        for one in await lobby.ladders.asked_of(guest.who.account):
            if one.challenger in blocked:
                continue
            title = game_named(one.game).title
            told = N_("You have a challenge on the {game} ladder: see Ladder in the lobby.")
            guest.be_told(told, {"game": title})
        for row in await lobby.tournaments.seen_by(guest.who.account):
            if _is_to_come(row, guest.who.account) and row.host not in blocked:
                told = N_("You are invited to {title}: see Tournaments in the lobby.")
                guest.be_told(told, {"title": row.title})


def _is_to_come(row: TournamentRow, account: int) -> bool:
    """Whether an account is invited to a tournament and has not joined yet."""
    return row.is_invited and row.status == OPEN and account not in row.accounts


class VisitorApp(ServedApp, BaseApp):
    """The lobby as one person sees it; everything shared is in Services."""

    TITLE = "nim_tui"
    BINDING_GROUP_TITLE = N_("At a table")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "apostrophe",
            "talk_here",
            N_("Chat"),
            id="visit.talk",
            tooltip=N_("Chat, and who is here"),
        ),
        Binding(
            "quotation_mark",
            "seats_here",
            N_("Seats"),
            id="visit.seats",
            tooltip=N_("Players and clocks; stand-ins; resign"),
        ),
        Binding(
            "semicolon",
            "next_turn",
            N_("Next turn"),
            id="visit.next",
            tooltip=N_("Go to the next game that waits for your move"),
        ),
        Binding("ctrl+q", "quit", show=False, system=True),
    ]
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(
        self,
        lobby: Services,
        client: ClientInfo,
        welcome: SignInResult,
        registrar: Registrar,
        staff: StaffDesk,
        *,
        end_key: EndKey,
    ) -> None:
        """`staff` takes orders of moderators and admins, `end_key` ends the sessions of a key."""
        spells = spells_signs(client.terminal, encoding_wished(client.wishes))
        settings = settings_from(msgspec.json.encode(welcome.settings))
        self._adopted = AdoptedLooks(settings, welcome.settings)
        self._adopted.adopt(client.looks)
        super().__init__(settings, client.wishes, spells=spells, is_touch=client.is_touch)
        self.no_color = client.colours is Colours.NONE
        self._touch_row = TouchRow(self, self.ask_page)
        self._lobby = lobby
        self._client = client
        self._person = SessionAccount(welcome.account, client.address, by_browser=client.is_browser)
        self._trouble = welcome.trouble
        self._kept = LatestWrite(lobby.database, self._keep_settings)
        ask = self.ask_page if client.is_in_browser else None
        self.profile = AccountService(lobby, self._person, client.fingerprint, end_key, ask)
        self.entrance = SignUpService(lobby.database, self._person, registrar, self._named)
        self.staff = staff.access(self._person, client.fingerprint)
        self._put_together(lobby, self._person)
        self.table.moved = client.show_at

    def _put_together(self, lobby: Services, person: SessionAccount) -> None:
        """Make the services behind the screens of the lobby and its tables."""
        replays = Replays(self, lobby, person, lambda: self.table.id)
        self.table = CurrentTable(self, lobby, person, replays.open)
        self.who = SessionUser(person, lambda: self.table.id)
        self.tables = TableActions(
            lobby, person, self.table, replays.open, sees_all=lambda: self.staff.is_admin
        )
        self.links = InviteLinkActions(
            lobby, person, self.table, self.tables, told=self._show_lobby
        )
        self.new_tables = TableRequests(
            lobby, person, self.table, self.note_game, self.table.coached
        )
        self.lessons = LessonService(self, self.keep_settings, self.table, self.new_tables)
        self.puzzles = PuzzleService(self, None, self.table)
        self._pages = Pages(
            lobby, person, self.table, self.profile,
            new_code=self.entrance.new_code, replay=replays.open, staff=self.staff,
        )  # fmt: skip
        self._waiting = self._pages.waiting
        self.chat = ChatRoom(lobby, person, lambda: self.table.id)
        self.ratings = RatingView(lobby, person)
        self._connected = ScreenSession(
            self, lobby, person, self.table,
            ring=self.ring_for_turn, name_window=self.set_window_title,
        )  # fmt: skip

    # Entering

    def get_default_screen(self) -> Screen[Any]:
        """Return the lobby."""
        return LobbyScreen()

    def on_mount(self) -> None:
        """Enter the lobby; a new user chooses a name first."""
        if self.is_touch:
            self._touch_row.begin()
        identity = self._lobby.identity
        if identity.banner and not self._client.is_in_browser:
            banner = BannerDialog(identity.name, identity.banner)
            self.push_screen(banner, lambda _answer: self._begin())
        else:
            self._begin()

    def _begin(self) -> None:
        if self._person.known is None:
            self.push_screen(SignUpScreen())
        else:
            self._come_in()

    def _come_in(self) -> None:
        self._lobby.comings.enter(self._client.number, self._connected)
        self._connected.show_title()
        if self._trouble is not None:
            text = _("You can watch, but nothing can be saved at the moment: {why}")
            told = text.format(why=say_refusal(self._trouble))
            self.notify(told, severity="warning", markup=False, timeout=10)
        elif self._person.is_guest:
            self.notify(guest_words(by_browser=self._person.by_browser), markup=False, timeout=10)
        self.run_worker(greet(self._lobby, self._connected, self.staff), group="greeting")
        if came_for := self._client.link or self._client.table:
            self.call_later(self._begin_with, lambda: self.links.come(came_for))
        elif purpose := self._client.purpose:
            self.call_later(self._begin_with, lambda: self._do(purpose))

    async def _begin_with(self, action: Callable[[], Awaitable[None]]) -> None:
        """Go where the address or the invitation leads, or do what was pressed on a page."""
        try:
            await action()
        except (Refusal, OSError) as trouble:
            self.tell_trouble(trouble)

    async def _do(self, purpose: Purpose) -> None:
        """Play or learn a game, solve a puzzle, or sit down at a table. Raises a Refusal."""
        game = purpose.what
        if purpose.action == SIT:
            await self.links.sit_down(purpose.what)
        elif purpose.action == LEARN:
            self.lessons.start(game_named(game).name)
        elif purpose.action == PUZZLE:
            self.puzzles.start(is_daily=True)
        else:
            is_new = self.lessons.is_new(game)
            await self.lessons.first_game(game_named(game).name, is_coached=is_new)

    def _show_lobby(self, said: str) -> None:
        """Show the present lobby, with a message."""
        if isinstance(self.screen, LobbyScreen):
            self.screen.show_now()
        if said:
            self.notify(said, markup=False)

    def _named(self, welcome: SignInResult) -> None:
        """Enter the lobby with the name just chosen."""
        self._person.known, self._trouble = welcome.account, welcome.trouble
        self._come_in()
        self.pop_screen()

    @property
    def moderating(self) -> StaffAccess | None:
        """The orders of an admin on tables; None for other people."""
        return self.staff if self.staff.is_admin else None

    @property
    def is_moderator(self) -> bool:
        """Whether the person is a moderator or an admin."""
        return self.staff.is_moderator

    @property
    def server(self) -> ServerFacts:
        """The name and texts of the server."""
        identity = self._lobby.identity
        return ServerFacts(
            identity.own_name, identity.message, identity.told("welcome"), identity.is_told
        )

    @property
    def is_private(self) -> bool:
        """False: the machine is the server's."""
        return False

    # At a table

    def action_seats_here(self) -> None:
        """Show the seats of this table: the players, and which of them are present."""
        if not isinstance(self.screen, SeatsDialog):
            self.push_screen(SeatsDialog(), self._act_on_seat)

    async def _act_on_seat(self, answer: str | None) -> None:
        try:
            await act_on_seat(self.table, answer)
        except (Refusal, OSError) as trouble:
            self.tell_trouble(trouble)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the seats only at a live table, and the next turn only if there is another."""
        if action == "next_turn":
            return self._waiting.has_others(self.table.id)
        if action == "seats_here":
            held = self.table.held
            return held is not None and held.table.result is None
        return super().check_action(action, parameters)

    async def action_next_turn(self) -> None:
        """Go to the next game that waits for this person."""
        try:
            await self.table.sit_down(self._waiting.after(self.table.id))
        except (Refusal, OSError) as trouble:
            self.tell_trouble(trouble)

    def action_talk_here(self) -> None:
        """Show the chat messages and the people of this place."""
        if self._person.known is not None and not isinstance(self.screen, ChatDialog):
            self.push_screen(ChatDialog())

    def ring(self, *, is_turn: bool) -> None:
        """Ring for the actions of others: turns ring as they begin, whatever is on the screen."""
        if not is_turn:
            super().ring(is_turn=False)

    def ring_for_turn(self) -> None:
        """Ring for a turn or a question, at whichever table."""
        super().ring(is_turn=True)

    # For screens

    def follow(self, show: Callable[[Done], None]) -> Callable[[], None]:
        """Refresh by this function after changes of the lobby; return a function that stops it."""
        return self._lobby.shown.follow(show)

    async def page(self, name: str, of: str = "") -> Page:
        """Look a page up by its name."""
        return await self._pages.page(name, of)

    async def review_table(self, table_id: str) -> None:
        """Open the review of a finished game, once its record is read."""
        self.table.reviews.open(table_id)

    def beat(self) -> float:
        """Return the seconds between two steps of playback, limited by the server."""
        return min(self.kept_settings.beat, BEAT)

    def note_game(self, game: str) -> None:
        """Note that a game is known."""
        if self.kept_settings.note_game(game):
            self.keep_settings()

    def set_setting(self, setting: str, value: str) -> None:
        """Change a setting and save it; from now on it does not follow the device."""
        self._adopted.choose(setting)
        super().set_setting(setting, value)

    @on(LooksChanged)
    def follow_device(self, message: LooksChanged) -> None:
        """Paint everything in the present looks of the device."""
        self._adopted.adopt(message.looks)
        self.no_color = message.looks.plain
        self.draw_anew()

    def save_settings(self) -> None:
        """Save the settings with the account."""
        if self._person.known is not None and not self._person.known.is_passing:
            self._kept.keep()

    async def _keep_settings(self) -> None:
        kept = msgspec.Raw(msgspec.json.encode(self._adopted.to_store()))
        try:
            await self._lobby.database.ask(keep_settings, self._person.account, kept)
        except (Refusal, OSError) as trouble:
            self.complain_of(UNSAVED, trouble)
