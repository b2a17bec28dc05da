"""The labels of villages: as long as possible without overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from textual.geometry import Offset, Region

from rules.himalaya.board import NONE, VILLAGES
from rules.himalaya.moves import Kind
from rules.himalaya.view import HimalayaView
from screens.colours import SIDE_SIGNS, SIDES, Look, Span, Spans, chip, text_of
from screens.himalaya.map_layout import Atlas, covered
from screens.himalaya.signs import (
    LEVEL_LOOKS,
    LEVEL_SIGNS,
    NEW,
    STUPA,
    TOKEN_LOOK,
    offer_spans,
    token_sign,
)

_ASIDE: Final = 9
"""The most columns that a label on a narrow map steps aside."""
_WIDE_SIGNS: Final = tuple(f" {sign} " for sign in SIDE_SIGNS)
SMALL_SIGNS: Final = (*SIDE_SIGNS[:3], "▪", *SIDE_SIGNS[4:])
"""The signs of the players on chips one cell wide, where `■` would be a black box."""


@dataclass(frozen=True, slots=True)
class Label:
    """A village on the map: sign, number and name; its caravans and pieces; its offer."""

    village: int
    head: Spans
    tail: Spans
    below: Spans
    at: tuple[int, int]

    @property
    def region(self) -> Region:
        """The region of the first line."""
        return Region(*self.at, len(text_of(self.head)) + len(text_of(self.tail)), 1)

    @property
    def head_region(self) -> Region:
        """The region of sign, number and name."""
        return Region(*self.at, len(text_of(self.head)), 1)

    @property
    def tail_at(self) -> Offset:
        """The start of the second part of the label, after the name."""
        return Offset(self.head_region.right, self.at[1])

    @property
    def below_region(self) -> Region:
        """The region of the second line."""
        return Region(self.at[0], self.at[1] + 1, len(text_of(self.below)), 1)

    @property
    def width(self) -> int:
        """The columns of the longer line."""
        return max(self.region.width, self.below_region.width)

    @property
    def parts(self) -> tuple[Region, Region]:
        """The regions of both lines, with the mark before and a gap behind."""
        below = self.below_region
        return self.region.grow((0, 1, 0, 1)), below.grow((0, 1, 0, 0)) if below.area else below

    def is_over(self, other: Label) -> bool:
        """Check whether a label covers or touches another."""
        if abs(self.at[1] - other.at[1]) > 1:
            return False
        mine = (self.region.grow((0, 1, 0, 1)), self.below_region)
        theirs = (other.region, other.below_region)
        return any(one.intersection(two).area for one in mine for two in theirs)


def labels_of(
    view: HimalayaView, atlas: Atlas, new: frozenset[int], trades: dict[int, Spans]
) -> dict[int, Label]:
    """Return the labels of all villages: at first as short as possible, then lengthened in turn."""
    variants = {village: _variants(view, atlas, village, new, trades) for village in VILLAGES}
    found = {village: labels[-1] for village, labels in variants.items()}
    busiest = sorted(VILLAGES, key=lambda village: -len(found[village].tail))
    for village in busiest:
        for label in variants[village][:-1]:
            if not any(label.is_over(other) for n, other in found.items() if n != village):
                found[village] = label
                break
    return _side_by_side(found, atlas) if atlas.is_narrow else found


def _side_by_side(found: dict[int, Label], atlas: Atlas) -> dict[int, Label]:
    """Return labels of a narrow map moved to the side where they cover each other."""
    for village in sorted(VILLAGES, key=lambda village: -found[village].region.width):
        label = found[village]
        others = [other for n, other in found.items() if n != village]
        if any(label.is_over(other) or other.is_over(label) for other in others):
            taken = [part for other in others for part in other.parts]
            found[village] = min(
                _steps_aside(label, atlas),
                key=lambda moved: (covered(moved.parts, taken), abs(moved.at[0] - label.at[0])),
            )
    return found


def _steps_aside(label: Label, atlas: Atlas) -> Iterator[Label]:
    """Yield a label moved to each place nearby in its lines."""
    x, last = label.at[0], atlas.size.width - label.width
    for column in range(max(1, x - _ASIDE), min(last, x + _ASIDE) + 1):
        yield replace(label, at=(column, label.at[1]))


def _variants(
    view: HimalayaView,
    atlas: Atlas,
    village: int,
    new: frozenset[int],
    trades: dict[int, Spans],
) -> list[Label]:
    """Return the labels of a village, longest first."""
    printed = view.board.villages[village]
    look = LEVEL_LOOKS[printed.level]
    bare: list[Span] = [(f"{LEVEL_SIGNS[printed.level]}{village}", look)]
    named: list[Span] = [*bare, (f" {printed.name}", Look("ink", look.ground))]
    below: list[Span] = [*offer_spans(view, village)]
    if village in new and below:
        below.append((NEW, Look(ground="", style="bold")))
    below += trades.get(village, ())
    wide, narrow = (_tail(view, village, signs) for signs in (_WIDE_SIGNS, SIDE_SIGNS))
    if atlas.is_narrow:
        narrow = _tail(view, village, SMALL_SIGNS)
    if atlas.has_names:
        pairs: list[tuple[Spans, Spans]] = [(named, wide), (named, narrow), (bare, wide)]
    else:
        pairs = []
    return [_label(atlas, village, *pair, below) for pair in (*pairs, (bare, narrow))]


def _label(atlas: Atlas, village: int, head: Spans, tail: Spans, below: Spans) -> Label:
    x, y = atlas.places[village]
    width = max(len(text_of((*head, *tail))), len(text_of(below)))
    return Label(village, head, tail, below, (max(min(x, atlas.size.width - width), 1), y))


def _tail(view: HimalayaView, village: int, signs: Sequence[str]) -> list[Span]:
    """Return caravans, with these signs by seat, and stupa and market of a village."""
    return [
        *((signs[seat], chip(SIDES[seat])) for seat in _caravans(view, village)),
        *_stupa(view, village),
        *([(token_sign(Kind.MARKET), TOKEN_LOOK)] if village in view.markets else []),
    ]


def _caravans(view: HimalayaView, village: int) -> Sequence[int]:
    return [seat for seat, player in enumerate(view.players) if player.caravan == village]


def _stupa(view: HimalayaView, village: int) -> Iterator[Span]:
    owner = view.stupas[village]
    if owner != NONE:
        yield f"{STUPA}{SIDE_SIGNS[owner]}", Look(SIDES[owner], "night", "bold")
