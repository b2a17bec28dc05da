"""How a tournament stands: points, and what decides between equal ones.

Figures are whole numbers: twice what they are worth, as there are halves. In a game of `n` the
first has n - 1 points, the next one less, the last none; who share places share their points.
So of two the winner has one, and a draw is half a point for each. Between players with equal
points decide, in this order:

1. direct comparison: in the games among them, one for each of them who came behind oneself at the
   same table, half a one for each on the same place;
2. Sonneborn-Berger: the points of everybody who came behind oneself at the same table, half of
   those who came in on the same place.

Who are equal then share a place. A game without a result counts for nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from nim_tui.server.tournaments.schedule import Board

Ranking = Sequence[Sequence[int]]
"""The seats of a game, the best first; several on one place."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over: who sat where, and how it ended; no ranking: without a result."""

    board: Board
    ranking: Ranking


@dataclass(frozen=True, slots=True)
class Standing:
    """A player: place from 1, perhaps shared, and games.

    Points and direct comparison are twice what they are worth, Sonneborn-Berger four times.
    """

    player: int
    place: int
    games: int
    points: int
    direct: int
    berger: int


def game_points(ranking: Ranking) -> dict[int, int]:
    """Twice the points of each seat."""
    points: dict[int, int] = {}
    left = sum(len(group) for group in ranking) - 1
    for group in ranking:
        shared = sum(2 * (left - number) for number in range(len(group))) // len(group)
        points |= dict.fromkeys(group, shared)
        left -= len(group)
    return points


def points_of(game: Played) -> dict[int, int]:
    """Twice the points of each player in a game."""
    return {game.board[seat]: points for seat, points in game_points(game.ranking).items()}


def against(game: Played, player: int, other: int) -> int:
    """Twice the score of one player against another who sat at the same table."""
    places = {game.board[seat]: place for place, group in enumerate(game.ranking) for seat in group}
    if player == other or player not in places or other not in places:
        return 0
    if places[player] == places[other]:
        return 1
    return 2 if places[player] < places[other] else 0


def standings(players: int, games: Sequence[Played]) -> list[Standing]:
    """Everybody by place; who share one by their numbers."""
    everybody = range(players)
    points = [sum(points_of(game).get(one, 0) for game in games) for one in everybody]
    counts = [sum(one in points_of(game) for game in games) for one in everybody]
    keys = [
        (
            points[one],
            _score(one, [other for other in everybody if points[other] == points[one]], games),
            _berger(one, points, games),
        )
        for one in everybody
    ]
    order = sorted(everybody, key=lambda one: ([-figure for figure in keys[one]], one))
    return [
        Standing(one, 1 + sum(key > keys[one] for key in keys), counts[one], *keys[one])
        for one in order
    ]


def _score(player: int, others: Collection[int], games: Sequence[Played]) -> int:
    """Twice the score of a player against others."""
    return sum(against(game, player, other) for game in games for other in others)


def _berger(player: int, points: Sequence[int], games: Sequence[Played]) -> int:
    """Four times the Sonneborn-Berger score."""
    return sum(
        against(game, player, other) * points[other]
        for game in games
        for other in range(len(points))
    )
