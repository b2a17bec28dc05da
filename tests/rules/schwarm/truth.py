"""Checks that the table changes exactly with the event that tells of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from rules.contract import Event
from rules.schwarm import events
from rules.schwarm.board import KINDS
from rules.schwarm.cards import CARD_NAMES
from rules.schwarm.cells import NONE, cells_in
from rules.schwarm.moves import BOTH, OVER, PLAY, SWIM
from rules.schwarm.view import SchwarmView
from tests.rules.schwarm.positions import cell


class Told(NamedTuple):
    """An event, and the tables before and right after it."""

    before: SchwarmView
    event: Event
    after: SchwarmView


def brought(event: Event, seat: int) -> int:
    """Return the points that a seat gets by an event, negative for a loss."""
    match event:
        case events.Hit(victim=victim) if victim == seat:
            return -event.points
        case events.Took() | events.Ordered() if event.seat == seat:
            return -event.price
        case events.Placed() | events.Hit() | events.Scored() if event.seat == seat:
            return event.points
        case events.Crowned() if event.seat == seat:
            return event.queen + event.shores
    return 0


def gained(before: Iterable[int], after: Iterable[int]) -> list[int]:
    """Return the new elements of `after`."""
    return [*(Counter(after) - Counter(before)).elements()]


def is_as_told(told: Told) -> bool:
    """Whether the table agrees with the event after it, and did not before."""
    if told.event.seat is None:
        return _is_round_as_told(told)
    return all(
        is_so(told, told.event.seat)
        for is_so in (_is_map_as_told, _are_tiles_as_told, _is_sea_as_told, _are_cards_as_told)
    )


def _is_map_as_told(told: Told, seat: int) -> bool:
    old, new = told.before.players[seat], told.after.players[seat]
    match told.event:
        case events.Started(cell=name) | events.Built(cell=name):
            where = [cell(name)]
            return gained(cells_in(old.stations), cells_in(new.stations)) == where
        case events.Manned(cell=name):
            place = told.before.board.place_of[cell(name)]
            return told.after.crew[place] == told.before.crew[place] + 1
        case events.Launched(cell=name):
            return gained(old.ships, new.ships) == [cell(name)]
        case events.Sailed(start=here, cell=name):
            left = gained(new.ships, old.ships)
            return (left, gained(old.ships, new.ships)) == ([cell(here)], [cell(name)])
        case events.Linked():
            return new.is_linked
        case events.Unlinked():
            return not new.is_linked
    return True


def _are_tiles_as_told(told: Told, seat: int) -> bool:
    old, new = told.before.players[seat], told.after.players[seat]
    match told.event:
        case events.Lifted(cell=name, tile=tile):
            kind, bit = KINDS.index(tile), 1 << cell(name)
            is_off = told.before.face_down ^ told.after.face_down == bit
            return is_off and new.tiles[kind] == old.tiles[kind] + 1
        case events.MovedBuoy(cell=name):
            return gained(new.buoys, old.buoys) == [cell(name)]
        case events.Placed(cell=name, tile=tile):
            kind = KINDS.index(tile)
            is_laid = told.after.laid[kind] == told.before.laid[kind] + 1
            return is_laid and gained(old.buoys, new.buoys) == [cell(name)]
    return True


def _is_sea_as_told(told: Told, _seat: int) -> bool:
    before, after = told.before, told.after
    match told.event:
        case events.Surfaced(cell=name) | events.Swam(cell=name):
            return gained(before.whales, after.whales) == [cell(name)] and after.phase == SWIM
        case events.Rolled(cell=name, ends="water"):
            return gained(before.waves, after.waves) == [cell(name)]
        case events.Rolled(number=number):
            return number == 0 or after.waves[number - 1] == NONE
        case events.Crept(cell=name):
            return after.crab == cell(name) != before.crab
    return True


def _are_cards_as_told(told: Told, seat: int) -> bool:
    before, after = told.before, told.after
    old, new = before.players[seat], after.players[seat]
    match told.event:
        case events.Took(card=card):
            return gained(old.cards, new.cards) == gained(after.row, before.row) == [named(card)]
        case events.Ordered(number=number):
            return old.order_card == NONE and new.order_card == number
        case events.Played(card=card) | events.Wasted(card=card):
            return before.phase == BOTH or gained(new.cards, old.cards) == [named(card)]
        case events.Opened():
            return (after.phase, after.mover) == (PLAY, seat)
        case events.Finished():
            return after.left == 0 and not after.visited
    return True


def named(card: str) -> int:
    return CARD_NAMES.index(card)


def _is_round_as_told(told: Told) -> bool:
    match told.event:
        case events.Row(round=number, cards=cards):
            is_next = told.before.round + 1 == told.after.round == number
            return is_next and [*map(named, cards.split(", "))] == [*told.after.row]
        case events.Ended():
            return told.before.phase != OVER == told.after.phase
    return False
