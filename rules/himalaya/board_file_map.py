"""The map of a board file: villages, routes and regions, each checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.board_file import BadBoard, Source, is_whole
from rules.himalaya.board import LEVELS, VILLAGES, WAYS, Region, Village
from rules.messages import N_

ROWS: Final = range(1, 19)
COLUMNS: Final = range(76)
"""Where villages and labels may stand."""
VILLAGE_SIZE: Final = (7, 2)
"""Columns and rows a village takes: no other may stand there."""
MOST_REGIONS: Final = 12
LONGEST_NAME: Final = 12

Neighbours = tuple[tuple[int, ...], ...]
"""By way and village: see Board."""


def villages(source: Source) -> tuple[Village, ...]:
    """The villages by number; place 0 repeats the first."""
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
            if _overlap(village.at, standing.at):
                why = N_("line {line}: village {number} stands too near to {other}")
                raise source.wrong("villages", number, why, number=number, other=other)
        found.append(village)
    return (found[0], *found)


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return all(abs(a - b) < size for a, b, size in zip(one, other, VILLAGE_SIZE))


def _village(source: Source, key: str, given: Any) -> Village:
    entry = given if isinstance(given, dict) else {}
    source.check_keys("villages", key, entry, ("name", "level", "at"))
    if entry.get("level") not in LEVELS:
        why = N_("line {line}: the level of a village is one of {levels}")
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
        why = N_("line {line}: `at` is a column from 0 to {column}, then a row from 1 to {row}")
        raise source.wrong(section, key, why, column=COLUMNS[-1], row=ROWS[-1])
    return name, (place[0], place[1])


# Routes


def neighbours(source: Source) -> Neighbours:
    """The routes, at most one of a kind at a village, joining all villages."""
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
                    why = N_("line {line}: village {village} has two routes of {way}")
                    raise source.wrong("routes", name, why, village=start, way=name)
                found[way][start] = end
    _check_connected(source, found)
    return tuple(tuple(ends) for ends in found)


def _pairs(source: Source, way: str, pairs: Any) -> Iterator[tuple[int, int]]:
    for pair in pairs if isinstance(pairs, list) else [()]:
        ends = pair if isinstance(pair, list) and len(pair) == 2 else [0, 0]
        if ends[0] == ends[1] or not all(is_whole(end, 1, len(VILLAGES)) for end in ends):
            raise source.wrong("routes", way, N_("line {line}: a route is a pair of two villages"))
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
            why = N_("line {line}: no way leads from village 1 to village {village}")
            raise source.wrong("routes", "", why, village=village)


# Regions


def regions(source: Source, routes: Neighbours) -> Iterator[Region]:
    """The regions, each bounded by routes."""
    table = source.table("regions")
    if not 1 <= len(table) <= MOST_REGIONS:
        why = N_("line {line}: there are 1 to {most} regions")
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
    """The villages around a region: each is joined to the next, the last to the first."""
    if not isinstance(given, list) or len(given) < 3:
        why = N_("line {line}: a region lies between 3 villages or more")
        raise source.wrong("regions", letter, why)
    for village, other in zip(given, [*given[1:], given[0]]):
        if not is_whole(village, 1, len(VILLAGES)) or given.count(village) > 1:
            raise _no_village(source, letter)
        if other not in [ends[village] for ends in routes]:
            if not is_whole(other, 1, len(VILLAGES)):
                raise _no_village(source, letter)
            why = N_("line {line}: no route bounds region {region} between {village} and {other}")
            raise source.wrong("regions", letter, why, region=letter, village=village, other=other)
    return tuple(given)


def _no_village(source: Source, letter: str) -> BadBoard:
    return source.wrong("regions", letter, N_("line {line}: a region names villages, each once"))
