"""Each attack once, on a server in this process that others visit too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from nim_tui.server.accounts.store import account_named
from nim_tui.server.moderation.bans import account, ban
from nim_tui.server.moderation.mutes import mute
from tests.chaos.attacks import ATTACKS, Attack
from tests.chaos.attacks.stranger import Mark, comes_in
from tests.every import by_day
from tests.nim_tui.server.web.house import House, house

pytestmark = pytest.mark.slow


def _muting(home: House) -> Callable[[str], Awaitable[None]]:
    async def muted(name: str) -> None:
        found = await home.lobby.database.ask(account_named, name)
        assert found is not None
        await home.lobby.database.ask(mute, found.id, None)

    return muted


def _banning(home: House) -> Callable[[str], Awaitable[None]]:
    async def banned(name: str) -> None:
        database = home.lobby.database
        found = await database.ask(account_named, name)
        assert found is not None
        await database.ask(ban, account(found.id), "rude")

    return banned


@pytest.mark.parametrize("attack", by_day(ATTACKS, 8), ids=lambda attack: attack.__name__)
async def test_nobody_is_harmed_by(attack: Attack, tmp_path: Path) -> None:
    async with house(tmp_path / "data") as home:
        mark = Mark(home.ssh_port, Random(5), _banning(home), _muting(home))
        assert await attack(mark) > 0
        await comes_in(mark)
