"""How a game went, as far as its log tells: a number a player turn by turn, and what turned it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.contract import Event
from screens.colours import Spans
from screens.widgets.chart import Series

Follow = Callable[[list[int], Event], None]
"""Changes the numbers of the players by what an event tells."""

Begins = Callable[[Event, Event | None], bool]
"""Whether an event begins another step; the other one is the last of somebody."""


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a game in steps: the numbers after each, and the events told until then."""

    series: Series
    told: tuple[int, ...]
    aside: tuple[str, Sequence[Spans]] = ("", ())
    """What else is worth telling, such as luck: a title, and a line a player by seat."""

    @property
    def length(self) -> int:
        """How many steps there were."""
        return len(self.told) - 1

    def turning_point(self, winners: Sequence[int]) -> int | None:
        """The step that brought the winners most ahead of the best of the others."""
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

    def events(self, step: int, log: Sequence[Event]) -> Sequence[Event]:
        """What happened in a step."""
        return log[self.told[step - 1] : self.told[step]] if step else ()


def next_player(event: Event, last: Event | None) -> bool:
    """A step is what one player did before another did anything."""
    return event.seat is not None and (last is None or event.seat != last.seat)


def course_of(
    titles: tuple[str, str],
    log: Sequence[Event],
    start: Sequence[int],
    follow: Follow,
    *,
    begins: Begins = next_player,
    aside: tuple[str, Sequence[Spans]] = ("", ()),
) -> Course:
    """The course of a log; `titles` say what is counted, and what the steps are.

    Whatever comes before the first step begins is step 0.
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
    return Course(Series(*titles, tuple(zip(*steps))), tuple(told), aside)
