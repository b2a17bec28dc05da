"""What it costs a server to hear that somebody at another one moved, with many and few elsewhere.

Nothing is asked of a database: the message tells it all. As long, by processor time, with few as
with many is what is aimed at; the list of who is here is made anew once a change is looked at.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import thread_time
from typing import Final

import msgspec

from nim_tui.server.nodes.messages import PeopleMoved, decoded
from nim_tui.server.services import Services
from nim_tui.server.storage.migrate import open_database
from tests.bench.pairs import Pairs, in_turns

MANY: Final = 10_000
FEW: Final = 100
ROUNDS: Final = 9
POSTS: Final = 1_000
"""Heard in each round."""
SHOWN: Final = 20
"""Names that a list shows."""
_NODES: Final = 40


class Hearing:
    """A server that hears of so many people at others."""

    def __init__(self, folder: Path, people: int) -> None:
        self._database = open_database(folder)
        self._services = Services(self._database)
        self._people = people
        self._posts = 0
        for number in range(people):
            self._hear(number, "a-0")

    def _hear(self, number: int, table: str | None) -> None:
        """Hear that somebody is at a table now, as a message of another server tells it."""
        here = (number, number + 1, f"Player{number}", table)
        text = msgspec.json.encode(PeopleMoved([number], here=[here])).decode()
        node, message = decoded(f"{1 + number % _NODES} {text}")
        assert isinstance(message, PeopleMoved)
        moves = self._services.nodes.people.hear(node, message)
        assert moves is not None
        self._services.comings.people_moved(moves)

    def seconds_a_post(self) -> float:
        """Seconds of processor time to hear that one of all moved."""
        begun = thread_time()
        for _post in range(POSTS):
            self._posts += 1
            self._hear(self._posts * 7919 % self._people, f"t-{self._posts}")
        return (thread_time() - begun) / POSTS

    def seconds_a_list(self) -> float:
        """Seconds of processor time to list who is here, as a screen shows it."""
        begun = thread_time()
        for _time in range(FEW):
            self._services.shown.ask_followers()
            people = self._services.shown.people_here()
            assert len(people) == self._people
            assert people[:SHOWN]
        return (thread_time() - begun) / FEW

    def close(self) -> None:
        """Let the database go."""
        self._database.close()


def _measured(what: Callable[[Hearing], float]) -> Pairs:
    async def measure() -> Pairs:
        with tempfile.TemporaryDirectory() as name:
            many, few = (Hearing(Path(name) / str(count), count) for count in (MANY, FEW))
            try:
                return in_turns(lambda: what(many), lambda: what(few), ROUNDS)
            finally:
                many.close()
                few.close()

    return asyncio.run(measure())


def a_post() -> Pairs:
    """Seconds to hear one post, among many and among few."""
    return _measured(Hearing.seconds_a_post)


def a_list() -> Pairs:
    """Seconds to list who is here, of many and of few."""
    return _measured(Hearing.seconds_a_list)
