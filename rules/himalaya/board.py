"""A board: map, regions, cubes and order discs, indexed, and read from a board file.

Villages are numbered as printed, from 1; lists of villages have an unused entry 0. A *kind* of
cube is 0-4, cheapest first; a *way* is a kind of route, 0-2; regions and discs count from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from rules.board_file import MOST_CHARACTERS, BadBoard, Source, is_whole
from rules.messages import N_

CUBES: Final = ("salt", "barley", "tea", "jade", "gold")
"""The kinds of cubes, from least to most valuable (T)."""
WAYS: Final = ("soil", "ice", "stone")
"""The kinds of routes."""
LEVELS: Final = ("house", "temple", "monastery")
"""The levels of villages: 1, 2 and 3 points for a stupa, and as many delegations (T)."""

VILLAGES: Final = range(1, 21)
TURNS: Final = 12
ORDERS: Final = 6
"""Steps of a program."""
STUPAS: Final = 5
DELEGATIONS: Final = 15
TOKEN_YAKS: Final = 3
"""Yaks of an inventory token."""
INVENTORIES: Final = (4, 8, 12)
"""The turns that end with an inventory."""
MARKETS: Final = 5
"""The number of villages that offer cubes, and of villages that offer an order, after a refill."""
CUBES_AT_ONCE: Final = 5
"""Cubes drawn for one village."""

NONE: Final = -1
"""The value of a field for “no seat”, “no disc” or “no region”."""


@dataclass(frozen=True, slots=True)
class Village:
    """A village: its name, its level (1-3) and its position on a map of 76 x 20 cells."""

    name: str
    level: int
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Region:
    """A region: its letter and name, the villages around it, and the position of its label."""

    letter: str
    name: str
    villages: tuple[int, ...]
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Disc:
    """A kind of order disc: the cubes of each kind it demands, its yaks, and its number."""

    demand: tuple[int, ...]
    yaks: int
    copies: int

    def is_met_by(self, held: Sequence[int]) -> bool:
        """Whether these cubes meet the demand."""
        for count, number in zip(self.demand, held):
            if count > number:
                return False
        return True


@dataclass(frozen=True, slots=True)
class Board:
    """A board, checked and indexed."""

    villages: tuple[Village, ...]
    """By number; entry 0 repeats the first and is unused."""
    neighbours: tuple[tuple[int, ...], ...]
    """`neighbours[way][village]`: the village at the other end of the route; 0 if there is none."""
    regions: tuple[Region, ...]
    regions_of: tuple[tuple[int, ...], ...]
    """Per village: the regions it borders."""
    cubes: tuple[int, ...]
    """The number of cubes of each kind."""
    discs: tuple[Disc, ...]

    def __hash__(self) -> int:
        """Return a hash of little: boards are few, and keys of many caches."""
        return hash(self.cubes)

    @property
    def routes(self) -> list[tuple[int, int, int]]:
        """(way, village, village) of each route, the lower number first."""
        return [
            (way, village, other)
            for way, ends in enumerate(self.neighbours)
            for village, other in enumerate(ends)
            if village < other
        ]

    def way_between(self, village: int, other: int) -> int:
        """Return the kind of the route between two villages, or NONE."""
        for way, ends in enumerate(self.neighbours):
            if other and ends[village] == other:
                return way
        return NONE


ROWS: Final = range(1, 19)
COLUMNS: Final = range(76)
"""The columns where villages and labels may be."""
VILLAGE_SIZE: Final = (7, 2)
"""Columns and rows of a village on the map; villages may not overlap."""
MOST_REGIONS: Final = 12
LONGEST_NAME: Final = 12

Neighbours = tuple[tuple[int, ...], ...]
"""By way and village: see Board.neighbours."""


def villages(source: Source) -> tuple[Village, ...]:
    """Return the villages by number; entry 0 repeats the first."""
    table = source.table("villages")
    for key in table:
        if key not in map(str, VILLAGES):
            why = N_("line {line}: villages are numbered 1 to {last}, not {number}")
            raise source.wrong("villages", key, why, last=len(VILLAGES), number=key[:20])
    found: list[Village] = []
    for number in map(str, VILLAGES):
        if number not in table:
            why = N_("line {line}: village {number} is missing")
            raise source.wrong("villages", "", why, number=number)
        village = _village(source, number, table[number])
        for other, standing in enumerate(found, start=1):
            if all(abs(a - b) < size for a, b, size in zip(village.at, standing.at, VILLAGE_SIZE)):
                why = N_("line {line}: village {number} is too close to {other}")
                raise source.wrong("villages", number, why, number=number, other=other)
        found.append(village)
    return (found[0], *found)


def _village(source: Source, key: str, given: Any) -> Village:
    entry = given if isinstance(given, dict) else {}
    source.check_keys("villages", key, entry, ("name", "level", "at"))
    if entry.get("level") not in LEVELS:
        why = N_("line {line}: the level of a village must be one of {levels}")
        raise source.wrong("villages", key, why, levels=", ".join(LEVELS))
    name, at = _named(source, "villages", key, entry)
    return Village(name, LEVELS.index(entry["level"]) + 1, at)


def _named(
    source: Source, section: str, key: str, entry: Mapping[str, Any]
) -> tuple[str, tuple[int, int]]:
    name, at = entry.get("name"), entry.get("at")
    if not (isinstance(name, str) and 1 <= len(name) <= LONGEST_NAME and name.isprintable()):
        why = N_("line {line}: a name has 1 to {most} characters")
        raise source.wrong(section, key, why, most=LONGEST_NAME)
    place = at if isinstance(at, list) and len(at) == 2 else [-1, -1]
    if not (is_whole(place[0], 0, COLUMNS[-1]) and is_whole(place[1], ROWS[0], ROWS[-1])):
        why = N_(
            "line {line}: `at` must be a column from 0 to {column}, then a row from 1 to {row}"
        )
        raise source.wrong(section, key, why, column=COLUMNS[-1], row=ROWS[-1])
    return name, (place[0], place[1])


# Routes


def neighbours(source: Source) -> Neighbours:
    """Return the routes: at most one of a kind at a village, all villages connected."""
    table = source.table("routes")
    source.check_keys("routes", "", table, WAYS)
    found = [[0] * (len(VILLAGES) + 1) for _way in WAYS]
    seen: set[frozenset[int]] = set()
    for way, name in enumerate(WAYS):
        for village, other in _pairs(source, name, table.get(name, [])):
            if frozenset((village, other)) in seen:
                why = N_("line {line}: {village} and {other} are joined twice")
                raise source.wrong("routes", name, why, village=village, other=other)
            seen.add(frozenset((village, other)))
            for start, end in ((village, other), (other, village)):
                if found[way][start]:
                    why = N_("line {line}: village {village} has two {way} routes")
                    raise source.wrong("routes", name, why, village=start, way=name)
                found[way][start] = end
    _check_connected(source, found)
    return tuple(tuple(ends) for ends in found)


def _pairs(source: Source, way: str, pairs: Any) -> Iterator[tuple[int, int]]:
    for pair in pairs if isinstance(pairs, list) else [()]:
        ends = pair if isinstance(pair, list) and len(pair) == 2 else [0, 0]
        if ends[0] == ends[1] or not all(is_whole(end, 1, len(VILLAGES)) for end in ends):
            raise source.wrong("routes", way, N_("line {line}: a route is a pair of villages"))
        yield ends[0], ends[1]


def _check_connected(source: Source, found: list[list[int]]) -> None:
    reached, edge = {1}, [1]
    while edge:
        village = edge.pop()
        new = {ends[village] for ends in found} - reached - {0}
        reached |= new
        edge += new
    for village in VILLAGES:
        if village not in reached:
            why = N_("line {line}: no route leads from village 1 to village {village}")
            raise source.wrong("routes", "", why, village=village)


# Regions


def regions(source: Source, routes: Neighbours) -> Iterator[Region]:
    """Yield the regions, each bounded by routes."""
    table = source.table("regions")
    if not 1 <= len(table) <= MOST_REGIONS:
        why = N_("line {line}: a board has 1 to {most} regions")
        raise source.wrong("regions", "", why, most=MOST_REGIONS)
    for letter, given in table.items():
        if not (len(letter) == 1 and letter.isascii() and letter.isupper()):
            why = N_("line {line}: a region is named by a capital letter")
            raise source.wrong("regions", letter, why)
        entry = given if isinstance(given, dict) else {}
        source.check_keys("regions", letter, entry, ("name", "villages", "at"))
        name, at = _named(source, "regions", letter, entry)
        yield Region(letter, name, _around(source, letter, entry.get("villages"), routes), at)


def _around(source: Source, letter: str, given: Any, routes: Neighbours) -> tuple[int, ...]:
    """Return the villages around a region, each joined to the next, the last to the first."""
    if not isinstance(given, list) or len(given) < 3:
        why = N_("line {line}: a region has at least 3 villages around it")
        raise source.wrong("regions", letter, why)
    for village, other in zip(given, [*given[1:], given[0]]):
        if not is_whole(village, 1, len(VILLAGES)) or given.count(village) > 1:
            raise _no_village(source, letter)
        if other not in [ends[village] for ends in routes]:
            if not is_whole(other, 1, len(VILLAGES)):
                raise _no_village(source, letter)
            why = N_("line {line}: region {region} has no route between {village} and {other}")
            raise source.wrong("regions", letter, why, region=letter, village=village, other=other)
    return tuple(given)


def _no_village(source: Source, letter: str) -> BadBoard:
    return source.wrong("regions", letter, N_("line {line}: a region lists villages, each once"))


__all__ = ["MOST_CHARACTERS", "BadBoard", "board_of"]

MOST_OF_A_KIND: Final = 60
MOST_YAKS: Final = 20


@lru_cache(32)
def board_of(text: str | None) -> Board:
    """Return the board of a text, or the printed board for None. Raises BadBoard."""
    if text is None:
        text = files("rules.himalaya").joinpath("board.toml").read_text("utf-8")
    source = Source(text, ("cubes", "villages", "routes", "regions", "orders"))
    towns, routes = villages(source), neighbours(source)
    lands = tuple(regions(source, routes))
    around = tuple(
        tuple(index for index, land in enumerate(lands) if village in land.villages)
        for village in (0, *VILLAGES)
    )
    cubes = _cubes(source)
    return Board(towns, routes, lands, around, cubes, tuple(_discs(source, cubes)))


def _cubes(source: Source) -> tuple[int, ...]:
    table = source.table("cubes")
    source.check_keys("cubes", "", table, CUBES)
    for kind in CUBES:
        if not is_whole(table.get(kind), 1, MOST_OF_A_KIND):
            why = N_("line {line}: {name} must be a whole number from 1 to {most}")
            raise source.wrong("cubes", kind, why, name=kind, most=MOST_OF_A_KIND)
    return tuple(int(table[kind]) for kind in CUBES)


def _discs(source: Source, cubes: tuple[int, ...]) -> Iterator[Disc]:
    total = 0
    for index, entry in enumerate(source.entries("orders")):
        disc = _disc(source, index, entry, cubes)
        total += disc.copies
        yield disc
    if total < MARKETS:
        why = N_("line {line}: fewer than {least} orders")
        raise source.wrong("orders", "", why, least=MARKETS)


def _disc(source: Source, index: int, entry: Mapping[str, Any], cubes: tuple[int, ...]) -> Disc:
    source.check_keys("orders", "", entry, ("yaks", "copies", "demand"), index)
    copies = entry.get("copies", 1)
    for name, value, most in (
        ("yaks", entry.get("yaks"), MOST_YAKS),
        ("copies", copies, MOST_OF_A_KIND),
    ):
        if not is_whole(value, 1, most):
            why = N_("line {line}: {name} must be a whole number from 1 to {most}")
            raise source.wrong("orders", name, why, index, name=name, most=most)
    demand = entry.get("demand")
    if not isinstance(demand, dict) or not demand:
        raise source.wrong("orders", "demand", N_("line {line}: an order demands cubes"), index)
    source.check_keys("orders", "demand", demand, CUBES, index)
    for kind, count in demand.items():
        if not is_whole(count, 1, cubes[CUBES.index(kind)]):
            why = N_("line {line}: not enough {cube} cubes")
            raise source.wrong("orders", "demand", why, index, cube=kind)
    return Disc(tuple(demand.get(kind, 0) for kind in CUBES), entry["yaks"], copies)
