"""The view of one seat."""

from __future__ import annotations

from dataclasses import dataclass

from rules.bataille.board import NUMBERS, SPINNERS, SUNK, Stretch
from rules.bataille.moves import OVER, Phase
from rules.bataille.state import BatailleState


@dataclass(frozen=True, slots=True)
class Camp:
    """A visible camp: the cells of its living submarines and the number of its mine."""

    submarines: tuple[int, ...]
    mine: int
    """The number of the mine, kept after it explodes; 0 until it is laid."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """The public facts about one player. Tuples of three are ordered by ship."""

    places: tuple[int, ...]
    """A number, PORT or SUNK."""
    charges: tuple[int, ...]
    lost: tuple[int, ...]
    """The cells where their submarines were sunk, in order."""
    mine_spent: int
    """The number where their mine exploded, or 0."""
    answers: tuple[tuple[int, int], ...]
    """(cell, answer) of each charge they dropped, in order."""
    torpedoes: tuple[tuple[int, int, int], ...]
    """(turn, lane, submarines they had lost by then) of each torpedo they fired, in order."""
    stretches: tuple[Stretch, ...]
    """With the option `blocking`, per torpedo: the part of the lane it can have come from."""
    tested: tuple[int, ...]
    """The numbers where their ships ended a move and met no mine."""

    @property
    def floating(self) -> int:
        """The number of ships afloat."""
        return len(self.places) - self.places.count(SUNK)


@dataclass(frozen=True, slots=True)
class BatailleView:
    """The table as `seat` sees it (None: a spectator). Tuples of two go by seat."""

    seat: int | None
    waiting: tuple[int, ...]
    blast: bool
    lanes: str
    spinner: str
    grids: str
    blocking: bool
    after_mine: str
    without_move: str
    turn_limit: int | None
    phase: Phase
    turn: int
    mover: int
    fleets: tuple[Fleet, Fleet]
    camps: tuple[Camp | None, Camp | None]
    """The camps by seat; None for a hidden one. Both are visible at the end."""
    moved: int
    acted: bool
    lane: int
    shots: int
    winner: int
    reason: str

    @property
    def odds(self) -> int:
        """The odds of a torpedo: it hits with 1 chance in this number."""
        return SPINNERS[self.spinner]

    @property
    def own_camp(self) -> Camp | None:
        """The camp of the viewer; None for a spectator."""
        return None if self.seat is None else self.camps[self.seat]


def _fleet(state: BatailleState, seat: int) -> Fleet:
    return Fleet(
        tuple(state.places[seat]),
        tuple(state.charges[seat]),
        tuple(state.lost[seat]),
        state.mines[seat] if state.mine_spent[seat] else 0,
        tuple(state.answers[seat]),
        tuple(state.torpedoes[seat]),
        tuple(state.stretches[seat]),
        tuple(number for number in NUMBERS if state.tested[seat] >> number & 1),
    )


def _camp(state: BatailleState, seat: int, looker: int | None) -> Camp | None:
    if seat != looker and state.phase != OVER:
        return None
    return Camp(tuple(sorted(state.submarines[seat])), state.mines[seat])


def view_of(state: BatailleState, seat: int | None) -> BatailleView:
    """Return the view of a seat, or of a spectator."""
    return BatailleView(
        seat,
        state.waiting(),
        bool(state.blast),
        state.lanes,
        state.spinner,
        state.grids,
        state.blocking,
        state.after_mine,
        state.without_move,
        state.turn_limit,
        Phase(state.phase),
        state.turn,
        state.mover,
        (_fleet(state, 0), _fleet(state, 1)),
        (_camp(state, 0, seat), _camp(state, 1, seat)),
        state.moved,
        state.acted,
        state.lane,
        state.shots,
        state.winner,
        state.reason,
    )
