"""The rule on help from bots in a running game, for all ways to ask for it."""

from __future__ import annotations

from typing import Final

from nim_tui.tables.table import Table
from rules.messages import N_, Refusal
from rules.options import Flag
from screens.app_api import COACHED, HINTS_FOR_ALL

HINTS: Final = Flag(
    HINTS_FOR_ALL,
    N_("Whether bots give hints in games between people; casual games only."),
)
"""The table setting that allows hints to all; a person alone against bots needs none."""
COACH: Final = Flag(
    COACHED, N_("Whether a coach says what matters in your first turns, and warns of mistakes.")
)
"""The table setting that brings a coach to a person alone against bots."""


class Unfair(Refusal):
    """Hints may not be given during this game; the message says why."""


def why_no_hints(table: Table) -> Unfair | None:
    """Return why no bot may give hints at a table; None if bots may.

    A person alone against bots may have hints. People who play each other may all have them, if the
    table was set up with hints, or none may; a stand-in or another connection changes nothing.
    """
    people = sum(seat.bot is None for seat in table.seats)
    if people <= 1 or table.hints_for_all:
        return None
    return Unfair(N_("no hints here: the players did not choose hints for all"))


def check_over(table: Table) -> None:
    """Check that everything hidden in a game may be shown, as in a review. Raises Unfair."""
    if table.result is None:
        raise Unfair(N_("a game can be reviewed when it is over"))
