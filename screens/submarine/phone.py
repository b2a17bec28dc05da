"""The layouts of Submarine's screen on a phone, upright or sideways."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from textual.geometry import Region, Size

from rules.submarine.board import COLUMNS
from screens.submarine.layout import (
    NARROWEST,
    SHAPES,
    LineBudget,
    SubmarineGeometry,
    SubmarineLayout,
)

_AROUND: Final = 5
"""The lines of headline, recap, question and keys."""
_BESIDE: Final = 31
"""The least columns beside a sea of full height."""
_SHARE: Final = 36
"""The share of those columns in the width, in per cent."""
_EDGE: Final = 2
"""The most columns left and right of the sea."""
_LEAST: Final = (("sky", 1), ("hand", 1), ("players", 1), ("menu", 2), ("menu", 3))
"""The lines without which nothing can be played, in the order of their weight."""


@dataclass(frozen=True, slots=True)
class PhoneLayout:
    """The regions of the boards below the headline, and of question and choices."""

    boards: SubmarineLayout
    asking: Region
    """Question and choices, in cells of the screen."""

    @property
    def menu_lines(self) -> int:
        """The lines of the choices."""
        return self.asking.height - 1


def upright(size: Size, players: int) -> PhoneLayout:
    """Return the layout of a phone held upright: sea, players, hand and choices from the top."""
    lines = LineBudget(size.height - _AROUND - SHAPES[1].total, {"shape": 1})
    lines.grant((*_LEAST, ("players", 2), ("menu", 5), ("players", players), ("hand", 2)))
    lines.grant((("menu", 7), ("sky", 2), ("hand", 4), ("menu", 8), ("players", players + 1)))
    lines.grant((("menu", 9), ("shape", 2), ("sky", 3), ("hand", 5), ("menu", 11), ("sky", 4)))
    lines.grant((("shape", 3), ("hand", 6), ("menu", 12), ("shape", 4), ("menu", 14)))
    plan = _plan(lines, size.width)
    people, hand = lines.has.get("players", 0), lines.has.get("hand", 0)
    menu = lines.has.get("menu", 0) + lines.free
    sea = Region((size.width - plan.size.width) // 2, 0, *plan.size)
    return PhoneLayout(
        SubmarineLayout(
            plan,
            sea,
            players=Region(0, sea.bottom, size.width, people),
            hand=Region(1, sea.bottom + people, size.width - 2, hand),
            has_lines=True,
        ),
        asking=Region(0, size.height - menu - 2, size.width, menu + 1),
    )


def sideways(size: Size, players: int) -> PhoneLayout:
    """Return the layout of a phone held sideways: the sea at the left, all else at the right."""
    lines = LineBudget(size.height - 2 - SHAPES[1].total, {"shape": 1})
    lines.grant((("sky", 1), ("sky", 2), ("shape", 2), ("sky", 3), ("shape", 3), ("sky", 4)))
    plan = _plan(lines, size.width - max(_BESIDE, size.width * _SHARE // 100))
    top = (size.height - 2 - plan.size.height) // 2
    people, hand = _panels(size.height - 5, players)
    x = plan.size.width
    room = Region(x, 2, size.width - x, people)  # below the recap
    boards = SubmarineLayout(
        plan,
        sea=Region(0, top, *plan.size),
        players=room,
        hand=Region(x + 1, room.bottom, room.width - 2, hand),
        has_lines=True,
    )
    y = 1 + room.bottom + hand
    return PhoneLayout(boards, asking=Region(x, y, size.width - x, size.height - 1 - y))


def _panels(lines: int, players: int) -> tuple[int, int]:
    """Return the lines of the players and of the hand, with those of the choices given."""
    budget = LineBudget(lines)
    budget.grant((*_LEAST[1:], ("players", 2), ("menu", 5), ("players", players), ("hand", 2)))
    budget.grant((("menu", 6), ("hand", 4), ("menu", 8), ("hand", 5), ("menu", 11)))
    return budget.has["players"], budget.has["hand"]


def _plan(lines: LineBudget, width: int) -> SubmarineGeometry:
    """Return the geometry of a sea as wide as fits, with edges for boats outside it."""
    column = (width - 2) // len(COLUMNS)
    is_close = column < NARROWEST
    if is_close:
        column = min((width - 1) // len(COLUMNS), NARROWEST - 1)
    plan = lines.plan(column)
    spare = width - len(COLUMNS) * plan.width + is_close
    edges = (min(spare - spare // 2, _EDGE), min(spare // 2, _EDGE))
    return replace(plan, edges=edges, is_close=is_close)
