"""The formats of tournaments: who plays whom in the next round.

A pairing is a table: the players of one game, by seats. In a game for two it is a pair; in a game
for more it is a table of as many players as the tournament has at a table. A player alone has a
bye. Numbers are starting ranks from 0, the strongest first.

- Round robin: everybody against everybody once; with more at a table the tables of `DESIGNS`. In
  each design everybody plays equally often, has each seat equally often or once more, and meets
  everybody, no pair more than twice more often than another, which tests check. Rounds are
  separated by `|`; players not named in one have a bye.
- Swiss: for two at a table FIDE's Dutch system (`dutch`); who asked for it has a half-point bye.
  With more, tables are filled from the top of the standings, each with the next players who have
  met those there least often.
- Knock-out: the winner of each table goes on; in a draw, or without a result, the player with the
  higher starting rank does. The best remaining meets the lowest remaining. Byes go to the best.
  If too few for a table remain, as after a withdrawal, they share the first place.
- Team matches: a Swiss of teams, whose members play board by board (`team_matches`).
- Arena: whoever is free plays whoever is free and close in the standings, until time is up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations, permutations
from typing import Final

from nim_tui.server.contests.contest import (
    PAIR,
    Board,
    PlayedBoard,
    Tournament,
    game_points,
)
from nim_tui.server.contests.dutch import pair_round
from nim_tui.server.contests.swiss import SwissRound, players_after
from nim_tui.server.contests.team_matches import player_points, team_round
from rules.messages import N_

ROUND_ROBIN, SWISS, KNOCK_OUT, ARENA = "round-robin", "swiss", "knock-out", "arena"
TEAMS: Final = "teams"
FORMATS: Final[Mapping[str, str]] = {
    ROUND_ROBIN: N_("round robin"),
    SWISS: N_("Swiss"),
    KNOCK_OUT: N_("knock-out"),
    ARENA: N_("arena"),
    TEAMS: N_("team matches"),
}
"""The name of each format."""
MOST: Final = 256
"""The most players of a tournament."""
SIMULTANEOUS: Final = 16
"""The most players of a round robin by correspondence whose games all begin at once."""
_STREAK: Final = 2
"""The wins in a row after which a game of an arena counts twice."""


def fits(form: str, players: int, seats: int) -> bool:
    """Check whether so many players can play a tournament, with `seats` at a table."""
    if not max(PAIR, seats) <= players <= MOST:
        return False
    if form == TEAMS:
        return seats == PAIR
    return form != ROUND_ROBIN or seats == PAIR or (players, seats) in DESIGNS


def usual_rounds(form: str, players: int, seats: int) -> int:
    """Return how many rounds a tournament needs: Swiss, until one player can be ahead of all.

    Of team matches, `players` is the number of teams.
    """
    if form == ROUND_ROBIN:
        return len(schedule(players, seats))
    if form in (SWISS, TEAMS):
        most = players - 1 if seats == PAIR else players
        return max(1, min(most, (players - 1).bit_length() + (players > 2 * PAIR)))
    return (players - 1).bit_length() if form == KNOCK_OUT else 0


def next_round(one: Tournament) -> Sequence[Board]:
    """Return the tables of the next round; none: the tournament is over.

    In an arena, none is returned while too few are free, too.
    """
    return _NEXT[one.format](one)


def may_end(one: Tournament) -> bool:
    """Whether a tournament that has no next round is over: in an arena, once time is up."""
    if one.format != ARENA:
        return True
    return one.is_time_up and all(game.is_over for game in one.games)


def _round_robin(one: Tournament) -> Sequence[Board]:
    every = schedule(len(one.entrants), one.seats)
    return every[one.made] if one.made < len(every) else ()


# Swiss


def _swiss(one: Tournament) -> Sequence[Board]:
    if one.made >= one.rounds or len(one.active) < max(PAIR, one.seats):
        return ()
    return _dutch(one) if one.seats == PAIR else _tables(one)


def _dutch(one: Tournament) -> Sequence[Board]:
    played = [
        _swiss_round([game for game in one.games if game.round == number])
        for number in range(1, one.made + 1)
    ]
    teams = [each.team for each in one.entrants]
    is_last = one.made + 1 == one.rounds
    players = players_after(len(teams), played, last=is_last, teams=teams)
    asking = half_byes(one)
    pairs = pair_round(players[number] for number in one.active if number not in asking)
    return [*pairs, *((number,) for number in asking)]


def half_byes(one: Tournament) -> list[int]:
    """Return the active players who asked for a half-point bye in the next round."""
    asking = [each.number for each in one.entrants if each.asks_bye and not each.is_out]
    return asking if one.format == SWISS and one.seats == PAIR else []


def _swiss_round(games: Sequence[PlayedBoard]) -> SwissRound:
    pairs = [(game.board[0], game.board[1]) for game in games if not game.is_bye]
    rankings = [game_points(game.ranking) for game in games if not game.is_bye]
    points = [(each[0], each[1]) if each else None for each in rankings]
    byes = [
        (game.board[0], bye_points(PAIR, is_half=game.is_half)) for game in games if game.is_bye
    ]
    return SwissRound(pairs, points, byes)


def bye_points(seats: int, *, is_half: bool = False) -> int:
    """Return twice the points of a bye: those of a win, or the average at a larger table.

    A half-point bye, for two at a table, has those of a draw.
    """
    return 2 - is_half if seats == PAIR else seats - 1


def doubled_points(one: Tournament) -> list[int]:
    """Return twice the points of each player; in an arena with those of winning streaks."""
    if one.format == TEAMS:
        return [*player_points(one).values()]
    points, streak = Counter[int](), Counter[int]()
    for game in one.games:
        if game.is_bye and one.format == SWISS:
            points[game.board[0]] += bye_points(one.seats, is_half=game.is_half)
        for seat, gained in game_points(game.ranking).items() if not game.is_bye else ():
            player = game.board[seat]
            is_double = one.format == ARENA and streak[player] >= _STREAK
            points[player] += gained * (1 + is_double)
            is_won = seat in game.ranking[0] and len(game.ranking) > 1
            streak[player] = streak[player] + 1 if is_won else 0
    return [points[number] for number in range(len(one.entrants))]


def _tables(one: Tournament) -> list[Board]:
    """Fill tables from the top of the standings with players who have met least often."""
    points = doubled_points(one)
    ranked = sorted(one.active, key=lambda who: (-points[who], who))
    rests = Counter(game.board[0] for game in one.games if game.is_bye)
    byes = len(ranked) % one.seats
    resting = {*sorted(ranked, key=lambda who: (rests[who], -ranked.index(who)))[:byes]}
    free = [who for who in ranked if who not in resting]
    met = met_times(one.games)
    boards = []
    while free:
        boards.append(_filled(free, one, met))
    return [*boards, *((who,) for who in sorted(resting))]


def _filled(free: list[int], one: Tournament, met: Counter[frozenset[int]]) -> Board:
    """Take a table's players from the free ones: the first, then those they met least often."""
    team = {each.number: each.team for each in one.entrants}
    table = [free.pop(0)]
    while len(table) < one.seats:
        at = min(
            range(len(free)),
            key=lambda at: (
                sum(met[frozenset((free[at], who))] for who in table)
                + sum(bool(team[who]) and team[who] == team[free[at]] for who in table),
                at,
            ),
        )
        table.append(free.pop(at))
    return best_seats(table, one.games)


def met_times(games: Sequence[PlayedBoard]) -> Counter[frozenset[int]]:
    """Return how often two players have met."""
    return Counter(frozenset(pair) for game in games for pair in combinations(game.board, 2))


def best_seats(players: Sequence[int], games: Sequence[PlayedBoard]) -> Board:
    """Return players in the seats they have had least often."""
    had = Counter(
        (who, seat) for game in games if not game.is_bye for seat, who in enumerate(game.board)
    )
    return min(
        permutations(players),
        key=lambda board: sum((2 * had[who, seat] + 1) ** 2 for seat, who in enumerate(board)),
    )


# Knock-out


def survivors(players: Sequence[int], games: Sequence[PlayedBoard]) -> list[int]:
    """Return the players who went on from every round of a knock-out, the best rank first.

    Who sat a round out did not; who still plays in one does until beaten.
    """
    went_on: dict[int, set[int]] = {}
    for game in games:
        first = game.ranking[0] if game.ranking else range(len(game.board))
        winners = [min(game.board[seat] for seat in first)] if game.is_over else game.board
        went_on.setdefault(game.round, set()).update(winners)
    return [who for who in players if all(who in each for each in went_on.values())]


def _knock_out(one: Tournament) -> Sequence[Board]:
    left = survivors(one.active, one.games)
    sizes = table_sizes(len(left), one.seats, one.sizes)
    if not sizes:
        return ()
    playing = left[len(left) - sum(sizes) :]
    tables: list[list[int]] = [[] for _size in sizes]
    order = [*range(len(sizes))]
    while playing:  # to and fro, so that the best meets the lowest
        for at in order:
            if playing and len(tables[at]) < sizes[at]:
                tables[at].append(playing.pop(0))
        order.reverse()
    byes = [(who,) for who in left[: len(left) - sum(sizes)]]
    return [*(best_seats(table, one.games) for table in tables), *byes]


def table_sizes(players: int, seats: int, sizes: Collection[int]) -> list[int]:
    """Return the tables of a knock-out round, after which a power of `seats` is left, if it can.

    Smaller tables are used where the number of players asks for it, and the game is for so few; a
    larger last one if too few for another round would be left. Empty: too few are left.
    """
    if players <= seats and players in sizes:
        return [players]
    left = 1
    while left * seats < players:
        left *= seats
    fewer = players - left
    count, rest = divmod(fewer, seats - 1)
    found = [seats] * count
    if rest:
        fit = [size for size in sorted(sizes) if rest + 1 <= size <= seats]
        found.append(fit[0])
    while sum(found) > players:  # a table too many: more go on than are wanted
        found.pop()
    if PAIR <= players - sum(found) + len(found) < min(sizes):
        return [players] if players in sizes else found[:-1] or found
    return found


# Arena


def _arena(one: Tournament) -> list[Board]:
    if one.is_time_up:
        return []
    busy = {who for game in one.games if not game.is_over for who in game.board}
    points = doubled_points(one)
    able = [each.number for each in one.entrants if each.is_here and not each.is_out]
    free = sorted(set(able) - busy, key=lambda who: (-points[who], who))
    last: dict[int, frozenset[int]] = {}
    for game in one.games:
        last |= {who: frozenset(game.board) - {who} for who in game.board}
    boards = []
    while len(free) >= one.seats:
        table = [free.pop(0)]
        fresh = [who for who in free if who not in last.get(table[0], ())]
        is_short = len(fresh) < one.seats - 1
        if is_short and busy:
            continue  # this player waits for somebody else to become free
        others = (free if is_short else fresh)[: one.seats - 1]
        free = [who for who in free if who not in others]
        boards.append(best_seats([*table, *others], one.games))
    return boards


_NEXT: Final[Mapping[str, Callable[[Tournament], Sequence[Board]]]] = {
    ROUND_ROBIN: _round_robin, SWISS: _swiss, KNOCK_OUT: _knock_out, ARENA: _arena,
    TEAMS: team_round,
}  # fmt: skip


DESIGNS: Final[Mapping[tuple[int, int], str]] = {
    (4, 3): "143 | 312 | 421 | 234",
    (4, 4): "1234 | 2341 | 3412 | 4123",
    (5, 3): "243 | 135 | 321 | 514 | 452",
    (5, 4): "3412 | 5134 | 2351 | 4523 | 1245",
    (5, 5): "12345 | 23451 | 34512 | 45123 | 51234",
    (6, 3): "641 532 | 126 354 | 314 625 | 432 156 | 415 263",
    (6, 4): "3645 | 4162 | 5321",
    (6, 5): "31654 | 23541 | 65132 | 14265 | 42316 | 56423",
    (7, 3): "415 362 | 521 467 | 216 753 | 275 143 | 654 137 | 536 724 | 671 342",
    (7, 4): "3567 | 4671 | 5712 | 6123 | 7234 | 1345 | 2456",
    (7, 5): "15726 | 31265 | 76342 | 54631 | 67154 | 42573 | 23417",
    (8, 3): "637 845 | 183 472 | 234 571 | 563 782 | 456 318 | 621 857 | 146 325 | 714 268",
    (8, 4): "7438 1256 | 5147 6283 | 3614 2758 | 6845 1372 | 3765 4821 | 4523 8167",
    (8, 5): "52386 | 15768 | 36427 | 83174 | 68541 | 74612 | 41253 | 27835",
}


Rounds = tuple[tuple[Board, ...], ...]


def has_schedule(players: int, seats: int) -> bool:
    """Check whether there is a schedule for that many players, with `seats` at a table."""
    return players >= seats == PAIR or (players, seats) in DESIGNS


def schedule(players: int, seats: int) -> Rounds:
    """Return the rounds of a tournament. Raises ValueError without a schedule."""
    if not has_schedule(players, seats):
        raise ValueError(f"no schedule for {players} players with {seats} at a table")
    return _circle(players) if seats == PAIR else _read(DESIGNS[players, seats])


def _read(design: str) -> Rounds:
    """Return the schedule in a design: `123 456 | 341 265`, players from 1 by seats."""
    return tuple(
        tuple(tuple(int(sign) - 1 for sign in board) for board in one.split())
        for one in design.split("|")
    )


def _circle(players: int) -> Rounds:
    """Return a schedule by the circle method: one player stays fixed, or none if odd.

    The first seat alternates along the circle, so everybody has each seat equally often, or once
    more. Source: J. Schurig, 1886; FIDE's Berger tables are the same.
    """
    ring = players - 1 + players % 2
    rounds: list[tuple[Board, ...]] = []
    for turn in range(ring):
        boards: list[Board] = []
        if players % 2 == 0:
            pair = (turn, ring)
            boards.append(pair if turn % 2 == 0 else pair[::-1])
        for step in range(1, (ring + 1) // 2):
            pair = ((turn + step) % ring, (turn - step) % ring)
            boards.append(pair if step % 2 else pair[::-1])
        rounds.append(tuple(boards))
    return tuple(rounds)
