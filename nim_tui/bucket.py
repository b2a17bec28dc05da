"""A token bucket: a burst size, and a rate per second in the long run."""

from __future__ import annotations


class Bucket:
    """A token bucket; the caller hands in the time in seconds."""

    def __init__(self, most: float, a_second: float, now: float) -> None:
        self._most = float(most)
        self._a_second = a_second
        self._at = now
        self.left = self._most
        """The points left; negative after `owe`."""

    def grow(self, now: float) -> None:
        """Add the points earned since the last call."""
        self.left = min(self._most, self.left + (now - self._at) * self._a_second)
        self._at = now

    def owe(self, points: float) -> None:
        """Take points, even below zero."""
        self.left -= points

    def pay(self, points: float, now: float) -> float:
        """Take as many of the points as there are; return how many were missing."""
        self.grow(now)
        paid = min(points, self.left)
        self.left -= paid
        return points - paid
