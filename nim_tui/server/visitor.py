"""VisitorApp: one visit to the server, from the lobby to tables and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from textual.binding import Binding, BindingType
from textual.screen import Screen

from nim_tui.catalog import offer_named
from nim_tui.furnished import FurnishedApp
from nim_tui.on_offer import OffersGames
from nim_tui.opening import replay_screen
from nim_tui.seating import BOT
from nim_tui.server.database.accounts import Account, keep_settings, settings_of
from nim_tui.server.database.games import load
from nim_tui.server.database.keys import new_code
from nim_tui.server.database.listing import Search, table_seen
from nim_tui.server.database.schema import RUNNING
from nim_tui.server.database.tables import SeatWish, TablePlan
from nim_tui.server.lobby_rows import OPEN_SEAT, invited, lobby_table, rated_lines
from nim_tui.server.salon import BEAT, Salon
from nim_tui.server.transport import ServedApp, Visit
from nim_tui.settings import Settings, settings_from
from nim_tui.sitting import LivePlace, TableSeat
from rules.options import FromFile, OptionValue
from rules.text import N_, Refusal
from screens.house import CannotStart, KeptTable
from screens.lobby.hall import Doing, LobbyTable
from screens.lobby.naming import NameScreen
from screens.lobby.screen import LobbyScreen
from screens.lobby.talk import TalkPane
from screens.text import _

Register = Callable[[str], Account]
"""Makes an account of this name for the key of the visit. Raises a Refusal."""


class VisitorApp(ServedApp, OffersGames, FurnishedApp):
    """The hall of one person; everything shared lies in the salon."""

    TITLE = "nim_tui"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "apostrophe",
            "talk_here",
            N_("Talk"),
            id="visit.talk",
            tooltip=N_("What is said here, and who is here"),
        ),
        Binding("ctrl+q", "quit", show=False, system=True),
    ]
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(
        self, salon: Salon, visit: Visit, account: Account | None, register: Register
    ) -> None:
        kept = {} if account is None else settings_of(salon.database, account.id)
        super().__init__(settings_from(msgspec.json.encode(kept)), visit.wishes)
        self._salon = salon
        self._visit = visit
        self._account = account
        self._make_account = register
        self.at: str | None = None
        """The id of the table on the screen."""

    # Coming in

    def get_default_screen(self) -> Screen[Any]:
        """The lobby."""
        return LobbyScreen()

    def on_mount(self) -> None:
        """Be seen; before that, once, choose a name."""
        if self._account is None:
            self.push_screen(NameScreen())
        else:
            self._come_in()

    def _come_in(self) -> None:
        self._salon.enter(self._visit.number, self)
        self._show_title()

    @property
    def account(self) -> int:
        """The number of the account. Raises a Refusal before there is one."""
        if self._account is None:
            raise CannotStart(N_("choose a name first"))
        return self._account.id

    @property
    def own_name(self) -> str:
        """Who this is."""
        return "" if self._account is None else self._account.name

    def name_me(self, name: str) -> None:
        """Choose a name, once."""
        self._account = self._make_account(name)
        self._come_in()
        self.pop_screen()

    # The lobby

    def lobby_tables(self, text: str, *, only_mine: bool = False) -> Sequence[LobbyTable]:
        """Tables that wait for one first, then the newest.

        Neither order nor counts tell of moves that are hidden while a game is played.
        """
        viewer = None if self._account is None else self._account.id
        mine = viewer if only_mine else None
        search = Search(viewer=viewer, account=mine, text=text, my_turn_first=True)
        rows = self._salon.tables(search)
        shown = [(row.created, lobby_table(row, viewer)) for row in rows]
        shown.sort(key=lambda pair: (not pair[1].is_my_turn, -pair[0]))
        return [table for _created, table in shown]

    def best_players(self) -> Sequence[str]:
        """The ratings, game by game, the best first: their sure part, and games played."""
        return rated_lines(self._salon.database)

    def people(self) -> Sequence[str]:
        """Who is where this is: on the server, or at the table."""
        return self._salon.people(self.at)

    def talk(self) -> Sequence[str]:
        """What was said where this is."""
        return [f"{line.name}: {line.text}" for line in self._salon.said(self.at)]

    def action_talk_here(self) -> None:
        """What is said here, and who is here."""
        if self._account is not None and not isinstance(self.screen, TalkPane):
            self.push_screen(TalkPane())

    # What the salon calls, from wherever

    def turn_came(self, *, is_mine: bool) -> None:
        """A game waits for this person, or no longer."""
        if is_mine:
            self.call_later(self.bell)
        self.call_later(self._show_title)

    def _show_title(self) -> None:
        """The title of the terminal tells whether a game waits."""
        waits = self._account is not None and self._salon.waits_for(self._account.id)
        self.set_window_title(_("nim_tui: your turn") if waits else "nim_tui")

    def hear(self, line: str) -> None:
        """Something was said here."""
        self.call_later(self._hear, line)

    def _hear(self, line: str) -> None:
        if self.at is not None and not isinstance(self.screen, TalkPane):
            self.notify(line, markup=False)

    def new_code(self) -> str:
        """A code by which another key may join this account, for ten minutes."""
        return new_code(self._salon.database, self.account)

    def say(self, text: str) -> None:
        """Say something where this is: in the lobby, or at a table."""
        self._salon.say(self.account, text, self.at)

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when the lobby changes."""
        return self._salon.listen(listener)

    def act(self, table: LobbyTable) -> None:
        """What Enter does with a table."""
        match table.doing:
            case Doing.JOIN:
                self._salon.join(table.id, self.account)
            case Doing.PLAY | Doing.WATCH:
                self.sit_down(table.id)
            case Doing.REPLAY:
                self.replay_table(table.id)
            case Doing.WAIT:
                raise CannotStart(N_("this table waits for players"))

    def get_up(self, table: LobbyTable) -> None:
        """Give a seat back, or a game of two up."""
        if table.doing == Doing.PLAY:
            self._salon.resign(table.id, self.account)
        else:
            self._salon.get_up(table.id, self.account)

    # At a table

    def sit_down(self, table: str) -> None:
        """Show a table: from the own seat, or as a spectator."""
        row = table_seen(self._salon.database, table, self.account)
        game = self._salon.live(table)
        offer = offer_named(game.game.name)
        adviser = offer.bot(offer.bots[0])
        own = row.seat_of(self.account)
        place = LivePlace(game)
        persons = [] if own is None else [TableSeat(place, own, adviser)]
        watcher = TableSeat(place, None, adviser)
        self.leave_table()
        self.at = table
        self.push_screen(offer.screen_type(persons, watcher, title=row.title))

    def leave_table(self) -> None:
        """Back to the lobby; the game goes on."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.at = None

    def replay_table(self, table_id: str) -> None:
        """Step through a game that is over."""
        header, lines = load(self._salon.database, table_id)
        self.push_screen(replay_screen(header, lines, 0))

    def replay_this(self, position: int) -> None:
        """Step through the game on the screen, once it is over."""
        if self.at is not None and self._salon.live(self.at).result is not None:
            self.replay_table(self.at)

    def play_again(self) -> None:
        """Another table with the same people, to be joined by them."""
        if self.at is None:
            return
        game = self._salon.live(self.at)
        seats = [f"{BOT}{seat.bot}" if seat.bot else invited(seat.name) for seat in game.seats]
        self.start_table(game.game.name, [*seats[1:], seats[0]], game.options, None)

    def go_on_with(self, table_id: str) -> None:
        """Sit down at a table again."""
        self.sit_down(table_id)

    # House: games and new tables

    def kept_tables(self) -> Sequence[KeptTable]:
        """The lobby lists tables; there is no other list."""
        return []

    @property
    def is_private(self) -> bool:
        """The machine is the server's."""
        return False

    def sitters(self, number: int) -> Sequence[str]:
        """Oneself, or whoever wants."""
        return [self.own_name, OPEN_SEAT] if number == 0 else [OPEN_SEAT, self.own_name]

    def seat_text(self, seat: str) -> str:
        """Oneself, anybody, or who is invited by name."""
        if seat == self.own_name:
            return _("{name} (you)").format(name=seat)
        return _("open to all") if seat == OPEN_SEAT else _("{name}, invited").format(name=seat)

    def check_seat(self, name: str, seat: str) -> None:
        """Whether a seat can be given away so: `open`, `bot:LEVEL`, or a name."""
        try:
            self._wish(name, seat)
        except Refusal as problem:
            raise CannotStart(problem.reason, **problem.facts) from problem

    def _wish(self, game: str, seat: str) -> SeatWish:
        text = seat.strip()
        if text.lower().startswith(BOT):
            level = text[len(BOT) :].lower()
            offer_named(game).bot(level)
            return SeatWish(bot=level)
        if text.casefold() == OPEN_SEAT:
            return SeatWish()
        if text == self.own_name:
            return SeatWish(account=self.account)
        return SeatWish(invited=text)

    def text_for(self, option: FromFile, path: str) -> str:
        """Nothing: the files here are the server's."""
        raise CannotStart(N_("files of the server cannot be read from here"))

    def start_table(
        self,
        name: str,
        seats: Sequence[str],
        options: Mapping[str, OptionValue],
        seed: int | None,
    ) -> None:
        """Set a table up; sit down at once if nobody is waited for."""
        if seed is not None:
            raise CannotStart(N_("here every game is dealt by chance: leave the seed empty"))
        try:
            plan = TablePlan(name, [self._wish(name, seat) for seat in seats], options=options)
            table = self._salon.create(self.account, plan)
        except (Refusal, OSError) as problem:
            if isinstance(problem, Refusal):
                raise CannotStart(problem.reason, **problem.facts) from problem
            raise CannotStart(N_("the table cannot be kept: {why}"), why=str(problem)) from problem
        self.leave_table()
        row = table_seen(self._salon.database, table, self.account)
        if row.status == RUNNING:
            self.sit_down(table)

    def beat(self) -> float:
        """Seconds between the steps of what is shown by itself."""
        return min(self.kept_settings.beat, BEAT)

    def save_settings(self) -> None:
        """Keep the settings with the account."""
        kept: Settings = self.kept_settings
        if self._account is not None:
            keep_settings(self._salon.database, self._account.id, kept)
