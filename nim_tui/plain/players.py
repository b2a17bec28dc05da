"""Players, standings and winners, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Result
from screens.people import SeatNames
from screens.table.speech import BoardSpeech, places, verdict
from screens.text import _, labelled


def title_told(title: str, people: SeatNames) -> str:
    """Return the title of the game, and its players."""
    return _("{game}: {names}").format(game=title, names=_titled(people))


def who_plays(people: SeatNames, waiting: Sequence[int]) -> list[str]:
    """Return all players, and whose turn it is."""
    if not waiting:
        who = [labelled(name.split(" ", 1)[1], what) for name, what in people.who_is_who()]
        return [_titled(people), *who]
    told = people.thinking(waiting) or _("to move: {names}").format(names=people.listed(waiting))
    return [_titled(people), told]


def _titled(people: SeatNames) -> str:
    return ", ".join(people.titles)


def end_told(
    result: Result, people: SeatNames, teller: BoardSpeech, last: Sequence[str]
) -> list[str]:
    """Return the result, unless it was the `last` sentence, and everyone's figures."""
    end = verdict(result, people, teller.speech)
    told = [] if list(last) == [end.rstrip(".")] else [end]
    if len(result.ranking) > 1 and (len(people.names) > 2 or any(people.bots)):
        ranked = (f"{place} {people.described(seat)}" for place, seat in places(result))
        told.append(labelled(_("standings"), ", ".join(ranked)))
    for figure, numbers in result.figures.items():
        each = ", ".join(f"{people.label(seat)} {n}" for seat, n in enumerate(numbers))
        told.append(labelled(_(figure.replace("_", " ")), each))
    return told
