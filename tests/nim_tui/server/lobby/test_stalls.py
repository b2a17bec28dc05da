"""What the server stands still for is nobody's time."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar

import pytest

from nim_tui.server.play.clock import BEAT, LATE, Uptime
from nim_tui.tables.clock import ClockPlan
from tests.nim_tui.server.lobby.steady import Play, Steady
from tests.nim_tui.server.lobby.still_time import SteadyLoop
from tests.nim_tui.server.lobby.timed import A_DAY, A_GAME, A_MINUTE, IN_TURN, SEED, timed
from tests.nim_tui.server.storage.conftest import Clock
from tests.screens.tables import ANA_CAMP, BEN_CAMP


def stall(seconds: float) -> None:
    """Stop the server's process for so long."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SteadyLoop)
    loop.stand_still(seconds)


@pytest.mark.slow
@pytest.mark.parametrize("clock", [A_MINUTE, A_GAME], ids=["move", "game"])
def test_a_stall_costs_nobody_time(play: Play, clock: ClockPlan) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", "Ben", clock=clock)
        table.play_in_turn(IN_TURN)
        await table.at(20)
        stall(62)
        await table.at(83)
        assert table.game.result is None
        ana, ben = table.left()
        assert ana == pytest.approx(39, abs=BEAT + LATE)
        assert ben == 60
        await table.at(62 + 59)
        assert table.game.result is None
        await table.at(62 + 61)
        assert table.game.result is not None
        assert table.game.result.winners == (1,)

    play(scene, seed=SEED, ticks=True)


@pytest.mark.slow
def test_a_move_made_at_the_very_end_of_a_stall_is_in_time(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_GAME)
        table.play(1, BEN_CAMP)
        await table.at(50)
        stall(62)
        table.play(0, ANA_CAMP)
        assert table.left()[0] == pytest.approx(10, abs=BEAT + LATE)
        await table.at(113)
        assert table.game.result is None

    play(scene, ticks=True)


@pytest.mark.slow
def test_both_clocks_of_a_wait_get_a_stall_back(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_MINUTE)
        for second in (10, 130, 250):
            await table.at(second)
            stall(100)
        await table.at(351)
        assert table.left() == [pytest.approx(9, abs=3 * (BEAT + LATE))] * 2
        assert table.game.result is None

    play(scene, ticks=True)


@pytest.mark.slow
def test_the_calendar_goes_on_through_a_stall(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", "Ben", clock=A_DAY)
        table.play_in_turn(IN_TURN)
        stall(86_399)
        await table.at(86_399)
        assert table.left()[0] == 1
        await table.at(86_400)
        assert table.game.result is not None

    play(scene, seed=SEED, ticks=True)


@pytest.mark.slow
def test_a_server_without_clocks_does_not_beat(play: Play) -> None:
    async def scene(server: Steady) -> None:
        loop = asyncio.get_running_loop()
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_MINUTE)
        assert beats(loop) == 1
        server.lobby.held.let_go(table.id)
        assert beats(loop) == 0

    play(scene, ticks=True)


def beats(loop: asyncio.AbstractEventLoop) -> int:
    """How many beats are waited for."""
    waiting: list[asyncio.TimerHandle] = vars(loop)["_scheduled"]
    return sum("Uptime" in repr(handle) for handle in waiting if not handle.cancelled())


@pytest.mark.parametrize(
    ("looped", "clocked", "served"),
    [
        (0.5, 0.5, 0.5),
        (0.7, 0.7, 0.7),
        (62.0, 62.0, BEAT),
        (0.5, 3600.5, BEAT),
        (0.5, -3599.5, BEAT),
        (0.5, 0.0, 0.0),
    ],
    ids=["on time", "a little late", "stopped", "set on, or asleep", "set back", "standing"],
)
async def test_what_counts_as_served_and_what_does_not_is_logged(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    looped: float,
    clocked: float,
    served: float,
) -> None:
    clock, loop = Clock(), asyncio.get_running_loop()
    time_of_loop = [loop.time()]
    monkeypatch.setattr(loop, "time", lambda: time_of_loop[0])
    kept = Uptime(clock)
    kept.follow()
    before = kept.now()
    time_of_loop[0] += looped
    clock.pass_by(clocked)
    assert kept.now() - before == pytest.approx(served)
    assert kept.now() - before == pytest.approx(served), "looking costs nothing"
    lost = [f"{clocked - served:.1f} seconds were not served: clocks leave them out"]
    assert caplog.messages == ([] if clocked == served else lost)
    kept.unfollow()


HERE: ContextVar[str] = ContextVar("HERE")


@pytest.mark.slow
def test_the_beat_keeps_nobodys_context(play: Play) -> None:
    async def scene(server: Steady) -> None:
        HERE.set("a visit")
        await timed(server, "bataille", "Ana", "Ben", clock=A_MINUTE)
        served = server.lobby.opener._served
        assert served._beat is not None
        assert HERE not in served._beat._context  # type: ignore[attr-defined]

    play(scene, ticks=True)
