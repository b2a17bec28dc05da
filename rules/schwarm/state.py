"""The options and the state of a table: map, row of cards, and all players' belongings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.board_file import MOST_CHARACTERS
from rules.messages import N_
from rules.options import Flag, FromFile, Option, OptionValue, flags_and_texts
from rules.schwarm import networks
from rules.schwarm.board import BUOYS, QUOTAS, Board
from rules.schwarm.board_file import board_of
from rules.schwarm.cells import NONE, bits_of
from rules.schwarm.moves import OVER, START
from rules.schwarm.networks import Openings, Pieces, Ways

OPTIONS: Final[tuple[Option, ...]] = (
    Flag("free_start", N_("first stations anywhere on the coast, at a distance from each other")),
    Flag("great_wave", N_("a wave that reaches land hits beside it too, for 1 point less")),
    Flag("closed_hands", N_("only the number of other players’ cards is visible")),
    Flag("may_decline", N_("a station or researcher card may be played without effect")),
    FromFile("board", N_("your own board, read from a board file"), board_of, MOST_CHARACTERS),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table."""

    free_start: bool = False
    great_wave: bool = False
    closed_hands: bool = False
    may_decline: bool = False
    board: str | None = None

    @classmethod
    def of(cls, settled: Mapping[str, OptionValue]) -> Options:
        """Return the options from their values by name."""
        return cls(**flags_and_texts(OPTIONS, settled))


@dataclass(slots=True)
class SchwarmState:
    """The whole position. Lists of players go by seat, lists of the coast by place along it."""

    board: Board
    options: Options
    order: list[int]
    """The seats in turn order."""
    sea: list[int]
    """The number of face-down tiles of each of SEA_KINDS; drawn blind."""
    face_down: int
    """The cells with a face-down tile, as bits."""
    blue_pile: list[int]
    """The number of cards in the pile of each of BLUE_CARDS; drawn blind."""
    owners: list[int]
    """The seat of the station on each land cell, or NONE."""
    crew: list[int]
    """The researchers on each station."""
    points: list[int]
    """Per player: research points."""
    cards: list[list[int]]
    """Per player: the action cards held, jokers included, as indices into CARDS, in order."""
    tiles: list[list[int]]
    """Per player: the number of tiles of each of KINDS."""
    order_cards: list[int]
    """Per player: their turn-order card of this round, or NONE."""
    capacities: list[int]
    """Per player: their capacity card of this round, or NONE."""
    stations: list[int]
    """Per player: the cells of their stations, as bits."""
    researchers: list[int]
    """Per player: the number of researchers on the board."""
    buoyed: list[int]
    """Per player: the cells with a tile and their buoy, as bits."""
    buoys: list[list[int]]
    """Per player: the cell of each buoy, without the one on the queen."""
    ships: list[list[int]]
    """Per player: the cell of each of their ships."""
    is_linked: list[bool]
    """Per player: whether a station links to the queen, whose cell then has a buoy."""
    joined: list[int]
    """Per player: the cells joined to their stations and ships, as bits; kept up to date."""
    beside: list[Openings]
    """Per player, by side: the cells where a tile open there would link; kept up to date."""
    whales: list[int]
    """The cells of the whales, NONE for one in reserve."""
    waves: list[int]
    """The cells of the waves, NONE for one in reserve."""
    golden_left: int
    """The number of golden tiles in the reserve."""
    shapes: list[int] = field(default_factory=lambda: [0] * 16)
    """By links: the bits of the cells with a face-up tile of exactly these links."""
    links: list[int] = field(default_factory=lambda: [0] * 4)
    """Return, by side, the bits of the cells with a tile open there."""
    laid: list[int] = field(default_factory=lambda: [0] * 5)
    """The number of tiles of each of KINDS face up on the map, covered ones included."""
    row: list[int] = field(default_factory=list)
    """The action cards in the row, left to right, as indices into CARDS."""
    orders_left: list[int] = field(default_factory=list)
    """The turn-order cards at the end of the row."""
    capacities_left: list[int] = field(default_factory=list)
    crab: int = NONE
    """The crab's cell; NONE in reserve."""
    phase: int = START
    round: int = 0
    """The round, from 1; 0 until all first stations stand."""
    turn: int = 0
    """The position of the mover in `order`."""
    playing: int = NONE
    """The card being played, as an index into CARDS."""
    parts: int = 0
    """The bits of the parts of the double card still to be played."""
    left: int = 0
    """The number of steps or tiles left in the current action."""
    may_launch: bool = False
    """Whether the current action has launched or moved no ship yet."""
    moving: int = NONE
    """The whale that swims, as an index into `whales`."""
    visited: list[int] = field(default_factory=list)
    """The cells of the hazard's path, the first one included."""

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return self.order[self.turn]

    @property
    def quota(self) -> int:
        """The number of action cards each player takes this round."""
        return QUOTAS[len(self.points)]

    def waiting(self) -> tuple[int, ...]:
        """Return the mover; nobody once the game is over."""
        return () if self.phase == OVER else (self.order[self.turn],)

    def pieces(self, seat: int) -> Pieces:
        """Return the pieces of a player on the map."""
        ships = self.ships[seat]
        return Pieces(
            self.board, self.links, self.stations[seat], self.buoyed[seat], bits_of(ships),
            self.crew, self.buoys[seat], ships,
        )  # fmt: skip

    def buoys_left(self, seat: int) -> int:
        """Return the number of buoys in reserve.

        The queen's cell takes one of them, or a marker if all are out (R).
        """
        left = BUOYS - len(self.buoys[seat])
        return left - 1 if left and self.is_linked[seat] else left

    def find_joined(self, seat: int) -> Ways:
        """Update the joined cells of a seat after a change on the map; return how they join."""
        self.is_linked[seat], self.joined[seat], self.beside[seat], ways = networks.reach(
            self.board, self.links, self.stations[seat], self.buoyed[seat], self.ships[seat]
        )
        return ways

    def copy(self) -> SchwarmState:
        """Return an independent copy."""
        return SchwarmState(
            self.board, self.options, self.order[:], self.sea[:], self.face_down,
            self.blue_pile[:], self.owners[:], self.crew[:], self.points[:],
            [cards[:] for cards in self.cards],
            [tiles[:] for tiles in self.tiles],
            self.order_cards[:], self.capacities[:], self.stations[:], self.researchers[:],
            self.buoyed[:],
            [buoys[:] for buoys in self.buoys],
            [ships[:] for ships in self.ships],
            self.is_linked[:], self.joined[:], self.beside[:],
            self.whales[:], self.waves[:], self.golden_left,
            self.shapes[:], self.links[:], self.laid[:], self.row[:], self.orders_left[:],
            self.capacities_left[:], self.crab, self.phase, self.round, self.turn,
            self.playing, self.parts, self.left, self.may_launch, self.moving, self.visited[:],
        )  # fmt: skip
