"""The players of a table: parse names and bots as typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, islice
from typing import Final

from nim_tui.bots.levels import STYLE_OF
from nim_tui.names import LONGEST_NAME, UnsuitableSeat, clean_name, one_of
from nim_tui.registry import GameEntry, UnknownName
from nim_tui.tables.record import SeatPlan
from rules.messages import N_
from screens.people import default_name, is_pronoun

__all__ = [
    "BOT",
    "BOT_NAMES",
    "LONGEST_NAME",
    "UnsuitableSeat",
    "bot_name",
    "clean_name",
    "is_called",
    "seat_from",
    "seats_from",
]

BOT: Final = "bot:"
BOT_NAMES: Final = tuple(STYLE_OF)
"""The names of bots, in the order tables use them."""


def seat_from(text: str, offer: GameEntry, *, sparring: bool = False) -> SeatPlan:
    """Return a typed seat: a name, or `bot:LEVEL:NAME`; `sparring` bots too, if asked.

    Without a name a bot gets the first free one. Raises UnsuitableSeat or UnknownName.
    """
    word = text.strip()
    if not word.lower().startswith(BOT):
        return SeatPlan(clean_name(word))
    level, _colon, name = word[len(BOT) :].partition(":")
    offer.bot(level.lower(), sparring=sparring)
    return SeatPlan(_known_bot(name), level.lower())


def is_called(text: str) -> bool:
    """Whether a bot was typed with a name."""
    return bool(text.strip().lower().removeprefix(BOT).partition(":")[2])


def _known_bot(typed: str) -> str:
    name = typed.strip().capitalize() or BOT_NAMES[0]
    if name not in BOT_NAMES:
        right = one_of(name, [known.lower() for known in BOT_NAMES])
        raise UnknownName(N_("there is no bot {name}; {right}"), name=repr(typed[:40]), right=right)
    return name


def seats_from(
    texts: Sequence[str], offer: GameEntry, *, sparring: bool = False
) -> tuple[SeatPlan, ...]:
    """Return typed seats, each as in `seat_from`; equal names of people get a number.

    “You” is not a name: it becomes `Player 1` or the like.
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
    for seat, text in zip(seats, texts):
        wished = [seat.name] if is_called(text) else []
        name = next(people) if seat.bot is None else bot_name(taken, wished)
        taken.append(name)
        plans.append(SeatPlan(name, seat.bot))
    return tuple(plans)


def seats_against_bots(seats: Iterable[SeatPlan], person: int, usual: str) -> tuple[SeatPlan, ...]:
    """Return the seats with one person alone, and bots of the default level for the others."""
    plans = [*seats]
    for number, seat in enumerate(plans):
        if number == person:
            plans[number] = SeatPlan(seat.name if seat.bot is None else default_name(number + 1))
        elif seat.bot is None:
            plans[number] = SeatPlan(bot_name(each.name for each in plans), usual)
    return tuple(plans)


def bot_name(taken: Iterable[str], wished: Sequence[str] = ()) -> str:
    """Return a name for a bot that nobody at the table has, ignoring case."""
    known = {name.casefold() for name in taken}
    whole = wished or BOT_NAMES
    names = chain(whole, *(islice(_numbered(name), 1, None) for name in whole))
    return next(name for name in names if name.casefold() not in known)


def _numbered(name: str) -> Iterator[str]:
    """Yield the name, then the name with each number."""
    yield name
    for number in count(2):
        yield f"{name[: LONGEST_NAME - 3].rstrip()} {number}"
