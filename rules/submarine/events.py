"""What can happen, as events; those that come often are made once and shared.

Facts: `column` 1-6, `cell` "5.3", `from` a cell, `token` "Mr", `joker` a token or "",
`colour` and `cards` words of colours, `count` of cards, `to` a seat, `turn` and `types`
numbers. A discard shows a hand card, but only the others learn by it: it may be taken back.
"""

from __future__ import annotations

from functools import cache

from rules.contract import Event
from rules.messages import Fact
from rules.submarine.board import CELL_NAMES, COLOURS, NONE, TOKEN_NAMES


@cache
def placed(seat: int, column: int) -> Event:
    """A bathyscaphe lies on level 1 of a column."""
    return Event("placed", seat, {"column": column})


@cache
def sailed(seat: int, column: int) -> Event:
    """A boat stops above a column."""
    return Event("sailed", seat, {"column": column})


@cache
def left(seat: int) -> Event:
    """A boat leaves the sea on the right."""
    return Event("left", seat)


@cache
def dived(seat: int, start: int, end: int) -> Event:
    """A bathyscaphe goes from a cell to another."""
    return Event("dived", seat, {"from": CELL_NAMES[start], "cell": CELL_NAMES[end]})


@cache
def discarded(seat: int, colour: int) -> Event:
    """A hand card goes out of the game to pay for a token."""
    return Event("discarded", seat, {"colour": COLOURS[colour]})


@cache
def paid(seat: int, to: int, count: int) -> Event:
    """Cards of the pile go onto another's, unseen by anyone."""
    return Event("paid", seat, {"to": to, "count": count})


@cache
def gave(seat: int, to: int, colour: int) -> Event:
    """A hand card goes onto another's pile; the giver alone knows its colour."""
    facts: dict[str, Fact] = {"to": to, "colour": COLOURS[colour]}
    public = Event("gave", seat, {"to": to})
    return Event("gave", seat, facts, only=(seat,), public=public)


@cache
def drew(seat: int, cards: tuple[int, ...]) -> Event:
    """Cards are drawn into a hand; the others learn how many."""
    public = Event("drew", seat, {"count": len(cards)})
    facts: dict[str, Fact] = {
        "count": len(cards),
        "cards": " ".join(COLOURS[colour] for colour in cards),
    }
    return Event("drew", seat, facts, only=(seat,), public=public, reveals=True)


@cache
def swapped(seat: int, colour: int) -> Event:
    """A hand card goes under the own pile; its owner alone knows its colour."""
    facts = {"colour": COLOURS[colour]}
    return Event("swapped", seat, facts, only=(seat,), public=Event("swapped", seat))


def took(seat: int, token: int, joker: int, cell: int, *, types: int, turn: int) -> Event:
    """A token is taken out of a cell and a joker, if any, laid there; `types` held now."""
    return Event(
        "took",
        seat,
        {
            "token": TOKEN_NAMES[token],
            "joker": "" if joker == NONE else TOKEN_NAMES[joker],
            "cell": CELL_NAMES[cell],
            "types": types,
            "turn": turn,
        },
    )


@cache
def passed(seat: int) -> Event:
    """Nothing more is done this turn."""
    return Event("passed", seat)


@cache
def returned(crossing: int) -> Event:
    """All boats were right and go back to the left; so many crossings are complete."""
    return Event("returned", None, {"crossing": crossing})


@cache
def ended(seat: int | None, reason: str) -> Event:
    """The game is over: `seat` won alone, or None if several share the first place."""
    return Event("ended", seat, {"reason": reason})
