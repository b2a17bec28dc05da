"""The view of one seat, everything except future draws, and the one state behind it.

Face-down tiles and the blue pile are drawn blind: nobody, no view and no state, knows them before.
Their contents as a whole are public.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.chance import Chance
from rules.schwarm.board import Board
from rules.schwarm.board_file import board_of
from rules.schwarm.cells import NONE, SIDES, bits_of
from rules.schwarm.moves import Phase
from rules.schwarm.networks import Openings, Pieces
from rules.schwarm.state import Options, SchwarmState


@dataclass(frozen=True, slots=True)
class Player:
    """The facts about one player that a seat sees; for the fields see SchwarmState."""

    points: int
    cards: tuple[int, ...]
    tiles: tuple[int, ...]
    order_card: int
    capacity: int
    stations: int
    buoyed: int
    buoys: tuple[int, ...]
    ships: tuple[int, ...]
    is_linked: bool
    joined: int
    beside: Openings


@dataclass(frozen=True, slots=True)
class SchwarmView:
    """The table as `seat` sees it (None: a spectator); for the fields see SchwarmState."""

    seat: int | None
    waiting: tuple[int, ...]
    options: Options
    phase: Phase
    round: int
    order: tuple[int, ...]
    turn: int
    row: tuple[int, ...]
    orders_left: tuple[int, ...]
    capacities_left: tuple[int, ...]
    blue_pile: tuple[int, ...]
    sea: tuple[int, ...]
    face_down: int
    shapes: tuple[int, ...]
    laid: tuple[int, ...]
    owners: tuple[int, ...]
    crew: tuple[int, ...]
    players: tuple[Player, ...]
    whales: tuple[int, ...]
    waves: tuple[int, ...]
    crab: int
    golden_left: int
    playing: int
    parts: int
    left: int
    may_launch: bool
    moving: int
    visited: tuple[int, ...]

    @property
    def board(self) -> Board:
        """The board of the game."""
        return board_of(self.options.board)

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return self.order[self.turn]

    @property
    def ships(self) -> tuple[tuple[int, ...], ...]:
        """Per player: the cells of their ships."""
        return tuple(player.ships for player in self.players)

    def is_on_map(self, cell: int) -> bool:
        """Check whether a cell is water or land."""
        return bool(self.board.water >> cell & 1) or self.board.place_of[cell] != NONE

    def links_at(self, cell: int) -> int:
        """Return the links of the face-up tile on a cell, 0 if there is none."""
        return next((links for links, cells in enumerate(self.shapes) if cells >> cell & 1), 0)

    def links(self) -> list[int]:
        """Return, by side, the bits of the cells with a tile open there."""
        return [
            sum(cells for shape, cells in enumerate(self.shapes) if shape >> side & 1)
            for side in SIDES
        ]

    def researchers(self, seat: int) -> int:
        """Return the number of a player's researchers on the board."""
        return sum(crew for owner, crew in zip(self.owners, self.crew) if owner == seat)

    def pieces(self, seat: int) -> Pieces:
        """Return the pieces of a player on the map."""
        player = self.players[seat]
        return Pieces(
            self.board, self.links(), player.stations, player.buoyed, bits_of(player.ships),
            self.crew, player.buoys, player.ships,
        )  # fmt: skip


def view_of(state: SchwarmState, seat: int | None) -> SchwarmView:
    """Return the view of a seat, or of a spectator."""
    return SchwarmView(
        seat,
        state.waiting(),
        state.options,
        Phase(state.phase),
        state.round,
        tuple(state.order),
        state.turn,
        tuple(state.row),
        tuple(state.orders_left),
        tuple(state.capacities_left),
        tuple(state.blue_pile),
        tuple(state.sea),
        state.face_down,
        tuple(state.shapes),
        tuple(state.laid),
        tuple(state.owners),
        tuple(state.crew),
        tuple(_player(state, other) for other in range(len(state.points))),
        tuple(state.whales),
        tuple(state.waves),
        state.crab,
        state.golden_left,
        state.playing,
        state.parts,
        state.left,
        state.may_launch,
        state.moving,
        tuple(state.visited),
    )


def _player(state: SchwarmState, seat: int) -> Player:
    return Player(
        state.points[seat],
        tuple(state.cards[seat]),
        tuple(state.tiles[seat]),
        state.order_cards[seat],
        state.capacities[seat],
        state.stations[seat],
        state.buoyed[seat],
        tuple(state.buoys[seat]),
        tuple(state.ships[seat]),
        state.is_linked[seat],
        state.joined[seat],
        state.beside[seat],
    )


def sample(view: SchwarmView, _chance: Chance) -> SchwarmState:
    """Return the state behind a view; nothing in it is hidden."""
    return state_of(view)


def state_of(view: SchwarmView) -> SchwarmState:
    """Return the state of a view; later draws from it are random."""
    players = view.players
    return SchwarmState(
        board=view.board,
        options=view.options,
        order=list(view.order),
        sea=list(view.sea),
        face_down=view.face_down,
        blue_pile=list(view.blue_pile),
        owners=list(view.owners),
        crew=list(view.crew),
        points=[player.points for player in players],
        cards=[list(player.cards) for player in players],
        tiles=[list(player.tiles) for player in players],
        order_cards=[player.order_card for player in players],
        capacities=[player.capacity for player in players],
        stations=[player.stations for player in players],
        researchers=[view.researchers(seat) for seat in range(len(players))],
        buoyed=[player.buoyed for player in players],
        buoys=[list(player.buoys) for player in players],
        ships=[list(player.ships) for player in players],
        is_linked=[player.is_linked for player in players],
        joined=[player.joined for player in players],
        beside=[player.beside for player in players],
        whales=list(view.whales),
        waves=list(view.waves),
        golden_left=view.golden_left,
        shapes=list(view.shapes),
        links=view.links(),
        laid=list(view.laid),
        row=list(view.row),
        orders_left=list(view.orders_left),
        capacities_left=list(view.capacities_left),
        crab=view.crab,
        phase=view.phase,
        round=view.round,
        turn=view.turn,
        playing=view.playing,
        parts=view.parts,
        left=view.left,
        may_launch=view.may_launch,
        moving=view.moving,
        visited=list(view.visited),
    )
