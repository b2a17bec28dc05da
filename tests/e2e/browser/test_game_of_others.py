"""A game of another distribution at a server that has it installed: in a browser and over ssh."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING

import pytest

from nim_tui.registry import all_games
from tests.e2e.chromium import Browsing
from tests.e2e.needs import needs
from tests.e2e.people import Come
from tests.e2e.server_process import ServerProcess
from tests.e2e.terminal.installing import ROOT, run

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.nightly, *needs("chromium", "ssh", "tmux")]
ASKED = "Your turn"
OVER = "The end"
MOST_TURNS = 40


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that has the game of tests/examples/mia."""
    source, target = tmp_path / "source", tmp_path / "installed"
    copytree(ROOT / "tests/examples/mia", source)
    how = ("--no-deps", "--no-build-isolation", "--no-index", "--target", str(target))
    run(sys.executable, "-m", "pip", "install", "-q", *how, str(source), patience=300)
    server = ServerProcess(tmp_path, 7, target)
    server.start()
    yield server
    server.close()


def test_it_is_played_to_its_end(server: ServerProcess, browser: Browser, person: Come) -> None:
    ana, ben = Browsing(browser, "Ana"), person("Ben")
    for one in (ana, ben):
        one.register(server)
    ana.sets_up(*["Down"] * len(all_games()))
    ben.joins()
    for one in (ana, ben):
        one.sits_down("Mia")
    for turn in range(MOST_TURNS):  # one says more than there is, the other doubts it
        ana.wait_until(
            lambda _screen: any(ASKED in p.screen() or OVER in p.screen() for p in (ana, ben)),
            "somebody's turn",
        )
        if any(OVER in one.screen() for one in (ana, ben)):
            break
        mover = ana if ASKED in ana.screen() else ben
        mover.say("doubt" if turn % 2 else "say 21")
    for one in (ana, ben):
        one.wait_for(OVER)
    ana.context.close()
