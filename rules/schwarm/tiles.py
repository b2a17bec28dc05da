"""The swarm tiles: their shapes, turns and points.

The links of a tile are a number of four bits, one for each of cells.SIDES.
"""

from __future__ import annotations

from typing import Final

from rules.schwarm.cells import SIDES

KINDS: Final = ("cross", "tee", "curve", "straight", "golden")
"""The kinds of tiles; those of one kind lie on one stack before a player, in this order."""
GOLDEN: Final = 4
SEA_KINDS: Final = range(GOLDEN)
"""The kinds that lie face down on the water."""

CROSS_LINKS: Final = 15
_UNTURNED: Final = (CROSS_LINKS, 0b1011, 0b0011, 0b0101, CROSS_LINKS)
"""Links before a turn: a tee is closed to the south, a curve links north and east."""


def turned(links: int, quarters: int) -> int:
    """Links after so many quarter turns clockwise."""
    return (links << quarters | links >> len(SIDES) - quarters) & CROSS_LINKS


LINKS: Final = tuple(
    tuple(dict.fromkeys(turned(links, quarters) for quarters in range(len(SIDES))))
    for links in _UNTURNED
)
"""LINKS[kind][turn]; turns that change nothing are left out."""
POINTS: Final = (0, 1, 2, 2, 0)
"""POINTS[kind]: 4 less the links; nothing for a golden tile (D)."""
FEWEST_LINKS: Final = 2
LESS: Final = tuple(
    tuple(
        other
        for other in range(links)
        if other & links == other and other.bit_count() >= FEWEST_LINKS
    )
    for links in range(CROSS_LINKS + 1)
)
"""LESS[links]: the links that a tile with these may be laid over, keeping them all (T)."""
