"""A server whose disk takes nothing any more, as the system itself refuses every byte."""

from __future__ import annotations

import re
import resource
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from nim_tui.server.storage.database import Database
from tests.e2e.admin.server import Server, visiting
from tests.nim_tui.server.admin.conftest import person
from tests.nim_tui.server.ssh.serving import new_key
from tests.nim_tui.server.storage.conftest import begun
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

REFUSED = re.compile(r" WARNING a write was refused \((\w+)\): disk I/O error$")


@contextmanager
def full(server: Server) -> Iterator[None]:
    """Let the server's process write to no file."""
    if not hasattr(resource, "prlimit"):
        pytest.skip("the disk of a process cannot be filled here")
    process, before = server.process.pid, resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (0, before[1]))
    yield
    resource.prlimit(process, resource.RLIMIT_FSIZE, before)


def refused(server: Server) -> list[str]:
    """Whose writes the log tells to have been refused, a line each."""
    return [found[1] for line in server.log if (found := REFUSED.search(line.rstrip("\n")))]


async def test_people_come_in_and_watch_and_are_told(server: Server, database: Database) -> None:
    ana, ben, eva = (person(database, name) for name in ("Ana", "Ben", "Eva"))
    begun(database, ana.account, ben.account)
    with full(server):
        async with visiting(server, eva.key) as known:
            assert "You can watch" in known.screen.text
            known.type("\r")
            await known.sees("Ana away")
        wait_until(lambda: refused(server) == ["seen", "seen"], "coming and going in the log")
        async with visiting(server, new_key(), "Choose your name") as stranger:
            stranger.type("Dora\r")
            await stranger.sees("Press Enter again")
            stranger.type("\r")
            await stranger.sees("You can watch")
        wait_until(lambda: refused(server)[2:3] == ["register"], "the refused name in the log")
        assert not [line for line in server.log if " ERROR " in line]
        (await server.asked("ban", "Ben", "rude")).is_mistake("the server cannot write to its disk")
    async with visiting(server, eva.key) as again:
        assert "You can watch" not in again.screen.text
    wait_until(lambda: refused(server)[-1] == "ban", "the refused ban in the log")
    assert (await server.asked("ban", "Ben", "rude")).code == 0
