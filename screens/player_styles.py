"""How players and printed colours are told apart, with colour and without."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

SIDES: Final = ("first", "second", "third", "fourth", "fifth")
"""The colours of the players, by seat."""
SIDE_SIGNS: Final = ("▲", "▼", "◆", "■", "○")
"""A shape for each player, by seat: colour never stands alone."""
PAINTS: Final = ("red", "yellow", "green", "blue", "purple")
"""The printed colours of cards and tokens; a letter always stands beside them."""
BOLD: Final = "text-style: bold;"


def rules(
    prefix: str, kind: str, names: Iterable[str], *, ending: str = "", style: str = ""
) -> str:
    """A rule of style for each of these names: `.board--red { color: $paint-red; ... }`."""
    return "\n".join(
        f"& .{prefix}--{name}{ending} {{ color: ${kind}-{name}; {style} }}" for name in names
    )
