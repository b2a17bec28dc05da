"""The own account of a session: who one is, how strong, and the keys that open it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from nim_tui.registry import CATALOG
from nim_tui.server.app.notices import AskPage, OwnNotices
from nim_tui.server.app.person import Person
from nim_tui.server.database.accounts import Account, no_such_account
from nim_tui.server.database.connection import Database
from nim_tui.server.database.keys import KeyTrouble, remove_key
from nim_tui.server.database.leaving import games_left
from nim_tui.server.database.own_keys import kept_keys, name_key
from nim_tui.server.database.standings import course_of, ratings_of
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.server.ratings import Rating
from rules.messages import N_
from screens.app_api import CannotStart
from screens.lobby.profile_api import OwnKey, Profile, RatedGame

EndKey = Callable[[str], object]
"""Ends what a key has open, by its fingerprint."""


class OwnProfile:
    """What a person asks of their account: answered in threads, as it may take a moment."""

    def __init__(
        self,
        lobby: Lobby,
        person: Person,
        fingerprint: str | None,
        end_key: EndKey,
        ask_page: AskPage | None = None,
    ) -> None:
        """`fingerprint` is of the key this session came with; `ask_page` is for notices."""
        self._lobby = lobby
        self._person = person
        self._fingerprint = fingerprint
        self._end_key = end_key
        self.notices = OwnNotices(lobby, lambda: self._member, ask_page)

    @property
    def _member(self) -> Account:
        """Raises a Refusal for whom nothing is kept."""
        known = self._person.known
        if known is None:
            raise CannotStart(N_("choose a name first"))
        if known.is_passing:
            raise no_such_account(known.id)
        return known

    async def shown(self) -> Profile:
        """Who one is here."""
        account, database = self._member, self._lobby.database
        return await self._lobby.long_reads.do(lambda: _profile(database, account))

    async def keys(self) -> Sequence[OwnKey]:
        """The keys that open the account."""
        found = await self._lobby.database.look(kept_keys, self._member.id)
        return [
            OwnKey(
                key.fingerprint, key.name, day(key.added), key.fingerprint == self._fingerprint,
                day(key.used) if key.used is not None else "",
            )
            for key in found
        ]  # fmt: skip

    async def name_key(self, fingerprint: str, name: str) -> None:
        """Call a key something."""
        await self._lobby.database.ask(name_key, self._member.id, fingerprint, name)

    async def remove_key(self, fingerprint: str) -> None:
        """Take a key away, but not the one that this session came with."""
        account = self._member
        if fingerprint == self._fingerprint:
            raise KeyTrouble(N_("this session came with this key: use another to remove it"))
        await self._lobby.database.whole(self._remove_key(account.id, fingerprint))

    async def _remove_key(self, account: int, fingerprint: str) -> None:
        await self._lobby.database.ask(remove_key, account, fingerprint)
        self._end_key(fingerprint)


def day(seconds: float) -> str:
    """A day by the clock of the server."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d")


def _profile(database: Database, account: Account) -> Profile:
    """A read that may take long."""
    course = course_of(database, account.id)
    left, played = games_left(database, (account.id,)).get(account.id, (0, 0))
    games = [
        rated(game, rating, count, course.get(game, ()))
        for game, (rating, count) in ratings_of(database, account.id).items()
    ]
    return Profile(account.name, day(account.created), played, left, games)


def rated(game: str, rating: Rating, games: int, course: Sequence[Rating]) -> RatedGame:
    """How strong somebody is in a game, and how that went."""
    return RatedGame(
        game=game,
        title=CATALOG[game].title,
        games=games,
        rating=rating.surely,
        guess=rating.mu,
        spread=2 * rating.sigma,
        is_provisional=rating.is_provisional,
        course=[(one.mu, one.surely) for one in course],
    )
