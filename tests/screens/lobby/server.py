"""A server without SSH: its own database and lobby, and a clock that stands until it is moved."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import copy_context
from itertools import count
from pathlib import Path
from typing import Any, Final, cast

from nim_tui.registry import all_games
from nim_tui.server.accounts.store import Account, keep_settings, register
from nim_tui.server.admin.protocol import Close
from nim_tui.server.admin.service import AdminService
from nim_tui.server.admin.statistics import Statistics
from nim_tui.server.app.app import VisitorApp
from nim_tui.server.play.clock import Uptime
from nim_tui.server.play.live_table import LiveTable
from nim_tui.server.services import Services
from nim_tui.server.sessions.sessions import SessionRegistry
from nim_tui.server.sessions.sign_in import SignIn
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.ssh import ClientInfo, Counters, SshServer
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.off_loop import at_once
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.testing.screens import SMALL
from rules.messages import Fact
from screens.people import PersonalSentence, say_to

KEEPER: Final = "Kim"
"""The name of an admin."""
A_MINUTE: Final = 60.0


class Present:
    """A person online, in the lobby or at a table, who keeps what they are told there."""

    def __init__(self, account: Account) -> None:
        self.account = account.id
        self.name = account.name
        self.at: str | None = None
        self.heard: list[str] = []

    @property
    def who(self) -> Present:
        return self

    def turn_changed(self, *, rings: bool) -> None:
        pass

    def hear(self, line: str) -> None:
        self.heard.append(line)

    def be_told(self, told: PersonalSentence | str, facts: Mapping[str, Fact]) -> None:
        self.heard.append(say_to(self.name, told, facts))

    def people_changed(self) -> None:
        pass

    def is_kept(self, account: Account) -> None:
        pass

    def is_renamed(self, account: Account) -> None:
        self.name = account.name

    def be_announced(self, text: str) -> None:
        """Do nothing."""

    def be_asked(self) -> None:
        pass

    def move_on(self, table: str, again: str) -> None:
        pass

    def be_excluded(self, table: str) -> None:
        """Do nothing."""

    def be_shown_out(self, table: str) -> None:
        """Do nothing."""

    def sit_anew(self) -> None:
        pass


class NeverStands(Uptime):
    """An uptime that counts a test's jump of the clock as served time, not as a stall."""

    def _look(self) -> None:
        pass


class Doorman:
    """A registry of sessions, in place of the code that accepts connections."""

    def __init__(self) -> None:
        self.sessions: tuple[ClientInfo, ...] = ()
        self.sent_away: list[int] = []
        self.last_lines: dict[int, str] = {}

    def kick(self, number: int, text: str) -> bool:
        self.sent_away.append(number)
        self.last_lines[number] = text
        return any(visit.number == number for visit in self.sessions)


class Server:
    """The server with its users."""

    def __init__(self, folder: Path, *, rated_hours: float = 0) -> None:
        self.now = 1_000_000.0
        self.database = open_database(folder, lambda: self.now)
        limits = LobbyLimits(rated_hours=rated_hours)
        self.lobby = Services(self.database, NeverStands(lambda: self.now), limits=limits)
        self.doorman = Doorman()
        admins = [print_of(KEEPER)]
        self._reception = SignIn(self.lobby, guests=True, admins=admins)
        self._book = SessionRegistry(self._reception, self.database)
        self._book.open(cast(SshServer, self.doorman))
        self._admin = AdminService(self.lobby, self._book, Statistics(self.lobby, Counters()))
        self._reception.open_moderation(self._admin)
        self._accounts: dict[str, Account] = {}
        self._numbers = count(1)
        self._apps: list[VisitorApp] = []

    def close(self) -> None:
        """End all sessions."""
        self.lobby.close()
        self.database.close()

    def later(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds

    # People

    def account(self, name: str) -> Account:
        """Return the account of a name, registered if necessary."""
        if name not in self._accounts:
            self._accounts[name] = register(self.database, name, print_of(name))
        return self._accounts[name]

    def visitor(self, name: str, **settings: Any) -> VisitorApp:
        """Return the app, not yet running, of an account that has played every game."""
        kept = {"games": [*all_games()], **settings}
        keep_settings(self.database, self.account(name).id, kept)
        return self.stranger(print_of(name))

    def stranger(self, key: str | None, **wishes: str) -> VisitorApp:
        """Return the app of a user with an SSH key, known or not; of a guest without one."""
        number = next(self._numbers)
        visit = ClientInfo(number, key, f"192.0.2.{number}", "xterm-256color", SMALL, wishes)
        self.doorman.sessions += (visit,)
        app = at_once(self._book.app_for(visit))
        assert isinstance(app, VisitorApp)
        app.animation_level = "none"
        self._apps.append(app)
        return app

    def visits_of(self, *names: str, at: str | None = None) -> None:
        """Open sessions of these people, whose screens nobody watches."""
        for name in names:
            app = copy_context().run(self.visitor, name)
            app.table._be_at(at)

    def arrive(self, *names: str, at: str | None = None) -> list[Present]:
        """Let these people arrive in the lobby or at a table, and the server react."""
        came = [Present(self.account(name)) for name in names]
        for present in came:
            self.lobby.comings.enter(1000 + next(self._numbers), present)
            present.at = at
        self.lobby.comings.moved_about(at)
        return came

    def say(self, name: str, text: str, table: str | None = None) -> None:
        """Send a message, here or at a table, some time after the last."""
        self.later(3)
        at_once(self.lobby.talking.say(self.account(name).id, text, table))

    # Tables

    def table(self, game: str, *seats: str, title: str = "", **terms: Any) -> str:
        """Set up a table for the first name, a minute after the last table; return its id.

        Seats are names, `bot:LEVEL`, `?NAME` for an invited person, or empty.
        """
        self.later(A_MINUTE)
        host = self.account(seats[0]).id
        wishes = [SeatWish(account=host), *(_wish(seat) for seat in seats[1:])]
        table = at_once(self.lobby.tables.create(host, TablePlan(game, wishes, title, **terms)))
        for name in seats[1:]:
            if name and ":" not in name and not name.startswith("?"):
                self.join(table, name)
        return table

    def join(self, table: str, name: str) -> None:
        """Let somebody take a free seat."""
        at_once(self.lobby.tables.join(table, self.account(name).id))

    def held(self, table: str) -> LiveTable:
        """Return a game being played."""
        held = self.lobby.held.seated(table)
        assert held is not None
        return held

    def play(self, table: str, words: str) -> None:
        """Play moves in words, each by the first seat that must move."""
        game = at_once(self.lobby.opener.live(table))
        for text in words.split(";"):
            game.play(game.waiting[0], game.game.parse(text.strip()))

    def win(self, table: str, *, loser: str) -> None:
        """Let somebody resign a game of two."""
        at_once(self.lobby.tables.resign(table, self.account(loser).id))

    def agree(self, table: str, *names: str) -> None:
        """Let these people offer or accept a draw."""
        for name in names:
            at_once(self.held(table).agreeing.agree(self.account(name).id))

    def want_again(self, table: str, name: str) -> None:
        """Let somebody ask for a rematch."""
        at_once(self.lobby.rematches.play_again(table, self.account(name).id))

    def run_out(self, table: str, seconds: float) -> None:
        """Let time pass until the clock of a table rings."""
        self.later(seconds)
        at_once(self.held(table).time.ring())

    def close_table(self, table: str) -> None:
        """Close a table as the operator."""
        at_once(self._admin.answer(Close(table)))


def _wish(seat: str) -> SeatWish:
    if seat.startswith("bot:"):
        return SeatWish(bot=seat[4:])
    return SeatWish(invited=seat[1:] or None) if seat.startswith("?") else SeatWish()


def print_of(name: str) -> str:
    """Return the fingerprint of somebody's key."""
    return f"SHA256:{name.encode().hex():x<43}"
