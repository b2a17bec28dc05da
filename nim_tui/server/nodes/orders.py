"""What the owner of a table is asked to do there by other nodes, and its answers."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Final

from nim_tui.server.database.connection import Database
from nim_tui.server.database.posts import Answered, Order, tell_nodes
from nim_tui.server.nodes.port import OwnerSilent
from rules.messages import N_, Refusal

PATIENCE: Final = 5.0
"""Seconds to wait for an answer."""


class Orders:
    """The orders of this node that are not answered yet."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[Answered]] = {}

    async def ask(self, table: str, act: str, account: int, seat: int) -> None:
        """Have something done. Raises OwnerSilent, StorageTrouble, or why it was refused."""
        number, node = next(self._numbers), self._database.node or 0
        answer: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            order = Order(number, node, table, act, account, seat)
            await self._database.ask(tell_nodes, order)
            async with asyncio.timeout(PATIENCE):
                told = await answer
        except TimeoutError:
            raise OwnerSilent(
                N_("the server of this table does not answer: please try again in a moment")
            ) from None
        finally:
            del self._waiting[number]
        if told.reason:
            raise Refusal(told.reason, **told.facts)

    def answered(self, told: Answered) -> None:
        """An answer came; perhaps too late."""
        answer = self._waiting.get(told.number)
        if told.node == self._database.node and answer is not None and not answer.done():
            answer.set_result(told)


def answer_to(order: Order, refusal: Refusal | None) -> Answered:
    """How an order went."""
    if refusal is None:
        return Answered(order.number, order.node)
    facts = {
        name: fact if isinstance(fact, str | int) else str(fact)
        for name, fact in refusal.facts.items()
    }
    return Answered(order.number, order.node, refusal.reason, facts)
