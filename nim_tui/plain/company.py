"""Who plays, whom the table waits for, and who has won: told."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Result
from screens.people import People
from screens.table.teller import Teller
from screens.table.verdict import verdict
from screens.text import _, labelled


def title_told(title: str, people: People) -> str:
    """What is played, and by whom."""
    return _("{game}: {names}").format(game=title, names=_titled(people))


def who_plays(people: People, waiting: Sequence[int]) -> list[str]:
    """Everybody, and who is to move."""
    if not waiting:
        return [_titled(people)]
    return [_titled(people), _("to move: {names}").format(names=people.listed(waiting))]


def _titled(people: People) -> str:
    return ", ".join(people.titled(seat) for seat in range(len(people.names)))


def end_told(result: Result, people: People, teller: Teller, last: Sequence[str]) -> list[str]:
    """The verdict, unless it is the `last` that was told, and the figures of all."""
    end = verdict(result, people, teller.speech)
    told = [] if list(last) == [end.rstrip(".")] else [end]
    for figure, numbers in result.figures.items():
        each = ", ".join(f"{people.label(seat)} {n}" for seat, n in enumerate(numbers))
        told.append(labelled(_(figure.replace("_", " ")), each))
    return told
