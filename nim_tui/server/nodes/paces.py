"""How often one person may do something, at a server that is alone or at all of several."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress

from nim_tui.server.rate_limit import (
    PaceRule,
    RateLimit,
    TooOften,
    Window,
    WindowRule,
    give_back_to,
    take,
    take_in,
    too_often,
)
from nim_tui.server.storage.database import Database, StorageError
from rules.messages import Refusal


class OwnPace:
    """Known to this server."""

    def __init__(self, database: Database, rule: PaceRule) -> None:
        self._rate = RateLimit(rule.at_once, rule.seconds, database.now)

    async def take(self, who: Hashable) -> None:
        """Do it once. Raises TooOften."""
        self._rate.take(who)


class SharedPace:
    """Known to all servers at the database, which is not asked about who did too much here."""

    def __init__(self, database: Database, rule: PaceRule) -> None:
        self._database = database
        self._rule = rule
        self._here = RateLimit(rule.at_once, rule.seconds, database.now)

    async def take(self, who: Hashable) -> None:
        """Do it once. Raises TooOften, StorageError."""
        self._here.check(who)
        await self._database.ask(take, self._rule, str(who)[:100])
        with suppress(TooOften):  # something else was done meanwhile
            self._here.take(who)


class OwnWindow:
    """Known to this server."""

    def __init__(self, database: Database, rule: WindowRule) -> None:
        self._here = Window(rule.most, rule.seconds, database.now)

    def is_full(self, who: Hashable) -> bool:
        """Whether somebody has done it as often as may be, as far as this server knows."""
        return self._here.is_full(who)

    async def take(self, who: Hashable) -> int:
        """Do it once; what it is given back by. Raises TooOften."""
        if self._here.is_full(who):
            raise too_often()
        self._here.note(who)
        return 0

    async def give_back(self, who: Hashable, number: int) -> None:
        """It came to nothing."""
        self._here.take_back(who)


class SharedWindow:
    """Known to all servers at the database, which is not asked about who did too much here."""

    def __init__(self, database: Database, rule: WindowRule) -> None:
        self._database = database
        self._rule = rule
        self._here = OwnWindow(database, rule)

    def is_full(self, who: Hashable) -> bool:
        """Whether somebody has done it as often as may be, as far as this server knows."""
        return self._here.is_full(who)

    async def take(self, who: Hashable) -> int:
        """Do it once; what it is given back by. Raises TooOften, StorageError."""
        await self._here.take(who)
        try:
            return await self._database.ask(take_in, self._rule, str(who))
        except Refusal:
            await self._here.give_back(who, 0)
            raise

    async def give_back(self, who: Hashable, number: int) -> None:
        """It came to nothing; where that cannot be written, it counts all the same."""
        await self._here.give_back(who, 0)
        with suppress(StorageError):
            await self._database.ask(give_back_to, number)
