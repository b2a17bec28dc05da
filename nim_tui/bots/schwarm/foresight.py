"""How far bots for Der Schwarm look."""

from __future__ import annotations

from typing import Final, NamedTuple

from nim_tui.bots.schwarm.plan import NARROW, WIDE, Breadth


class Foresight(NamedTuple):
    """How far a bot looks."""

    breadth: Breadth
    """For the card to be played."""
    followed: int
    """Ways to play it that are looked at together with the cards to be played after it."""
    ahead: int
    """So many of those cards at most."""
    whole_row: bool = False
    """Whether a card is taken with all in sight that will be taken after it."""


SHORT: Final = Foresight(WIDE, followed=3, ahead=1)
"""The medium bot's."""
FAR: Final = Foresight(Breadth(6, 6, 3, 4, ends=4), followed=8, ahead=6, whole_row=True)
"""The hard bot's."""
GLANCE: Final = Foresight(NARROW, followed=1, ahead=0)
"""Where there is no time for more."""
