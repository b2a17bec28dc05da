"""What the page of a review tells: the chart's numbers, costly moves, figures of every seat."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from screens.colours import Look, seat_sign
from screens.people import People
from screens.player_styles import SIDES
from screens.review.api import Costly, Review, Reviewed
from screens.review.words import (
    after,
    figure_meanings,
    figures_of,
    in_hundred,
    is_told_apart,
    lost,
    percent,
    placed,
)
from screens.spans import Span, Spans
from screens.table.vocabulary import Vocabulary
from screens.text import _, say_told, shortened
from screens.widgets.chart import DOT, Series
from screens.widgets.menu import Item
from screens.widgets.raster import broken

_NAME: Final = 11
_MOVE: Final = 26
_SOFT: Final = Look("soft")
_BAR: Final = 40
_LEAST: Final = 8
_SPAN: Final = 12
"""Cells of a column of figures, and of the one with two."""


def series(review: Review, people: People, seat: int) -> Series:
    """The chances of all in hundreds, and as dots those that one could know of."""
    seats = range(len(people.names))
    values = tuple(tuple(map(percent, review.true(each))) for each in seats)
    fair = tuple(map(percent, review.fair(seat)))
    notable = tuple(sorted(costly.number for costly in review.costliest(seat)))
    dotted = {seat: fair} if is_told_apart(review, seat) else {}
    return Series(_("chance to win"), _("moves made"), values, dotted, 100, notable)


def legend(review: Review, people: People, seat: int, step: int) -> Spans:
    """What the lines are, and how they stand at the marked step."""
    true, fair = percent(review.true(seat)[step]), percent(review.fair(seat)[step])
    side = Look(SIDES[seat], style="bold")
    told: list[Span] = [
        (f" {after(step)}  ", Look()),
        seat_sign(seat),
        (people.label(seat) + "  ", side),
        ("▄▀ ", side),
        (_("as it stood: {chance}").format(chance=in_hundred(true)), Look()),
    ]
    if is_told_apart(review, seat):
        text = _("as they could know: {chance}")
        if seat == people.reader:
            text = _("as you could know: {chance}")
        told += [(f"   {DOT} ", side), (text.format(chance=in_hundred(fair)), Look())]
    return told


def costly_items(review: Review, reviewed: Reviewed, seat: int) -> list[Item]:
    """The costliest moves of a seat, a line each."""
    words = reviewed.vocabulary
    return [
        Item(
            f"costly {costly.number}",
            "",
            parts=(
                (_("move {number}").format(number=costly.number + 1).ljust(10), "note"),
                (lost(costly).rjust(6) + "  ", "gold"),
                (_played(costly, words), "item"),
                ("  " + _better(costly, words), "note"),
            ),
        )
        for costly in review.costliest(seat)
    ]


def _played(costly: Costly, words: Vocabulary) -> str:
    return shortened(placed(costly.move, costly.at, words), _MOVE).ljust(_MOVE)


def _better(costly: Costly, words: Vocabulary) -> str:
    return _("better: {move}").format(move=placed(costly.best, costly.best_at, words))


def why_better(costly: Costly, reviewed: Reviewed, width: int) -> list[Spans]:
    """Why the better move is better, in lines of so many cells."""
    words = reviewed.vocabulary
    told = words.spelt(say_told(costly.reason, costly.facts, words.shown))
    signs = [(" ✦ ", Look("hint", style="bold")), ("   ", Look())]
    return [[sign, (line, Look())] for sign, line in zip(signs, broken(told, width - 4))]


def figures(review: Review, people: People, seat: int) -> list[Spans]:
    """A line a seat: accuracy, and where the change of its chance came from."""
    heads = [*figure_meanings()]
    least = [_SPAN if column == 1 else _LEAST for column in range(len(heads))]
    widths = [max(cell_len(head) + 2, cells) for head, cells in zip(heads, least)]
    row = "".join(head.rjust(width) for head, width in zip(heads, widths))
    lines: list[Spans] = [[(" " * (_NAME + 4) + row, _SOFT)]]
    for each in range(len(people.names)):
        name = shortened(people.label(each), _NAME).ljust(_NAME)
        style = "bold reverse" if each == seat else ""
        cells = "".join(cell.rjust(width) for cell, width in zip(figures_of(review, each), widths))
        lines.append(
            [(" ", Look()), seat_sign(each), (name + " ", Look(style=style)), (cells, Look())]
        )
    return lines


def meanings() -> dict[str, str]:
    """What the figures of a seat mean, and the signs of the chart."""
    return {
        **figure_meanings(),
        "▀▄": _("the chance to win as it truly stood"),
        DOT: _("the same as far as the seat could know, where that differs"),
        "▲": _("below the chart: the costliest moves of the seat"),
    }


def about_lines() -> list[Spans]:
    """The same, a line each."""
    width = max(map(cell_len, meanings())) + 2
    return [
        [(word + " " * (width - cell_len(word)), Look(style="bold")), (meaning, _SOFT)]
        for word, meaning in meanings().items()
    ]


def progress_lines(done: int, of: int) -> list[Spans]:
    """How far the work is, as a bar and in words."""
    full = _BAR * done // max(of, 1)
    bar = [("█" * full, Look("gold")), ("░" * (_BAR - full), Look("edge"))]
    told = _("positions: {done} of {of}").format(done=done, of=of)
    goes_on = _("Esc leaves; it goes on from here when you come back.")
    return [[*bar, ("  " + told, Look())], [], [(goes_on, _SOFT)]]
