"""Read a board file: map, coast, shores and starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from rules.board_file import BadBoard, Source, is_whole
from rules.messages import N_
from rules.schwarm.board import (
    BLUE_A_ROUND,
    KINDS,
    QUOTAS,
    SEA_KINDS,
    SHORES,
    START_DISTANCE,
    Board,
)
from rules.schwarm.cards import BLUE_CARDS, CARDS, LIGHT_CARDS, Action, Colour
from rules.schwarm.cells import (
    CELL_NAMED,
    CELL_NAMES,
    COLUMNS,
    ROWS,
    SIDE_STEPS,
    bits_of,
    cell_at,
)

WATER: Final = "~"
QUEEN: Final = "Q"
NOTHING: Final = "."
NUMBERS: Final = "123456789"
LEAST_LAND: Final = (max(QUOTAS) - 1) * (2 * START_DISTANCE - 1) + 1
"""The fewest land cells that leave every player a place for a first station."""


class Land(NamedTuple):
    """The coast: its water, the queen's cell, and the numbers of the land cells."""

    water: int
    """The water cells as bits, the queen's among them."""
    queen: int
    numbers: dict[int, int]
    """The number of each land cell."""


def coast(source: Source) -> Land:
    """Return the coast of the drawn map."""
    drawn = source.value("coast")
    lines = drawn.split() if isinstance(drawn, str) else []
    if len(lines) != len(ROWS) or any(len(line) != len(COLUMNS) for line in lines):
        why = N_("line {line}: the coast must be {rows} rows of {columns} characters")
        raise source.wrong("", "coast", why, rows=len(ROWS), columns=len(COLUMNS))
    water, queens, numbers = [], [], {}
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            cell = cell_at(column, row)
            if sign in NUMBERS:
                numbers[cell] = int(sign)
            elif sign in (WATER, QUEEN):
                if row in (ROWS[0], ROWS[-1]) or column in (0, len(COLUMNS) - 1):
                    raise source.wrong("", "coast", N_("line {line}: water reaches the edge"))
                water.append(cell)
                queens += [cell] if sign == QUEEN else []
            elif sign != NOTHING:
                why = N_("line {line}: {sign} is not a sign of the coast")
                raise source.wrong("", "coast", why, sign=repr(sign))
    if len(queens) != 1 or not all(queens[0] + step in water for step in SIDE_STEPS):
        why = N_("line {line}: the coast needs one queen Q with water on four sides")
        raise source.wrong("", "coast", why)
    if len(numbers) < LEAST_LAND:
        why = N_("line {line}: the coast needs at least {least} land cells")
        raise source.wrong("", "coast", why, least=LEAST_LAND)
    return Land(bits_of(water), queens[0], numbers)


def shores(source: Source, land: Land) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return all land cells clockwise, and the shore of each."""
    table = source.table("shores")
    source.check_keys("shores", "", table, SHORES)
    cells: list[int] = []
    sides: list[int] = []
    for side, name in enumerate(SHORES):
        for cell in _cells(source, "shores", name, table.get(name)):
            if cell not in land.numbers or cell in cells:
                why = N_("line {line}: {cell} is not a land cell, or is listed twice")
                raise source.wrong("shores", name, why, cell=CELL_NAMES[cell])
            cells.append(cell)
            sides.append(side)
    if missing := [cell for cell in land.numbers if cell not in cells]:
        why = N_("line {line}: land cell {cell} is on no shore")
        raise source.wrong("shores", "", why, cell=CELL_NAMES[missing[0]])
    return tuple(cells), tuple(sides)


def starts(source: Source, land: Sequence[int]) -> tuple[int, ...]:
    """Return the starting cells, at least one for each player."""
    cells = tuple(_cells(source, "", "start", source.value("start")))
    for place, cell in enumerate(cells):
        if cell not in land or cell in cells[:place]:
            why = N_("line {line}: {cell} is not a land cell, or is listed twice")
            raise source.wrong("", "start", why, cell=CELL_NAMES[cell])
    if len(cells) < max(QUOTAS):
        why = N_("line {line}: at least {least} starting cells are needed")
        raise source.wrong("", "start", why, least=max(QUOTAS))
    return cells


def _cells(source: Source, section: str, key: str, names: Any) -> Iterator[int]:
    for name in names if isinstance(names, list) and names else [""]:
        if name not in CELL_NAMED:
            why = N_("line {line}: `cells` must be a list of cells a0 to k8")
            raise source.wrong(section, key, why)
        yield CELL_NAMED[name]


__all__ = ["BadBoard", "board_of"]

MOST_OF_A_KIND: Final = 99
LONGEST_REACH: Final = 9
MOST_DAMAGE: Final = 20
_PRINTED: Final = {
    Action.STATION: "station",
    Action.SHIP: "ship",
    Action.RESEARCHER: "researcher",
    Action.WHALE: "whale",
    Action.WAVE: "tsunami",
    Action.CRAB: "crab",
    Action.DOUBLE: "ship_and_researcher",
}
"""The names of the cards of an action in a board file."""
_REACHES: Final = {Colour.LIGHT: "light", Colour.BLUE: "blue", Colour.JOKER: "joker"}


@lru_cache(32)
def board_of(text: str | None) -> Board:
    """Return the board of a text, or the printed board for None. Raises BadBoard."""
    if text is None:
        text = files("rules.schwarm").joinpath("board.toml").read_text("utf-8")
    source = Source(text, ("coast", "start", "shores", "tiles", "cards", "reach", "damage"))
    land = coast(source)
    places, sides = shores(source, land)
    light, blue = _cards(source)
    return Board(
        water=land.water,
        queen=land.queen,
        coast=places,
        numbers=tuple(land.numbers[cell] for cell in places),
        shores=sides,
        starts=starts(source, places),
        tiles=_tiles(source, land.water.bit_count() - 1),
        light=light,
        blue=blue,
        reach=_reach(source),
        bands=_bands(source),
    )


def _count(source: Source, section: str, name: str, bounds: tuple[int, int]) -> int:
    value = source.table(section).get(name)
    low, high = bounds
    if not is_whole(value, low, high):
        why = N_("line {line}: {name} must be a whole number from {low} to {high}")
        raise source.wrong(section, name, why, name=name, low=low, high=high)
    assert isinstance(value, int)
    return value


def _tiles(source: Source, needed: int) -> tuple[int, ...]:
    """Return the number of tiles of each kind, `needed` for the water cells, then golden ones."""
    table = source.table("tiles")
    source.check_keys("tiles", "", table, KINDS)
    counts = tuple(_count(source, "tiles", kind, (0, MOST_OF_A_KIND)) for kind in KINDS)
    total = sum(counts[kind] for kind in SEA_KINDS)
    if total != needed:
        why = N_("line {line}: the map needs {needed} tiles, not {total}")
        raise source.wrong("tiles", "", why, needed=needed, total=total)
    return counts


def _cards(source: Source) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
    source.check_keys("cards", "", source.table("cards"), ("light", "blue", "left_out"))
    light = _card_counts(source, "cards.light", LIGHT_CARDS)
    blue = _card_counts(source, "cards.blue", BLUE_CARDS)
    if sum(blue) < BLUE_A_ROUND:
        why = N_("line {line}: fewer than {least} blue cards")
        raise source.wrong("cards.blue", "", why, least=BLUE_A_ROUND)
    table = source.table("cards.left_out")
    source.check_keys("cards.left_out", "", table, tuple(map(str, QUOTAS)))
    by_players = {}
    for players, quota in QUOTAS.items():
        left = _left_in(source, str(players), table.get(str(players), {}), light)
        needed = players * quota - BLUE_A_ROUND - 1
        if sum(left) != needed:
            why = N_("line {line}: {players} players need {needed} light cards, not {total}")
            facts = {"players": players, "needed": needed, "total": sum(left)}
            raise source.wrong("cards.left_out", str(players), why, **facts)
        by_players[players] = left
    return by_players, blue


def _card_counts(source: Source, section: str, cards: Sequence[int]) -> tuple[int, ...]:
    table = source.table(section)
    names = [_PRINTED[action] for card in cards if (action := CARDS[card].action) is not None]
    source.check_keys(section, "", table, names)
    return tuple(_count(source, section, name, (0, MOST_OF_A_KIND)) for name in names)


def _left_in(source: Source, key: str, out: Any, light: tuple[int, ...]) -> tuple[int, ...]:
    """Return the number of light cards in play, without those that the board leaves out."""
    if not isinstance(out, dict):
        why = N_("line {line}: {name} must list cards, and how many of each are left out")
        raise source.wrong("cards.left_out", key, why, name=key)
    names = [_PRINTED[action] for card in LIGHT_CARDS if (action := CARDS[card].action) is not None]
    source.check_keys("cards.left_out", key, out, names)
    left = []
    for name, count in zip(names, light):
        away = out.get(name, 0)
        if not is_whole(away, 0, count):
            why = N_("line {line}: there are fewer “{name}” cards than that")
            raise source.wrong("cards.left_out", key, why, name=name)
        left.append(count - away)
    return tuple(left)


def _reach(source: Source) -> tuple[int, ...]:
    """Return the reach of a hazard by colour of card; a green card moves no hazard."""
    table = source.table("reach")
    source.check_keys("reach", "", table, tuple(_REACHES.values()))
    steps = {
        colour: _count(source, "reach", name, (1, LONGEST_REACH))
        for colour, name in _REACHES.items()
    }
    return tuple(steps.get(colour, 0) for colour in Colour)


def _bands(source: Source) -> tuple[tuple[int, int], ...]:
    """Return rising bands from 0; no hit costs more than its victim has."""
    table = source.table("damage")
    source.check_keys("damage", "", table, ("bands",))
    entries = table.get("bands")
    bands: list[tuple[int, int]] = []
    for entry in entries if isinstance(entries, list) else []:
        band: dict[str, Any] = entry if isinstance(entry, dict) else {}
        source.check_keys("damage", "bands", band, ("from", "points"))
        least, points = band.get("from", -1), band.get("points", -1)
        first = bands[-1][0] + 1 if bands else 0
        if not (is_whole(least, first, 999 if bands else 0) and is_whole(points, 0, MOST_DAMAGE)):
            why = N_(
                "line {line}: a band needs `from` (0, then rising) and `points` (at most {most})"
            )
            raise source.wrong("damage", "bands", why, most=MOST_DAMAGE)
        if points > least:
            why = N_("line {line}: a hit cannot cost more points than a player has")
            raise source.wrong("damage", "bands", why)
        bands.append((least, points))
    if not bands:
        raise source.wrong("damage", "bands", N_("line {line}: the damage bands are missing"))
    return tuple(bands)
