"""What a bot for Bataille sous les mers holds things to be worth.

1 is a submarine sunk while three live. `MEDIUM` was set by hand and tried in play; `HARD` was
found by play between bots whose weights differed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ByCount = tuple[float, float, float, float]
"""By how many are left, from 0 to 3."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Worths, chances and habits."""

    prize: ByCount = (0.0, 2.0, 1.15, 1.0)
    """Sinking a submarine when so many live: the last one wins."""
    news: float = 0.45
    """Learning hit, near or miss."""
    ship: ByCount = (0.0, 5.0, 2.0, 1.0)
    """One of the own ships when so many float: the last one loses."""
    prey: ByCount = (0.0, 2.0, 1.0, 0.8)
    """The same of the enemy's, to who is not sure of them."""
    exposure: float = 0.3
    """Showing that a submarine lies on a lane, while nothing is known of it, to an enemy who
    drops a charge every turn."""
    shoots: float = 0.5
    """How often an enemy is thought to fire when they can, before they have shown their habits."""
    habit: float = 4.0
    """After so many chances of the enemy, what they did counts as much as what was thought."""
    seen: float = 0.5
    """In what part of their turns an enemy is thought to have had a ship on a lane."""
    trust: float = 0.9
    """How far it is believed that who did not fire could not: they had one lane a turn."""
    unlikely: float = 0.02
    """The least weight that such belief leaves to a cell."""
    refill: float = 0.08
    """Each charge fetched by an empty ship."""
    top_up: float = 0.01
    """Each charge fetched by another."""
    homeward: float = 0.05
    """An empty ship on its way, less `step` for each column to its port."""
    step: float = 0.01
    spare: float = 0.001
    """Each charge that a ship has left: of ships that do alike the fuller one drops."""
    kept: float = 0.02
    """A charge kept for later."""
    charge: float = 0.05
    """Each charge of a ship that a torpedo aims at."""
    ahead: float = 0.0
    """What a charge could be worth to a ship in its next turn, of what it is worth now."""
    shown: float = 0.0
    """How much of the prize for an own submarine a lane costs that shows more of where all lie."""
    doomed: float = 0.0
    """How much less ships are worth to who is about to lose their last submarine."""
    burnt: float = 0.0
    """A charge that must be dropped because no ship moved."""
    apart: bool = False
    """Whether no charge may come near two own submarines, and the mine lies where ships stop."""


MEDIUM: Final = Weights()
HARD: Final = Weights(
    prize=(0, 2.3, 1.26, 1.05),
    news=0.555,
    ship=(0, 2.17, 0.727, 0.94),
    prey=(0, 1.5, 1.35, 0.86),
    exposure=0.0,
    shoots=0.429,
    habit=1.65,
    seen=0.372,
    trust=0.741,
    unlikely=0.0571,
    refill=0.0767,
    top_up=0.00123,
    homeward=0.0288,
    step=0.00951,
    spare=0.0221,
    kept=0.0344,
    charge=0.0359,
    ahead=0.15,
    shown=1.5,
    doomed=1.0,
    burnt=0.05,
    apart=True,
)
"""The hard bot's, found by play between bots whose weights were drawn again and again around
the best of those before (cross-entropy method); `exposure` and the last five by trying a few."""
