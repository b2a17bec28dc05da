"""Where a nation's points came from and went to, added up from what everybody was told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.contract import Event
from rules.schwarm.board import START_POINTS
from rules.schwarm.events import Crowned, Hit, Ordered, Placed, Scored, Took


class Ledger(NamedTuple):
    """The points of one nation so far; together with the start they make its standing."""

    start: int
    cards: int
    """Paid for cards, below 0."""
    tiles: int
    won: int
    """By hits of its hazards."""
    lost: int
    """By hits it took, below 0."""
    networks: int
    end: int
    """For queen and shores, once the game is over."""


def ledger(log: Iterable[Event], seat: int) -> Ledger:
    """The points of a nation from the events of a game."""
    cards = tiles = won = lost = networks = end = 0
    for event in log:
        own = event.seat == seat
        match event:
            case Took() | Ordered() if own:
                cards -= event.price
            case Placed() if own:
                tiles += event.points
            case Hit() if own:
                won += event.points
            case Hit() if event.victim == seat:
                lost -= event.points
            case Scored() if own:
                networks += event.points
            case Crowned() if own:
                end += event.queen + event.shores
    return Ledger(START_POINTS, cards, tiles, won, lost, networks, end)
