"""Who sits at a table: reading names and bots as they are typed."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Final

from nim_tui.catalog import Offer
from nim_tui.names import LONGEST_NAME, UnsuitableSeat, clean_name
from nim_tui.record import MOST_SEED, SeatPlan

__all__ = [
    "BOT",
    "LONGEST_NAME",
    "UnsuitableSeat",
    "clean_name",
    "fresh_seed",
    "seat_from",
    "seats_from",
]

BOT: Final = "bot:"


def seat_from(text: str, offer: Offer) -> SeatPlan:
    """One seat as typed: a name, or `bot:LEVEL`. Raises UnsuitableSeat or UnknownName."""
    word = text.strip()
    if not word.lower().startswith(BOT):
        return SeatPlan(clean_name(word))
    level = word[len(BOT) :].lower()
    offer.bot(level)
    return SeatPlan(level, level)


def seats_from(texts: Iterable[str], offer: Offer) -> tuple[SeatPlan, ...]:
    """All seats; two of one name are told apart by a number."""
    seats: list[SeatPlan] = []
    for text in texts:
        seat = seat_from(text, offer)
        taken = {other.name for other in seats}
        name, number = seat.name, 2
        while name in taken:
            name = f"{seat.name[: LONGEST_NAME - 3].rstrip()} {number}"
            number += 1
        seats.append(SeatPlan(name, seat.bot))
    return tuple(seats)


def fresh_seed() -> int:
    """A seed nobody can guess."""
    return secrets.randbelow(MOST_SEED + 1)
