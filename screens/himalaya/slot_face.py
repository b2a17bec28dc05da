"""How a slot of a program looks: its step, the order laid there, and what it would come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual.geometry import Region

from rules.himalaya.board import NONE, WAYS
from screens.colours import Look
from screens.himalaya.forecast import Note
from screens.himalaya.signs import FAILS, ORDER_INKS, ORDER_NAMES, WORKS
from screens.text import _, shortened
from screens.widgets.raster import Raster

_LINES: Final = ("━", "╍", "•")
"""What a slot is underlined with: soil, ice, stone."""
_TRADE: Final = "⇄"


@dataclass(frozen=True, slots=True)
class Face:
    """A slot: what is laid there, what it comes to, whether the cursor stands on it."""

    place: int
    order: int
    note: Note | None
    side: str
    is_here: bool
    ways: Sequence[tuple[str, str, str]] = ()


def draw_face(raster: Raster, region: Region, face: Face) -> None:
    """Draw a slot in two lines or more."""
    raster.fill(region, "light" if face.is_here else "raised")
    if face.order != NONE:
        _draw_laid(raster, region, face)
    elif face.is_here:
        _draw_next(raster, region, face)
    else:
        raster.stamp(region.x, region.y, f" {face.place + 1} ", Look("ink", "edge+night/60"))
        raster.write(region.x + 4, region.y, "·" * (region.width - 5), "soft")


def _number(raster: Raster, region: Region, face: Face) -> None:
    text = f"›{face.place + 1} " if face.is_here else f" {face.place + 1} "
    look = Look("dark", "light" if face.is_here else face.side, "bold")
    raster.stamp(region.x, region.y, text, look)


def _draw_laid(raster: Raster, region: Region, face: Face) -> None:
    _number(raster, region, face)
    ink = "dark" if face.is_here else ORDER_INKS[face.order]
    x, y, room = region.x + 1, region.y, region.width - 2
    name = _(ORDER_NAMES[face.order])
    raster.write(region.x + 4, y, shortened(name, region.width - 4), ink, style="bold")
    note = face.note
    if region.height >= 3:
        y += 1
        if face.order < len(WAYS):
            sign = _LINES[face.order]
            raster.write(x, y, sign * room, ink)
        elif note is not None and note.where:
            where = note.where.partition(" ")[2]
            raster.write(x, y, shortened(f"{_TRADE} {where}", room), _soft(face))
    elif region.width >= 16 and face.order < len(WAYS):
        raster.write(region.right - 4, y, _LINES[face.order] * 3, ink)
    if note is None:
        return
    if len(note.words) > room:
        x, room = region.x, region.width
    ink = "dark" if face.is_here else _effect_ink(note)
    raster.write(x, y + 1, shortened(note.words, room), ink, style="bold")
    if note.reason and region.height >= 4:
        for line, text in enumerate(_broken(note.reason, room, region.height - 3)):
            raster.write(x, y + 2 + line, text, _soft(face))


def _effect_ink(note: Note) -> str:
    if note.signs.startswith(FAILS):
        return "bad"
    return "good" if note.signs.startswith(WORKS) else "ink"


def _soft(face: Face) -> str:
    return "dark" if face.is_here else "soft"


def _draw_next(raster: Raster, region: Region, face: Face) -> None:
    """The slot that is to be filled: where the ways on lead."""
    _number(raster, region, face)
    x, y, room = region.x + 1, region.y, region.width - 2
    if region.height < 3:
        raster.write(region.x + 4, y, "_" * (region.width - 5), "dark")
        text = " ".join(f"{letter}→{number}" for letter, number, _name in face.ways)
        if len(text) > region.width:
            text = text.replace("→", "")
        raster.write(region.x, y + 1, text[: region.width], "dark", style="bold")
        return
    raster.write(region.x + 4, y, shortened(_("next"), room - 3), "dark", style="bold")
    if region.height >= 4 + (len(face.ways) == len(WAYS)):
        y += 1
        raster.write(x, y, "t ⇄  p –", "dark", style="bold")
    for letter, _village, name in face.ways:
        y += 1
        raster.write(x, y, letter, "dark", style="bold")
        raster.write(x + 2, y, shortened(f"→ {name}", room - 2), "dark")


def _broken(text: str, width: int, lines: int) -> list[str]:
    """A text in so many lines."""
    found = [""]
    for word in text.split(" "):
        if found[-1] and len(found[-1]) + 1 + len(word) > width:
            found.append("")
        found[-1] = f"{found[-1]} {word}".strip()
    kept = found[:lines]
    if len(found) > lines:
        kept[-1] = shortened(kept[-1] + " …", width)
    return [shortened(line, width) for line in kept]
