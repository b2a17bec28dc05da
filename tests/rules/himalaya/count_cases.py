"""Tables to be counted, in short notation, and the ranking worked out from the rules page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.himalaya.board import NONE, VILLAGES
from rules.himalaya.scoring import Tribes
from tests.rules.himalaya.positions import EMPTY, NOBODY, PRINTED

HOUSES = (1, 4, 6, 8, 12, 14, 15, 16, 19)
TEMPLES = (2, 3, 7, 9, 10, 13, 20)
MONASTERIES = (5, 11, 17, 18)
LETTERS = "ABCDEFGH"
Ranking = tuple[tuple[int, ...], ...]


def tribes(
    yaks: Sequence[int],
    *,
    stupas: Mapping[int, int] = NOBODY,
    delegations: Mapping[str, Sequence[int]] = EMPTY,
    first: int = 0,
) -> Tribes:
    """Return a table at the end: stupas by village, delegations by region."""
    nobody = [0] * len(yaks)
    return Tribes(
        board=PRINTED,
        stupas=[stupas.get(village, NONE) for village in (0, *VILLAGES)],
        delegations=[delegations.get(region.letter, nobody) for region in PRINTED.regions],
        yaks=yaks,
        first=first,
    )


def stupas(*owned: str) -> dict[int, int]:
    """Return stupas, from a text of levels per player: "hht" is two houses and a temple."""
    free = {"h": [*HOUSES], "t": [*TEMPLES], "m": [*MONASTERIES]}
    return {free[level].pop(): seat for seat, own in enumerate(owned) for level in own}


def regions(*held: int) -> dict[str, tuple[int, ...]]:
    """Return as many regions for each player as given, with one delegation in each."""
    owners = [seat for seat, number in enumerate(held) for _ in range(number)]
    return {
        letter: tuple(int(seat == owner) for seat in range(len(held)))
        for letter, owner in zip(LETTERS, owners)
    }


def religion(table: Tribes, seat: int) -> int:
    """Return 1, 2 or 3 points for each stupa."""
    mine = [village for village in VILLAGES if table.stupas[village] == seat]
    return sum(1 + (v not in HOUSES) + (v in MONASTERIES) for v in mine)


def politics(table: Tribes, seat: int, among: Sequence[int]) -> int:
    """Return 1 point per region in which a seat alone has most of the delegations of `among`."""
    return sum(
        all(there[seat] > there[other] for other in among if other != seat)
        for there in table.delegations
    )


def ranking_of(table: Tribes) -> Ranking:
    """Return the whole ranking by the rules page."""
    return _of_three(table) if len(table.yaks) == 3 else _of_four(table)


def _of_three(table: Tribes) -> Ranking:
    seats = range(3)
    points = [
        [table.yaks[seat] for seat in seats],
        [politics(table, seat, seats) for seat in seats],
        [religion(table, seat) for seat in seats],
    ]
    chain = sorted(zip(*points, seats), reverse=True)
    groups = [
        tuple(sorted(seat for *key, seat in chain if key == other))
        for index, (*other, _) in enumerate(chain)
        if index == 0 or [*chain[index - 1][:3]] != other
    ]
    for seat in seats:
        if sum(all(p[seat] > p[other] for other in seats if other != seat) for p in points) >= 2:
            rest = [tuple(one for one in group if one != seat) for group in groups]
            return ((seat,), *filter(None, rest))
    return tuple(groups)


def _of_four(table: Tribes) -> Ranking:
    late = [(seat - table.first) % 4 for seat in range(4)]
    seats = [0, 1, 2, 3]
    out = min(
        seats,
        key=lambda s: (religion(table, s), [*table.stupas].count(s), table.yaks[s], -late[s]),
    )
    seats.remove(out)
    still = tuple(seats)
    points = {seat: politics(table, seat, still) for seat in still}
    sent = {seat: sum(there[seat] for there in table.delegations) for seat in still}
    second = min(seats, key=lambda s: (points[s], sent[s], table.yaks[s], -late[s]))
    seats.remove(second)
    one, other = ((table.yaks[s], points[s], religion(table, s)) for s in seats)
    if one == other:
        return (tuple(seats), (second,), (out,))
    best = seats if one > other else seats[::-1]
    return ((best[0],), (best[1],), (second,), (out,))


def decided_of(table: Tribes) -> str:
    """Return the deciding figures by the rules page: which two, or the first that differs."""
    return _decided_of_three(table) if len(table.yaks) == 3 else _decided_of_four(table)


def _decided_of_three(table: Tribes) -> str:
    seats = range(3)
    points = {
        "religion": [religion(table, seat) for seat in seats],
        "politics": [politics(table, seat, seats) for seat in seats],
        "economy": [*table.yaks],
    }
    for seat in seats:
        ahead = [
            name
            for name, by_seat in points.items()
            if all(by_seat[seat] > by_seat[other] for other in seats if other != seat)
        ]
        if len(ahead) == 3:
            return "first_all"
        if len(ahead) == 2:
            return f"first_{ahead[0]}_{ahead[1]}"
    return f"chain_{_telling(points, [*seats])}"


def _decided_of_four(table: Tribes) -> str:
    *last_two, _, (out,) = ranking_of(table)
    left = [seat for seat in range(4) if seat != out]
    points = {
        "economy": [*table.yaks],
        "politics": [politics(table, seat, left) for seat in range(4)],
        "religion": [religion(table, seat) for seat in range(4)],
    }
    return f"last_{_telling(points, [seat for group in last_two for seat in group])}"


def _telling(points: Mapping[str, Sequence[int]], seats: list[int]) -> str:
    """Return the first of economy, politics, religion that leaves one seat alone in front."""
    for name in ("economy", "politics", "religion"):
        most = max(points[name][seat] for seat in seats)
        seats = [seat for seat in seats if points[name][seat] == most]
        if len(seats) == 1:
            return name
    return "shared"
