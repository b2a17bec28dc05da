"""What the bots of one level are known for, which are called differently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from rules.messages import N_

BLIND: Final = "random"
"""The level of the bot for tests, which makes any legal move: it has no style."""

Style = Literal["cautious", "grasping", "aggressive"]

CAUTIOUS: Final = "cautious"
"""Fears to lose what it has, and that others are there first."""
GRASPING: Final = "grasping"
"""Gathers, and thinks little of what others do."""
AGGRESSIVE: Final = "aggressive"
"""Takes chances, and what others want."""

STYLES: Final[tuple[Style, ...]] = (CAUTIOUS, GRASPING, AGGRESSIVE)
TOLD: Final = {
    CAUTIOUS: N_("cautious"),
    GRASPING: N_("grasping"),
    AGGRESSIVE: N_("aggressive"),
}
STYLE_OF: Final[dict[str, Style]] = {
    "Nemo": CAUTIOUS,
    "Argo": AGGRESSIVE,
    "Vega": GRASPING,
    "Atlas": CAUTIOUS,
    "Triton": AGGRESSIVE,
    "Kraken": GRASPING,
    "Calypso": CAUTIOUS,
    "Neptune": AGGRESSIVE,
}
"""The bots by name, the first at a table by the first: alike in every language.

Short names come first, for narrow panels."""


def style_of(name: str) -> Style | None:
    """How the bot of this name plays, which may be numbered; None for another name."""
    return STYLE_OF.get(name.partition(" ")[0])


def known_for(names: Sequence[str], levels: Sequence[str | None]) -> tuple[Style | None, ...]:
    """What the bot on each seat is known for; None for a person, and for one that only guesses."""
    return tuple(
        None if level is None or level == BLIND else style_of(name)
        for name, level in zip(names, levels)
    )
