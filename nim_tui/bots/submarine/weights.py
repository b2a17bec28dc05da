"""What the medium bot for Submarine holds things to be worth.

Everything is in types: 1 is a treasure of a type still missing, on the own board. The
numbers were found by play between bots that differed in one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """Chances, factors from 0 to 1, and worths in types."""

    wait: float = 0.82
    """What is left of a worth when the boat must go one column further for it."""
    dive: float = 0.4
    """What is left of a worth for each move of a bathyscaphe that comes first."""
    hope: float = 0.4
    """The chance that what can be reached is collected, were the right card in hand."""
    draws: float = 1.2
    """How many more cards are thought to be drawn before a cell is reached."""
    stand_in: float = 0.35
    """The chance that a joker makes up for a colour missing in hand, or for tributes."""
    tribute: float = 0.2
    """How much less likely a token is collected for each tribute due."""
    need: float = 0.6
    """The worth of a card to a player who has far fewer than they have types to find."""
    slack: float = 1.5
    """Cards and jokers beyond the missing types at which a card is worth half of `need`."""
    ease: float = 1.5
    """By how many cards around `slack` a card's worth changes: the more, the smoother."""
    joker: float = 0.15
    """How much more a joker is worth than a card."""
    gift: float = 0.4
    """What a card to an enemy costs, for each type it is worth to them; shared among enemies."""
    income: float = 0.05
    """The chance that an enemy collects what they are after below an own bathyscaphe."""
    deny: float = 0.15
    """What a token out of an enemy's reach, or put there, counts for each type it is to them."""
    finish: float = 0.25
    """What a lead of one type gains as a column has but one treasure left."""
    near: float = 0.5
    """How much of `finish` is left for each treasure more in that column."""
    crossings: int = 5
    """For so many crossings nothing is lost by waiting."""
    patience: float = 0.8
    """What is left of hopes, and of the worth of cards, after each crossing more."""


ESTIMATES: Final = Weights()
