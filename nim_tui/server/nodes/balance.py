"""Handing games on to servers that look after fewer: after one was away all lie with the others.

Who looks after clearly more than its share hands idle games to the one that looks after fewest: a
few at a time, none at which anybody looks elsewhere, so that nobody notices.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Final

from nim_tui.server.nodes.leases import owners
from nim_tui.server.nodes.port import House
from nim_tui.server.storage.database import Database

SPARE: Final = 4
"""Games above a quarter more than its share that a server may look after."""

logger = logging.getLogger(__name__)


def to_hand_on(counts: Mapping[int, int], node: int, most: int) -> list[int]:
    """The servers that are to look after games of one, each once for a game; mostly none.

    `counts` tells how many games each of those that live looks after.
    """
    share = sum(counts.values()) / len(counts)
    if counts[node] <= share * 1.25 + SPARE:
        return []
    left = dict(counts)
    takers: list[int] = []
    while len(takers) < most and left[node] > share + 1:
        taker = min(left, key=lambda one: (left[one], one))
        left[taker], left[node] = left[taker] + 1, left[node] - 1
        takers.append(taker)
    return takers


class Balance:
    """Sees to it that one server does not look after most games."""

    def __init__(self, database: Database, living: Callable[[], Sequence[int]], most: int) -> None:
        """`living` tells which nodes live; so many games are handed on at a look, at most."""
        self._database = database
        self._living = living
        self._most = most

    async def look(self, house: House) -> None:
        """Hand on what is to be handed on by now. Raises StorageError."""
        node, living = self._database.node, self._living()
        if node is None or node not in living or len(living) < 2 or not self._most:
            return
        if len(house.own_tables()) <= SPARE:
            return
        counts = dict.fromkeys(living, 0) | await self._database.look(owners, living)
        takers = to_hand_on(counts, node, self._most)
        if not takers:
            return
        handed = 0
        for table, taker in zip(islice(house.idle_tables(), len(takers)), takers, strict=False):
            handed += await house.hand_on(table, taker)
        logger.info("node=%d handed %d games on", node, handed)
