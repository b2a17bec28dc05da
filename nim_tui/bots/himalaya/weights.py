"""The weights of the judge of Himalaya, by the number of players: see value.py.

Fitted to 1,200 games of three and 900 of four bots, of which a third were easy ones.
"""

from __future__ import annotations

from typing import Final

_OF_THREE: Final = (
    0.606, 0.142, 0.118, 0.521, 0.089, 0.136, 1.194, 0.357, 0.071, 0.323, 0.292, 0.019, 0.962,
    0.447, -0.059, -0.204, 0.065, -0.206, -0.180, 0.137, -0.198, -0.559, -0.114, -0.466, -0.541,
    0.037, -0.141, 0.321, -0.227, 0.041,
)  # fmt: skip
_OF_FOUR: Final = (
    -0.090, 1.316, -0.129, 0.213, 0.508, -0.188, 0.537, 1.157, 0.138, 0.145, 0.494, 0.709, 0.826,
    0.173, -0.056, -0.097, -0.154, 0.213, -0.167, -0.268, 0.091, -0.324, -0.436, -0.353, -0.131,
    0.014, 0.012, 0.601, 0.022, 0.048,
)  # fmt: skip
WEIGHTS: Final[dict[int, tuple[float, ...]]] = {3: _OF_THREE, 4: _OF_FOUR}
