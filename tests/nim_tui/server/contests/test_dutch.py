"""Swiss rounds: the pairing that FIDE's criteria put first among all, and in good time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim_tui.server.contests.dutch import pair_round
from nim_tui.server.contests.swiss import (
    DOWN,
    UP,
    SwissPlayer,
    SwissRound,
    may_meet,
    pair_in_order,
    players_after,
    seat_faults,
    seated,
)
from tests.depth import examples

Pairing = list[tuple[SwissPlayer, SwissPlayer | None]]


# All pairings, and FIDE's order among them, written down as the handbook says it


def all_pairings(players: Sequence[SwissPlayer | None]) -> Iterator[Pairing]:
    if not players:
        yield []
        return
    one = players[0]
    assert one is not None
    for at, other in enumerate(players[1:], start=1):
        if may_meet(one, other) if other is not None else not one.had_bye:
            for rest in all_pairings([*players[1:at], *players[at + 1 :]]):
                yield [(one, other), *rest]


def points(one: SwissPlayer | None) -> int:
    return -1 if one is None else one.score


def key(pairing: Pairing, score: int, below: int, ranked: Sequence[SwissPlayer]) -> list[object]:
    """What the criteria say of one bracket, then its place in the order of candidates."""
    pairs = [sorted(pair, key=lambda one: ranked.index(one) if one else 99) for pair in pairing]
    bye = [high for high, low in pairs if low is None]
    floats = [
        sorted((points(high) for high, low in pairs if points(high) >= level > points(low)),
               reverse=True)
        for level in (score, below)
    ]  # fmt: skip
    inside = [(high, low) for high, low in pairs if high and low and low.score == score]
    mixed = [(high, low) for high, low in inside if high.score > score]
    down = [high for high, low in pairs if high and high.score == score > points(low)]
    faults = [seat_faults(high, low) for high, low in inside]
    found: list[object] = [points(bye[0]) if bye else 0]
    found += [(len(one), one) for one in floats]
    own_floats = [low for high, low in pairs if points(high) >= score > points(low)]
    found += [bye[0].unplayed if bye and bye[0] and own_floats == [None] else 0]
    found += [sum(one[n] for one in faults) for n in range(4)]
    found += [
        count
        for back in (1, 2)
        for count in (
            sum(high.floated(back, DOWN) for high in down),
            sum(low.floated(back, UP) for _high, low in mixed),
        )
    ]
    for back in (1, 2):
        moved = [(high, low) for high, low in pairs if points(high) > score]
        found.append(
            sorted(
                (
                    high.score
                    - max(points(low), score - 2)  # one point below the bracket if it floats
                    for high, low in moved
                    if high and high.floated(back, DOWN)
                ),
                reverse=True,
            )
        )
        found.append(
            sorted((high.score for high, low in mixed if low.floated(back, UP)), reverse=True)
        )
    return [*found, *order(pairs, inside, mixed, score, ranked)]


def order(
    pairs: Sequence[Sequence[SwissPlayer | None]],
    inside: Sequence[tuple[SwissPlayer, SwissPlayer]],
    mixed: Sequence[tuple[SwissPlayer, SwissPlayer]],
    score: int,
    ranked: Sequence[SwissPlayer],
) -> list[object]:
    opponents = {high.number: ranked.index(low) for high, low in mixed}
    moved = [one for one in ranked if one.score > score and any(one in p for p in pairs)]
    first = [one.number not in opponents for one in moved]
    second = [opponents.get(one.number, 0) for one in moved]
    used = {low.number for _high, low in mixed}
    rest = [one for one in ranked if one.score == score and one.number not in used]
    own = [(rest.index(high), rest.index(low)) for high, low in inside if high.score == score]
    single = set(range(len(rest))) - {at for pair in own for at in pair}
    upper = range(len(own))
    out = sorted([low for high, low in own if low in upper] + [at for at in single if at in upper])
    new = sorted(high for high, low in own if high not in upper)
    transposition = [low for _high, low in sorted(own)]
    return [first, second, len(out), sum(new) - sum(out), [-at for at in out[::-1]], new,
            transposition]  # fmt: skip


def history(count: int, rounds: int, chance: Random, *, last: bool = False) -> list[SwissPlayer]:
    """Players after some rounds, whose better ones win more often."""
    played: list[SwissRound] = []
    for _round in range(rounds):
        pairs = pair_round(players_after(count, played))
        won = [chance.choices([(2, 0), (1, 1), (0, 2)], [4, 2, 3])[0] for _pair in pairs]
        byes = [(one[0], 2) for one in pairs if len(one) == 1]
        games = [(one[0], one[1]) for one in pairs if len(one) == 2]
        played.append(SwissRound(games, won[: len(games)], byes))
    return players_after(count, played, last=last)


def first_of_all(players: Sequence[SwissPlayer]) -> set[frozenset[int]] | None:
    """The pairing that the criteria put first, by looking at all of them."""
    ranked = sorted(players, key=lambda one: (-one.score, one.number))
    found = list(all_pairings([*ranked, *([None] if len(ranked) % 2 else [])]))
    scores = [*sorted({one.score for one in ranked}, reverse=True), -1]
    done: set[int] = set()
    for score, below in pairwise(scores):
        left = [one for one in ranked if one.number not in done]
        open_ = [[p for p in one if p[0].number not in done] for one in found]
        keys = [key(one, score, below, left) for one in open_]
        found = [one for one, its in zip(found, keys) if its == min(keys)]
        done |= {
            one.number for pair in found[0] for one in pair
            if one and min(map(points, pair)) >= score
        } if found else set()  # fmt: skip
    if not found:
        return None
    return {frozenset(one.number for one in pair if one) for pair in found[0]}


@given(st.integers(2, 8), st.integers(0, 5), st.booleans(), st.integers(0, 2**32))
@examples(20, 80)
def test_the_pairing_is_the_first_of_all_by_the_criteria(
    count: int, rounds: int, last: bool, seed: int
) -> None:
    players = history(count, min(rounds, count - 1), Random(seed), last=last)
    expected = first_of_all(players)
    if expected is not None:
        assert {frozenset(pair) for pair in pair_round(players)} == expected


@pytest.mark.nightly
@given(st.integers(9, 10), st.integers(1, 6), st.booleans(), st.integers(0, 2**32))
@examples(10, 100)
def test_so_it_is_with_ten(count: int, rounds: int, last: bool, seed: int) -> None:
    players = history(count, rounds, Random(seed), last=last)
    expected = first_of_all(players)
    if expected is not None:
        assert {frozenset(pair) for pair in pair_round(players)} == expected


def test_a_large_bracket_is_paired_as_a_small_one() -> None:
    """The search in the order of the rules finds what the matching finds."""
    players = history(24, 1, Random(5))
    top = [one for one in players if one.score == max(each.score for each in players)]
    rest = [one for one in players if one not in top]
    found = pair_in_order(top[: len(top) // 2 * 2], rest)
    assert found is not None
    matched = pair_round(top[: len(top) // 2 * 2])
    assert {frozenset(p.number for p in pair) for pair in found} == set(map(frozenset, matched))


def test_a_round_of_many_is_legal() -> None:
    count = 255
    players = history(count, 2, Random(7))
    pairs = pair_round(players)
    assert Counter(number for pair in pairs for number in pair) == Counter(range(count))
    for pair in pairs:
        if len(pair) == 2:
            assert may_meet(players[pair[0]], players[pair[1]])
            assert abs(players[pair[0]].score - players[pair[1]].score) <= 2


def test_people_meet_again_only_where_everybody_has_met() -> None:
    players = history(4, 3, Random(1))
    assert first_of_all(players) is None
    assert sorted(number for pair in pair_round(players) for number in pair) == [0, 1, 2, 3]


def test_members_of_a_team_do_not_meet() -> None:
    players = players_after(4, [], teams=["a", "b", "a", "b"])
    assert {frozenset(pair) for pair in pair_round(players)} == {
        frozenset({0, 3}), frozenset({1, 2}),
    }  # fmt: skip


# Seats: the rules 5.2.1 to 5.2.5


def player(number: int, seats: Sequence[int], score: int = 0) -> SwissPlayer:
    return SwissPlayer(number, score, tuple(seats))


@pytest.mark.parametrize(
    ("one", "other", "first"),
    [
        (player(0, [0]), player(1, [1]), 1),  # both preferences are granted
        (player(0, [0, 1, 0]), player(1, [1, 0, 0]), 0),  # the stronger one
        (player(0, [0, 1, 0]), player(1, [0, 0, 1]), 1),  # they last differed two rounds ago
        (player(0, [0, 1]), player(1, [0, 1]), 0),  # that of the higher ranked
        (player(0, [0, 1]), player(1, [0, 1], 2), 1),
        (player(0, []), player(1, []), 0),  # the first of odd numbers from 1 has the first seat
        (player(1, []), player(2, []), 2),
        (player(0, []), player(1, [1]), 1),
    ],
)
def test_seats_go_by_preference(one: SwissPlayer, other: SwissPlayer, first: int) -> None:
    assert seated(one, other)[0].number == seated(other, one)[0].number == first
