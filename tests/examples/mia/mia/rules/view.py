"""The view of a seat."""

from dataclasses import dataclass

from mia.rules.state import NOTHING, TableState


@dataclass(frozen=True, slots=True)
class TableView:
    """The table as a seat sees it."""

    seat: int | None
    waiting: tuple[int, ...]
    double_mia: bool
    lives: tuple[int, ...]
    roll: int
    """What lies under the cup, -1 for whoever did not roll it."""
    holder: int
    said: int
    answers: bool
    out: tuple[int, ...]


def view_of(state: TableState, seat: int | None) -> TableView:
    """Hide the dice from all but who rolled them."""
    return TableView(
        seat,
        state.waiting(),
        state.double_mia,
        tuple(state.lives),
        state.roll if seat == state.holder and state.waiting() else NOTHING,
        state.holder,
        state.said,
        state.answers,
        tuple(state.out),
    )
