"""Bots on the seats of a form: `bot:LEVEL`, or `bot:LEVEL:NAME` once one was asked for by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from screens.text import _

BOT: Final = "bot:"
_FOR_TESTS: Final = "random"
"""A level without a style: it only guesses."""


def level_of(seat: str) -> str:
    """The level of the bot on a seat."""
    return seat.split(":")[1]


def asked_for(seat: str) -> str:
    """The name of the bot that was asked for; empty if any will do, and for people."""
    return seat.split(":")[2] if seat.startswith(BOT) and seat.count(":") > 1 else ""


def at_level(seat: str, level: str) -> str:
    """A bot of this level, the same that was asked for on this seat."""
    name = asked_for(seat)
    return f"{BOT}{level}:{name}" if name else f"{BOT}{level}"


def bots_called(seats: Sequence[str], known: Sequence[str]) -> dict[int, str]:
    """The names of the bots by seat: those asked for, the others in turn."""
    asked = [asked_for(seat) for seat in seats]
    free = iter([*(name for name in known if name not in asked), *known])
    return {
        number: asked[number] or next(free)
        for number, seat in enumerate(seats)
        if seat.startswith(BOT)
    }


def with_another(seats: Sequence[str], number: int, known: Sequence[str]) -> str:
    """The seat with the next bot that sits nowhere yet; a person's as it is."""
    called = bots_called(seats, known)
    if number not in called:
        return seats[number]
    here = known.index(called[number])
    others = [name for name in (*known[here:], *known[:here]) if name not in called.values()]
    return f"{BOT}{level_of(seats[number])}:{others[0]}"


def told(level: str, name: str) -> str:
    """A bot by name, with its level."""
    return _("bot {name}: {level}").format(name=name, level=_(level))


def explained(level: str, name: str, known: Mapping[str, str]) -> str:
    """What a bot is known for, and how to have another one."""
    how = _("Left and right: a person, or a bot of another level. b: another bot.")
    if level == _FOR_TESTS:
        return how
    return _("{name} is {style}.").format(name=name, style=_(known[name])) + " " + how
