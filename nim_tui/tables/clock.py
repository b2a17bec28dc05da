"""The clocks of a table's seats, which run while the seats must move.

A clock reads no time: each call hands it in, in seconds since 1970.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

A_MOVE, A_GAME, DAYS = "move", "game", "days"
LONGEST: Final = 366 * 86_400
"""The longest time of any clock, in seconds."""


class ClockPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A time control: seconds for each move, or for all moves of a game.

    `days` is per move by correspondence: the clock also runs while the server is down, and nobody
    is expected at the table.
    """

    kind: Literal["move", "game", "days"]
    seconds: Annotated[int, Meta(ge=1, le=LONGEST)]


@dataclass(slots=True)
class SeatTime:
    """The time used by a seat: seconds of past turns, and the start of the present one."""

    used: float = 0.0
    since: float | None = None
    last: float = field(default=0.0, compare=False)
    """Seconds of the last finished turn, which an undo continues."""


class Clock:
    """The clock of one table; seats it does not list have unlimited time."""

    def __init__(self, plan: ClockPlan, seats: Mapping[int, SeatTime]) -> None:
        self.plan: Final = plan
        self.seats: Final = dict(seats)

    def settle(
        self,
        waited_for: Collection[int],
        moved: int | None,
        now: float,
        taken_back: Collection[int] = (),
    ) -> None:
        """Start and end the turns of seats; a player who moves again starts a new turn.

        After an undo the earlier turn continues.
        """
        for seat, time in self.seats.items():
            if time.since is not None and (seat == moved or seat not in waited_for):
                time.last = max(0.0, now - time.since)
                time.used += time.last
                time.since = None
            if seat in waited_for and time.since is None:
                goes_on = time.last if seat in taken_back else 0.0
                time.used -= goes_on
                time.since = now - goes_on

    def forgive(self, now: float) -> None:
        """Restart the present turns after the server was down, except by correspondence."""
        for time in self.seats.values():
            if time.since is not None and self.plan.kind != DAYS:
                time.since = now

    def left(self, seat: int, now: float) -> float | None:
        """Return the seconds that a seat has left, at least 0; None if its time is unlimited."""
        time = self.seats.get(seat)
        if time is None:
            return None
        used = time.used if self.plan.kind == A_GAME else 0.0
        if time.since is not None:
            used += max(0.0, now - time.since)
        return max(0.0, self.plan.seconds - used)

    def out(self, now: float) -> tuple[int, ...]:
        """Return the waiting seats without time left; of two, only the one that ran out first."""
        due = {seat: end for seat, end in self._ends() if end <= now}
        first = min(due.values(), default=0.0)
        return tuple(seat for seat, end in due.items() if end == first)

    def next_end(self) -> float | None:
        """Return when the first waiting seat will run out of time; None if none will."""
        return min((end for _seat, end in self._ends()), default=None)

    def _ends(self) -> list[tuple[int, float]]:
        return [
            (seat, time.since + self._allowance(time))
            for seat, time in self.seats.items()
            if time.since is not None
        ]

    def _allowance(self, time: SeatTime) -> float:
        """Return the seconds from the start of the present turn to its end."""
        return self.plan.seconds - (time.used if self.plan.kind == A_GAME else 0.0)
