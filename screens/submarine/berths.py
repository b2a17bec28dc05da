"""What stands in the line of a cell where bathyscaphes lie: who lies there, and the toll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.submarine.board import COLUMN_OF, LEVEL_OF
from rules.submarine.moves import ACT, GIVE
from rules.submarine.view import SubmarineView
from screens.submarine.boats import Lying, lengths
from screens.submarine.signs import toll_numbers, toll_signs, tribute
from screens.submarine.story import Doings
from screens.text import _

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
