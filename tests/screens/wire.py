"""The bytes sent to a terminal of all colours, and their number within a second."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nim_tui.tables.table import Table
from nim_tui.testing.screens import Looker, settle
from screens.table.screen import AnyGameScreen
from tests.screens.filming import play
from tests.screens.looking import HandClock, table_screen


def size_of(written: list[str]) -> int:
    """Return the number of bytes written, and forget them."""
    size = sum(len(data.encode()) for data in written)
    written.clear()
    return size


@dataclass(frozen=True, slots=True)
class Cost:
    """The bytes of a move: at once, and per frame, with the seconds between frames."""

    change: int
    frames: tuple[tuple[float, int], ...]

    @property
    def total(self) -> int:
        """All bytes of the move."""
        return self.change + sum(size for _pace, size in self.frames)

    @property
    def most_in_a_second(self) -> int:
        """The most bytes of the animation within a second."""
        times, now = [], 0.0
        for pace, size in self.frames:
            now += pace
            times.append((now, size))
        return max(
            (sum(size for at, size in times if start <= at < start + 1) for start, _size in times),
            default=0,
        )


class _NoTimer:
    def stop(self) -> None:
        """Do nothing."""


async def cost_of(pilot: Looker, written: list[str], table: Table, words: str) -> Cost:
    """Make a move, and play its animation frame by frame."""
    screen = table_screen(pilot)
    await pilot.press("left", "right")
    await settle(pilot)
    paces, clock = _by_hand(screen), HandClock()
    screen.app.clock = clock  # type: ignore[attr-defined]
    size_of(written)
    await play(pilot, table, words)
    change, frames = size_of(written), []
    while screen.motions.is_on:
        clock.now += paces[-1]
        pace = paces[-1]
        screen.motions.tick()
        await settle(pilot)
        frames.append((pace, size_of(written)))
    return Cost(change, tuple(frames))


def _by_hand(screen: AnyGameScreen) -> list[float]:
    """Stop the clock of frames; return the seconds that each would be shown."""
    paces: list[float] = []
    set_timer = screen.set_timer

    def note(delay: float, callback: Callable[[], None]) -> object:
        if callback != screen.motions.tick:
            return set_timer(delay, callback)
        paces.append(delay)
        return _NoTimer()

    screen.set_timer = note  # type: ignore[method-assign, assignment]
    return paces
