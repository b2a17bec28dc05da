"""What is sent to others does not depend on a camp: byte for byte, until it is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.every import by_day
from tests.nim_tui.server.lobby.overheard import IDLER, Sent, Sitting, differences, overhear
from tests.screens.tables import BEN_CAMP

pytestmark = pytest.mark.slow

CAMP = ("sub 14.200; sub 22.100", "sub 33.300; mine 9")
"""Laid in two parts; Ben lays his between them."""

CAMPS = {
    "in another order": ("sub 33.300; sub 22.100", "sub 14.200; mine 9"),
    "more at first": ("sub 14.200; sub 22.100; sub 33.300", "mine 9"),
    "less at first": ("sub 2.300", "sub 5.300; sub 36.300; mine 10"),
}
ELSEWHERE = ("sub 2.300; sub 5.300", "sub 36.300; mine 10")
BEN_SEARCHES_FAR_AWAY = ("B 25; drop 100", "B 19; drop 100", "B port")
ANA_SINKS_BEN = ("A 17; drop 200", "A 15; drop 300", "A 8; drop 100", "B 29; drop 200")


async def hold_if_asked(sitting: Sitting) -> None:
    """Fire no torpedo."""
    (seat,) = sitting.table.waiting
    if "hold" in [move.word for move in sitting.table.legal(seat)]:
        await sitting.say("hold")


async def play_on(sitting: Sitting) -> None:
    """Both camps are laid: Ana wins, and Ben never comes near."""
    for turn, ana in enumerate(ANA_SINKS_BEN):
        await sitting.say(ana)
        if turn + 1 == len(ANA_SINKS_BEN):
            break
        await hold_if_asked(sitting)
        await sitting.say(BEN_SEARCHES_FAR_AWAY[turn])
        await hold_if_asked(sitting)
    assert sitting.table.result is not None


def game(folder: Path, camp: tuple[str, str], *, is_whole: bool = True) -> list[Sent]:
    """A game in which Ana lays this camp, or its beginning."""

    async def course(sitting: Sitting) -> None:
        ana, ben = sitting.guest("Ana"), sitting.guest("Ben")
        await sitting.step(ana.say(camp[0]))
        await sitting.step(ben.say(BEN_CAMP))
        await sitting.step(ana.say(camp[1]))
        if is_whole:
            await play_on(sitting)
            await sitting.step(ben.type("\r"))
        else:
            await sitting.say(ANA_SINKS_BEN[0])

    with pytest.MonkeyPatch.context() as monkeypatch:
        return overhear(monkeypatch, folder, "bataille", players=("Ana", "Ben"), course=course)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[Sent]:
    """What everybody else is sent when Ana lays the one camp."""
    sent = game(tmp_path_factory.mktemp("expected") / "data", CAMP)
    assert len(sent) > 10
    assert all(any(step[name] for step in sent) for name in sent[0])
    return sent


@pytest.mark.nightly
def test_a_whole_game_up_to_the_reveal(tmp_path: Path, expected: list[Sent]) -> None:
    other = game(tmp_path / "data", ELSEWHERE)
    assert differences(expected[:-2], other[:-2]) == []
    shown = [b"".join(step["Ben"] for step in sent[-2:]) for sent in (expected, other)]
    assert shown[0] != shown[1], "at the end both camps are open"


@pytest.mark.parametrize("camp", by_day([(camp,) for camp in CAMPS.values()], 1), ids=CAMPS)
def test_while_camps_are_laid(tmp_path: Path, expected: list[Sent], camp: tuple[str, str]) -> None:
    other = game(tmp_path / "data", camp, is_whole=False)
    at_the_table = [name for name in other[0] if name != IDLER]
    one = [{name: sent[name] for name in at_the_table} for sent in expected[: len(other)]]
    assert differences(one, other) == []
