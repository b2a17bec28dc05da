"""Requests to other nodes, of the owner of a table or by an admin, and their answers."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Final

from nim_tui.server.nodes.port import NodeSilent, OwnerSilent
from nim_tui.server.nodes.posts import (
    AdminAnswered,
    AdminAsked,
    Answered,
    AnyPost,
    Order,
    tell_nodes,
)
from nim_tui.server.storage.database import Database
from rules.messages import N_, Refusal

PATIENCE: Final = 5.0
"""Seconds to wait for an answer."""

AnyAnswer = Answered | AdminAnswered


class Orders:
    """The orders of this node that are not answered yet."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[AnyAnswer]] = {}

    async def ask(self, table: str, act: str, account: int, seat: int) -> None:
        """Have something done. Raises OwnerSilent, StorageError, or why it was refused."""
        number, node = next(self._numbers), self._database.node or 0
        try:
            told = await self._answer(Order(number, node, table, act, account, seat), number)
        except TimeoutError:
            raise OwnerSilent(
                N_("the server of this table does not answer: please try again in a moment")
            ) from None
        assert isinstance(told, Answered)
        if told.reason:
            raise Refusal(told.reason, **told.facts)

    async def ask_admin(self, at: int, order: str) -> str:
        """Return the answer of another node to an admin. Raises NodeSilent, StorageError."""
        number, node = next(self._numbers), self._database.node or 0
        try:
            told = await self._answer(AdminAsked(number, node, at, order), number)
        except TimeoutError:
            raise NodeSilent(N_("server {number} does not answer"), number=at) from None
        assert isinstance(told, AdminAnswered)
        return told.answer

    async def _answer(self, order: AnyPost, number: int) -> AnyAnswer:
        """Raises TimeoutError."""
        answer: asyncio.Future[AnyAnswer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            await self._database.ask(tell_nodes, order)
            async with asyncio.timeout(PATIENCE):
                return await answer
        finally:
            del self._waiting[number]

    def answered(self, told: AnyAnswer) -> None:
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
