"""A board read from the text of a file; what is wrong with it is told with its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from rules.board_file import MOST_CHARACTERS, BadBoard, Source, is_whole
from rules.himalaya.board import CUBES, MARKETS, VILLAGES, Board, Disc
from rules.himalaya.board_file_map import neighbours, regions, villages
from rules.messages import N_

__all__ = ["MOST_CHARACTERS", "BadBoard", "board_of"]

MOST_OF_A_KIND: Final = 60
MOST_YAKS: Final = 20


@lru_cache(32)
def board_of(text: str | None) -> Board:
    """The board of a text, or the printed one. Raises BadBoard."""
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
            why = N_("line {line}: {name} takes a whole number from 1 to {most}")
            raise source.wrong("cubes", kind, why, name=kind, most=MOST_OF_A_KIND)
    return tuple(int(table[kind]) for kind in CUBES)


def _discs(source: Source, cubes: tuple[int, ...]) -> Iterator[Disc]:
    total = 0
    for index, entry in enumerate(source.entries("orders")):
        disc = _disc(source, index, entry, cubes)
        total += disc.copies
        yield disc
    if total < MARKETS:
        why = N_("line {line}: there are fewer than {least} orders")
        raise source.wrong("orders", "", why, least=MARKETS)


def _disc(source: Source, index: int, entry: Mapping[str, Any], cubes: tuple[int, ...]) -> Disc:
    source.check_keys("orders", "", entry, ("yaks", "copies", "demand"), index)
    copies = entry.get("copies", 1)
    for name, value, most in (
        ("yaks", entry.get("yaks"), MOST_YAKS),
        ("copies", copies, MOST_OF_A_KIND),
    ):
        if not is_whole(value, 1, most):
            why = N_("line {line}: {name} takes a whole number from 1 to {most}")
            raise source.wrong("orders", name, why, index, name=name, most=most)
    demand = entry.get("demand")
    if not isinstance(demand, dict) or not demand:
        raise source.wrong("orders", "demand", N_("line {line}: an order demands cubes"), index)
    source.check_keys("orders", "demand", demand, CUBES, index)
    for kind, count in demand.items():
        if not is_whole(count, 1, cubes[CUBES.index(kind)]):
            why = N_("line {line}: there are not that many cubes of {cube}")
            raise source.wrong("orders", "demand", why, index, cube=kind)
    return Disc(tuple(demand.get(kind, 0) for kind in CUBES), entry["yaks"], copies)
