"""Who sits at a table: reading names and bots as they are typed."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from itertools import chain, count, islice
from typing import Final

from nim_tui.catalog import Offer
from nim_tui.names import LONGEST_NAME, UnsuitableSeat, clean_name
from nim_tui.tables.record import MOST_SEED, SeatPlan
from rules.names import default_name, is_pronoun

__all__ = [
    "BOT",
    "BOT_NAMES",
    "LONGEST_NAME",
    "UnsuitableSeat",
    "bot_name",
    "clean_name",
    "fresh_seed",
    "seat_from",
    "seats_from",
]

BOT: Final = "bot:"
BOT_NAMES: Final = ("Nemo", "Argo", "Vega", "Atlas", "Triton", "Kraken", "Calypso", "Neptune")
"""What bots are called, the first at a table by the first name: alike in every language.

Short ones come first, for narrow panels."""


def seat_from(text: str, offer: Offer, *, sparring: bool = False) -> SeatPlan:
    """One seat as typed: a name, or `bot:LEVEL`, among bots one of those for sparring too.

    A bot is called by the first of their names.

    Raises UnsuitableSeat or UnknownName.
    """
    word = text.strip()
    if not word.lower().startswith(BOT):
        return SeatPlan(clean_name(word))
    level = word[len(BOT) :].lower()
    offer.bot(level, sparring=sparring)
    return SeatPlan(BOT_NAMES[0], level)


def seats_from(
    texts: Iterable[str], offer: Offer, *, sparring: bool = False
) -> tuple[SeatPlan, ...]:
    """All seats, each as in `seat_from`; two people of one name are told apart by a number.

    "You" names nobody: who is typed so is kept as one without a name, `Player 1`.
    """
    seats = [seat_from(text, offer, sparring=sparring) for text in texts]
    taken: list[str] = []
    for place, seat in enumerate(seats, start=1):
        if seat.bot is None:
            typed = _numbered(seat.name)
            unnamed = (default_name(number) for number in count(place))
            names = unnamed if is_pronoun(seat.name) else typed
            taken.append(next(name for name in names if name not in taken))
    people, plans = iter(taken[:]), []
    for seat in seats:
        name = next(people) if seat.bot is None else bot_name(taken)
        taken.append(name)
        plans.append(SeatPlan(name, seat.bot))
    return tuple(plans)


def bot_name(taken: Iterable[str]) -> str:
    """A name for a bot beside others, none of whom are called so in any case."""
    known = {name.casefold() for name in taken}
    names = chain(BOT_NAMES, *(islice(_numbered(name), 1, None) for name in BOT_NAMES))
    return next(name for name in names if name.casefold() not in known)


def _numbered(name: str) -> Iterator[str]:
    """The name, then the name with a number."""
    yield name
    for number in count(2):
        yield f"{name[: LONGEST_NAME - 3].rstrip()} {number}"


def fresh_seed() -> int:
    """A seed nobody can guess."""
    return secrets.randbelow(MOST_SEED + 1)
