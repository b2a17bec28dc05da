"""The clocks of a table's seats, which run while the seats must move.

A clock reads no time: each call hands it in, in seconds since 1970.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

A_MOVE, A_GAME, DAYS = "move", "game", "days"
LONGEST: Final = 366 * 86_400
"""The longest time of any clock, in seconds."""


class ClockPlan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A time control: seconds for each move, or for all moves of a game.

    `days` is per move by correspondence: the clock also runs while the server is down, and nobody
    is expected at the table. With all moves of a game go two more: `increment`, the seconds added
    after each move in time (Fischer), and `delay`, the seconds of each move before the clock runs
    (the simple or US delay: what is left of it is not added).
    """

    kind: Literal["move", "game", "days"]
    seconds: Annotated[int, Meta(ge=1, le=LONGEST)]
    increment: Annotated[int, Meta(ge=0, le=LONGEST)] = 0
    delay: Annotated[int, Meta(ge=0, le=LONGEST)] = 0

    def __post_init__(self) -> None:
        """Raise ValueError for an increment or a delay of another kind."""
        if (self.increment or self.delay) and self.kind != A_GAME:
            raise ValueError("only a clock for the game has an increment or a delay")


@dataclass(slots=True)
class SeatTime:
    """The time used by a seat: seconds of past turns, and the start of the present one."""

    used: float = 0.0
    since: float | None = None
    last: float = field(default=0.0, compare=False)
    """Seconds of the last finished turn, which an undo continues."""
    charged: float = field(default=0.0, compare=False)
    """What that turn added to `used`; less than 0 after a short turn with an increment."""


Pause = tuple[float, float]
"""The start and the end of a time that counts for nobody, in seconds since 1970."""


class Clock:
    """The clock of one table; seats it does not list have unlimited time."""

    def __init__(
        self,
        plan: ClockPlan,
        seats: Mapping[int, SeatTime],
        pauses: Mapping[int, Sequence[Pause]] | None = None,
    ) -> None:
        """`pauses` are those of seats, in order and apart: their clocks stand meanwhile."""
        self.plan: Final = plan
        self.seats: Final = dict(seats)
        self.pauses: Mapping[int, Sequence[Pause]] = pauses or {}

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
                self._end_turn(seat, time, now)
            if seat in waited_for and time.since is None:
                goes_on = seat in taken_back
                time.used -= time.charged if goes_on else 0.0
                time.since = now - (time.last if goes_on else 0.0)

    def _end_turn(self, seat: int, time: SeatTime, now: float) -> None:
        """Charge the present turn; one that ended in time earns the increment."""
        time.last = self._counted(seat, time, now)
        spent = max(0.0, time.last - self.plan.delay)
        is_in_time = time.used + spent < self.plan.seconds
        time.charged = spent - (self.plan.increment if is_in_time else 0)
        time.used += time.charged
        time.since = None

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
            used += max(0.0, self._counted(seat, time, now) - self.plan.delay)
        return max(0.0, self.plan.seconds - used)

    def _counted(self, seat: int, time: SeatTime, now: float) -> float:
        """Return the seconds of the present turn so far, without pauses."""
        since = now if time.since is None else time.since
        stood = (min(end, now) - max(begin, since) for begin, end in self.pauses.get(seat, ()))
        return max(0.0, now - since - sum(max(0.0, one) for one in stood))

    def paused_until(self, seat: int, now: float) -> float | None:
        """Return the end of a seat's present pause; None if its clock may run."""
        pauses = self.pauses.get(seat, ())
        return next((end for begin, end in pauses if begin <= now < end), None)

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
            (seat, end_of(time.since, self._allowance(time), self.pauses.get(seat, ())))
            for seat, time in self.seats.items()
            if time.since is not None
        ]

    def _allowance(self, time: SeatTime) -> float:
        """Return the seconds from the start of the present turn to its end."""
        used = time.used if self.plan.kind == A_GAME else 0.0
        return self.plan.delay + self.plan.seconds - used


def end_of(since: float, seconds: float, pauses: Sequence[Pause]) -> float:
    """Return when so many seconds have passed since a time, without pauses in order and apart."""
    end = since + seconds
    for begin, over in pauses:
        if over > since and begin < end:
            end += over - max(begin, since)
    return end
