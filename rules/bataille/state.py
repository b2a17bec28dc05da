"""The state of the table: both fleets, both camps, and all answers so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.bataille.board import FULL_LOAD, PORT, SHIPS, Stretch
from rules.bataille.moves import NOBODY, OVER, SETUP


def _pair_of_lists() -> list[list[int]]:
    return [[], []]


@dataclass(slots=True)
class BatailleState:
    """The whole position. Lists of two are indexed by seat: red 0, yellow 1."""

    blast: int = 0
    """The row of NEAR in use: 1 with the option `blast`, else 0."""
    lanes: str = "orthogonal"
    spinner: str = "sixth"
    grids: str = "deduce"
    blocking: bool = False
    after_mine: str = "several"
    without_move: str = "both"
    turn_limit: int | None = None
    phase: int = SETUP
    turn: int = 0
    """Turns begun by both players together."""
    mover: int = 0
    """The seat to move, once both camps are laid."""
    places: list[list[int]] = field(default_factory=lambda: [[PORT] * len(SHIPS) for _ in "ry"])
    """Per ship: its number, PORT or SUNK."""
    charges: list[list[int]] = field(default_factory=lambda: [list(FULL_LOAD) for _ in "ry"])
    submarines: list[list[int]] = field(default_factory=_pair_of_lists)
    """The cells of the living submarines."""
    lost: list[list[int]] = field(default_factory=_pair_of_lists)
    """The cells where submarines were sunk, in order."""
    mines: list[int] = field(default_factory=lambda: [0, 0])
    """The number of each mine, kept after it explodes; 0 until it is laid."""
    mine_spent: list[bool] = field(default_factory=lambda: [False, False])
    answers: list[list[tuple[int, int]]] = field(default_factory=lambda: [[], []])
    """(cell, answer) of each charge a seat dropped, in order."""
    torpedoes: list[list[tuple[int, int, int]]] = field(default_factory=lambda: [[], []])
    """(turn, lane, own submarines lost by then) of each torpedo a seat fired, in order."""
    stretches: list[list[Stretch]] = field(default_factory=lambda: [[], []])
    """With the option `blocking`, per torpedo: the part of the lane it can have come from."""
    tested: list[int] = field(default_factory=lambda: [0, 0])
    """Bit n set: a ship of the seat ended a move on number n and met no mine."""
    moved: int = NOBODY
    """The ship that moved this turn."""
    acted: bool = False
    """Whether the turn already has a move, a charge or a torpedo."""
    lane: int = NOBODY
    """The lane of this turn's torpedoes."""
    shots: int = 0
    """The number of torpedoes fired this turn."""
    winner: int = NOBODY
    reason: str = ""

    def waiting(self) -> tuple[int, ...]:
        """Return the seats that must move now."""
        if self.phase == SETUP:
            return tuple([seat for seat in (0, 1) if not self.mines[seat]])
        return () if self.phase == OVER else (self.mover,)

    def copy(self) -> BatailleState:
        """Return an independent copy."""
        return BatailleState(
            self.blast, self.lanes, self.spinner, self.grids,
            self.blocking, self.after_mine, self.without_move, self.turn_limit,
            self.phase, self.turn, self.mover,
            [self.places[0][:], self.places[1][:]],
            [self.charges[0][:], self.charges[1][:]],
            [self.submarines[0][:], self.submarines[1][:]],
            [self.lost[0][:], self.lost[1][:]],
            self.mines[:], self.mine_spent[:],
            [self.answers[0][:], self.answers[1][:]],
            [self.torpedoes[0][:], self.torpedoes[1][:]],
            [self.stretches[0][:], self.stretches[1][:]],
            self.tested[:], self.moved, self.acted, self.lane, self.shots, self.winner, self.reason,
        )  # fmt: skip
