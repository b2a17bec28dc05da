"""VisitorApp: one session on the server, from the lobby to tables and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import msgspec
from textual.binding import Binding, BindingType
from textual.screen import Screen

from nim_tui.base_app import UNSAVED, BaseApp
from nim_tui.lessons.offered import Lessons
from nim_tui.open_screen import replay_screen
from nim_tui.server.account_names import account_name
from nim_tui.server.app.at_table import AtTable
from nim_tui.server.app.company import Company
from nim_tui.server.app.lobby_view import finished, listed, lobby_table, rated_lines
from nim_tui.server.app.moderation import Moderation
from nim_tui.server.app.new_table import NewTables
from nim_tui.server.app.person import Person
from nim_tui.server.app.profile import EndKey, OwnProfile
from nim_tui.server.app.registrar import Registrar
from nim_tui.server.app.seat_view import with_time_left
from nim_tui.server.database.accounts import (
    Account,
    NameTaken,
    is_free,
    keep_settings,
    no_such_account,
)
from nim_tui.server.database.asking import Latest
from nim_tui.server.database.games import load
from nim_tui.server.database.keys import new_code
from nim_tui.server.database.listing import TableRow, table_seen
from nim_tui.server.database.schema import RUNNING
from nim_tui.server.lobby.bots import BEAT
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.server.lobby.table_list import Viewer
from nim_tui.server.ssh import ClientInfo, ServedApp
from nim_tui.server.welcome import Welcome
from nim_tui.settings import settings_from
from nim_tui.tables.record import Header, Line
from rules.messages import N_, Fact, Refusal
from screens.app_api import CannotStart
from screens.lobby.app_api import Done
from screens.lobby.chat import ChatDialog
from screens.lobby.listed import (
    Doing,
    KnownPlayer,
    Listed,
    LobbyTable,
    PersonHere,
    Remark,
    SessionRow,
    Strength,
    Wanted,
)
from screens.lobby.looking_up import look_up
from screens.lobby.screen import LobbyScreen
from screens.lobby.seats import SeatsDialog, act_on_seat
from screens.lobby.sign_up import SignUpScreen
from screens.people import Told, say_to
from screens.text import _, say_refusal


class VisitorApp(ServedApp, BaseApp):
    """The lobby as one person sees it; everything shared lies in the Lobby."""

    TITLE = "nim_tui"
    BINDING_GROUP_TITLE = N_("At a table")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "apostrophe",
            "talk_here",
            N_("Chat"),
            id="visit.talk",
            tooltip=N_("The chat, and who is here"),
        ),
        Binding(
            "quotation_mark",
            "seats_here",
            N_("Seats"),
            id="visit.seats",
            tooltip=N_("Players and clocks; a bot for someone away; resign"),
        ),
        Binding("ctrl+q", "quit", show=False, system=True),
    ]
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(
        self,
        lobby: Lobby,
        client: ClientInfo,
        welcome: Welcome,
        registrar: Registrar,
        moderation: Moderation | None = None,
        *,
        end_key: EndKey = lambda _fingerprint: None,
    ) -> None:
        """`moderation` is there for admins; `end_key` ends what a key has open."""
        account = welcome.account
        settings = settings_from(msgspec.json.encode(welcome.settings))
        if client.is_light and "theme" not in welcome.settings:
            settings.theme = "light"
        super().__init__(settings, client.wishes)
        self._lobby = lobby
        self._client = client
        self._person = Person(account, client.address)
        self.table = AtTable(self, lobby, self._person, self.replay_table)
        self.new_tables = NewTables(lobby, self._person, self.table, self.note_game)
        self.company = Company(lobby, self._person, lambda: self.at)
        self.profile = OwnProfile(lobby, self._person, client.fingerprint, end_key)
        self.lessons = Lessons(self, self.keep_settings, self.table, self.new_tables)
        self._trouble = welcome.trouble
        self._kept = Latest(lobby.database, self._keep_settings)
        self._registrar = registrar
        self._moderation = moderation

    # Coming in

    def get_default_screen(self) -> Screen[Any]:
        """The lobby."""
        return LobbyScreen()

    def on_mount(self) -> None:
        """Be seen; before that, once, choose a name."""
        if self._person.known is None:
            self.push_screen(SignUpScreen())
        else:
            self._come_in()

    def _come_in(self) -> None:
        self._lobby.comings.enter(self._client.number, self)
        self._show_title()
        if self._trouble is not None:
            text = _("You can watch; nothing can be saved just now: {why}")
            told = text.format(why=say_refusal(self._trouble))
            self.notify(told, severity="warning", markup=False, timeout=10)
        elif self._person.is_guest:
            text = _("You are a guest: name and seats go when you leave. A key keeps them.")
            self.notify(text, markup=False, timeout=10)
        if self._client.table:
            self.call_later(self._go_to, self._client.table)

    async def _go_to(self, table: str) -> None:
        """Show the table this person came for, as far as they may see it; nobody sits down so."""
        try:
            row = await self._seen(table)
            if lobby_table(row, self.account, self.own_name).doing in (Doing.JOIN, Doing.WAIT):
                self.table.set_up = table
                if isinstance(self.screen, LobbyScreen):
                    self.screen.show_now()
            else:
                await self.act(lobby_table(row, self.account, self.own_name))
        except (Refusal, OSError) as trouble:
            self.tell_trouble(trouble)

    @property
    def needs_invitation(self) -> bool:
        """Whether a name can be chosen only together with the code of an invitation."""
        return self._registrar.needs_invitation

    @property
    def may_invite(self) -> bool:
        """Whether strangers need invitations, and this person can give some."""
        return self._registrar.invites and not self._person.is_guest

    async def new_invitation(self) -> str:
        """A code by which one stranger may join."""
        return await self._registrar.invite(self.account)

    async def check_name(self, name: str) -> None:
        """Whether a name can be chosen."""
        self._registrar.check(name)
        if not await self._lobby.database.ask(is_free, name):
            raise NameTaken(
                N_("{name} is taken, or looks like a name that is"), name=repr(account_name(name))
            )

    async def name_me(self, name: str) -> None:
        """Choose a name, once."""
        welcome = await self._registrar.register(name)
        self._person.known, self._trouble = welcome.account, welcome.trouble
        self._come_in()
        self.pop_screen()

    @property
    def account(self) -> int:
        """The number of the account. Raises a Refusal before there is one."""
        return self._person.account

    @property
    def own_name(self) -> str:
        """Who this is."""
        return self._person.name

    @property
    def at(self) -> str | None:
        """The id of the table on the screen."""
        return self.table.id

    @property
    def is_private(self) -> bool:
        """The machine is the server's."""
        return False

    # The lobby

    def lobby_tables(self, wanted: Wanted) -> Listed:
        """The tables not over to be seen here."""
        found = listed(self._lobby.table_list, wanted, self._viewer)
        return replace(found, tables=[self._timed(table) for table in found.tables])

    def _timed(self, table: LobbyTable) -> LobbyTable:
        """A table of the list, with the time this person has where they must move."""
        if not table.is_my_turn or not table.clock:
            return table
        return with_time_left(table, self._lobby.held.seated(table.id), self.account)

    async def finished_tables(self, wanted: Wanted) -> Listed:
        """The tables that are over to be seen here."""
        database, viewer = self._lobby.database, self._viewer
        return await self._lobby.long_reads.do(lambda: finished(database, wanted, viewer))

    def waiting(self) -> int:
        """How many tables wait for this person to move."""
        return self._lobby.table_list.waiting_for(self._person.number)

    @property
    def _viewer(self) -> Viewer:
        return Viewer(self._person.number, self.own_name, self.is_admin)

    async def best_players(self) -> Sequence[str]:
        """The ratings, game by game, the best first: their sure part, and games played."""
        database = self._lobby.database
        return await self._lobby.long_reads.do(lambda: rated_lines(database))

    def own_ratings(self) -> Mapping[str, Strength]:
        """The own strength by game, as far as it was learnt."""
        return self._lobby.ratings.of(self._person.number)

    def players_at(self, table: LobbyTable) -> Sequence[KnownPlayer]:
        """What is known of who sits at a table, as far as that was learnt."""
        accounts = self._lobby.table_list.seated(table.id)
        return [self._lobby.ratings.player(account, table.game) for account in accounts]

    async def learn_ratings(self, table: LobbyTable | None) -> None:
        """Look up what is not known yet: of oneself, and of who sits there."""
        seated = () if table is None else self._lobby.table_list.seated(table.id)
        await self._lobby.ratings.learn((self._person.number, *seated))

    def people(self) -> Sequence[PersonHere]:
        """Who is where this is: on the server, or at the table."""
        return self._lobby.shown.people_here(self.at)

    def talk(self) -> Sequence[Remark]:
        """What was said where this is."""
        return self._lobby.talking.said(self.at, self._person.number)

    @property
    def talks_aside(self) -> bool:
        """Whether what one says here is for spectators alone."""
        return self._lobby.talking.is_aside(self.at, self._person.number)

    def table_set_up(self) -> str:
        """The id of the table this person has just set up; asked for once."""
        table, self.table.set_up = self.table.set_up, ""
        return table

    def action_seats_here(self) -> None:
        """Who sits at the table, and who is there."""
        if not isinstance(self.screen, SeatsDialog):
            self.push_screen(SeatsDialog(), self._act_on_seat)

    async def _act_on_seat(self, answer: str | None) -> None:
        try:
            await act_on_seat(self.table, answer)
        except (Refusal, OSError) as trouble:
            self.tell_trouble(trouble)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Seats are of a table being played."""
        if action == "seats_here":
            held = self.table.held
            return held is not None and held.table.result is None
        return super().check_action(action, parameters)

    def action_talk_here(self) -> None:
        """What is said here, and who is here."""
        if self._person.known is not None and not isinstance(self.screen, ChatDialog):
            self.push_screen(ChatDialog())

    # What the lobby calls, from wherever

    def turn_changed(self, *, rings: bool) -> None:
        """A game waits for this person, or no longer."""
        if rings and self.sound != "off":
            self.call_later(self.bell)
        self.call_later(self._show_title)

    def _show_title(self) -> None:
        """The title of the terminal tells whether a game waits."""
        waits = self._person.known is not None and self._lobby.held.waits_for(self._person.known.id)
        self.set_window_title(_("nim_tui: your turn") if waits else "nim_tui")

    def hear(self, line: str) -> None:
        """Something was said here; the lobby shows it by itself."""
        if self.at is not None:
            self.call_later(self._hear, line)

    def _hear(self, line: str) -> None:
        if self.at is not None and not isinstance(self.screen, ChatDialog):
            self.notify(line, markup=False)

    def be_told(self, told: Told | str, facts: Mapping[str, Fact]) -> None:
        """Something happened here."""
        self.call_later(self._be_told, told, facts)

    def _be_told(self, told: Told | str, facts: Mapping[str, Fact]) -> None:
        self.notify(say_to(self.own_name, told, facts), markup=False)

    def be_announced(self, text: str) -> None:
        """Whoever runs the server tells everybody something: it stands where notices do."""
        self.call_later(self._be_announced, text)

    def _be_announced(self, text: str) -> None:
        told = _("To everybody: {text}").format(text=text)
        self.notify(told, severity="warning", markup=False, timeout=30)

    def is_kept(self, account: Account) -> None:
        """A key opens this account now."""
        self._person.known = account
        self.be_told(N_("Your key keeps your name and seats from now on."), {})

    def is_renamed(self, account: Account) -> None:
        """The account has another name now."""
        self._person.known = account
        self.be_told(N_("An admin has renamed you: you are {name} now."), {"name": account.name})

    def sit_anew(self) -> None:
        """A bot plays for this person now, or no longer."""
        self.call_later(self.table.sit_anew, self.at)

    def be_shown_out(self, table: str) -> None:
        """An admin has closed the table: back to the lobby, unless they have left already."""
        self.call_later(self._be_shown_out, table)

    def _be_shown_out(self, table: str) -> None:
        if self.at == table:
            self.table.leave()
            self.notify(_("an admin closed this table"), markup=False)

    def move_on(self, table: str, again: str) -> None:
        """The same game begins again elsewhere."""
        self.call_later(self.table.move_on, table, again)

    def be_asked(self) -> None:
        """An answer is waited for: the line that says so comes with a bell."""
        if self.sound != "off":
            self.call_later(self.bell)

    def ring(self, *, is_turn: bool) -> None:
        """Turns ring by themselves here, at whatever table; what others do, where one looks."""
        if self.sound == "all" and not is_turn:
            self.bell()

    def people_changed(self) -> None:
        """Somebody came to the table on the screen, went away, or plays differently."""
        self.call_later(self.table.show_around)

    async def new_code(self) -> str:
        """A code by which another key may join this account, for ten minutes."""
        if self._person.known is not None and self._person.known.is_passing:
            raise no_such_account(self.account)
        if self._person.is_guest and self._registrar.invites:
            raise CannotStart(N_("with an invitation you can come with a key, and stay"))
        return await self._lobby.database.ask(new_code, self.account)

    async def say(self, text: str) -> None:
        """Say something where this is: in the lobby, or at a table."""
        await self._lobby.talking.say(self.account, text, self.at, by=self._person.bounded_as)

    def follow(self, show: Callable[[Done], None]) -> Callable[[], None]:
        """Be asked to show what changed in the lobby, in turns with others."""
        return self._lobby.shown.follow(show)

    async def act(self, table: LobbyTable) -> None:
        """What Enter does with a table, as it is now: the list may be a moment old."""
        row = await self._seen(table.id)
        match lobby_table(row, self.account, self.own_name).doing:
            case Doing.JOIN:
                await self._lobby.desk.join(table.id, self.account)
                if (await self._seen(table.id)).status == RUNNING:
                    await self.table.sit_down(table.id)
            case Doing.PLAY | Doing.WATCH:
                await self.table.sit_down(table.id)
            case Doing.REPLAY:
                self.replay_table(table.id)
            case Doing.WAIT:  # or it is full, and its beginning could not be written
                await self._lobby.desk.begin_if_full(table.id)
                if (await self._seen(table.id)).status != RUNNING:
                    raise CannotStart(N_("this table waits for players"))
                await self.table.sit_down(table.id)

    async def _seen(self, table: str) -> TableRow:
        return await self._lobby.database.ask(table_seen, table, self.account)

    async def get_up(self, table: LobbyTable) -> None:
        """Give a seat back, or a game of two up."""
        waits = table.doing in (Doing.JOIN, Doing.WAIT)
        may = table.is_mine or (waits and (await self._seen(table.id)).host == self.account)
        if not may:
            raise CannotStart(N_("you do not play at this table"))
        if table.doing == Doing.PLAY:
            await self._lobby.desk.resign(table.id, self.account)
        else:
            await self._lobby.desk.get_up(table.id, self.account)

    # What admins can do

    @property
    def is_admin(self) -> bool:
        """Whether this person may act on sessions and tables."""
        return self._moderation is not None

    async def visits(self) -> Sequence[SessionRow]:
        """Who is here, and where."""
        return () if self._moderation is None else await self._moderation.rows()

    def kick(self, client: int) -> None:
        """End a session."""
        if self._moderation is not None:
            self._moderation.kick(client)

    async def close_table(self, table: LobbyTable) -> None:
        """Close a table, whoever plays there."""
        if self._moderation is not None:
            await self._moderation.close(table.id)

    # Replays

    def replay_table(self, table_id: str) -> None:
        """Step through a game that is over, once its record is read."""
        look_up(self, lambda: self._replay(table_id), "replay")

    async def _replay(self, table_id: str) -> None:
        database, place, account = self._lobby.database, self.at, self.account

        def read() -> tuple[Header, Sequence[Line], int | None]:
            own = table_seen(database, table_id, account).seat_of(account)
            return (*load(database, table_id), own)

        try:
            header, lines, own = await self._lobby.long_reads.do(read)
        except Refusal as refusal:
            self.notify(say_refusal(refusal), severity="error", markup=False)
            return
        if self.at == place:  # not, if a table was gone to meanwhile
            self.push_screen(replay_screen(header, lines, 0, own))

    async def review_table(self, table_id: str) -> None:
        """Open the review of a game that is over, once its record is read."""
        self.table.reviews.open(table_id)

    # What screens ask: settings

    def beat(self) -> float:
        """Seconds between the steps of what is shown by itself."""
        return min(self.kept_settings.beat, BEAT)

    def note_game(self, game: str) -> None:
        """Note that a game is known."""
        if self.kept_settings.note_game(game):
            self.keep_settings()

    def save_settings(self) -> None:
        """Keep the settings with the account."""
        if self._person.known is not None and not self._person.known.is_passing:
            self._kept.keep()

    async def _keep_settings(self) -> None:
        kept = msgspec.Raw(msgspec.json.encode(self.kept_settings))
        try:
            await self._lobby.database.ask(keep_settings, self.account, kept)
        except (Refusal, OSError) as trouble:
            self.complain_of(UNSAVED, trouble)
