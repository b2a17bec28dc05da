"""Animations on a board: a few frames, each of a few cells over the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from textual.geometry import Offset, Region

from screens.widgets.board import Board
from screens.widgets.raster import Cell, Raster

Frame = Mapping[Offset, Cell]
"""Cells over the picture; a cell without a ground keeps that of the picture."""

STILL: Frame = {}
"""A frame without cells."""

_SINKING = 4
"""The most frames of a sinking."""
_MOVE = 8
_LOOK = 44
"""The bytes to place the cursor, change colours and restore them."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The animation of an event on one board."""

    board: Board
    frames: Sequence[Frame]
    hidden: Sequence[Region] = ()
    """The regions that show the earlier picture until after the last frame."""
    left: Sequence[Region] = ()
    """The regions that show the earlier picture until the first frame."""


Motion = Sequence[Scene]
"""The scenes of an event on all boards, played together."""


def length(motion: Motion) -> int:
    """Return the number of frames."""
    return max((len(scene.frames) for scene in motion), default=0)


def drawn(width: int, height: int, draw: Callable[[Raster], None]) -> Frame:
    """Return the cells drawn on a blank ground, as a frame at the upper left."""
    raster = Raster(width, height)
    draw(raster)
    return raster.cells()


def placed(frame: Frame, at: Offset) -> Frame:
    """Return a frame moved by an offset."""
    return {Offset(x + at.x, y + at.y): cell for (x, y), cell in frame.items()}


def text_at(at: Offset, text: str, cell: Cell) -> Frame:
    """Return a text as cells, each with the look of `cell`."""
    return {Offset(at.x + n, at.y): cell._replace(sign=sign) for n, sign in enumerate(text)}


def glide(piece: Frame, stops: Sequence[Offset], *, between: int = 1) -> list[Frame]:
    """Return the frames of a piece that moves from stop to stop, with `between` frames each."""
    frames = [placed(piece, stops[0])]
    for start, end in pairwise(stops):
        for step in range(1, between + 2):
            share = step / (between + 1)
            at = Offset(*(round(a + (b - a) * share) for a, b in zip(start, end)))
            frames.append(placed(piece, at))
    return frames


def sink(piece: Frame, at: Offset, height: int) -> list[Frame]:
    """Return the frames of a piece that sinks behind a line."""
    frames: list[Frame] = []
    for step in range(1, min(height, _SINKING) + 1):
        down = -(-height * step // _SINKING) if height > _SINKING else step
        left = {Offset(x, y + down): cell for (x, y), cell in piece.items() if y + down < height}
        frames.append(placed(left, at))
    return frames


def pulse(
    picture: Raster, regions: Sequence[Region], colour: str, shares: Iterable[int]
) -> list[Frame]:
    """Return frames that tint regions of a picture with a colour, one per share in per cent."""
    cells = cut(picture, regions)
    return [
        {at: cell._replace(ground=f"{cell.ground}+{colour}/{share}") for at, cell in cells.items()}
        for share in shares
    ]


def cut(picture: Raster, regions: Iterable[Region]) -> Frame:
    """Return the cells of a picture in some regions."""
    return {
        Offset(x, y): picture[x, y]
        for region in regions
        for y in range(max(region.y, 0), min(region.bottom, picture.height))
        for x in range(max(region.x, 0), min(region.right, picture.width))
    }


def cost(picture: Raster, regions: Iterable[Region]) -> int:
    """Return the approximate number of bytes that a picture's regions take to send."""
    total = 0
    for region in regions:
        row = picture.rows[region.y][region.x : region.right]
        looks = sum(cell[1:] != other[1:] for cell, other in pairwise(row)) + 1
        total += _MOVE + looks * _LOOK + sum(len(cell.sign.encode()) for cell in row)
    return total
