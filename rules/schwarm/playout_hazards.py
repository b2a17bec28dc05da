"""Hazards, ships and tiles in random play."""

from __future__ import annotations

from functools import lru_cache

from rules.playouts import Fraction
from rules.schwarm.board import SHIPS, Board
from rules.schwarm.cells import COMPASS, NONE
from rules.schwarm.hazard_reach import cost, crab_path
from rules.schwarm.moves import SWIM
from rules.schwarm.playout_acts import Acts, nth_cell
from rules.schwarm.state import SchwarmState

Paths = tuple[tuple[int, ...], ...]
"""The cells a wave enters, by index of its move."""


@lru_cache(64)
def _new_waves(board: Board, reach: int) -> Paths:
    """Return the paths of new waves, of any length up to the reach."""
    exits = board.wave_exits[board.queen]
    return tuple(
        board.wave_path(board.queen, direction, steps)
        for direction in range(len(COMPASS))
        for steps in range(1, min(reach, exits[direction]) + 1)
    )


@lru_cache(4096)
def _rolling_waves(board: Board, reach: int, cell: int) -> Paths:
    """Return the paths of a wave in play, which must leave the water."""
    return tuple(
        board.wave_path(cell, direction, steps)
        for direction, steps in enumerate(board.wave_exits[cell])
        if steps <= reach
    )


def wave_count(state: SchwarmState, reach: int) -> int:
    """Return the number of a wave's moves."""
    board, count = state.board, 0
    if NONE in state.waves:
        count = len(_new_waves(board, reach))
    for cell in state.waves:
        if cell != NONE:
            count += len(_rolling_waves(board, reach, cell))
    return count


def _nth_wave(state: SchwarmState, reach: int, nth: int) -> tuple[int, tuple[int, ...], bool]:
    """Return the wave of an index, the cells it enters, and whether it is new."""
    board, waves = state.board, state.waves
    if NONE in waves:
        paths = _new_waves(board, reach)
        if nth < len(paths):
            return waves.index(NONE), paths[nth], True
        nth -= len(paths)
    for number, cell in enumerate(waves):
        if cell != NONE:
            paths = _rolling_waves(board, reach, cell)
            if nth < len(paths):
                return number, paths[nth], False
            nth -= len(paths)
    raise AssertionError("a way beyond what there is")


def roll(acts: Acts, seat: int, reach: int, nth: int) -> None:
    """Move the wave of an index; a new one hits at the queen."""
    state = acts.state
    board, waves = state.board, state.waves
    number, path, is_new = _nth_wave(state, reach, nth)
    if is_new:
        hit_ships(state, seat, board.queen)
    afloat = ships_of_others(state, seat)
    for cell in path:
        if cell in afloat:
            hit_ships(state, seat, cell)
    place = board.place_of[path[-1]]
    waves[number] = path[-1] if board.water >> path[-1] & 1 else NONE
    if place != NONE:
        _hit_station(state, seat, place)
        for beside in board.touching[place] if state.options.great_wave else ():
            _hit_station(state, seat, beside, 1)
    acts.end_card()


def begin_to_swim(acts: Acts, seat: int, reach: int, nth: int) -> None:
    """Start the whale of an index; a new one hits at the queen."""
    state = acts.state
    whales = state.whales
    numbers = [number for number, cell in enumerate(whales) if cell != NONE]
    state.left, state.phase = reach, SWIM
    if NONE in whales:
        new = whales.index(NONE)
        numbers.insert(0, new)
        if nth == 0:
            whales[new] = state.board.queen
            hit_ships(state, seat, state.board.queen)
    state.moving = numbers[nth]
    state.visited = [whales[state.moving]]


def creep(acts: Acts, seat: int, start: int, steps: int) -> None:
    """Move the crab `steps` cells along the coast."""
    state = acts.state
    path = crab_path(state.board, state.owners, seat, start, steps)
    state.crab = path[-1]
    for cell in path:
        _hit_station(state, seat, state.board.place_of[cell])
    acts.end_card()


# Hits


def ships_of_others(state: SchwarmState, seat: int) -> list[int]:
    """Return the cells of ships that a player may hit."""
    fleets = state.ships
    return [ship for other, fleet in enumerate(fleets) if other != seat for ship in fleet]


def hit_ships(state: SchwarmState, seat: int, cell: int) -> None:
    """Hit other players' ships on a water cell that a hazard enters."""
    fleets = state.ships
    victim = seat
    for _each in range(len(fleets) - 1):
        victim = victim + 1 if victim + 1 < len(fleets) else 0
        for ship in fleets[victim]:
            if ship == cell:
                _charge(state, seat, victim, 0)


def _hit_station(state: SchwarmState, seat: int, place: int, less: int = 0) -> None:
    """Hit a station where a hazard enters land, or beside the landfall of a great wave."""
    owner = state.owners[place]
    if owner not in (NONE, seat):
        _charge(state, seat, owner, less)


def _charge(state: SchwarmState, seat: int, victim: int, less: int) -> None:
    price = cost(state.board, state.points[victim], state.capacities[victim], less)
    state.points[victim] -= price
    state.points[seat] += price


def sail(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    """Launch a ship or none, then move ships until no step is left or chosen."""
    ships, waters = state.ships[seat], state.board.waters
    near = acts.beside[seat] if state.may_launch and len(ships) < SHIPS else 0
    while state.left:
        cells = ships if len(ships) < 2 else [*dict.fromkeys(ships)]
        launches, steps = near.bit_count(), 0
        for cell in cells:
            steps += len(waters[cell])
        drawn = int(fraction() * (launches + steps + 1)) - launches
        if drawn == steps:
            break
        if drawn < 0:
            acts.launch(seat, nth_cell(near, drawn + launches))
        else:
            for cell in cells:
                ends = waters[cell]
                if drawn < len(ends):
                    acts.sail(seat, cell, ends[drawn])
                    break
                drawn -= len(ends)
        near = 0
    acts.end_card()


def research(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    """Place tiles until none can be placed or chance ends it."""
    while state.left:
        buoys, tiles, cells = acts.placements(seat)
        counts = [each.bit_count() for each in cells]
        total = sum(counts)
        drawn = int(fraction() * (total + 1)) if total else 0
        if drawn == total:
            break
        at = 0
        while drawn >= counts[at]:
            drawn -= counts[at]
            at += 1
        buoy, tile = divmod(at, len(tiles))
        kind, links = tiles[tile]
        acts.place(seat, buoys[buoy], kind, links, nth_cell(cells[at], drawn))
    acts.end_card()


def swim(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    """Swim step by step over water not yet on the path."""
    visited, waters, afloat = state.visited, state.board.waters, ships_of_others(state, seat)
    cell = state.whales[state.moving]
    while state.left:
        cells = [near for near in waters[cell] if near not in visited]
        if not cells:
            break
        drawn = int(fraction() * (len(cells) + (len(visited) > 1)))
        if drawn == len(cells):
            break
        cell = cells[drawn]
        visited.append(cell)
        state.left -= 1
        if cell in afloat:
            hit_ships(state, seat, cell)
    state.whales[state.moving] = cell
    acts.end_card()


def idle(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    """Play a card without use."""
    fraction()
    acts.end_card()
