"""Who sits at a table: reading names and bots as they are typed."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final

from nim_tui.catalog import Offer
from nim_tui.names import LONGEST_NAME, UnsuitableSeat, clean_name
from nim_tui.tables.record import MOST_SEED, SeatPlan
from rules.names import default_name, is_pronoun

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


def seat_from(text: str, offer: Offer, *, sparring: bool = False) -> SeatPlan:
    """One seat as typed: a name, or `bot:LEVEL`, among bots one of those for sparring too.

    Raises UnsuitableSeat or UnknownName.
    """
    word = text.strip()
    if not word.lower().startswith(BOT):
        return SeatPlan(clean_name(word))
    level = word[len(BOT) :].lower()
    offer.bot(level, sparring=sparring)
    return SeatPlan(level, level)


def seats_from(
    texts: Iterable[str], offer: Offer, *, sparring: bool = False
) -> tuple[SeatPlan, ...]:
    """All seats, each as in `seat_from`; two of one name are told apart by a number.

    "You" names nobody: who is typed so is kept as one without a name, `Player 1`.
    """
    seats: list[SeatPlan] = []
    for place, text in enumerate(texts, start=1):
        seat = seat_from(text, offer, sparring=sparring)
        taken = {other.name for other in seats}
        names = _numbered(seat.name)
        if seat.bot is None and is_pronoun(seat.name):
            names = (default_name(number) for number in count(place))
        seats.append(SeatPlan(next(name for name in names if name not in taken), seat.bot))
    return tuple(seats)


def _numbered(name: str) -> Iterator[str]:
    """The name, then the name with a number."""
    yield name
    for number in count(2):
        yield f"{name[: LONGEST_NAME - 3].rstrip()} {number}"


def fresh_seed() -> int:
    """A seed nobody can guess."""
    return secrets.randbelow(MOST_SEED + 1)
