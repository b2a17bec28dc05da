"""A program that is laid but not sealed, kept as private marks of its seat until it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from string import ascii_lowercase
from typing import Final

from rules.himalaya.board import NONE, ORDERS
from rules.himalaya.moves import LETTERS
from rules.messages import Refusal
from screens.table.seat import Seat

_TURN: Final = "turn"
"""The mark that tells which turn the orders are for: one of another turn is of no use."""
_PLACES: Final = tuple(str(place) for place in range(1, ORDERS + 1))


def keep_draft(seat: Seat, turn: int, laid: Sequence[int]) -> None:
    """Keep what is laid, or nothing where nothing is; what cannot be kept is left."""
    orders = {place: LETTERS[order] for place, order in zip(_PLACES, laid) if order != NONE}
    _put(seat, {**orders, _TURN: ascii_lowercase[turn]} if orders else {})


def drop_draft(seat: Seat) -> None:
    """Keep nothing any more."""
    _put(seat, {})


def draft_of(seat: Seat, turn: int) -> list[int]:
    """What was laid for this turn, NONE where a slot is empty."""
    marks = seat.marks()
    if marks.get(_TURN) != ascii_lowercase[turn]:
        return [NONE] * ORDERS
    return [LETTERS.index(sign) if _is_order(sign := marks.get(p, "")) else NONE for p in _PLACES]


def _is_order(sign: str) -> bool:
    return sign != "" and sign in LETTERS


def _put(seat: Seat, wanted: Mapping[str, str]) -> None:
    """Write the marks that are others than wanted, the one of the turn last."""
    marks = seat.marks()
    with suppress(Refusal, OSError):
        for place in (*_PLACES, _TURN):
            sign = wanted.get(place, "")
            if marks.get(place, "") != sign:
                seat.mark(place, sign)
