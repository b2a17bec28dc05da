"""Tables of Submarine after some moves in words, before any screen opens."""

from __future__ import annotations

from typing import Final

from rules.submarine import SUBMARINE
from tests.screens.submarine import games
from tests.screens.tables import PEOPLE, Played

NAMES: Final = PEOPLE


class Position(Played):
    """A table of Submarine."""

    game = SUBMARINE


PLACING: Final = Position(2, 2932, "place 1; place 3; place 1; place 5")
"""Ana has three bathyscaphes to place."""

PLACED: Final = Position(2, 2932, games.PLACED)
"""All bathyscaphes are placed; Ana begins."""

SAILING: Final = PLACED.then(games.CROSSED_THREE_TIMES).then(games.TO_COLUMN_ONE)
"""Ana's boat is above column 1 and may only stop above column 3, or leave."""

ACTING: Final = SAILING.then("boat 3")
"""Ana may take a shell on level 2, or a mask on level 3 with tribute, each also by a joker."""

COLLECTING: Final = ACTING.then("take 2 Sy")
"""Ana may take a mask by card or by two jokers, or continue to dive."""

EXCHANGING: Final = SAILING.then(games.TO_COLUMN_THREE)
"""Ana's boat is outside right."""

LAST_TREASURE: Final = EXCHANGING.then(games.TO_THE_LAST_OF_A_COLUMN)
"""Ben has taken the last treasure of column 3; Ana wins."""

NO_JOKER: Final = PLACED.then(games.CROSSED_THREE_TIMES).then("boat 1")
"""Ana may take four tokens, each by card alone."""

THREE_JOKERS: Final = Position(2, 889, games.TO_THREE_JOKERS)
"""Ana may take three tokens of level 3, each by card or by any of three jokers."""

FEW_LEFT: Final = THREE_JOKERS.then("take 3 Cg; dive 1 to 5.1")
"""Nobody may dive; Ana may take two tokens, one of them by card or by three jokers."""

OWING: Final = Position(2, 3757, games.TO_A_DEBT)
"""Ana owes Ben two of her hand cards, a blue and a purple one."""

OWING_TWO: Final = Position(3, 2864, games.TO_TWO_DEBTS)
"""Ana owes Ben and Cleo a hand card each, a red and a purple one."""

OWING_AMONG_FIVE: Final = Position(5, 1273, games.TO_DEBTS_AMONG_FIVE)
"""Ana owes Dan and Eve a hand card each."""

FIVE: Final = Position(5, 2042, games.FIVE_AT_SEA)
"""Five players in the second crossing; Ana's bathyscaphes may act on two levels."""

THREE: Final = Position(3, 1794, games.THREE_AT_SEA)
"""Three players in the first crossing; Ana may act."""

ALL_TYPES: Final = Position(2, 986, games.ALL_TYPES)
"""Ana has found all twelve types and won."""

NO_CARDS: Final = Position(2, 5199, games.ALL_CARDS)
"""Nobody has a card left; Ana and Ben have won together."""

OUT_AT_ONCE: Final = PLACED.then("boat out; done; boat out; done")
"""Both boats have crossed the sea without a stop; with a limit of one crossing the game is over."""
