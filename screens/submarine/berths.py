"""The berths of a cell: the bathyscaphes that lie there, and the toll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.contract import Event
from rules.submarine.board import CELL_NAMED, COLUMN_OF, LEVEL_OF, TOKEN_NAMED
from rules.submarine.events import Dived, Placed, Sailed, Took
from rules.submarine.moves import ACT, GIVE
from rules.submarine.view import SubmarineView
from screens.submarine.boats import Lying, lengths
from screens.submarine.signs import toll_numbers, toll_signs, tribute
from screens.text import _


@dataclass(frozen=True, slots=True)
class Doings:
    """Where bathyscaphes came to, which boats moved, what was taken."""

    dived: frozenset[tuple[int, int]] = frozenset()
    """Seats, and the cells their bathyscaphes came to."""
    sailed: frozenset[int] = frozenset()
    took: tuple[tuple[int, int, int], ...] = ()
    """Seats, the tokens they took, and from which cells, where no joker lies in its place."""


def doings(events: Sequence[Event]) -> Doings:
    """Return the traces that these events left on the board."""
    dived: set[tuple[int, int]] = set()
    sailed: set[int] = set()
    took: list[tuple[int, int, int]] = []
    for event in events:
        match event:
            case Placed(seat=seat, column=column):
                dived.add((seat, CELL_NAMED[f"{column}.1"]))
            case Dived(seat=seat, cell=cell):
                dived.add((seat, CELL_NAMED[cell]))
            case Sailed(seat=seat):
                sailed.add(seat)
            case Took(seat=seat, token=token, joker="", cell=cell):
                took.append((seat, TOKEN_NAMED[token], CELL_NAMED[cell]))
    return Doings(frozenset(dived), frozenset(sailed), tuple(took))


_WORDS: Final = 20
"""From columns of this width on the toll is said in a word."""


def lying_in(view: SubmarineView, cell: int, doings: Doings) -> list[Lying]:
    """The bathyscaphes of a cell, those that may still act apart from the others."""
    found = []
    for seat, player in enumerate(view.players):
        count = player.bathyscaphes[cell]
        ready = min(_ready(view, cell), count) if seat == view.mover else 0
        if ready:
            found.append(Lying(seat, ready, may_act=True))
        if count > ready:
            found.append(Lying(seat, count - ready, has_moved=(seat, cell) in doings.dived))
    return found


def _ready(view: SubmarineView, cell: int) -> int:
    """How many of the mover's in a cell may still act."""
    if view.phase != ACT or view.players[view.mover].boat != COLUMN_OF[cell]:
        return 0
    return view.ready[LEVEL_OF[cell] - 1]


def toll_text(view: SubmarineView, cell: int, lying: Sequence[Lying], width: int) -> str:
    """To whom cards are due for a token of a cell of the mover's column.

    It shares the width with the bathyscaphes, which may be shorter then.
    """
    if view.phase not in (ACT, GIVE) or view.players[view.mover].boat != COLUMN_OF[cell]:
        return ""
    owed = tribute(view, view.mover, cell)
    if not owed:
        return ""
    count, signs = sum(owed.values()), toll_signs(owed)
    told = [signs, toll_numbers(owed).replace(" ", ""), f"+{count}"]
    if width >= _WORDS:
        words = _("toll {count}").format(count=count)
        told.insert(0, f" {words} {' '.join(signs[1:])} ")
    long, short = (width - 2 - lengths(lying, is_short=is_short) for is_short in (False, True))
    fitting = [text for text in told[:-1] if len(text) <= long]
    return next(iter([*fitting, *(text for text in told if len(text) <= short), told[-1]]))
