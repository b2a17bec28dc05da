"""The effects of stations, ships and research."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules import messages as nouns
from rules.chance import Chance
from rules.contract import Event, IllegalMove
from rules.messages import N_
from rules.schwarm import events
from rules.schwarm.board import (
    FAST_SHIP_STEPS,
    KINDS,
    LINKS,
    POINTS,
    RESEARCHERS,
    SHIP_STEPS,
    STATIONS,
)
from rules.schwarm.cards import CARD_NAMES, FAST, Action
from rules.schwarm.cells import CELL_NAMES, NONE, SIDES
from rules.schwarm.legal import launches
from rules.schwarm.moves import RESEARCH, SAIL, Move
from rules.schwarm.placing import buoys_to_use, can_place, room_for_crew, room_with, stacks
from rules.schwarm.state import SchwarmState
from rules.schwarm.turns import draw, end_card


def spend(state: SchwarmState, seat: int, card: int, action: Action) -> None:
    """Take the card out of the hand, or begin its part of the double card."""
    if state.parts:
        state.parts &= ~(1 << action)
    else:
        state.cards[seat].remove(card)
        state.playing = card


def _played(state: SchwarmState, seat: int, card: int, action: Action) -> Event:
    spend(state, seat, card, action)
    return events.Played(seat, CARD_NAMES[state.playing], action.name.lower())


def _links(state: SchwarmState, were_linked: Sequence[bool]) -> Sequence[Event]:
    """Return an event for each buoy put on the queen or taken off since `were_linked`."""
    if state.is_linked == were_linked:
        return ()
    return [
        events.Linked(seat) if is_linked else events.Unlinked(seat)
        for seat, (was_linked, is_linked) in enumerate(zip(were_linked, state.is_linked))
        if is_linked != was_linked
    ]


# Stations and researchers


def build(state: SchwarmState, seat: int, cell: int, researchers: int) -> None:
    """Build a station on a land cell, and update the joined cells."""
    place = state.board.place_of[cell]
    state.owners[place] = seat
    state.crew[place] = researchers
    state.stations[seat] |= 1 << cell
    state.researchers[seat] += researchers
    state.find_joined(seat)


def station(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Build a station with a researcher; with one of the two used up only the other (T)."""
    if state.stations[seat].bit_count() == STATIONS:
        _check_room(state, seat, move.cell)
        yield _played(state, seat, move.card, Action.STATION)
        yield _man(state, seat, move.cell)
        yield from end_card(state, chance)
        return
    place = state.board.place_of[move.cell]
    if place == NONE or state.owners[place] != NONE:
        raise IllegalMove(N_("{cell} is not free land"), cell=CELL_NAMES[move.cell], rule="station")
    yield _played(state, seat, move.card, Action.STATION)
    were_linked = state.is_linked[:]
    researchers = min(1, RESEARCHERS - state.researchers[seat])
    build(state, seat, move.cell, researchers)
    yield events.Built(seat, CELL_NAMES[move.cell], researchers)
    yield from _links(state, were_linked)
    yield from end_card(state, chance)


def crew(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Put one researcher on an own station, three per station at most (T)."""
    _check_room(state, seat, move.cell)
    yield _played(state, seat, move.card, Action.RESEARCHER)
    yield _man(state, seat, move.cell)
    yield from end_card(state, chance)


def _check_room(state: SchwarmState, seat: int, cell: int) -> None:
    if state.researchers[seat] == RESEARCHERS:
        raise IllegalMove(N_("you have no researcher left"), rule="research")
    if cell not in room_for_crew(state, seat):
        raise IllegalMove(
            N_("you have no station with room for a researcher on {cell}"),
            cell=CELL_NAMES[cell],
            rule="station",
        )


def _man(state: SchwarmState, seat: int, cell: int) -> Event:
    state.crew[state.board.place_of[cell]] += 1
    state.researchers[seat] += 1
    return events.Manned(seat, CELL_NAMES[cell])


# Ships


def ship(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Start moving ships: three steps in all, four with the fast ship (T)."""
    played = _played(state, seat, move.card, Action.SHIP)
    state.phase = SAIL
    state.left = FAST_SHIP_STEPS if state.capacities[seat] == FAST else SHIP_STEPS
    state.may_launch = True
    yield played


def launch(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Launch a ship of the reserve beside an own station, before any moves (T)."""
    if not state.may_launch:
        raise IllegalMove(
            N_("you can launch only one ship, before any other ship moves"), rule="ship"
        )
    if move.cell not in launches(state, seat):
        raise IllegalMove(
            N_("you cannot launch a ship on {cell}"), cell=CELL_NAMES[move.cell], rule="ship"
        )
    were_linked = state.is_linked[:]
    state.may_launch = False
    state.ships[seat].append(move.cell)
    state.find_joined(seat)
    yield events.Launched(seat, CELL_NAMES[move.cell])
    yield from _links(state, were_linked)


def sail(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Move a ship one cell; it takes the face-down tile that it leaves (T)."""
    ships = state.ships[seat]
    if move.cell not in ships:
        raise IllegalMove(N_("you have no ship on {cell}"), cell=CELL_NAMES[move.cell], rule="ship")
    if move.end not in state.board.waters[move.cell]:
        raise IllegalMove(
            N_("a ship moves to a water cell next to it (not diagonally)"), rule="ship"
        )
    if not state.left:
        raise IllegalMove(N_("your ships have no steps left"), rule="ship")
    were_linked = state.is_linked[:]
    ships[ships.index(move.cell)] = move.end
    state.find_joined(seat)
    state.left -= 1
    state.may_launch = False
    yield events.Sailed(seat, CELL_NAMES[move.cell], CELL_NAMES[move.end])
    if state.face_down >> move.cell & 1:
        state.face_down &= ~(1 << move.cell)
        kind = draw(state.sea, chance)
        state.tiles[seat][kind] += 1
        yield events.Lifted(seat, CELL_NAMES[move.cell], KINDS[kind])
    yield from _links(state, were_linked)
    if not state.left:
        yield from end_card(state, chance)


# Research


def research(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Start placing tiles, at most one per researcher of the player on the board (T)."""
    if not state.researchers[seat]:
        raise IllegalMove(N_("you have no researcher on the board"), rule="research")
    if not can_place(state, seat):
        raise IllegalMove(N_("you have no tile that can be placed"), rule="research")
    played = _played(state, seat, move.card, Action.RESEARCHER)
    state.phase = RESEARCH
    state.left = state.researchers[seat]
    yield played


def place(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Place a tile with a buoy, linked to a station or a ship; its points count at once (T)."""
    kind = _check_place(state, seat, move)
    were_linked = state.is_linked[:]
    if move.buoy != NONE:
        yield _take_buoy(state, seat, move.buoy)
    state.tiles[seat][kind] -= 1
    state.laid[kind] += 1
    state.buoys[seat].append(move.cell)
    state.buoyed[seat] |= 1 << move.cell
    state.points[seat] += POINTS[kind]
    state.left -= 1
    lay(state, move.cell, LINKS[kind][move.count])
    for other, buoyed in enumerate(state.buoyed):
        if buoyed >> move.cell & 1:
            state.find_joined(other)
    yield events.Placed(seat, CELL_NAMES[move.cell], KINDS[kind], move.count, POINTS[kind])
    yield from _links(state, were_linked)
    if not (state.left and can_place(state, seat)):
        yield from end_card(state, chance)


def _take_buoy(state: SchwarmState, seat: int, cell: int) -> Event:
    """Take up a buoy, which joins no cells until it is put down."""
    state.buoys[seat].remove(cell)
    if cell not in state.buoys[seat]:
        state.buoyed[seat] &= ~(1 << cell)
        state.find_joined(seat)
    return events.MovedBuoy(seat, CELL_NAMES[cell])


def _check_place(state: SchwarmState, seat: int, move: Move) -> int:
    """Return the kind of the tile. Raises IllegalMove if the tile may not be placed there."""
    kinds = stacks(state.tiles[seat])
    if move.number > len(kinds):
        raise IllegalMove(N_("you have {stacks}"), stacks=nouns.stacks(len(kinds)), rule="research")
    kind = kinds[move.number - 1]
    if move.count >= len(LINKS[kind]):
        turns = nouns.turns_of_a_tile(len(LINKS[kind]))
        why = N_("tile “{tile}” has only {turns}, from r0")
        raise IllegalMove(why, tile=KINDS[kind], turns=turns, rule="research")
    if move.buoy not in buoys_to_use(state, seat):
        if move.buoy == NONE:
            raise IllegalMove(N_("no buoy left: name the cell to take one from"), rule="special")
        raise IllegalMove(
            N_("you cannot take a buoy from {cell}"), cell=CELL_NAMES[move.buoy], rule="special"
        )
    cells = room_with(state, seat, move.buoy).cells_for(LINKS[kind][move.count])
    if not cells >> move.cell & 1:
        raise _why_not(state, move.cell)
    return kind


def _why_not(state: SchwarmState, cell: int) -> IllegalMove:
    rule = "research"
    if not state.board.sea >> cell & 1:
        why = N_("no tile can be placed on {cell}")
    elif state.face_down >> cell & 1:
        why = N_("there is a face-down tile on {cell}")
    elif any(cells >> cell & 1 for cells in state.shapes):
        rule, why = (
            "special",
            N_(
                "your tile must have more links than the tile on {cell}, keep its links, and join "
                "your network"
            ),
        )
    else:
        why = N_("turned that way on {cell}, the tile links to none of your stations or ships")
    return IllegalMove(why, rule=rule, cell=CELL_NAMES[cell])


def lay(state: SchwarmState, cell: int, links: int) -> None:
    """Lay a tile face up on a cell, over any tile there."""
    bit, opened, under = 1 << cell, state.links, 0
    for side in SIDES:
        if opened[side] & bit:
            under |= 1 << side
        elif links >> side & 1:
            opened[side] |= bit
    if under:
        state.shapes[under] ^= bit
    state.shapes[links] |= bit
