"""When an answer is told does not show how soon it came, nor whether there was any choice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from nim_tui.app.base_app import BaseApp
from nim_tui.server.play.turns import ANSWER_BEAT
from tests.nim_tui.server.lobby.overheard import STEP
from tests.nim_tui.server.lobby.steady import Steady, played
from tests.screens.tables import BEN_CAMP

pytestmark = pytest.mark.nightly

NOTHING_TO_FIRE = "sub 14.200; sub 22.100; sub 33.300; mine 9"
ONE_TO_FIRE = "sub 25.200; sub 22.100; sub 33.300; mine 9"
"""From 25 a torpedo reaches 7, where Ben's ship lies."""

BEFORE = (("Ana", "A 17; drop 200"), ("Ben", "A 7; drop 300; hold"), ("Ana", "stay; drop A 100"))
SLICE = 0.2
SLICES = 10


def told(folder: Path, camp: str, *, after: float) -> tuple[list[bytes], list[str]]:
    """What Ben is sent, slice by slice, once Ana is asked about torpedoes; and her choices."""
    slices: list[bytes] = []
    choices: list[str] = []

    async def scene(server: Steady) -> None:
        ana, ben = [await server.enters(name) for name in ("Ana", "Ben")]
        table = await server.lobby.opener.live(await server.table("bataille", "Ana", "Ben"))
        for guest in (ana, ben):
            await guest.sits_down()
        for guest, words in ((ana, camp), (ben, BEN_CAMP)):
            await guest.say(words)
            await asyncio.sleep(STEP)
        for name, words in BEFORE:
            for each in words.split("; "):
                await {"Ana": ana, "Ben": ben}[name].say(each)
                if each != BEFORE[-1][1].split("; ")[-1]:
                    await asyncio.sleep(STEP)
        choices.extend(move.word for move in table.legal(0))
        await asyncio.sleep(0.1)
        ben.takes()

        async def answer() -> None:
            await asyncio.sleep(after)
            await ana.say("hold")

        answering = asyncio.create_task(answer())
        for _slice in range(SLICES):
            await asyncio.sleep(SLICE)
            slices.append(ben.takes())
        await answering

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(BaseApp, "frame_time", lambda self: 0.0)  # nothing moves for long
        played(monkeypatch, folder, scene, seed=7)
    return slices, choices


def test_an_answer_is_told_on_the_beat(tmp_path: Path) -> None:
    forced, alone = told(tmp_path / "forced", NOTHING_TO_FIRE, after=0.0)
    chosen, several = told(tmp_path / "chosen", ONE_TO_FIRE, after=0.4)
    assert alone == ["hold"]
    assert len(several) > 1
    assert forced == chosen
    early = int(ANSWER_BEAT / SLICE) - 2
    assert not any(forced[:early]), "it is told no sooner"
    assert any(forced[early:]), "and it is told"
