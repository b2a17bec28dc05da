"""Drawings of pieces on the map: stations, ships, buoys, hazards, the queen, and pipes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from textual.geometry import Region

from screens.colours import SIDE_SIGNS, SIDES, Look, chip
from screens.schwarm.prompts import WORDS
from screens.schwarm.signs import HEAVY_LINES, LIGHT_LINES, QUEEN, SHIP, WAVE, WHALE
from screens.schwarm.surface import NARROW, middle_of
from screens.widgets.raster import Cell, Raster

HAZARDS: Final = {
    WHALE: Look("dark", "whale", "bold"),
    WAVE: Look("dark", "wave", "bold"),
    "C": Look("dark", "crab", "bold"),
}
_QUEEN: Final = Look("queen+light/60", "queen-ground", "bold")
_MORE: Final = "+"
_CREW: Final = "•"


# Land


def draw_station(raster: Raster, region: Region, owner: int, crew: int, *, plain: bool) -> None:
    """Draw a station with its researchers: a number in narrow cells, else a dot each."""
    sign, look = SIDE_SIGNS[owner], chip(SIDES[owner])
    y = region.y + (region.height - 1) // 2
    if plain:
        raster.write(region.x + 1, y, f"{sign}{crew}", "ink", style="bold")
        return
    if region.width < 7:
        raster.stamp(region.x + 1, y, f"{sign}{crew} "[: region.width - 1], look)
        return
    room = 7 if region.width > 10 else 5
    x = region.x + (region.width - room) // 2
    text = f"{sign} {_CREW * crew}".ljust(5)
    raster.stamp(x, y, f" {text} " if room > 5 else text, look)
    if region.height > 4:
        raster.write(x, y - 1, "▄" * room, look.ground)
        raster.write(x, y + 1, "▀" * room, look.ground)


def draw_number(raster: Raster, region: Region, number: int, *, is_taken: bool) -> None:
    """Draw the number of a land cell in its middle, or before a station."""
    x, y = middle_of(region)
    if is_taken:
        x, y = region.x + (y > region.y), region.y
    raster.write(x, y, str(number), "light")


# Water


def draw_queen(raster: Raster, region: Region, *, plain: bool) -> None:
    """Draw the queen where the arms of her tile meet."""
    x, y = middle_of(region)
    if plain:
        raster.write(x, y, WORDS.sign(QUEEN), "ink", style="bold")
    elif region.height < 5:
        raster.stamp(x - 1, y, f"◖{WORDS.sign(QUEEN)}◗", _QUEEN)
    else:
        raster.write(x - 3, y - 1, "▄" * 7, "queen")
        raster.stamp(x - 3, y, "█", Look("queen"))
        raster.stamp(x - 2, y, f"  {WORDS.sign(QUEEN)}  ", _QUEEN)
        raster.stamp(x + 3, y, "█", Look("queen"))
        raster.write(x - 3, y + 1, "▀" * 7, "queen")


def draw_ships(raster: Raster, region: Region, counts: Sequence[int], *, plain: bool) -> None:
    """Draw hulls at the lower left, with a sail given room; several as signs, then a number."""
    seats = [seat for seat, count in enumerate(counts) for _each in range(count)]
    if not seats:
        return
    room, bottom = _room_of_ships(raster, region), region.bottom - 1
    if plain:
        text = ships_text(counts) if region.height > 1 else SIDE_SIGNS[seats[0]]
        raster.write(region.x, bottom, text, "ink", style="bold")
        return
    wide = 5 if room >= 6 and len(seats) == 1 else 3
    if len(seats) == 1 and room < 3:
        raster.stamp(region.x, bottom, SIDE_SIGNS[seats[0]], chip(SIDES[seats[0]]))
        if room > 1:
            raster.write(region.x + 1, bottom, "◤", SIDES[seats[0]])
    elif wide * len(seats) <= room:
        for number, seat in enumerate(seats):
            _draw_hull(raster, region, region.x + number * wide, seat, wide)
    else:
        shown = seats if len(seats) <= room else seats[: max(room - 2, 1)]
        for number, seat in enumerate(shown):
            raster.stamp(region.x + number, bottom, SIDE_SIGNS[seat], chip(SIDES[seat]))
        if rest := len(seats) - len(shown):
            text = f"{_MORE}{rest}" if room > 2 else _MORE
            raster.write(region.x + len(shown), bottom, text, "ink", ground="notch", style="bold")


def _room_of_ships(raster: Raster, region: Region) -> int:
    """Return the columns for ships: the left half, and in narrow cells the middle if it is free."""
    if region.width >= NARROW:
        return (region.width - 1) // 2
    return 1 + (raster[region.x + 1, region.bottom - 1].sign in " ~")


def _draw_hull(raster: Raster, region: Region, x: int, seat: int, wide: int) -> None:
    side, y, middle = SIDES[seat], region.bottom - 1, x + wide // 2
    raster.write(x, y, "▜", side)
    raster.stamp(x + 1, y, SIDE_SIGNS[seat].center(wide - 2), chip(side))
    raster.write(x + wide - 1, y, "▛", side)
    if region.height > 3:
        raster.write(middle, y - 1, "◢", side)


def ships_text(counts: Sequence[int]) -> str:
    """Return the ships on a cell by seat: "»▲", "2▲" of one player, "»3" of several."""
    owners = [seat for seat, count in enumerate(counts) if count]
    if not owners:
        return ""
    total = sum(counts)
    if len(owners) > 1:
        return f"{SHIP}{total}"
    return f"{SHIP if total == 1 else total}{SIDE_SIGNS[owners[0]]}"


def draw_buoys(
    raster: Raster, region: Region, counts: Sequence[int], ground: str, *, is_alone: bool
) -> None:
    """Draw signs at the lower right, on `ground`; the surplus goes to the left, if free."""
    left = (region.width - 1) // 2
    room, y = region.width - 1 - left, region.bottom - 1
    signs, most = _buoy_signs(counts, room), room + left * is_alone
    if len(signs) > most:
        signs = [*signs[: most - 1], (_MORE, "ink")]
    over = max(len(signs) - room, 0)
    for number, (sign, ink) in enumerate(signs[:over]):
        raster.write(region.x + number, y, sign, ink, ground=ground, style="bold")
    for number, (sign, ink) in enumerate(signs[over:], start=over - len(signs)):
        raster.write(region.right + number, y, sign, ink, ground=ground, style="bold")


def _buoy_signs(counts: Sequence[int], room: int) -> list[tuple[str, str]]:
    """Return the sign of each owner in their colour, with their count given room."""
    owners = [seat for seat, count in enumerate(counts) if count]
    texts = [SIDE_SIGNS[s] + (str(counts[s]) if counts[s] > 1 else "") for s in owners]
    if len("".join(texts)) > room:
        texts = [text[0] for text in texts]
    return [(sign, SIDES[seat]) for seat, text in zip(owners, texts) for sign in text]


# Hazards


def draw_hazards(raster: Raster, region: Region, hazards: str, *, plain: bool) -> None:
    """Draw hazards at the upper right, wider given room."""
    wide = 1 if plain or region.width < 7 else 3
    for number, hazard in enumerate(reversed(hazards), start=1):
        x = region.right - number * wide
        raster.stamp(x, region.y, WORDS.sign(hazard).center(wide), HAZARDS[hazard])


NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
_LOW: Final = 3
"""The greatest height of cells with stripes half a line high."""


def draw_pipes(raster: Raster, region: Region, links: int, colours: Sequence[str]) -> None:
    """Draw thick pipes that continue from cell to cell, striped for several owners."""
    if region.height == 1:
        _draw_low(raster, region, links, colours)
        return
    x, y = middle_of(region)
    long, step = len(colours), max(1, region.width // 6)
    for at in _along(region, links):
        raster.write(at, y, "▄", colours[(at - region.x) // step % long])
    if links & NORTH:
        _upright(raster, Region(x, region.y, 1, y - region.y + 1), region, colours)
    elif links & (EAST | WEST | SOUTH):
        raster.write(x, y, "▄", colours[(x - region.x) // step % long])
    if links & SOUTH:
        _upright(raster, Region(x, y + 1, 1, region.bottom - y - 1), region, colours)


def _draw_low(raster: Raster, region: Region, links: int, colours: Sequence[str]) -> None:
    """Draw pipes of a single line as heavy lines, striped for several owners."""
    draw_lines(raster, region, links, colours[0], heavy=True)
    for x in range(region.x, region.right):
        ink = colours[(x - region.x) % len(colours)]
        raster.put(x, region.y, raster[x, region.y]._replace(ink=ink))


def draw_lines(raster: Raster, region: Region, links: int, ink: str, *, heavy: bool) -> None:
    """Draw thin lines for a tile; heavy ones for the network that counts."""
    signs, style = (HEAVY_LINES, "bold") if heavy else (LIGHT_LINES, "")
    x, y = middle_of(region)
    for at in _along(region, links):
        raster.write(at, y, signs[EAST | WEST], ink, style=style)
    raster.write(x, y, signs[links], ink, style=style)
    for line in _above_and_below(region, links, y):
        raster.write(x, line, signs[NORTH | SOUTH], ink, style=style)


def _along(region: Region, links: int) -> Iterator[int]:
    """Return the columns of the arms to the west and to the east."""
    x, _y = middle_of(region)
    if links & WEST:
        yield from range(region.x, x)
    if links & EAST:
        yield from range(x + 1, region.right)


def _above_and_below(region: Region, links: int, y: int) -> Iterator[int]:
    """Return the lines of the arms to the north and to the south."""
    if links & NORTH:
        yield from range(region.y, y)
    if links & SOUTH:
        yield from range(y + 1, region.bottom)


def _upright(raster: Raster, arm: Region, region: Region, colours: Sequence[str]) -> None:
    """Draw an upright arm with stripes a line high, or half a line in low cells."""
    long = len(colours)
    for y in range(arm.y, arm.bottom):
        line = y - region.y
        if long > 1 and region.height <= _LOW:
            ink, ground = colours[2 * line % long], colours[(2 * line + 1) % long]
            raster.put(arm.x, y, Cell("▀", ink, ground))
        else:
            raster.write(arm.x, y, "█", colours[line % long])
