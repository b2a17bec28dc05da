"""The options and the state of a table: map, offers, caravans, tribes, bags and programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.himalaya.board import (
    DELEGATIONS,
    MOST_CHARACTERS,
    NONE,
    STUPAS,
    TOKEN_YAKS,
    Board,
    board_of,
)
from rules.himalaya.moves import CAMP, OVER, PROGRAM
from rules.messages import N_
from rules.options import Flag, FromFile, Option, OptionValue, flags_and_texts

OPTIONS: Final[tuple[Option, ...]] = (
    Flag("events", N_("event tokens: market day, yeti and snowstorm, once each")),
    Flag("one_cube_a_turn", N_("a village gives each player at most one cube a turn")),
    Flag("split_delegations", N_("the delegations of one order may go to several regions")),
    Flag("open_screens", N_("cubes and yaks of all players stay visible")),
    Flag("sand_timer", N_("one minute to write a program; empty slots become pauses")),
    FromFile("board", N_("your own board, read from a board file"), board_of, MOST_CHARACTERS),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table."""

    events: bool = False
    one_cube_a_turn: bool = False
    split_delegations: bool = False
    open_screens: bool = False
    sand_timer: bool = False
    board: str | None = None

    @classmethod
    def of(cls, settled: Mapping[str, OptionValue]) -> Options:
        """Return the options from their values by name."""
        return cls(**flags_and_texts(OPTIONS, settled))


Goods = tuple[int, ...]
"""The number of cubes by kind; empty for a village without goods."""


@dataclass(slots=True)
class HimalayaState:
    """The whole position. Lists of players go by seat, lists of villages by number."""

    board: Board
    options: Options
    goods: list[Goods]
    """The cubes each village offers."""
    orders: list[int]
    """The disc each village offers, or NONE."""
    cube_bag: list[int]
    disc_bag: list[int]
    """The discs in the bag, by kind; drawn blind."""
    caravans: list[int]
    """The village of each caravan; 0 until it is placed."""
    cubes: list[list[int]]
    """Per player: cubes by kind."""
    discs: list[list[int]]
    """Per player: the discs kept, in order."""
    tokens: list[int]
    """Per player: inventory tokens."""
    stupas: list[int]
    """The seat whose stupa stands on each village, or NONE."""
    delegations: list[list[int]]
    """Per region: delegations by seat."""
    event_tokens: list[int]
    """Per player: the bits of the event tokens not yet played."""
    first: int = 0
    """The first player of this turn."""
    mover: int = 0
    """The seat to move; no meaning in PROGRAM."""
    phase: int = CAMP
    turn: int = 0
    """The turn, 1-12; 0 until all caravans are placed."""
    programs: list[tuple[int, ...]] = field(default_factory=list)
    """Per player: their sealed program of this turn, or ()."""
    opened: int = 0
    """The number of programs opened this turn, from the first player's on."""
    step: int = 0
    """The number of steps carried out this turn, of all players together."""
    snowed: list[bool] = field(default_factory=list)
    """Per player: whether a snowstorm cancels their next step."""
    markets: list[int] = field(default_factory=list)
    """Villages with a market day this turn."""
    yetis: list[tuple[int, int]] = field(default_factory=list)
    """Routes closed this turn."""
    snows: list[tuple[int, int]] = field(default_factory=list)
    """Routes under snow this turn."""
    served: list[tuple[int, int]] = field(default_factory=list)
    """(seat, village) of each cube taken this turn, under the option one_cube_a_turn."""
    filling: int = NONE
    """The disc of the order being filled."""
    did: int = 0
    """The bits of the moves made so far with the order being filled."""
    envoys: int = 0
    """The number of delegations sent with the order being filled."""

    def waiting(self) -> tuple[int, ...]:
        """Return the seats that must move now: in PROGRAM all that have not sealed."""
        if self.phase == PROGRAM:
            return tuple([seat for seat, program in enumerate(self.programs) if not program])
        return () if self.phase == OVER else (self.mover,)

    def yaks(self, seat: int) -> int:
        """Return the number of yaks on a player's discs and tokens."""
        from_discs = sum(self.board.discs[disc].yaks for disc in self.discs[seat])
        return from_discs + TOKEN_YAKS * self.tokens[seat]

    def stupas_left(self, seat: int) -> int:
        """Return the number of stupas a player has not placed yet."""
        return STUPAS - self.stupas.count(seat)

    def delegations_left(self, seat: int) -> int:
        """Return the number of delegations a player has not sent yet."""
        return DELEGATIONS - sum(region[seat] for region in self.delegations)

    def copy(self) -> HimalayaState:
        """Return an independent copy."""
        return HimalayaState(
            self.board, self.options, self.goods[:], self.orders[:],
            self.cube_bag[:], self.disc_bag[:], self.caravans[:],
            [cubes[:] for cubes in self.cubes],
            [discs[:] for discs in self.discs],
            self.tokens[:], self.stupas[:],
            [region[:] for region in self.delegations],
            self.event_tokens[:], self.first, self.mover, self.phase, self.turn,
            self.programs[:], self.opened, self.step, self.snowed[:], self.markets[:],
            self.yetis[:], self.snows[:], self.served[:], self.filling, self.did, self.envoys,
        )  # fmt: skip
