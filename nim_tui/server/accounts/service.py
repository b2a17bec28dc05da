"""A user's own account: profile, name, codes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from nim_tui.registry import all_games
from nim_tui.server.accounts.keys import (
    CannotUseKey,
    KeptKey,
    kept_keys,
    name_key,
    remove_key,
)
from nim_tui.server.accounts.names import account_name
from nim_tui.server.accounts.registration import Registrar, SignInResult
from nim_tui.server.accounts.store import Account, NameTaken, is_free
from nim_tui.server.notifications.page import AskPage, NotificationSettings
from nim_tui.server.ratings.rating import Rating
from nim_tui.server.ratings.store import course_of, ratings_of
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.seat_store import games_left
from rules.messages import N_

EndKey = Callable[[str], object]
"""Ends the sessions of a key, given its fingerprint."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A person's rating in one game, and its history."""

    game: str
    title: str
    games: int
    rating: float
    """The rating: the estimate less three standard deviations."""
    guess: float
    spread: float
    """The uncertainty: twice the standard deviation."""
    is_provisional: bool
    course: Sequence[tuple[float, float]] = ()
    """Estimate and rating after each rated game, oldest first; the latest ones of many."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The profile of a user on a server."""

    name: str
    since: str
    """The day the account was made."""
    played: int
    """The number of finished games."""
    left: int
    """The number of those games abandoned."""
    games: Sequence[RatedGame]


class AccountService:
    """The requests of a user about their account, answered in threads, as they may take long."""

    def __init__(
        self,
        lobby: Services,
        person: SessionAccount,
        fingerprint: str | None,
        end_key: EndKey,
        ask_page: AskPage | None = None,
    ) -> None:
        """`fingerprint` is that of the session's key; `ask_page` asks for notification pages."""
        self._lobby = lobby
        self._person = person
        self.fingerprint: Final = fingerprint
        self.end_key: Final = end_key
        self.notices = NotificationSettings(lobby, lambda: self._person.member, ask_page)

    @property
    def name(self) -> str:
        """The name of the user; empty before one was chosen."""
        return self._person.name

    async def shown(self) -> Profile:
        """Return the person's own profile."""
        account, database = self._person.member, self._lobby.database
        return await self._lobby.long_reads.do(lambda: _profile(database, account))

    async def keys(self) -> Sequence[KeptKey]:
        """Return the keys that open the account, oldest first."""
        return await self._lobby.database.look(kept_keys, self._person.member.id)

    async def name_key(self, fingerprint: str, name: str) -> None:
        """Name a key."""
        await self._lobby.database.ask(name_key, self._person.member.id, fingerprint, name)

    async def remove_key(self, fingerprint: str) -> None:
        """Remove a key, except that of this session."""
        account = self._person.member
        if fingerprint == self.fingerprint:
            raise CannotUseKey(N_("you signed in with this key: use another key to remove it"))
        await self._lobby.database.whole(self._remove_key(account.id, fingerprint))

    async def _remove_key(self, account: int, fingerprint: str) -> None:
        await self._lobby.database.ask(remove_key, account, fingerprint)
        self.end_key(fingerprint)


def day(seconds: float) -> str:
    """Return a date in the server's time zone."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d")


def _profile(database: Database, account: Account) -> Profile:
    """Read the profile of an account; this may take long."""
    course = course_of(database, account.id)
    left, played = games_left(database, (account.id,)).get(account.id, (0, 0))
    games = [
        rated(game, rating, count, course.get(game, ()))
        for game, (rating, count) in ratings_of(database, account.id).items()
    ]
    return Profile(account.name, day(account.created), played, left, games)


def rated(game: str, rating: Rating, games: int, course: Sequence[Rating]) -> RatedGame:
    """Return a person's rating in a game, and its history."""
    return RatedGame(
        game=game,
        title=all_games()[game].title,
        games=games,
        rating=rating.surely,
        guess=rating.mu,
        spread=2 * rating.sigma,
        is_provisional=rating.is_provisional,
        course=[(one.mu, one.surely) for one in course],
    )


class SignUpService:
    """A user's sign-up, codes and invitations."""

    def __init__(
        self,
        database: Database,
        person: SessionAccount,
        registrar: Registrar,
        named: Callable[[SignInResult], None],
    ) -> None:
        """`named` signs the user in under the new name."""
        self._database = database
        self._person = person
        self._registrar = registrar
        self._named = named

    @property
    def not_opened(self) -> str:
        """The notice that the key does not open the account meant; empty if none was meant."""
        return self._registrar.not_opened

    @property
    def needs_invitation(self) -> bool:
        """Whether a name must be chosen together with an invitation code."""
        return self._registrar.needs_invitation

    @property
    def by_browser(self) -> bool:
        """Whether this user came by a browser."""
        return self._person.by_browser

    @property
    def may_invite(self) -> bool:
        """Whether new users need invitations, and this user can make some."""
        return self._registrar.invites and not self._person.is_guest

    async def new_invitation(self) -> str:
        """Return an invitation code for one new user."""
        return await self._registrar.invite(self._person.account)

    async def check_name(self, name: str) -> None:
        """Check that a name can be chosen."""
        self._registrar.check(name)
        if not await self._database.look(is_free, name):
            raise NameTaken(
                N_("{name} is taken, or too similar to a taken name"), name=repr(account_name(name))
            )

    async def name_me(self, name: str) -> None:
        """Choose a name, once."""
        self._named(await self._registrar.register(name))

    async def new_code(self) -> str:
        """Return a link code, valid for ten minutes, that adds another key to this account."""
        return await self._registrar.new_code(self._person.member)
