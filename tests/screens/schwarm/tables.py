"""Tables of Der Schwarm after some moves in words, before any screen opens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from rules.options import OptionValue
from rules.schwarm import SCHWARM
from screens.schwarm.partial_move import Beginnings, PartialMove
from tests.screens.schwarm import games
from tests.screens.tables import PEOPLE, Played

NAMES: Final = PEOPLE[:4]


class Position(Played):
    """A table of Der Schwarm."""

    game = SCHWARM

    def begun(self, *words: str) -> PartialMove:
        """Return the partial move of these words of the mover."""
        table = self.table()
        legal: Sequence[Any] = table.legal(table.waiting[0])
        return Beginnings(legal).of(words)

    def shared(self, *, store: Store | None = None, **options: OptionValue) -> Table:
        """Return a table in this position with only people, at one keyboard."""
        return self.table(persons=self.players, store=store, **options)


def two(moves: int | None = None) -> Position:
    """Return the game of two players after a number of moves."""
    return Position(2, 9, games.TWO, moves)


def three(moves: int | None = None) -> Position:
    """Return the game of three players after a number of moves."""
    return Position(3, 7, games.THREE, moves)


def four(moves: int | None = None) -> Position:
    """Return the game of four players after a number of moves."""
    return Position(4, 0, games.FOUR, moves)


FIRST_STATION: Final = two(1)
"""Ben has his first station; Ana may choose among three cells."""

ROW: Final = two(3)
"""Ana has 20 points for a row of nine cards."""

POOR: Final = two(110)
"""Ben has no point left; the row costs up to seven."""

PLAYING: Final = two(15)
"""Ana may play a ship, a researcher, a station or her joker."""

SAILING: Final = two(27)
"""Ana has a ship at sea, three in all, and four steps."""

PLACING: Final = two(48)
"""Ana may place two of her tiles: four stacks, and nothing is laid yet."""

OVERLAYING: Final = two(50)
"""A straight of Ana lies on h1; a tee of hers would go over it."""

NO_BUOY: Final = two(195)
"""Ana has no buoy left: a tile takes one from another cell."""

WITH_DOUBLE: Final = two(118)
"""Ana may play the double card."""

BOTH: Final = two(119)
"""Ana plays the double card: ship or researcher first."""

WHALE_NEAR: Final = two(198)
"""Ben's whale is on f6; on f7 is a ship of Ana."""

SWIMMING: Final = three(159)
"""Cleo's whale came from f4 over f3 to f2; on e2 is a ship of Ben."""

WHALE_OF_ANA: Final = three(238)
"""Ana's whale is on c1; on b1 is a ship of Ben."""

NEW_WAVE: Final = three(235)
"""A new wave of Ben to the southwest hits a ship and a station of Ana."""

WAVE_IN_PLAY: Final = three(163)
"""Wave 2 may go northeast to land, over two ships of Ben."""

NEW_CRAB: Final = three(71)
"""Ana's last card of the round: a new crab from i0 hits Cleo's station; then all score."""

CRAB_IN_PLAY: Final = two(189)
"""Ben's crab may walk five cells and hit three stations of Ana."""

USELESS: Final = two(202)
"""Ana has no station or researcher left for the blue station card."""

IDLE: Final = two(203)
"""Ana has played the card without use."""

MIDDLE: Final = two(142)
"""Ana has a network in the third of four rounds."""

LAST_CARD: Final = two(207)
"""Ben's last wave hits a ship of Ana; then all score."""

ENDED: Final = two()
"""Ana wins by a large margin."""

THREE_ENDED: Final = three()
"""Ben wins before Cleo."""

FOUR_PLAYING: Final = four(106)
"""Ana plays her first card of the second round of four players."""

FOUR_PLACING: Final = four(128)
"""Dan may place tiles of four stacks, a golden one among them."""

FOUR_ENDED: Final = four()
"""Cleo wins."""
