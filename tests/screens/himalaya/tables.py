"""Tables of Himalaya after some moves in words, before any screen opens."""

from __future__ import annotations

from typing import Final

from rules.himalaya import HIMALAYA
from tests.screens.himalaya import games
from tests.screens.tables import PEOPLE, Played

NAMES: Final = PEOPLE[:4]


class Position(Played):
    """A table of Himalaya."""

    game = HIMALAYA


def three(moves: int | None = None) -> Position:
    """Return the game of three players after a number of moves."""
    return Position(3, 19, games.THREE, moves)


def with_tokens(moves: int) -> Position:
    """Return the game with event tokens after a number of moves."""
    return Position(3, 58, games.EVENTS, moves, {"events": True})


CAMPING: Final = three(2)
"""Ben and Cleo have camped; Ana may camp."""

FIRST_TURN: Final = three(3)
"""Everybody programs the first turn."""

NEARLY_FILLED: Final = three(8)
"""In turn 2 only Cleo's program is missing; then Ana fills an order at a monastery."""

FILLED: Final = three(9)
"""Ana has filled an order: she may barter, offer, or send delegations to two regions."""

AT_A_HOUSE: Final = three(40)
"""Ana has filled an order at a house: a delegation may go to one of three regions."""

PROGRAMMING: Final = three(32)
"""Turn 9: everybody programs, Ana is first."""

LAST_TURN: Final = three(49)
"""Turn 12: everybody programs."""

ENDED: Final = three()
"""Nobody is first alone in two influences; Ben wins by economy."""

ENDED_ALIKE: Final = Position(3, 59, games.THREE_ALIKE)
"""Ana wins by religion, as all else is equal."""

FOUR: Final = Position(4, 30, games.FOUR, 40)
"""Turn 9 of four players: everybody programs."""

FOUR_ENDED: Final = Position(4, 30, games.FOUR)
"""Dan goes out, then Ana, each after a tie; Cleo beats Ben by religion."""

TOKENS: Final = with_tokens(10)
"""Ana may play a token; a yeti is between 12 and 14."""

WEATHER: Final = with_tokens(12)
"""Everybody programs; a yeti between 12 and 14, snow between 17 and 19."""

FOUR_WITH_TOKENS: Final = Position(
    4, 30, "; ".join([*FOUR.words[:4], *["pass"] * 4]), options={"events": True}
)
"""Turn 1 of four players with all event tokens left: everybody programs."""

MARKET_DAY: Final = with_tokens(27)
"""Ana may take barley, jade or gold at 8."""
