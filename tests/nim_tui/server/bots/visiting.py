"""Bots that come by `ssh HOST bot`, and tables for them."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any, cast

import asyncssh

from nim_tui.server.accounts.keys import new_code
from nim_tui.server.accounts.store import account_with_key, register
from nim_tui.server.bots.store import become_bot
from nim_tui.server.ssh.session import ChannelWire
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.server.terminal.output import ClientOutput
from nim_tui.server.terminal.session_runner import LineRunner
from tests.nim_tui.server.lobby.steady import Steady, print_of, until
from tests.nim_tui.server.plain.lines import Talker

HELLO = {"type": "hello", "protocol": 1, "name": "test", "source": "example.org/bot"}
OPEN_TO_BOTS = ("visiting bots", True)


class BotTalker(Talker):
    """A bot that came by `ssh HOST bot`."""

    def __init__(self, server: Steady, fingerprint: str) -> None:
        super().__init__(server, fingerprint)
        self.visit = replace(self.visit, is_bot=True)
        wire = ChannelWire(cast("asyncssh.SSHServerChannel[bytes]", self.channel))
        output = ClientOutput(wire, server.context.limits, server.context.counters)
        self.runner = LineRunner(server.context, self.visit, output)
        self.messages: list[dict[str, Any]] = []

    def send(self, **message: Any) -> None:
        self.runner.typed(json.dumps(message).encode() + b"\n")

    async def next(self, kind: str, **facts: Any) -> dict[str, Any]:
        """Wait for the next message of a type, with these fields; earlier ones are passed over."""
        found: list[dict[str, Any]] = []

        def is_there() -> bool:
            self.messages += [json.loads(line) for line in self.hears()]
            while self.messages:
                message = self.messages.pop(0)
                if message["type"] == kind and all(message.get(k) == v for k, v in facts.items()):
                    found.append(message)
                    return True
            return False

        await until(is_there, lambda: f"{kind} after {self.told[-6:]}")
        return found[0]

    async def moves(self, request: dict[str, Any], number: int = 0) -> None:
        """Answer a request by a legal move."""
        self.send(type="move", table=request["table"], move=request["legal"][number]["word"])

    async def plays_to_the_end(self) -> dict[str, Any]:
        """Answer every request until a game ends; its end."""
        while True:
            found: list[dict[str, Any]] = []

            def is_there(found: list[dict[str, Any]] = found) -> bool:
                self.messages += [json.loads(line) for line in self.hears()]
                kinds = ("move", "end")
                found += [one for one in self.messages if one["type"] in kinds]
                self.messages.clear()
                return bool(found)

            await until(is_there, lambda: f"a request after {self.told[-6:]}")
            for message in found:
                if message["type"] == "end":
                    return message
                await self.moves(message)


def made(server: Steady, name: str, owner: str = "Ana") -> int:
    """The account of a bot; its owner has an account too."""
    if owner not in server.accounts:
        server.accounts[owner] = register(server.database, owner, print_of(owner))
    code = new_code(server.database, server.accounts[owner].id)
    return become_bot(server.database, print_of(name), owner, code, name).id


async def bot(server: Steady, name: str, owner: str = "Ana", **hello: Any) -> BotTalker:
    """A bot that has come and said hello."""
    if account_with_key(server.database, print_of(name)) is None:
        made(server, name, owner)
    one = BotTalker(server, print_of(name))
    server.here.append(one)  # type: ignore[arg-type]
    await one.come()
    one.send(**{**HELLO, **hello})
    await asyncio.sleep(0.3)
    return one


# What makes a bot


def table_for(name: str, *, game: str = "bataille", **more: Any) -> TablePlan:
    seats = [SeatWish(invited=name) if name else SeatWish()]
    return TablePlan(game, [SeatWish(account=0), *seats], **more)


async def hosted(server: Steady, name: str, plan: TablePlan) -> str:
    number = server.accounts[name].id
    seats = [SeatWish(account=number), *plan.seats[1:]]
    return await server.lobby.tables.create(number, replace(plan, seats=seats))
