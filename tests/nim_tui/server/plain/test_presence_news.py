"""People who are away are told of once, and nobody is waited for where no seat is left."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from nim_tui.server.plain.table_news import PresenceNews


def away() -> Any:
    """A seat whose person is away."""
    return SimpleNamespace(is_own=False, is_lent=False, away=1.0)


def test_without_seats_nothing_is_waited_for() -> None:
    async def scene() -> None:
        wakes: list[None] = []
        news = PresenceNews(lambda: wakes.append(None))
        assert news.news([away()]) == []
        assert news._alarm is not None
        assert news.news([]) == []
        assert news._alarm is None
        assert news.news([away()]) == []
        assert news._alarm is not None, "who is away at the next game is waited for anew"
        news.close()

    asyncio.run(scene())
