"""Pictures as files: of the games, as the home screen has them, the icon, and boards as SVG."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from itertools import groupby
from struct import pack
from typing import Final

from nim_tui.app.themes import theme_named
from nim_tui.registry import all_games
from screens.home.game_shelf import points
from screens.widgets.raster import GROUND, Cell, Raster, colour

Rows = Sequence[Sequence[str]]
"""The points of a picture, each a colour such as `#0b1420`."""
WIDE, HIGH = 80, 42
"""The points of a game's picture, in the shape that link previews have."""
PREVIEW: Final = 15
"""The pixels of a point in a link preview, of 1200 x 630."""
ICONS: Final = (192, 512)
"""The sizes of the icon, in pixels."""
_ICON_POINTS: Final = 64
_DARK: Final = "sea"
_MOST_COLOURS: Final = 256
_NIGHT, _GOLD = "#0b1420", "#ffd166"
_GRID: Final = 32
_BARS: Final = (10, 16, 22)
"""The middles of the icon's three bars, on a grid of 32."""
_TOP, _BOTTOM, _THICK = 10, 22, 3
_ACROSS, _DOWN = 10, 20
"""The width and height of a character in a picture of a board, and the size of its letters."""
_LETTERS, _BASE = 16.6, 15.5
_HALVES: Final[Mapping[str, tuple[int, int, int, int]]] = {
    "█": (0, 0, _ACROSS, _DOWN),
    "▀": (0, 0, _ACROSS, _DOWN // 2),
    "▄": (0, _DOWN // 2, _ACROSS, _DOWN // 2),
    "▌": (0, 0, _ACROSS // 2, _DOWN),
    "▐": (_ACROSS // 2, 0, _ACROSS // 2, _DOWN),
}
"""The parts of a character that block elements fill, which fonts draw with gaps between them."""
_BRAILLE: Final = 0x2800
_DOTS: Final = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""The column and line of each dot of a braille pattern, the lowest bit first."""


def picture(game: str) -> str:
    """Return the name of a game's picture among the static files."""
    return f"games/{game}.png"


def preview(game: str) -> str:
    """Return the name of a game's picture for link previews."""
    return f"games/{game}-preview.png"


@cache
def drawn_files() -> Mapping[str, bytes]:
    """Return all drawn files by name; a game without a picture has none."""
    icon = _icon(_ICON_POINTS)
    found = {f"icon-{size}.png": png(icon, size // _ICON_POINTS) for size in ICONS}
    for game in all_games():
        rows = _coloured(game)
        if rows:
            found[picture(game)] = png(rows)
            found[preview(game)] = png(rows, PREVIEW)
    return found


def _coloured(game: str) -> Rows:
    """Return the picture of a game in the colours of the dark theme."""
    named = theme_named(_DARK).variables
    return [[named[name] for name in row] for row in points(game, WIDE, HIGH)]


def png(rows: Rows, scale: int = 1) -> bytes:
    """Return a picture as a PNG file with a palette, every point as a square of pixels.

    It has no more than 256 colours.
    """
    palette = sorted({colour for row in rows for colour in row})
    assert len(palette) <= _MOST_COLOURS
    number = {colour: n for n, colour in enumerate(palette)}
    lines = [bytes(number[colour] for colour in row for _ in range(scale)) for row in rows]
    body = b"".join(b"\0" + line for line in lines for _ in range(scale))
    width, height = len(rows[0]) * scale, len(rows) * scale
    header = pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)  # 8 bits a pixel, by a palette
    colours = bytes.fromhex("".join(colour.lstrip("#") for colour in palette))
    chunks = (
        (b"IHDR", header),
        (b"PLTE", colours),
        (b"IDAT", zlib.compress(body, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))


def _icon(size: int) -> Rows:
    """Return three bars of gold, far enough from the edge for phones that cut icons round."""
    middles = [(n + 0.5) * _GRID / size for n in range(size)]
    return [list(_icon_row(y, middles)) for y in middles]


def _icon_row(y: float, middles: Sequence[float]) -> Iterator[str]:
    """Return the colours at a height; the ends of a bar are round."""
    beyond = max(_TOP - y, y - _BOTTOM, 0.0)
    for x in middles:
        aside = min(abs(x - bar) for bar in _BARS)
        yield _GOLD if aside**2 + beyond**2 <= (_THICK / 2) ** 2 else _NIGHT


# Boards


def svg(board: Raster) -> bytes:
    """Return a board as an SVG file in the colours of the dark theme, without style sheets."""
    named = theme_named(_DARK).variables
    ink = cache(lambda name: colour(name, named).hex)
    width, height = board.width * _ACROSS, board.height * _DOWN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{_LETTERS}">',
        _filled(0, 0, width, height, ink(GROUND)),
    ]
    for line, row in enumerate(board.rows):
        parts += _grounds(line * _DOWN, row, ink)
        for column, cell in enumerate(row):
            parts += _signs(column * _ACROSS, line * _DOWN, cell, ink(cell.ink))
    return "".join((*parts, "</svg>\n")).encode()


def _filled(x: float, y: float, width: float, height: float, ink: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{ink}"/>'


def _grounds(y: int, row: Sequence[Cell], ink: Callable[[str], str]) -> Iterator[str]:
    """Yield the grounds of a line, but for that of the whole picture."""
    x = 0
    for ground, cells in groupby(cell.ground for cell in row):
        width = len([*cells]) * _ACROSS
        if ground != GROUND:
            yield _filled(x, y, width, _DOWN, ink(ground))
        x += width


def _signs(x: int, y: int, cell: Cell, ink: str) -> Iterator[str]:
    """Yield the drawing of a character; blocks and dots as shapes, as not all fonts have them."""
    if cell.sign in _HALVES:
        left, top, width, height = _HALVES[cell.sign]
        yield _filled(x + left, y + top, width, height, ink)
    elif 0 < (dots := ord(cell.sign) - _BRAILLE) < 1 << len(_DOTS):
        for bit, (column, line) in enumerate(_DOTS):
            if dots >> bit & 1:
                yield _filled(x + 1 + 5 * column, y + 1 + 5 * line, 3, 3, ink)
    elif cell.sign != " ":
        weight = ' font-weight="bold"' if "bold" in cell.style else ""
        text = escape(cell.sign)
        yield f'<text x="{x}" y="{y + _BASE}" fill="{ink}"{weight}>{text}</text>'
