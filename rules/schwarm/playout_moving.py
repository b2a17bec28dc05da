"""Ships, tiles and whales in random play to the end of the game (playout.py), to their end."""

from __future__ import annotations

from functools import lru_cache

from rules.playouts import Fraction
from rules.schwarm.board import SHIPS, Board
from rules.schwarm.cells import ALL_CELLS
from rules.schwarm.playout_acts import Acts, nth_cell
from rules.schwarm.playout_hazards import hit_ships, ships_of_others
from rules.schwarm.state import SchwarmState


@lru_cache(64)
def _sails(board: Board) -> tuple[tuple[tuple[int, int], ...], ...]:
    """By cell: the steps of a ship there, as the cell and the one it goes to."""
    return tuple(tuple((cell, end) for end in board.waters[cell]) for cell in range(ALL_CELLS))


def sail(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    """A launch maybe, then step after step, until there are no more or shall be."""
    ships, sails = state.ships[seat], _sails(state.board)
    near = acts.beside[seat] if state.may_launch and len(ships) < SHIPS else 0
    while state.left:
        steps: tuple[tuple[int, int], ...] = ()
        for cell in dict.fromkeys(ships):
            steps += sails[cell]
        launches = near.bit_count()
        drawn = int(fraction() * (launches + len(steps) + 1)) - launches
        if drawn < 0:
            acts.launch(seat, nth_cell(near, drawn + launches))
        elif drawn < len(steps):
            cell, end = steps[drawn]
            acts.sail(seat, cell, end)
        else:
            break
        near = 0
    acts.end_card()


def research(acts: Acts, state: SchwarmState, seat: int, fraction: Fraction) -> None:
    """Tile after tile, until no more can be placed or shall be."""
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
    """Step after step over fresh water."""
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
    """A card of no use."""
    fraction()
    acts.end_card()
