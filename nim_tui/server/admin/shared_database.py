"""What whoever runs servers asks of their database on PostgreSQL, from a machine without one.

What changes rows is done there, and tells the servers so. What only a server can do is asked of
one, as servers ask each other.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict
from secrets import randbelow
from typing import Final, get_args

import msgspec

from nim_tui.server.admin.contest_orders import CloseTournament
from nim_tui.server.admin.offline import OfBooks, from_books
from nim_tui.server.admin.order import Facts, OfNode, Order
from nim_tui.server.admin.protocol import Answer, AnyOrder, ListNodes, Stats
from nim_tui.server.database import nodes as rows
from nim_tui.server.database.connection import Database
from nim_tui.server.database.post_rows import last_post, posts_since, tell_nodes
from nim_tui.server.database.postgres import open_postgres
from nim_tui.server.database.posts import AdminAnswered, AdminAsked
from nim_tui.server.nodes.orders import PATIENCE
from nim_tui.server.nodes.port import NodeSilent
from rules.messages import N_, Refusal

NOBODY: Final = 0
"""As which node this tells something: none has this number."""

LOOKS: Final = 0.1
"""Seconds between two looks for an answer."""


class NeedsServer(Refusal):
    """What was asked is for a server that runs."""


def from_shared(address: str, order: AnyOrder) -> Facts:
    """Do what is asked at a database. Raises a Refusal saying why it cannot be."""
    database = open_postgres(address)
    database.node = NOBODY
    try:
        return _done(database, order)
    finally:
        database.close()


def _done(database: Database, order: AnyOrder) -> Facts:
    if isinstance(order, ListNodes):
        return {"nodes": [asdict(node) | {"here": False} for node in rows.known(database)]}
    if isinstance(order, OfNode):
        return _of_node(database, order)
    living = rows.living(database)
    if isinstance(order, get_args(OfBooks)) and not (living and isinstance(order, CloseTournament)):
        return from_books(database, order)
    if not living:
        raise NeedsServer(N_("no server is running at this database: only a server can do this"))
    return _asked(database, living[0], order)


def _of_node(database: Database, order: OfNode) -> Facts:
    if order.node is None:
        if isinstance(order, Stats):
            return from_books(database, order)
        raise NeedsServer(
            N_("--node NUMBER names the server that is meant; `admin nodes` lists them")
        )
    if order.node not in rows.living(database):
        raise NodeSilent(N_("there is no server {number}"), number=order.node)
    return _asked(database, order.node, msgspec.structs.replace(order, node=None))


def _asked(database: Database, node: int, order: Order) -> Facts:
    """What a server answers. Raises NodeSilent, or why it refuses."""
    number, read = randbelow(2**31), last_post(database)
    line = msgspec.json.encode(order).decode()
    tell_nodes(database, AdminAsked(number, NOBODY, node, line))
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        posts = posts_since(database, read)
        told = [post for _number, _node, post in posts if _is_answer(post, number)]
        if told:
            return _facts(told)
        read = posts[-1][0] if posts else read
        time.sleep(LOOKS)
    raise NodeSilent(N_("server {number} does not answer"), number=node)


def _is_answer(post: object, number: int) -> bool:
    return isinstance(post, AdminAnswered) and (post.node, post.number) == (NOBODY, number)


def _facts(told: Sequence[object]) -> Facts:
    assert isinstance(told[0], AdminAnswered)
    answer = msgspec.json.decode(told[0].answer, type=Answer)
    if answer.facts is None:
        raise Refusal("{why}", why=answer.refused)
    return answer.facts
