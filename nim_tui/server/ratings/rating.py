"""Plackett-Luce ratings."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, TypeVar

from openskill.models import PlackettLuce

DOUBTS: Final = 3.0
"""A list of the best goes by the strength that a player has almost surely: mu - 3 sigma."""

PROVISIONAL: Final = 5.0
"""The standard deviation above which a rating is marked as not sure yet."""

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength: the best guess `mu`, and its standard deviation `sigma`."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def surely(self) -> float:
        """The strength to rank by."""
        return self.mu - DOUBTS * self.sigma

    @property
    def is_provisional(self) -> bool:
        """Whether too few games stand behind it to tell much."""
        return self.sigma > PROVISIONAL


UNRATED: Final = Rating()

MOST_LENT: Final = 3
LENT_SHARE: Final = 10
"""The moves a stand-in may make for a person, plus one per this many of their own."""


_MODEL: Final = PlackettLuce()


def gains_nothing(lent: int, own: int) -> bool:
    """Whether a stand-in made too many moves for the person to gain by them, who made `own`."""
    return lent > MOST_LENT or lent * LENT_SHARE > own


def without_gain(before: Rating, after: Rating) -> Rating:
    """Return the rating after a game that may lower it, and never raise it or make it surer."""
    return Rating(min(before.mu, after.mu), max(before.sigma, after.sigma))


def rated_anew(
    before: Mapping[Player, Rating],
    seats: Sequence[Player | None],
    ranking: Sequence[Sequence[int]],
) -> dict[Player, Rating]:
    """Return the ratings of the players after a game.

    `seats` gives the player of each seat, None for one that is not rated; `ranking` lists groups of
    seats, best first. Players missing in `before` start as UNRATED; a player of several seats gets
    their mean. Nothing changes with fewer than two rated players.
    """
    places = {seat: place for place, group in enumerate(ranking) for seat in group}
    rated = [(player, places[n]) for n, player in enumerate(seats) if player and n in places]
    if len({player for player, _ in rated}) < 2:
        return {}
    priors = [before.get(player, UNRATED) for player, _ in rated]
    teams = [[_MODEL.rating(mu=prior.mu, sigma=prior.sigma)] for prior in priors]
    after = _MODEL.rate(teams, ranks=[float(place) for _, place in rated])
    earned: dict[Player, list[Rating]] = {}
    for (player, _), (new,) in zip(rated, after):
        earned.setdefault(player, []).append(Rating(new.mu, new.sigma))
    return {
        player: Rating(fmean(r.mu for r in own), fmean(r.sigma for r in own))
        for player, own in earned.items()
    }
