"""The cells that a terminal shows: only cells that differ from them are sent.

Textual paints whole lines of a widget, and the whole screen after each layout; of a move at a
table some 8 % of that is new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, repeat
from typing import Final

from rich.cells import cell_len, get_character_cell_size
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Size
from textual.strip import Strip

from screens.textual_patches.compositor import PartialUpdate

Cell = tuple[str, Style | None]
"""A sign and its style. The right half of a wide sign has an empty sign."""
_UNKNOWN: Final[Cell] = ("?unknown", None)
_NEAR: Final = 4
"""The most unchanged cells sent again instead of skipped."""


class Sent(CompositorUpdate):
    """An update of what is sent to a terminal."""

    def __init__(self, data: str) -> None:
        self.data = data

    def render_segments(self, console: Console) -> str:
        """Return the data for the terminal."""
        return self.data


class ShownCells:
    """The cells of a terminal, as they were sent last."""

    def __init__(self) -> None:
        self._size = Size(0, 0)
        self._rows: list[list[Cell]] = []

    def forget(self) -> None:
        """Take no cell for known: the terminal may show anything."""
        self._size = Size(0, 0)

    def update(self, update: CompositorUpdate, size: Size) -> Sent | None:
        """Return what to send so that the terminal shows an update; None if it does already."""
        if size != self._size:
            self._size = size
            self._rows = [[_UNKNOWN] * size.width for _line in range(size.height)]
        data = "".join(
            sent
            for y, x, segments in _pieces(update)
            if y < size.height
            for sent in self._write(y, x, _cells(segments)[: size.width - x])
        )
        return Sent(data) if data else None

    def _write(self, y: int, x: int, cells: list[Cell]) -> Iterator[str]:
        """Yield the data that writes cells into a line, where they differ."""
        before, end = self._rows[y], x + len(cells)
        if before[x:end] == cells:
            return
        row = self._rows[y] = [*before[:x], *cells, *before[end:]]
        for at in (x, end):
            _part(row, at)
        near = range(max(x - 1, 0), min(end + 1, len(row)))
        changed = [at for at in near if before[at] != row[at]]
        for run in _runs(changed):
            first, last = _whole(row, *run)
            yield f"\x1b[{y + 1};{first + 1}H"
            yield from map(_written, _styled(row[first:last]))


def _whole(row: list[Cell], first: int, last: int) -> tuple[int, int]:
    """Return a run of cells, longer where it cuts a wide sign."""
    while not row[first][0]:
        first -= 1
    while last < len(row) and not row[last][0]:
        last += 1
    return first, last


def _part(row: list[Cell], at: int) -> None:
    """Leave a blank for what is left of a wide sign that ends or begins at a column."""
    if not 0 < at < len(row):
        return
    (left, left_style), (right, right_style) = row[at - 1], row[at]
    is_wide = left not in ("", _UNKNOWN[0]) and cell_len(left) > 1
    if is_wide and right:
        row[at - 1] = (" ", left_style)
    elif not right and not is_wide:
        row[at] = (" ", right_style)


def _pieces(update: CompositorUpdate) -> Iterator[tuple[int, int, Iterable[Segment]]]:
    """Yield the lines of an update, or parts of them, with line and column."""
    if isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            yield y, update.region.x, [segment for strip in strips for segment in strip]
        return
    if isinstance(update, PartialUpdate):
        yield from update.pieces
        return
    assert isinstance(update, ChopsUpdate)  # of a screen of Textual's own
    for y, left, right in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items()):
            if strip is not None and x < right and end > left:
                start = max(x, left)
                yield y, start, strip.crop(start - x, min(end, right) - x)


def _cells(segments: Iterable[Segment]) -> list[Cell]:
    cells: list[Cell] = []
    for text, style, _control in segments:
        if text.isascii() or cell_len(text) == len(text):
            cells += zip(text, repeat(style))
        else:
            cells += _wide_cells(text, style)
    return cells


def _wide_cells(text: str, style: Style | None) -> Iterator[Cell]:
    """Yield the cells of a text with wide signs, or signs that join the one before them."""
    joined = ""
    for sign in text:
        width = get_character_cell_size(sign)
        if joined and width:
            yield joined, style
            yield from [("", style)] * (cell_len(joined) - 1)
            joined = ""
        joined += sign
    yield joined, style
    yield from [("", style)] * (cell_len(joined) - 1)


def _runs(columns: list[int]) -> Iterator[list[int]]:
    """Yield the first column and the end of runs that cover these; near ones are one run."""
    run: list[int] = []
    for x in columns:
        if run and x - run[1] < _NEAR:
            run[1] = x + 1
        else:
            if run:
                yield run
            run = [x, x + 1]
    if run:
        yield run


def _styled(cells: list[Cell]) -> Iterator[tuple[str, Style | None]]:
    for style, same in groupby(cells, key=lambda cell: cell[1]):
        yield "".join(sign for sign, _style in same), style


def _written(run: tuple[str, Style | None]) -> str:
    text, style = run
    return text if style is None else Strip.render_style(style, text, ColorSystem.TRUECOLOR)
