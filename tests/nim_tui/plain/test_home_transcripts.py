"""Evenings at home as they are heard, to be reviewed; remade by `--snapshot-update`."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.plain.conversation import Conversation
from nim_tui.plain.run import Home
from nim_tui.settings import Settings
from nim_tui.tables.store import Store
from tests.nim_tui.plain.talking import Ear, talked
from tests.screens.tables import WON, table_after

FOLDER = Path(__file__).parent / "transcripts"
CASES = {"home": "en", "home.fr": "fr", "coach": "en", "coach.fr": "fr"}
SLOW = {"coach", "coach.fr"}
"""Those in which bots think."""


async def evening(name: str, folder: Path) -> str:
    """What is typed, behind a mark, and what is said; one game was won before."""
    store, ear = Store(folder), Ear()
    table_after(WON, store=store).close()
    conversation = Conversation(ear)
    conversation.push(Home(conversation, lambda: store, Settings(forced="asked"), lambda: None))
    conversation.ask()
    lines = [*ear.said]
    for typed in (FOLDER / f"{name}.in").read_text("utf-8").splitlines():
        ear.said = []
        await conversation.hear(typed)
        lines += [f"> {typed}".rstrip(), *ear.said]
    await conversation.close()
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in CASES]
)
def test_an_evening_is_told_as_it_was(
    name: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nim_tui.tables.open_table.fresh_seed", lambda: 7)
    monkeypatch.setattr("nim_tui.coach.randbits", lambda _bits: 7)
    kept = FOLDER / f"{name}.txt"
    told = talked(CASES[name], evening(name, tmp_path))
    if request.config.getoption("--snapshot-update"):
        kept.write_text(told, "utf-8")
    assert told == kept.read_text("utf-8")
