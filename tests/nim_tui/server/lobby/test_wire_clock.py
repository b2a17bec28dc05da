"""A clock tells nobody of hidden moves: byte for byte the same, whatever was hidden."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from nim_tui.tables.clock import ClockPlan
from tests.nim_tui.server.lobby.overheard import IDLER, STEP, Sent, Sitting, differences, overhear
from tests.nim_tui.server.lobby.timed import A_GAME, A_MINUTE
from tests.screens.tables import BEN_CAMP

pytestmark = pytest.mark.nightly

PAUSE = 3
"""Steps in which nothing happens but that clocks go on."""


async def pause(sitting: Sitting) -> None:
    """Let clocks go on, and be shown."""
    for _step in range(PAUSE):
        await sitting.step(asyncio.sleep(STEP / 2))


def laying(folder: Path, clock: ClockPlan, *parts: tuple[str, ...]) -> list[Sent]:
    """What the others are sent while Ana lays, a part at a time; `u` takes one back.

    Between the parts time passes, and Ben lays his camp.
    """

    async def course(sitting: Sitting) -> None:
        ana, ben = sitting.guest("Ana"), sitting.guest("Ben")

        async def lay(part: tuple[str, ...]) -> None:
            for words in part:
                await (ana.type("u") if words == "u" else ana.say(words))

        for number, part in enumerate(parts):
            await sitting.step(lay(part))
            await pause(sitting)
            if number == 1:
                await sitting.step(ben.say(BEN_CAMP))
                await pause(sitting)
        assert sitting.table.result is None

    with pytest.MonkeyPatch.context() as patch:
        players = ("Ana", "Ben")
        return overhear(patch, folder, "bataille", players=players, course=course, clock=clock)


ONE = (("sub 14.200",), ("sub 22.100",), ("sub 33.300; mine 9",))
OTHERS = {
    "nothing at first": ((), ("sub 14.200; sub 22.100; sub 33.300",), ("mine 9",)),
    "elsewhere, and back": (
        ("sub 3.100; sub 5.300", "u"), ("sub 8.300",), ("sub 36.300; mine 10",),
    ),
    "again and again": (
        ("sub 14.200", "u", "sub 14.200", "u"), ("sub 2.300",), ("sub 5.300; sub 36.300; mine 10",),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Callable[[ClockPlan], list[Sent]]:
    """What the others are sent in the one game, by each clock."""

    @cache
    def sent(clock: ClockPlan) -> list[Sent]:
        return laying(tmp_path_factory.mktemp("expected") / "data", clock, *ONE)

    return sent


@pytest.mark.parametrize(
    ("clock", "other"),
    [*((A_MINUTE, other) for other in OTHERS.values()), (A_GAME, OTHERS["again and again"])],
    ids=[*OTHERS, "again and again, by the game"],
)
def test_what_is_laid_and_undone_is_not_told_by_a_clock(
    tmp_path: Path,
    clock: ClockPlan,
    other: tuple[tuple[str, ...], ...],
    expected: Callable[[ClockPlan], list[Sent]],
) -> None:
    assert differences(expected(clock), laying(tmp_path / "data", clock, *other)) == []


def sealing(folder: Path, clock: ClockPlan, program: str, fumbled: tuple[str, ...]) -> list[Sent]:
    """What the others are sent while Ana thinks, fumbles and seals this program.

    How the camps before are painted may depend on what was painted in this process ever.
    """

    async def course(sitting: Sitting) -> None:
        ana, ben = sitting.guest("Ana"), sitting.guest("Ben")
        for camp in ("camp 2", "camp 18", "camp 5"):
            await sitting.say(camp)
        sitting.steps.clear()
        await sitting.step(ana.type(*fumbled))
        await pause(sitting)
        await sitting.step(ana.say(f"program {program}"))
        await pause(sitting)
        await sitting.step(ben.say("program titttt"))
        await pause(sitting)
        assert sitting.table.waiting == (2,)

    with pytest.MonkeyPatch.context() as patch:
        return overhear(
            patch, folder, "himalaya", players=("Ana", "Ben", "Cleo"), course=course, seed=19,
            clock=clock,
        )  # fmt: skip


def test_what_is_sealed_is_not_told_by_a_clock(tmp_path: Path) -> None:
    one = sealing(tmp_path / "a", A_MINUTE, "tttttt", ("t", "i"))
    other = sealing(tmp_path / "b", A_MINUTE, "iirssp", ("s", "\x7f", "r", "p", "\x7f"))
    assert differences(one, other) == []


def test_clocks_are_shown_to_all_at_the_table_and_to_nobody_else(
    expected: Callable[[ClockPlan], list[Sent]],
) -> None:
    still = expected(A_MINUTE)[1 : 1 + PAUSE]
    assert all(step["Ben"] and step["Eva"] for step in still)
    assert not any(step[IDLER] for step in still)
