"""The events of the game, all of them public.

Fields: `cell` and `start` are cells like "e4"; `card` is a name of CARDS, `cards` are several,
separated by commas; `action` is that of a joker; `capacity` is a word; `tile` is a kind;
`direction` is a word of the compass.
"""

from __future__ import annotations

from typing import Literal

from rules.contract import Event, Revealing, event

Piece = Literal["ship", "station"]
Ends = Literal["water", "land", "off"]
"""The end of a wave: off the map, or on another wave."""


# Rounds and the row


@event
class Started(Event):
    """A first station with a researcher."""

    seat: int
    cell: str


@event
class Row(Revealing):
    """A round begins: its row of action cards is laid out."""

    round: int
    cards: str
    seat: None = None


@event
class Took(Event):
    """A card taken from the row."""

    seat: int
    card: str
    price: int


@event
class Ordered(Event):
    """A turn-order card taken, and a capacity card with it."""

    seat: int
    number: int
    capacity: str
    price: int


@event
class Waited(Event):
    """A player who can pay for nothing they still need is passed over."""

    seat: int


@event
class Opened(Event):
    """The end of taking cards: cards are now played, by `seat` first."""

    seat: int


# Cards


@event
class Played(Event):
    """A card played for an action; `number` is that of the whale in play that swims."""

    seat: int
    card: str
    action: str
    number: int | None = None


@event
class Wasted(Event):
    """A card that can do nothing is played."""

    seat: int
    card: str


@event
class Finished(Event):
    """The end of a hazard, or of a card whose player does no more with it."""

    seat: int


# Stations, ships and tiles


@event
class Built(Event):
    """A station built on land, with a researcher or without."""

    seat: int
    cell: str
    researchers: int


@event
class Manned(Event):
    """A researcher joins a station."""

    seat: int
    cell: str


@event
class Launched(Event):
    """A ship comes onto the water."""

    seat: int
    cell: str


@event
class Sailed(Event):
    """A ship's move of one cell."""

    seat: int
    start: str
    cell: str


@event
class Lifted(Revealing):
    """A face-down tile is drawn by the ship that leaves its cell."""

    seat: int
    cell: str
    tile: str


@event
class Placed(Event):
    """A tile placed, with a buoy on it."""

    seat: int
    cell: str
    tile: str
    turns: int
    points: int


@event
class MovedBuoy(Event):
    """A buoy taken from a cell, to be put elsewhere."""

    seat: int
    cell: str


@event
class Linked(Event):
    """A station links to the queen: a buoy comes onto her cell."""

    seat: int


@event
class Unlinked(Event):
    """The loss of the last link of a player's stations to the queen: the buoy leaves her cell."""

    seat: int


# Hazards


@event
class Surfaced(Event):
    """A new whale."""

    seat: int
    cell: str


@event
class Swam(Event):
    """A whale's move of one cell."""

    seat: int
    start: str
    cell: str


@event
class Rolled(Event):
    """A wave, new (number 0) or in play, rolls; `cell` is empty off the map."""

    seat: int
    number: int
    direction: str
    steps: int
    cell: str
    ends: Ends


@event
class Crept(Event):
    """The crab's walk along the coast; `new` is 1 if it has just appeared there."""

    seat: int
    start: str
    cell: str
    new: int


@event
class Hit(Event):
    """A hazard of `seat` hits a piece of the victim, whose points change hands."""

    seat: int
    victim: int
    cell: str
    piece: Piece
    points: int


# What counts


@event
class Scored(Event):
    """The largest network counts at the end of a round."""

    seat: int
    points: int
    stations: int
    researchers: int
    buoys: int
    ships: int


@event
class Crowned(Event):
    """The end of the game: stations linked to the queen, and shores joined."""

    seat: int
    queen: int
    shores: int
    joined: int


@event
class Ended(Event):
    """The end of the game: `seat` won alone, or None if several share the first place."""

    seat: int | None
