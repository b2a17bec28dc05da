"""Attacks by what members have: keys, places, talk by lines; and by whoever claims to be known."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Final

import asyncssh

from tests.chaos.attacks.stranger import (
    Mark,
    Stranger,
    comes_in,
    harmless,
    hinder,
    member,
    sets_up,
    stranger,
)
from tests.nim_tui.server.ssh.serving import connect, new_key

PLACES: Final = 4
"""Sessions of one key, unless an operator says otherwise."""
KNOCKS: Final = 8
WAYS: Final = ("hostbased", "password")
LONG, LINES = 200_000, 200


async def signing_in_by_the_word_of_a_host(mark: Mark) -> int:
    """Claim that another machine knows who one is, or a password: neither opens anything."""
    for way in WAYS:
        options = {
            "host_based_auth": True, "client_host_keysign": False, "client_host_keys": [new_key()],
            "client_host": "localhost", "client_username": "root", "password": "",
            "preferred_auth": way, "local_addr": (mark.address(), 0),
        }  # fmt: skip
        try:
            opened = await connect(mark.port, None, **options)
        except asyncssh.PermissionDenied:
            continue
        opened.abort()
        harmless(False, f"{way} lets somebody in")
    return len(WAYS)


async def _knocks(mark: Mark, key: asyncssh.SSHKey) -> bool:
    """Whether somebody with this key is let in."""
    try:
        async with stranger(mark, key=key) as somebody:
            await asyncio.sleep(0)
            return not somebody.is_gone and "too many" not in somebody.visitor.screen.text
    except (OSError, asyncssh.Error, AssertionError):
        return False


async def all_places_of_a_key(mark: Mark) -> int:
    """Have all sessions that a key may have asked whether they are there, again and again."""
    key = new_key()
    async with AsyncExitStack() as held:
        here: list[Stranger] = [
            await held.enter_async_context(stranger(mark, key=key)) for _each in range(PLACES)
        ]
        hinder(not any(one.is_gone for one in here), "a key has fewer places")
        let_in = await asyncio.gather(*(_knocks(mark, key) for _each in range(KNOCKS)))
        await comes_in(mark)
        hinder(not any(one.is_gone for one in here), "who is there was put out")
        harmless(not any(let_in), "a key has more places than it may have")
    return PLACES + KNOCKS


async def talking_while_muted(mark: Mark) -> int:
    """Be muted, and talk all the same: in the lobby, and at a table of one's own."""
    async with member(mark) as loud, member(mark) as other:
        table = await sets_up(loud)
        hinder(table, "no table is set up")
        await mark.mute(loud.name)
        for where in ("leave", f"join {table}"):
            await loud.say(where)
            heard = await loud.say("say LOOK HERE")
            harmless("Told." not in heard, "who is muted talks")
        harmless("LOOK HERE" not in await other.say("chat 20"), "who is muted is heard")
    return 4


async def lines_without_end(mark: Mark) -> int:
    """Type a line that does not end, and then more lines than anybody reads."""
    async with member(mark) as somebody:
        for piece in ("x" * LONG, "\n", "help\n" * LINES):
            somebody.visitor.type(piece)
        async with member(mark) as other:
            harmless(await other.say("people"), "nobody else is answered")
    return LINES + 2
