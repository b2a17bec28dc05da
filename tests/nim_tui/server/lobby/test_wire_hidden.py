"""What is sent to others does not depend on sealed programs, nor on cards in a hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.submarine.game import SUBMARINE
from tests.nim_tui.server.lobby.dealing import deal_otherwise
from tests.nim_tui.server.lobby.overheard import Sent, Sitting, differences, overhear
from tests.screens.submarine.games import PLACED

pytestmark = pytest.mark.slow

DIVING = "boat 1; dive 1 to 3.2; done; boat 3; dive 1 to 5.1; done"
"""Submarine after PLACED: a turn of each, in which no card is shown."""


def programming(folder: Path, fumbled: tuple[str, ...], undone: str, program: str) -> list[Sent]:
    """A turn of Himalaya until all but Cleo have sealed; Ana fumbles, seals, undoes, seals."""

    async def course(sitting: Sitting) -> None:
        ana, ben, cleo = (sitting.guest(name) for name in ("Ana", "Ben", "Cleo"))
        for camp in ("camp 2", "camp 18", "camp 5"):
            await sitting.say(camp)
        sitting.steps.clear()
        await sitting.step(ana.type(*fumbled))
        await sitting.step(ana.say(f"program {undone}"))
        await sitting.step(ben.type(*"tits"))
        await sitting.step(ana.type("u"))
        await sitting.step(ben.say("program titttt"))
        await sitting.step(ana.say(f"program {program}"))
        await sitting.step(cleo.type(*"ist"))
        assert sitting.table.waiting == (2,)
        await sitting.step(cleo.say("program istiit"))
        assert sitting.table.waiting != (2,)

    with pytest.MonkeyPatch.context() as monkeypatch:
        return overhear(
            monkeypatch, folder, "himalaya", players=("Ana", "Ben", "Cleo"), course=course, seed=19
        )


def test_programs(tmp_path: Path) -> None:
    one = programming(tmp_path / "one", ("t", "i"), "tttttt", "tttttt")
    other = programming(
        tmp_path / "other", ("s", "\x7f", "r", "p", "\x7f", "p", "p"), "pppppp", "iirssp"
    )
    assert differences(one[:-1], other[:-1]) == []
    assert one[-1]["record for Ben"] != other[-1]["record for Ben"], (
        "at the end of the turn programs are open"
    )


def diving(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Sent]:
    """Two turns of Submarine in which no card is played."""

    async def course(sitting: Sitting) -> None:
        for word in PLACED.split("; "):
            sitting.table.play(sitting.table.waiting[0], SUBMARINE.parse(word))
        for word in DIVING.split("; "):
            await sitting.say(word)

    return overhear(
        monkeypatch, folder, "submarine", players=("Ana", "Ben"), course=course, seed=2932
    )


def test_hands(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        one = diving(tmp_path / "one", monkeypatch)
    with pytest.MonkeyPatch.context() as monkeypatch:
        deal_otherwise(monkeypatch)
        other = diving(tmp_path / "other", monkeypatch)
    assert differences(one, other) == []
