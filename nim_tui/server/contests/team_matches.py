"""Team matches: a Swiss of teams, each match played board by board.

Teams are paired by their match points with the rules for players (`dutch`). The members of a team
sit at its boards in order of their starting ranks, as many as the tournament has boards; the others
are reserves, who move up when a member withdraws. On the first board the team that is paired first
has the first seat, on the second board the other team, and so on.

A match won counts 2 match points, a drawn one 1. Points of games are board points. A board without
an opponent is won. A team without a match has 2 match points, and half a point for each board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nim_tui.server.contests.contest import PAIR, Board, PlayedBoard, Tournament, game_points
from nim_tui.server.contests.dutch import pair_round
from nim_tui.server.contests.swiss import SwissRound, players_after

WON, DRAWN = 2, 1
"""The points of a match."""
_FORFEIT: Final = 2
"""Twice the points of a board without an opponent."""


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of a round: its teams by number, the one with the first seat on board 1 first."""

    teams: tuple[int, ...]
    """Two teams, or one that has a bye."""
    points: tuple[int, ...]
    """The doubled board points of each."""
    is_over: bool

    @property
    def match_points(self) -> tuple[int, ...]:
        """The match points of each; none before the end."""
        if len(self.teams) == 1:
            return (WON,)
        one, other = self.points
        if not self.is_over:
            return (0, 0)
        return (DRAWN, DRAWN) if one == other else (WON * (one > other), WON * (other > one))


@dataclass(frozen=True, slots=True)
class MatchStanding:
    """The standing of a team: place from 1, match points, doubled board points, direct encounter.

    Direct encounter is the match points against the teams with as many match points.
    """

    team: str
    place: int
    matches: int
    match_points: int
    points: int
    direct: int
    cells: Sequence[str]
    """The board points of each round, as `2½–1½` is `2.5`; "+" is a bye, "-" no match."""


def teams_by_strength(one: Tournament) -> list[str]:
    """Return the teams, the strongest first: by the starting ranks of their best members."""
    ranks: dict[str, list[int]] = {}
    for each in one.entrants:
        if each.team:
            ranks.setdefault(each.team, []).append(each.number)
    last = len(one.entrants)

    def strength(team: str) -> tuple[int, int]:
        best = sorted(ranks[team])[: one.boards]
        return sum(best) + last * (one.boards - len(best)), best[0]

    return sorted(ranks, key=strength)


def line_up(one: Tournament, team: str) -> list[int]:
    """Return the members who sit at the boards of a team now, in order."""
    members = [each.number for each in one.entrants if each.team == team and not each.is_out]
    return sorted(members)[: one.boards]


def team_round(one: Tournament) -> Sequence[Board]:
    """Return the boards of the next round; none after the last one, or with fewer than two teams.

    The boards of a match follow each other.
    """
    teams = teams_by_strength(one)
    playing = [number for number, team in enumerate(teams) if line_up(one, team)]
    if one.made >= one.rounds or len(playing) < PAIR:
        return ()
    played = [_as_swiss(matches_of(one, number)) for number in range(1, one.made + 1)]
    paired = players_after(len(teams), played, last=one.made + 1 == one.rounds)
    pairs = pair_round(paired[number] for number in playing)
    return [board for pair in pairs for board in _boards(one, [teams[each] for each in pair])]


def _boards(one: Tournament, pair: Sequence[str]) -> list[Board]:
    ups = [line_up(one, team) for team in pair]
    boards = []
    for number in range(max(map(len, ups))):
        there = [up[number] for up in ups if number < len(up)]
        boards.append(tuple(there[::-1] if number % PAIR else there))
    return boards


def matches_of(one: Tournament, number: int) -> list[TeamMatch]:
    """Return the matches of a round, in the order of their boards."""
    of = {team: at for at, team in enumerate(teams_by_strength(one))}
    teams = [of.get(each.team, -1) for each in one.entrants]
    games = [game for game in one.games if game.round == number]
    against: dict[int, tuple[int, ...]] = {}
    for game in games:
        pair = tuple(teams[who] for who in game.board)
        if not game.is_bye and pair[0] not in against:
            against |= dict.fromkeys(pair, pair)
    for game in games:
        against.setdefault(teams[game.board[0]], (teams[game.board[0]],))
    return [_match(pair, teams, games) for pair in dict.fromkeys(against.values())]


def _match(pair: tuple[int, ...], teams: Sequence[int], games: Sequence[PlayedBoard]) -> TeamMatch:
    own = [game for game in games if teams[game.board[0]] in pair]
    points = dict.fromkeys(pair, 0)
    for game in own:
        for who, gained in board_points(game, has_match=len(pair) > 1).items():
            points[teams[who]] += gained
    return TeamMatch(pair, tuple(points.values()), all(game.is_over for game in own))


def board_points(game: PlayedBoard, *, has_match: bool) -> Mapping[int, int]:
    """Return the doubled points of each player of a board; alone, it is won, or half a bye."""
    if game.is_bye:
        return {game.board[0]: _FORFEIT if has_match else _FORFEIT // 2}
    return {game.board[seat]: points for seat, points in game_points(game.ranking).items()}


def player_points(one: Tournament) -> dict[int, int]:
    """Return the doubled points of each player at their boards."""
    points = dict.fromkeys(range(len(one.entrants)), 0)
    for number in range(1, one.made + 1):
        games = [game for game in one.games if game.round == number]
        met = {one.entrants[who].team for game in games if not game.is_bye for who in game.board}
        for game in games:
            has_match = one.entrants[game.board[0]].team in met
            for who, gained in board_points(game, has_match=has_match).items():
                points[who] += gained
    return points


def _as_swiss(matches: Sequence[TeamMatch]) -> SwissRound:
    """Return a round as that of players who are teams."""
    pairs = [(one.teams[0], one.teams[1]) for one in matches if len(one.teams) > 1]
    points = [one.match_points for one in matches if len(one.teams) > 1]
    byes = [(one.teams[0], WON) for one in matches if len(one.teams) == 1]
    return SwissRound(pairs, [(each[0], each[1]) for each in points], byes)


def match_standings(one: Tournament) -> list[MatchStanding]:
    """Return the standings of the teams by place; equal places by strength."""
    teams = teams_by_strength(one)
    rounds = [matches_of(one, number) for number in range(1, one.made + 1)]
    every = [match for matches in rounds for match in matches]
    everybody = range(len(teams))
    points = [sum(_of(match, team)[0] for match in every) for team in everybody]
    boards = [sum(_of(match, team)[1] for match in every) for team in everybody]
    direct = [
        sum(
            _of(match, team)[0]
            for match in every
            if len(match.teams) > 1 and {points[each] for each in match.teams} == {points[team]}
        )
        for team in everybody
    ]
    keys = list(zip(points, boards, direct))
    order = sorted(everybody, key=lambda team: ([-figure for figure in keys[team]], team))
    return [
        MatchStanding(
            teams[team], 1 + sum(key > keys[team] for key in keys),
            sum(match.is_over and team in match.teams and len(match.teams) > 1 for match in every),
            points[team], boards[team], direct[team],
            [_cell(matches, team) for matches in rounds],
        )
        for team in order
    ]  # fmt: skip


def _of(match: TeamMatch, team: int) -> tuple[int, int]:
    """Return the match points and the doubled board points of a team in a match."""
    if team not in match.teams:
        return 0, 0
    at = match.teams.index(team)
    return match.match_points[at], match.points[at]


def _cell(matches: Sequence[TeamMatch], team: int) -> str:
    own = next((match for match in matches if team in match.teams), None)
    if own is None:
        return "-"
    if len(own.teams) == 1:
        return "+"
    return f"{_of(own, team)[1] / 2:g}" if own.is_over else ""
