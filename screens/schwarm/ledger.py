"""Where a nation's points came from and went to, added up from what everybody was told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.contract import Event
from rules.schwarm.board import START_POINTS


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
        match event.name:
            case "took" | "ordered" if own:
                cards -= _number(event, "price")
            case "placed" if own:
                tiles += _number(event, "points")
            case "hit" if own:
                won += _number(event, "points")
            case "hit" if event.facts["victim"] == seat:
                lost -= _number(event, "points")
            case "scored" if own:
                networks += _number(event, "points")
            case "crowned" if own:
                end += _number(event, "queen") + _number(event, "shores")
    return Ledger(START_POINTS, cards, tiles, won, lost, networks, end)


def _number(event: Event, name: str) -> int:
    value = event.facts[name]
    assert isinstance(value, int)
    return value
