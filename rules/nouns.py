"""What the games count, each noun once: rules, bots and screens say numbers by these.

Imported as a module: `nouns.points(3)`.
"""

from __future__ import annotations

from typing import Final

from rules.messages import Noun

bathyscaphes: Final = Noun("{count} bathyscaphe", "{count} bathyscaphes")
cards: Final = Noun("{count} card", "{count} cards")
cells: Final = Noun("{count} cell", "{count} cells")
cubes: Final = Noun("{count} cube", "{count} cubes")
delegations: Final = Noun("{count} delegation", "{count} delegations")
hits: Final = Noun("{count} hit", "{count} hits")
orders: Final = Noun("{count} order", "{count} orders")
points: Final = Noun("{count} point", "{count} points")
shores: Final = Noun("{count} shore", "{count} shores")
stacks: Final = Noun("{count} stack of tiles", "{count} stacks of tiles")
stupas: Final = Noun("{count} stupa", "{count} stupas")
tiles: Final = Noun("{count} tile", "{count} tiles")
turns_of_a_tile: Final = Noun("{count} different turn", "{count} different turns")
yaks: Final = Noun("{count} yak", "{count} yaks")
