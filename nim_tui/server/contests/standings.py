"""The standings of a tournament, and its tie-breaks by their names in chess.

Points are doubled, so that halves are whole numbers; the figures of tie-breaks are not. In a game
of `n` the first has n - 1 points, the next one less, the last none; shared places share them.
A game without a result counts for nobody.

- Direct encounter: the score in the games among those with equal points.
- Sonneborn-Berger: the points of everybody beaten, and half of those drawn with.
- Buchholz: the points of all opponents; a round without a game counts as an opponent with the
  player's own points. Buchholz cut 1 leaves the lowest out.
- Wins: the number of games won.

At a larger table everybody placed behind is beaten, and everybody on the same place drawn with.
Players still equal share a place. In team matches, teams are ranked by match points, and players
by the points at their boards alone. In a knock-out places go by the round of the defeat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nim_tui.server.contests.contest import GameResult, Tournament, against
from nim_tui.server.contests.formats import (
    ARENA,
    KNOCK_OUT,
    ROUND_ROBIN,
    SWISS,
    TEAMS,
    doubled_points,
    survivors,
)
from rules.messages import N_

DIRECT, BERGER, WINS = N_("direct encounter"), N_("Sonneborn-Berger"), N_("wins")
BUCHHOLZ, BUCHHOLZ_CUT = N_("Buchholz"), N_("Buchholz cut 1")
BOARD_POINTS: Final = N_("board points")
TIE_BREAKS: Final[Mapping[str, Sequence[str]]] = {
    ROUND_ROBIN: (DIRECT, BERGER),
    SWISS: (BUCHHOLZ_CUT, BUCHHOLZ, DIRECT, BERGER, WINS),
    KNOCK_OUT: (),
    ARENA: (WINS,),
    TEAMS: (BOARD_POINTS, DIRECT),
}
"""The tie-breaks of each format, in their order; in team matches those of the teams."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's standing: place from 1, perhaps shared; games; doubled points; tie-breaks."""

    player: int
    place: int
    games: int
    points: int
    figures: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team's standing: the doubled points of its members, then its best member's place."""

    team: str
    place: int
    points: int
    best: int


def standings(one: Tournament) -> list[Standing]:
    """Return the standings by place; equal places by number."""
    everybody = range(len(one.entrants))
    games = [game.result for game in one.games if game.ranking and not game.is_bye]
    points = doubled_points(one)
    counts = [sum(who in game.board for game in games) for who in everybody]
    sums = _Sums(one, games, points)
    names = () if one.format == TEAMS else TIE_BREAKS[one.format]
    figures = [tuple(sums.figure(name, who) for name in names) for who in everybody]
    first = _rounds_survived(one) if one.format == KNOCK_OUT else points
    keys = [(first[who], *figures[who]) for who in everybody]
    order = sorted(everybody, key=lambda who: ([-figure for figure in keys[who]], who))
    return [
        Standing(who, 1 + sum(key > keys[who] for key in keys), counts[who], points[who],
                 figures[who])
        for who in order
    ]  # fmt: skip


def _rounds_survived(one: Tournament) -> list[int]:
    """Return the number of rounds from which each player of a knock-out went on.

    It is one more for those still in it, who are ahead of somebody who withdrew unbeaten.
    """
    last = max((game.round for game in one.games), default=0)
    everybody = range(len(one.entrants))
    left = [
        {*survivors(everybody, [game for game in one.games if game.round <= number])}
        for number in range(1, last + 1)
    ]
    left.append({*survivors(one.active, one.games)})
    return [sum(who in each for each in left) for who in everybody]


class _Sums:
    """The figures of tie-breaks."""

    def __init__(self, one: Tournament, games: Sequence[GameResult], points: Sequence[int]) -> None:
        self._one, self._points = one, points
        self._of: list[list[GameResult]] = [[] for _one in points]
        for game in games:
            for who in game.board:
                self._of[who].append(game)
        going_on = {game.round for game in one.games if not game.is_over}
        self._rounds = len({game.round for game in one.games} - going_on)
        """The number of finished rounds."""
        self._equal: dict[int, set[int]] = {}
        for who, each in enumerate(points):
            self._equal.setdefault(each, set()).add(who)

    def figure(self, name: str, who: int) -> float:
        """Return a tie-break of a player."""
        return _FIGURES[name](self, who)

    def direct(self, who: int) -> float:
        return (
            sum(
                against(game, who, other)
                for game in self._of[who]
                for other in self._equal[self._points[who]] & {*game.board}
            )
            / 2
        )

    def berger(self, who: int) -> float:
        return (
            sum(
                against(game, who, other) * self._points[other]
                for game in self._of[who]
                for other in game.board
            )
            / 4
        )

    def _opponents(self, who: int) -> list[int]:
        """Return the points of all opponents, the lowest first."""
        met = [self._points[other] for game in self._of[who] for other in game.board
               if other != who]  # fmt: skip
        most = self._rounds * (self._one.seats - 1)
        return sorted([*met, *[self._points[who]] * (most - len(met))])

    def buchholz(self, who: int) -> float:
        return sum(self._opponents(who)) / 2

    def buchholz_cut(self, who: int) -> float:
        return sum(self._opponents(who)[1:]) / 2

    def wins(self, who: int) -> float:
        return sum(
            len(game.ranking) > 1 and who in [game.board[seat] for seat in game.ranking[0]]
            for game in self._of[who]
        )


_FIGURES: Final[Mapping[str, Callable[[_Sums, int], float]]] = {
    DIRECT: _Sums.direct, BERGER: _Sums.berger, BUCHHOLZ: _Sums.buchholz,
    BUCHHOLZ_CUT: _Sums.buchholz_cut, WINS: _Sums.wins,
}  # fmt: skip


def team_standings(one: Tournament, order: Sequence[Standing]) -> list[TeamStanding]:
    """Return the standings of the teams by place; none without teams."""
    teams: dict[str, list[Standing]] = {}
    for each in order:
        team = one.entrants[each.player].team
        if team:
            teams.setdefault(team, []).append(each)
    keys = {
        team: (sum(each.points for each in members), -min(each.place for each in members))
        for team, members in teams.items()
    }
    found = [
        TeamStanding(team, 1 + sum(key > own for key in keys.values()), own[0], -own[1])
        for team, own in keys.items()
    ]
    return sorted(found, key=lambda each: (each.place, each.team))
