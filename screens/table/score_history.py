"""The score history of a game: the numbers of its players step by step."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from rules.contract import Event
from screens.colours import Spans
from screens.positions import MoveIndex
from screens.widgets.chart import Series

if TYPE_CHECKING:
    pass

Follow = Callable[[list[int], Event], None]
"""A function that updates the players' numbers by an event."""
Begins = Callable[[Event, Event | None], bool]
"""Whether an event begins a new step; the second event is the player's last one."""


@dataclass(frozen=True, slots=True)
class ScoreHistory:
    """The course of a game in steps: the numbers after each step, and the events up to its end."""

    series: Series
    told: tuple[int, ...]
    aside: tuple[str, Sequence[Spans]] = ("", ())
    """A further set of facts, such as luck: a title, and a line per player by seat."""

    @property
    def length(self) -> int:
        """The number of steps."""
        return len(self.told) - 1

    def turning_point(self, winners: Sequence[int]) -> int | None:
        """Return the step that most raised the winners' lead over the best of the others."""
        values = self.series.values
        others = [seat for seat in range(len(values)) if seat not in winners]
        if not winners or not others:
            return None
        leads = [
            min(values[seat][step] for seat in winners) - max(values[s][step] for s in others)
            for step in range(self.length + 1)
        ]
        swings = [after - before for before, after in pairwise(leads)]
        most = max(swings, default=0)
        return swings.index(most) + 1 if most > 0 else None

    def position(self, step: int, moves: MoveIndex) -> int:
        """Return the number of moves before a step."""
        return moves.position(self.told[step - 1]) if step else 0

    def numbered(self, moves: MoveIndex) -> Series:
        """Return the numbers with each step numbered as the game's positions are."""
        positions = (self.position(step, moves) for step in range(self.length + 1))
        return replace(self.series, numbers=tuple(map(moves.number, positions)))

    def step(self, told: int) -> int:
        """Return the step to which the event after so many belongs."""
        return min(bisect_right(self.told, told), self.length)

    def events(self, step: int, log: Sequence[Event]) -> Sequence[Event]:
        """Return the events of a step."""
        return log[self.told[step - 1] : self.told[step]] if step else ()


def next_player(event: Event, last: Event | None) -> bool:
    """Whether another player begins, which starts a new step."""
    return event.seat is not None and (last is None or event.seat != last.seat)


def course_of(
    titles: tuple[str, str],
    log: Sequence[Event],
    start: Sequence[int],
    follow: Follow,
    *,
    begins: Begins = next_player,
    aside: tuple[str, Sequence[Spans]] = ("", ()),
) -> ScoreHistory:
    """Return the score history of a log; `titles` are those of the score and of the steps.

    Events before the first step belong to step 0.
    """
    numbers, last = [*start], None
    steps, told = list[tuple[int, ...]](), list[int]()
    for place, event in enumerate(log):
        if begins(event, last):
            steps.append(tuple(numbers))
            told.append(place)
        follow(numbers, event)
        last = event if event.seat is not None else last
    steps.append(tuple(numbers))
    told.append(len(log))
    return ScoreHistory(Series(*titles, tuple(zip(*steps))), tuple(told), aside)
