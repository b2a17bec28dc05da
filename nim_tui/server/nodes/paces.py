"""How often one person may do something, at a server that is alone or at all of several."""

from __future__ import annotations

from collections.abc import Hashable

from nim_tui.server.database.connection import Database
from nim_tui.server.database.paces import PaceRule, take
from nim_tui.server.rate_limit import Rate


class OwnPace:
    """Known to this server."""

    def __init__(self, database: Database, rule: PaceRule) -> None:
        self._rate = Rate(rule.at_once, rule.seconds, database.now)

    async def take(self, who: Hashable) -> None:
        """Do it once. Raises TooOften."""
        self._rate.take(who)


class SharedPace:
    """Known to all servers at the database."""

    def __init__(self, database: Database, rule: PaceRule) -> None:
        self._database = database
        self._rule = rule

    async def take(self, who: Hashable) -> None:
        """Do it once. Raises TooOften, StorageTrouble."""
        await self._database.ask(take, self._rule, str(who)[:100])
