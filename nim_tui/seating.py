"""Who sits at a table: reading and checking names and bots."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterable
from typing import Final

from nim_tui.catalog import Offer
from nim_tui.record import MOST_SEED, SeatPlan

LONGEST_NAME: Final = 16
BOT: Final = "bot:"


class UnsuitableSeat(ValueError):
    """A seat cannot be taken so; the message says what would be right."""


def clean_name(text: str) -> str:
    """A person's name: printable, without odd marks, of 1-16 characters. Raises UnsuitableSeat."""
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not 1 <= len(name) <= LONGEST_NAME:
        raise UnsuitableSeat(f"a name has 1 to {LONGEST_NAME} characters")
    if not all(_is_plain(character) for character in name):
        raise UnsuitableSeat("a name is made of letters, digits, spaces and . ' - _")
    return name


def _is_plain(character: str) -> bool:
    """Letters of one cell each, digits and a few signs; nothing that combines or reorders."""
    if character in " .'’-_":
        return True
    narrow = unicodedata.east_asian_width(character) not in ("W", "F")
    return narrow and unicodedata.category(character) in ("Ll", "Lu", "Lt", "Lo", "Nd")


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
            name, number = f"{seat.name[: LONGEST_NAME - 3]} {number}", number + 1
        seats.append(SeatPlan(name, seat.bot))
    return tuple(seats)


def fresh_seed() -> int:
    """A seed nobody can guess."""
    return secrets.randbelow(MOST_SEED + 1)
