"""The lines of the review page: the chart's numbers, costly moves, figures of all seats."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from screens.base import WIDE
from screens.colours import SIDES, Look, Span, Spans, seat_sign
from screens.people import SeatNames
from screens.positions import is_by_turn, number_of
from screens.review.api import (
    CostlyMove,
    CostlyMoveText,
    ReviewApi,
    Reviewed,
    ReviewProgress,
    TurningPoint,
)
from screens.review.words import (
    account_told,
    figure_meanings,
    figures_of,
    in_hundred,
    is_told_apart,
    kind_told,
    lost,
    percent,
    placed,
    set_up_told,
    when,
)
from screens.table.vocabulary import Vocabulary
from screens.text import _, say_refusal, shortened
from screens.widgets.chart import CROSS, Series
from screens.widgets.menu import Item
from screens.widgets.raster import broken

_NAME: Final = 7
_GAP: Final = 2
"""The least cells before the head of a column."""
_MOVE: Final = 26
"""The least cells of a move that needs them."""
_BEFORE: Final = 33
"""The cells of a costly move's line besides the moves."""
_SOFT: Final = Look("soft")
_BAR: Final = 40
_LEAST: Final = 6
SET_UP: Final = "setup"
"""The first word of the id of the line about the set-up."""
_SPAN: Final = 12
"""The cells of a column of figures, and of a column with two."""


def series(review: ReviewApi, people: SeatNames, seat: int) -> Series:
    """Return all chances in per cent, and as crosses those that the seats could know."""
    seats = range(len(people.names))
    values = tuple(tuple(map(percent, review.true(each))) for each in seats)
    fair = tuple(map(percent, review.fair(seat)))
    notable = tuple(sorted(costly.number for costly in review.costliest(seat)))
    crossed = {seat: fair} if is_told_apart(review, seat) else {}
    turns = review.turns
    title, across = _("Win chance, %, by move"), _("move")
    if is_by_turn(turns):
        title, across = _("Win chance, %, by turn"), _("turn")
    numbers = tuple(number_of(turns, step) for step in range(len(turns)))
    return Series(title, across, values, crossed, 100, notable, numbers)


def legend(review: ReviewApi, people: SeatNames, seat: int, step: int) -> Spans:
    """Return the legend of the chart's lines, with their values at the marked step."""
    true, fair = percent(review.true(seat)[step]), percent(review.fair(seat)[step])
    side = Look(SIDES[seat], style="bold")
    told: list[Span] = [
        (f" {when(review, step)}  ", Look()),
        seat_sign(seat),
        (people.label(seat) + "  ", side),
        ("▄▀ ", side),
        (_("actual: {chance}").format(chance=in_hundred(true)), Look()),
    ]
    if is_told_apart(review, seat):
        text = _("from what this seat knew: {chance}")
        if seat == people.reader:
            text = _("from what you knew: {chance}")
        told += [(f"   {CROSS} ", side), (text.format(chance=in_hundred(fair)), Look())]
    return told


def costly_items(review: ReviewApi, reviewed: Reviewed, seat: int) -> list[Item]:
    """Return the costliest moves of a seat, a line each."""
    words, found = reviewed.vocabulary, review.costliest(seat)
    played = [placed(costly.move, costly.at, words) for costly in found]
    better = [_better(costly, words) for costly in found]
    room = max(WIDE[0] - _BEFORE - max(map(cell_len, better), default=0), _MOVE)
    across = min(room, max(map(cell_len, played), default=0))
    heads = _heads(review, seat)
    return [
        Item(
            f"costly {costly.number}",
            "",
            parts=(
                (heads[costly.number], "note"),
                (lost(costly).rjust(4) + "  ", "gold"),
                (shortened(made, across).ljust(across), "item"),
                ("  " + instead, "note"),
            ),
        )
        for costly, made, instead in zip(found, played, better)
    ]


def turning_items(review: ReviewApi, reviewed: Reviewed, seat: int) -> list[Item]:
    """Where the game turned for a seat, a line each."""
    found = review.turning_points(seat)
    heads = _heads(review, seat)
    return [
        Item(
            f"turning {point.number}",
            "",
            parts=(
                (heads[point.number], "note"),
                (_turned(point) + "  ", "gold"),
                (reviewed.happened(point.number), "item"),
            ),
        )
        for point in found
    ]


def _turned(point: TurningPoint) -> str:
    """Return the chances around a turning point."""
    text = _("{before} → {after}%")
    return text.format(before=percent(point.before), after=percent(point.after))


def _heads(review: ReviewApi, seat: int) -> dict[int, str]:
    """Return the names of listed positions, by the moves before them, padded to one width."""
    listed = [point.number for point in review.turning_points(seat)]
    listed += [costly.number for costly in review.costliest(seat)]
    names = {number: when(review, number) for number in (0, *listed)}
    width = max(map(cell_len, names.values()), default=0) + 2
    return {number: name.ljust(width) for number, name in names.items()}


def set_up_items(review: ReviewApi, seat: int) -> list[Item]:
    """The line about the set-up of a seat, if it was weighed."""
    told = review.set_up(seat)
    if not told:
        return []
    share = in_hundred(percent(told[0].share)).rjust(4)
    parts = (
        (_heads(review, seat)[0], "note"),
        (share + "  ", "gold"),
        (_("measured win chance of this set-up"), "item"),
    )
    return [Item(f"{SET_UP} 0", "", parts=parts)]


def set_up_lines(review: ReviewApi, seat: int, width: int) -> list[Spans]:
    """What the set-up of a seat is worth beside others, in lines of so many cells."""
    lines = [line for text in set_up_told(review, seat) for line in broken(text, width - 4)]
    return [[("   ", Look()), (line, Look())] for line in lines]


def step_of(item: Item) -> int | None:
    """Return the number of moves before what a line is about, if it is about a move."""
    number = item.id.partition(" ")[2]
    return int(number) if number else None


def costly_of(item: Item, review: ReviewApi, seat: int) -> CostlyMove | None:
    """Return the costly move of a line, or None."""
    found = review.costliest(seat)
    return next((costly for costly in found if f"costly {costly.number}" == item.id), None)


def _better(costly: CostlyMove, words: Vocabulary) -> str:
    return _("better: {move}").format(move=placed(costly.best, costly.best_at, words))


def why_better(costly: CostlyMove, reviewed: Reviewed, width: int) -> list[Spans]:
    """Return both moves in words of the log, and the reasons for the better one, at a width."""
    texts = [reviewed.vocabulary.said(each, reviewed.people) for each in costly.why]
    told = [line for text in texts for line in broken(text, width - 4)]
    signs = [(" ✦ ", Look("hint", style="bold")), *[("   ", Look())] * len(told)]
    why: list[Spans] = [[sign, (line, Look())] for sign, line in zip(signs, told)]
    return [*_said(reviewed.said(costly), width), *why]


def story_lines(review: ReviewApi, reviewed: Reviewed, seat: int, width: int) -> list[Spans]:
    """Return why the game went as it did for a seat, and what it did again and again at a cost."""
    told = [" ".join(account_of(review, reviewed, seat))]
    told += [kind_told(kind, reviewed.vocabulary) for kind in review.loss_kinds(seat)[:1]]
    lines = [line for text in told if text for line in broken(text, width - 2)]
    return [[(" ", _SOFT), (line, Look())] for line in lines]


def account_of(review: ReviewApi, reviewed: Reviewed, seat: int) -> list[str]:
    """Return why the game went as it did for a seat, in sentences."""
    account = review.account(seat, reviewed.groups)
    return account_told(account, seat, reviewed.people, reviewed.groups)


def nothing_costly(review: ReviewApi, seat: int) -> list[Spans]:
    """Return the reason why no move of a seat is listed."""
    if review.accuracy(seat) is None:
        return [[("   ", Look()), (_("no move here was evaluated"), _SOFT)]]
    return [[("   ", Look()), (_("no move here cost 1% or more"), _SOFT)]]


def _said(said: CostlyMoveText, width: int) -> list[Spans]:
    """Return a line with both moves, if the log has words for either."""
    better = _("better: {move}").format(move=said.better) if said.better else ""
    room = width - 4 - (cell_len(better) + 3 if better else 0)
    if not (said.played or better) or room < 1:
        return []
    played = shortened(said.played, room)
    return [[("   ", Look()), (played, Look()), ("   " if played else "", Look()), (better, _SOFT)]]


def figures(review: ReviewApi, people: SeatNames, seat: int) -> list[Spans]:
    """Return a line per seat: accuracy, and the causes of the change of its chance."""
    heads = [*figure_meanings()]
    least = [_SPAN if column == 1 else _LEAST for column in range(len(heads))]
    widths = [max(cell_len(head) + _GAP, cells) for head, cells in zip(heads, least)]
    row = "".join(head.rjust(width) for head, width in zip(heads, widths))
    lines: list[Spans] = [[(" " * (_NAME + 3) + row, _SOFT)]]
    for each in range(len(people.names)):
        name = shortened(people.label(each), _NAME).ljust(_NAME)
        style = "bold reverse" if each == seat else ""
        cells = "".join(cell.rjust(width) for cell, width in zip(figures_of(review, each), widths))
        lines.append([(" ", Look()), seat_sign(each), (name, Look(style=style)), (cells, Look())])
    return lines


def meanings(reviewed: Reviewed) -> dict[str, str]:
    """Return the meanings of a seat's figures and of the signs of the chart."""
    known = {CROSS: _("win chance from what this seat knew, where different")}
    if reviewed.one_line:
        known = {_("combined"): _(reviewed.one_line)}
    return {
        **figure_meanings(),
        "▀▄": _("the actual win chance"),
        **known,
        "▲": _("below the chart: the seat’s costliest moves"),
        _("{before} → {after}%").format(before=45, after=20): _(
            "a turning point: the win chance before and after it"
        ),
    }


def about_lines(reviewed: Reviewed) -> list[Spans]:
    """Return the meanings of figures and signs, a line each."""
    told = meanings(reviewed)
    width = max(map(cell_len, told)) + 2
    return [
        [(word + " " * (width - cell_len(word)), Look(style="bold")), (meaning, _SOFT)]
        for word, meaning in told.items()
    ]


def progress_lines(done: int, of: int) -> list[Spans]:
    """Return the progress of the work as a bar and in words."""
    full = _BAR * done // max(of, 1)
    bar = [("█" * full, Look("gold")), ("░" * (_BAR - full), Look("edge"))]
    told = _("review: {done} of {of} done").format(done=done, of=of)
    goes_on = _("Esc: leave; the review continues when you come back.")
    return [[*bar, ("  " + told, Look())], [], [(goes_on, _SOFT)]]


def work_lines(work: ReviewProgress, reviewed: Reviewed) -> list[Spans]:
    """Return the progress and the coming findings, or the reason of a failure."""
    if work.trouble is not None:
        return [[(say_refusal(work.trouble), Look())]]
    waiting = _("Evaluating the moves …")
    return [[(waiting, Look())], [], *progress_lines(*work.progress), [], *about_lines(reviewed)]
