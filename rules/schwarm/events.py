"""The events of the game, all public.

Fields: `cell` and `start` are cells like "e4"; `card` is a name of CARDS, `cards` are several,
separated by commas; `action` is that of a joker; `capacity` is a word; `tile` is a kind;
`direction` is a word of the compass.
"""

from __future__ import annotations

from typing import Literal

from rules.contract import Event, Revealing, event

Piece = Literal["ship", "station"]
Ends = Literal["water", "land", "off"]
"""The end of a wave: on water, on land, or off the map."""


# Rounds and the row


@event
class Started(Event):
    """A first station, with a researcher."""

    seat: int
    cell: str


@event
class Row(Revealing):
    """The start of a round, with its row of action cards."""

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
    """A turn-order card taken, with a capacity card."""

    seat: int
    number: int
    capacity: str
    price: int


@event
class Waited(Event):
    """The turn of a player who can pay for none of the cards they need, and is skipped."""

    seat: int


@event
class Opened(Event):
    """The end of taking cards; `seat` is the first to play one."""

    seat: int


# Cards


@event
class Played(Event):
    """A card played for an action; `number` is that of the whale in play that swims, if any."""

    seat: int
    card: str
    action: str
    number: int | None = None


@event
class Wasted(Event):
    """A card played without effect."""

    seat: int
    card: str


@event
class Finished(Event):
    """The end of a hazard, or of a card played with actions to spare."""

    seat: int


# Stations, ships and tiles


@event
class Built(Event):
    """A station built on land, with or without a researcher."""

    seat: int
    cell: str
    researchers: int


@event
class Manned(Event):
    """A researcher put on a station."""

    seat: int
    cell: str


@event
class Launched(Event):
    """A ship launched onto the water."""

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
    """A face-down tile drawn by the ship that leaves the cell."""

    seat: int
    cell: str
    tile: str


@event
class Placed(Event):
    """A tile placed with a buoy."""

    seat: int
    cell: str
    tile: str
    turns: int
    points: int


@event
class MovedBuoy(Event):
    """A buoy taken from a cell, to be placed elsewhere."""

    seat: int
    cell: str


@event
class Linked(Event):
    """A station's link to the queen, which puts a buoy on her cell."""

    seat: int


@event
class Unlinked(Event):
    """The loss of a player's last link to the queen: the buoy leaves her cell."""

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
    """The roll of a wave, new (number 0) or in play; `cell` is empty off the map."""

    seat: int
    number: int
    direction: str
    steps: int
    cell: str
    ends: Ends


@event
class Crept(Event):
    """The crab's walk along the coast; `new` is 1 if it was placed there first."""

    seat: int
    start: str
    cell: str
    new: int


@event
class Hit(Event):
    """A hit by a hazard of `seat` on a piece of the victim, whose points change hands."""

    seat: int
    victim: int
    cell: str
    piece: Piece
    points: int


# Scores


@event
class Scored(Event):
    """The score of a player's largest network at the end of a round."""

    seat: int
    points: int
    stations: int
    researchers: int
    buoys: int
    ships: int


@event
class Crowned(Event):
    """The final points of a player: stations linked to the queen, and shores joined."""

    seat: int
    queen: int
    shores: int
    joined: int


@event
class Ended(Event):
    """The end of the game: `seat` won alone, or None for a shared first place."""

    seat: int | None
