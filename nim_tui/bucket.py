"""A token bucket: so much at once, and so much a second in the long run."""

from __future__ import annotations


class Bucket:
    """Points that are used up and grow again, by the seconds of a clock that is handed in."""

    def __init__(self, most: float, a_second: float, now: float) -> None:
        self._most = float(most)
        self._a_second = a_second
        self._at = now
        self.left = self._most
        """The points left; negative after `owe`."""

    def grow(self, now: float) -> None:
        """Have what came since the last time."""
        self.left = min(self._most, self.left + (now - self._at) * self._a_second)
        self._at = now

    def owe(self, points: float) -> None:
        """Take points, whether or not there are as many."""
        self.left -= points

    def pay(self, points: float, now: float) -> float:
        """Take points as far as there are any; return how many were missing."""
        self.grow(now)
        paid = min(points, self.left)
        self.left -= paid
        return points - paid
