"""The bare app `Mark` over SSH: `python -m tests.bench.bare_server ours FOLDER`, or `textish`.

Both let everybody in and keep all else as it comes: ours by whatever key is shown; textish 0.5.1
without one, as after its first app no sign-in by key ever ends (Textual makes all tasks of the loop
eager, see `textual_fixes`). `port N` on the standard error tells that the server listens.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from nim_tui.server.ssh import (
    ClientInfo,
    ConnectionRefused,
    Counters,
    Limits,
    ServedApp,
    ServedLines,
    host_key,
    listen,
)
from tests.bench.hello import Mark
from tests.ports import HOST, free_port

LOOK_AGAIN: Final = 0.05
"""Seconds between two tries whether textish listens."""


class ServedMark(ServedApp, Mark):
    """The bare app, as our transport wants it."""


class OpenHandler:
    """Lets everybody in, to a bare app."""

    async def turns_away(self, fingerprint: str | None, address: str) -> ConnectionRefused | None:
        """Nobody."""
        return None

    async def meant(self, user: str, fingerprint: str) -> str:
        """Nobody."""
        return ""

    async def app_for(self, visit: ClientInfo) -> ServedApp:
        """A new bare app."""
        return ServedMark()

    async def wants_lines(self, visit: ClientInfo) -> bool:
        """Nobody."""
        return False

    async def lines_for(self, visit: ClientInfo) -> ServedLines:
        """Nobody comes without a terminal."""
        raise AssertionError("nobody has lines here")

    async def answer(self, visit: ClientInfo, words: Sequence[str]) -> AsyncIterator[bytes]:
        """Nothing."""
        return
        yield b""

    def left(self, visit: ClientInfo) -> None:
        """Nothing to do."""

    def failed(self, visit: ClientInfo, error: BaseException) -> None:
        """Tell it."""
        print(f"visit {visit.number} failed: {error!r}", file=sys.stderr)


async def ours(folder: Path) -> None:
    """Serve by our transport until the process is ended."""
    ssh_server = await listen(
        OpenHandler(),
        HOST,
        0,
        [host_key(folder / "host_key")],
        Limits(),
        guests=False,
        banner="",
        counters=Counters(),
    )
    _tell_port(ssh_server.port)
    await asyncio.Event().wait()


async def textish(folder: Path) -> None:
    """Serve by textish until the process is ended."""
    package: Any = import_module("textish")
    port = free_port()  # textish takes no port 0
    config = package.AppConfig(
        app_factory=Mark,
        host=HOST,
        port=port,
        host_key_path=str(folder / "host_key"),
    )
    serving = asyncio.create_task(package.serve_async(config))
    while not serving.done() and not await _is_listening(port):
        await asyncio.sleep(LOOK_AGAIN)
    if not serving.done():
        _tell_port(port)
    await serving


async def _is_listening(port: int) -> bool:
    try:
        _reader, writer = await asyncio.open_connection(HOST, port)
    except OSError:
        return False
    writer.close()
    return True


def _tell_port(port: int) -> None:
    print(f"port {port}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    asyncio.run({"ours": ours, "textish": textish}[sys.argv[1]](Path(sys.argv[2])))
