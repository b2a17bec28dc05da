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
    """Nobody may be told that while this game goes on; the message says why."""


def why_no_hints(table: Table) -> Unfair | None:
    """Why no bot may weigh moves for the people of a table; None if one may.

    A person may be helped against bots alone. Where people play each other all of them may, if
    that was agreed when the table was set up, or none: whose hand or bot plays just now, and at
    which door somebody asks, changes nothing.
    """
    people = sum(seat.bot is None for seat in table.seats)
    if people <= 1 or table.hints_for_all:
        return None
    return Unfair(N_("no hints here: the players did not choose hints for all"))


def check_over(table: Table) -> None:
    """Whether all that was hidden in a game may be told, as a review does. Raises Unfair."""
    if table.result is None:
        raise Unfair(N_("a game can be reviewed when it is over"))
