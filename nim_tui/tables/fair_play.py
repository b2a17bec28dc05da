"""The help that bots may give in a running game: one rule, which every door asks."""

from __future__ import annotations

from typing import Final

from nim_tui.tables.table import Table
from rules.messages import N_, Refusal
from rules.options import Flag
from screens.app_api import HINTS_FOR_ALL

HINTS: Final = Flag(
    HINTS_FOR_ALL,
    N_("Whether bots give hints in games between people; casual games only."),
)
"""The term of a table that allows it to all; who plays against bots alone needs none."""


class Unfair(Refusal):
    """Hints may not be given during this game; the message says why."""


def why_no_hints(table: Table) -> Unfair | None:
    """Return why no bot may give hints at a table; None if one may.

    With bots alone a person may have hints. People who play each other all may, if the table was
    set up so, or none: who plays a seat just now, and over which connection, changes nothing.
    """
    people = sum(seat.bot is None for seat in table.seats)
    if people <= 1 or table.hints_for_all:
        return None
    return Unfair(N_("no hints here: the players did not choose hints for all"))


def check_over(table: Table) -> None:
    """Whether all that was hidden in a game may be told, as a review does. Raises Unfair."""
    if table.result is None:
        raise Unfair(N_("a game can be reviewed when it is over"))
