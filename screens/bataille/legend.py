"""The legend of the signs of the camps, in one line."""

from __future__ import annotations

from screens.bataille.levels import LOOKS
from screens.bataille.signs import HOT, MINE, MISSED, NEAR, OPEN, SUBMARINE, SUNK
from screens.colours import Look, Span, Spans
from screens.text import _


def legend_line(*, plain: bool, of_search: bool = False) -> Spans:
    """Each sign and its meaning; `plain`: colours tell nothing; `of_search`: of a search grid."""
    signs = [
        (OPEN, _("possible")),
        (HOT, _("hot")),
        (NEAR, _("near miss")),
        (MISSED, _("nothing")),
        (SUNK if not plain else "X", _("sunk")),
    ]
    if not of_search:
        signs += [(SUBMARINE if not plain else "S", _("you")), (MINE, _("mine"))]
    spans: list[Span] = []
    for sign, meaning in signs:
        spans += [
            (" ", Look()),
            (sign, LOOKS.get(sign, Look("soft"))),
            (f" {meaning} ", Look("soft")),
        ]
        if sign == OPEN and not plain:
            spans.append(("  ", Look(ground="bare-200")))
            spans.append((" " + _("ruled out") + " ", Look("soft")))
    return spans
