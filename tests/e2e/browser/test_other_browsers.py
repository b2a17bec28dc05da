"""The first board and a move in Firefox and in a WebKit, from the first page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tests.e2e.needs import needs
from tests.e2e.other_browsers import ENTER, OtherBrowser, firefox, webkit
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.lobby.records import moves_of
from tests.ports import HOST

pytestmark = pytest.mark.nightly

SEED = 7
BOARD = "form[action^='/play/bataille'] button"
FONT = "document.fonts.check('16px nim')"
POSITION = "[...document.images].every(image => image.complete && image.naturalWidth > 0)"
"""Whether all pictures of the first page are drawn, that of the puzzle of the day included."""

Opens = Callable[[Path], AbstractAsyncContextManager[OtherBrowser]]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server for guests too."""
    server = ServerProcess(tmp_path, SEED)
    server.start("--guests")
    yield server
    server.close()


@pytest.mark.parametrize(
    "opens",
    [
        pytest.param(firefox, marks=needs("firefox"), id="firefox"),
        pytest.param(webkit, marks=needs("WebKitWebDriver", "Xvfb"), id="webkit"),
    ],
)
async def test_a_move_is_played(server: ServerProcess, tmp_path: Path, opens: Opens) -> None:
    async with opens(tmp_path) as browser:
        await browser.opens(f"http://{HOST}:{server.web_port}/")
        assert await browser.tells(POSITION)
        await browser.clicks(BOARD)
        await browser.sees(lambda shown: "Your turn: move a ship" in shown)
        assert await browser.tells(FONT), "the letters are ours"
        await browser.sees(lambda shown: "[B …]" in shown, doing="b")
        await browser.sees(lambda shown: "[B …]" not in shown, doing=ENTER)
        played = [move for _seat, move in moves_of(server.data)]
        assert any(move.startswith("B ") for move in played), played
        assert browser.errors == []
