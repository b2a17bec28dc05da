"""Apps leave the server's own streams alone, and Textual still does not."""

from __future__ import annotations

import asyncio
import sys

import pytest
from textual.app import App

from nim_tui.server.ssh import ServedApp


async def order_of_ends(kind: type[App[None]]) -> bool:
    """Whether stdout is as before, after two apps that end in the order they began."""
    before = sys.stdout
    ends = [asyncio.Event(), asyncio.Event()]
    begun = [asyncio.Event(), asyncio.Event()]

    async def play(number: int) -> None:
        async with kind().run_test():
            begun[number].set()
            await ends[number].wait()

    tasks = []
    for number in range(2):
        tasks.append(asyncio.create_task(play(number)))
        await begun[number].wait()
    for number in range(2):
        ends[number].set()
        await tasks[number]
    as_before = sys.stdout is before
    sys.stdout = before
    return as_before


async def test_trap_stdout_is_left_on_an_app_that_is_gone() -> None:
    stderr = sys.stderr
    assert not await order_of_ends(App[None])
    sys.stderr = stderr


async def test_stdout_is_left_alone() -> None:
    stderr = sys.stderr
    assert await order_of_ends(ServedApp)
    assert sys.stderr is stderr


class Crashing(ServedApp):
    """Crashes as soon as it can, and like its trap shows what it knows."""

    def on_mount(self) -> None:
        secret = "hand of Ana"
        raise ValueError(secret)


async def test_a_crash_is_kept_and_not_printed(capfd: pytest.CaptureFixture[str]) -> None:
    app = Crashing()
    with pytest.raises(ValueError, match="hand of Ana"):
        async with app.run_test():
            pass
    assert isinstance(app.failure, ValueError)
    assert not any("Ana" in said for said in capfd.readouterr())


async def test_a_crash_is_not_drawn_for_nobody() -> None:
    app = ServedApp()
    app._handle_exception(ValueError("hand of Ana"))
    app.panic("hand of Ana")
    assert not app._exit_renderables
    assert isinstance(app.failure, ValueError)


async def test_last_words_of_an_app_are_not_the_servers(capfd: pytest.CaptureFixture[str]) -> None:
    app = ServedApp()
    async with app.run_test():
        app.exit(message="hand of Ana")
    assert not any("Ana" in said for said in capfd.readouterr())


async def test_trap_textual_prints_the_variables_of_a_crash(
    capfd: pytest.CaptureFixture[str],
) -> None:
    class Plain(App[None]):
        def on_mount(self) -> None:
            secret = "hand of Ana"
            raise ValueError(secret)

    with pytest.raises(ValueError, match="hand of Ana"):
        async with Plain().run_test():
            pass
    assert "hand of Ana" in capfd.readouterr().err
