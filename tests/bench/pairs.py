"""Two things measured in turns, so that what slows the machine slows both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

Measure = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Pairs:
    """One figure of ours and one of the peer a round, in the same unit."""

    ours: tuple[float, ...]
    peers: tuple[float, ...]

    @property
    def our_median(self) -> float:
        """The median of our figures, in their unit."""
        return median(self.ours)

    @property
    def peer_median(self) -> float:
        """The median of the peer's figures, in their unit."""
        return median(self.peers)

    @property
    def ratio(self) -> float:
        """The median over the rounds of ours divided by the peer's."""
        return median(one / other for one, other in zip(self.ours, self.peers))


def in_turns(ours: Measure, peer: Measure, rounds: int) -> Pairs:
    """Measure ours, the peer, ours, the peer..., so many rounds; one round before does not count.

    The first round only warms up: files are read and compiled, tables are built.
    """
    figures = [(ours(), peer()) for _ in range(rounds + 1)][1:]
    return Pairs(tuple(one for one, _ in figures), tuple(other for _, other in figures))
