"""The action cards and the capacity cards."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple


class Action(IntEnum):
    """The action of a card (T: six actions, and one card with two)."""

    STATION = 0
    SHIP = 1
    RESEARCHER = 2
    WHALE = 3
    WAVE = 4
    CRAB = 5
    DOUBLE = 6
    """Ship and researcher, in either order."""


class Colour(IntEnum):
    """The kinds of action cards, by origin."""

    GREEN = 0
    LIGHT = 1
    BLUE = 2
    JOKER = 3


class Card(NamedTuple):
    """An action card: its colour and its action; a joker may be any of the six."""

    colour: Colour
    action: Action | None
    name: str
    """The words of the card in moves: "ship", "blue whale", "joker"."""
    prefix: str
    """The word before the action in a move: "", "blue " or "joker "."""


def _light(action: Action) -> Card:
    return Card(Colour.LIGHT, action, action.name.lower(), "")


def _blue(action: Action) -> Card:
    return Card(Colour.BLUE, action, f"blue {action.name.lower()}", "blue ")


CARDS: Final = (
    Card(Colour.GREEN, Action.STATION, "station", ""),
    _light(Action.SHIP),
    _light(Action.RESEARCHER),
    _light(Action.WHALE),
    _light(Action.WAVE),
    _light(Action.CRAB),
    _blue(Action.STATION),
    Card(Colour.BLUE, Action.DOUBLE, "double", ""),
    _blue(Action.WHALE),
    _blue(Action.WAVE),
    _blue(Action.CRAB),
    Card(Colour.JOKER, None, "joker", "joker "),
)
"""All action cards; a card is the index of its entry."""
CARD_NAMES: Final = tuple(card.name for card in CARDS)
GREEN_STATION: Final = CARD_NAMES.index("station")
SHIP: Final = CARD_NAMES.index("ship")
RESEARCHER: Final = CARD_NAMES.index("researcher")
DOUBLE: Final = CARD_NAMES.index("double")
JOKER: Final = CARD_NAMES.index("joker")
LIGHT_CARDS: Final = tuple(n for n, card in enumerate(CARDS) if card.colour == Colour.LIGHT)
BLUE_CARDS: Final = tuple(n for n, card in enumerate(CARDS) if card.colour == Colour.BLUE)


def _cards_for(action: Action) -> tuple[int, ...]:
    return tuple(n for n, card in enumerate(CARDS) if card.action in (action, None))


CARDS_FOR: Final = {action: _cards_for(action) for action in list(Action)[:-1]}
"""By action: the cards that can be played for it; the double card has a move of its own."""

CAPACITIES: Final = ("fast", "golden", "protection", "brilliant")
"""The capacity cards: fast ship, golden tile, protection, brilliant researcher."""
FAST, GOLDEN_TILE, PROTECTION, BRILLIANT = range(len(CAPACITIES))
