"""Orders as they come, as lines of JSON, and what is answered."""

from __future__ import annotations

import logging
from typing import Final, Protocol

import msgspec

from nim_tui.names import printable
from nim_tui.server.admin.order import Facts, OfNode
from nim_tui.server.admin.protocol import Answer, AnyOrder
from nim_tui.server.nodes.port import Nodes
from rules.messages import Refusal

MOST_ELSEWHERE: Final = 256 * 1024
"""Bytes of an answer from another server: it lies in the database for some minutes."""

logger = logging.getLogger(__name__)


class Answering(Protocol):
    """Does what is asked."""

    async def answer(self, order: AnyOrder) -> Facts:
        """What an order led to. Raises a Refusal saying why it cannot be."""


async def answer_line(clerk: Answering, line: bytes | str, most: int) -> bytes:
    """What is answered to a line, in so many bytes at most, whatever it says."""
    told = msgspec.json.encode(await _done(clerk, line))
    if len(told) <= most:
        return told
    return msgspec.json.encode(Answer(refused="the answer is too long to be told"))


async def _done(clerk: Answering, line: bytes | str) -> Answer:
    try:
        order = msgspec.json.decode(line, type=AnyOrder)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Answer(refused=printable(f"this is no order: {error}", 200))
    try:
        return Answer(facts=await clerk.answer(order))
    except Refusal as refusal:
        return Answer(refused=printable(str(refusal)))
    except Exception:
        logger.exception("an order was not carried out")
        return Answer(refused="the server cannot do it; its log says more")


async def asked_elsewhere(nodes: Nodes, order: OfNode) -> Facts:
    """What another server answers. Raises NodeSilent, StorageTrouble, or why it refuses."""
    assert order.node is not None
    line = msgspec.json.encode(msgspec.structs.replace(order, node=None)).decode()
    told = await nodes.ask_admin(order.node, line)
    answer = msgspec.json.decode(told, type=Answer)
    if answer.facts is None:
        raise Refusal("{why}", why=answer.refused)
    return answer.facts
