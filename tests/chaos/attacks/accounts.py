"""Attacks by accounts, their names and their codes."""

from __future__ import annotations

import re
from typing import Final

from tests.chaos.attacks.stranger import Mark, Stranger, harmless, hinder, member, sets_up, stranger
from tests.nim_tui.server.ssh.serving import new_key

NEW_ACCOUNTS: Final = 10
"""How many an address may make in an hour, unless an operator says otherwise."""
STAFF: Final = (
    *("Admin Bob", "admin", "\u0410dmin", "4dm1n", "m0derator"),
    *("Server", "the server", "medium"),
)
CODE: Final = re.compile(r"^((?:\w{4}-){2}\w{4})\.?\r?$", re.MULTILINE)


async def accounts_without_end(mark: Mark) -> int:
    """Make one account after the other from one address."""
    address = mark.address()
    for _each in range(NEW_ACCOUNTS):
        async with member(mark, address=address):
            pass
    async with stranger(mark, address=address) as one_more:
        heard = await one_more.say(mark.name(), "")
        harmless("Lobby." not in heard, "an address makes accounts without end")
    return NEW_ACCOUNTS + 1


async def a_name_of_the_staff(mark: Mark) -> int:
    """Choose a name that looks like one of those who run the server, or of the server."""
    async with stranger(mark) as somebody:
        for name in STAFF:
            heard = await somebody.say(name)
            harmless("Keep “" not in heard, f"{name} is a name to take")
    return len(STAFF)


async def _code(somebody: Stranger) -> str:
    heard = await somebody.say("code")
    found = CODE.search(heard)
    hinder(found, heard)
    assert found is not None
    return found[1]


async def a_code_that_makes_two_hands(mark: Mark) -> int:
    """A guest has a code used by a key of theirs, to play against themselves as two."""
    async with stranger(mark, guest=True) as guest, stranger(mark) as other:
        named = re.search(r"Guest \d+", await guest.say("people", "again"))
        hinder(named, "a guest has no name")
        assert named is not None
        code = await _code(guest)
        table = await sets_up(guest)
        hinder(table, "no table is set up")
        hinder("Lobby." in await other.say(f"{named[0]} {code}"), "a code opens no account")
        heard = await other.say(f"join {table}")
        harmless("hide submarine" not in heard, "one person has two seats")
        async with stranger(mark) as third:
            harmless("Lobby." not in await third.say(f"{named[0]} {code}"), "a code is used twice")
    return 6


async def a_code_that_outlives_a_ban(mark: Mark) -> int:
    """Have a code, be banned, and come back by it with another key."""
    async with member(mark) as banned:
        code = await _code(banned)
        await mark.ban(banned.name)
        async with stranger(mark, key=new_key()) as back:
            heard = await back.say(f"{banned.name} {code}")
            harmless("Lobby." not in heard, "a code outlives a ban")
    return 3
