"""Events in sentences; all views in one for replays (no Textual)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.bataille.board import LEVELS, PORT
from rules.bataille.events import (
    Answer,
    Charge,
    Drawn,
    Held,
    Mined,
    MineStruck,
    Moved,
    Placed,
    Ready,
    Rearmed,
    Stayed,
    Torpedo,
    Won,
)
from rules.bataille.view import BatailleView
from rules.contract import Event, Result
from rules.messages import Noun, Value
from screens.colours import SIDE_SIGNS
from screens.people import PersonalSentence, SeatNames
from screens.text import N_, _, current_look, is_spoken

_Said = tuple[str | PersonalSentence, Mapping[str, Value]]
"""A sentence and its facts, without the names."""

_SUBMARINES: Final = Noun("{count} submarine", "{count} submarines")

_WON: Final = {
    "submarines": PersonalSentence(
        N_("{name} wins: all of {other}’s submarines are sunk"),
        you=N_("{name} win: all of {other}’s submarines are sunk"),
        to_you=N_("{name} wins: all your submarines are sunk"),
    ),
    "ships": PersonalSentence(
        N_("{name} wins: all of {other}’s ships are sunk"),
        you=N_("{name} win: all of {other}’s ships are sunk"),
        to_you=N_("{name} wins: all your ships are sunk"),
    ),
}
_CHARGED: Final[Mapping[Answer, str]] = {
    "hit": N_("{name}: {ship} SINKS a submarine at {number}.{level}"),
    "miss": N_("{name}: {ship} drops at {number}.{level}, miss"),
    "near": N_("{name}: {ship} drops at {number}.{level}, near miss"),
}
_ANSWERED: Final[Mapping[Answer, str]] = {
    "hit": N_("{ship} {number}.{level}: HIT, sunk"),
    "miss": N_("{ship} {number}.{level}: miss"),
    "near": N_("{ship} {number}.{level}: near miss"),
}
"""Texts on charges for rooms without space for a verb."""
_FIRED: Final = {
    "hit": N_("{name}: torpedo {lane} SINKS {target}"),
    "miss": N_("{name}: torpedo {lane} at {target}, miss"),
}
_HELD: Final = {
    "charge": N_("{name}: no charge dropped"),
    "torpedo": N_("{name}: no torpedo"),
}

OPTION_WORDS: Final = (
    N_("blast"),
    N_("lanes"),
    N_("spinner"),
    N_("grids"),
    N_("blocking"),
    N_("after mine"),
    N_("without move"),
    N_("turn limit"),
    N_("orthogonal"),
    N_("diagonals"),
    N_("all"),
    N_("third"),
    N_("quarter"),
    N_("sixth"),
    N_("deduce"),
    N_("plain"),
    N_("several"),
    N_("one"),
    N_("both"),
    N_("either"),
    N_("medium"),
    N_("random"),
    N_("submarines lost"),
    N_("ships lost"),
    N_("turns"),
)
"""Words of the game's options, bots and figures, for forms and tables."""


def sentence(event: Event, people: SeatNames) -> str:
    """Return an event as a line of the log."""
    told, facts = _said(event, people)
    other = None if event.seat is None else 1 - event.seat
    return people.say(told, facts, name=event.seat, other=other)


def answer_alone(event: Event) -> str:
    """Return a charge as its ship, its cell and the answer; empty for other events."""
    if not isinstance(event, Charge):
        return ""
    facts = {"ship": event.ship, "number": event.number, "level": event.level}
    return _(_ANSWERED[event.answer]).format(**facts)


def _said(event: Event, people: SeatNames) -> _Said:
    match event:
        case Placed():
            return N_("{name}: submarine at {cell}"), {"cell": event.cell}
        case Mined():
            return N_("{name}: mine at {number}"), {"number": event.number}
        case Ready():  # told to others alone
            return N_("{name}: camp placed"), {}
        case Charge() | Torpedo():
            return _said_of_a_shot(event, people)
        case Held(has_fired=True):
            return N_("{name}: no further torpedo"), {}
        case Held():
            return _HELD[event.phase], {}
        case Won():
            return _WON[event.reason], {}
        case Drawn():
            return N_("turn limit reached: draw"), {}
    return _said_of_a_move(event)


def _said_of_a_move(event: Event) -> _Said:
    match event:
        case Moved() if event.number == PORT:
            return N_("{name}: {ship} returns to port"), {"ship": event.ship}
        case Moved():
            told = N_("{name}: {ship} moves to {number}")
            return told, {"ship": event.ship, "number": event.number}
        case Rearmed():
            return N_("{name}: {ship} reloaded"), {"ship": event.ship}
        case MineStruck():
            told = N_("{name}: {ship} strikes the mine at {number} and sinks")
            return told, {"ship": event.ship, "number": event.number}
        case Stayed():
            return N_("{name}: no ship moves"), {}
    raise ValueError(event.name)


def _said_of_a_shot(event: Charge | Torpedo, people: SeatNames) -> _Said:
    if isinstance(event, Charge):
        where: dict[str, Value] = {"number": event.number, "level": event.level}
        if event.count is not None and event.count > 1:
            told = N_("{name}: {ship} drops at {number}.{level}, near miss of {submarines}")
            where["submarines"] = _SUBMARINES(event.count)
        elif is_spoken() and event.answer == "hit":
            told = N_("{name}: {ship} sinks a submarine at {number}.{level}")
        else:
            told = _CHARGED[event.answer]
        return told, {"ship": event.ship, **where}
    target = target_of(people, 1 - event.seat, event.ship)
    told = N_("{name}: torpedo {lane} sinks {target}")
    is_hit = is_spoken() and event.answer == "hit"
    return told if is_hit else _FIRED[event.answer], {"lane": event.lane, "target": target}


def target_of(people: SeatNames, seat: int, ship: str) -> str:
    """Return a ship with its owner's sign; spoken, with their name."""
    if not is_spoken():
        return f"{SIDE_SIGNS[seat]}{ship}"
    if seat == people.reader:
        return _("your ship {ship}").format(ship=ship)
    return _("{name}’s ship {ship}").format(ship=ship, name=people.names[seat])


def is_weighty(event: Event) -> bool:
    """Check whether a ship or submarine was sunk, or the game ended."""
    if isinstance(event, Charge | Torpedo):
        return event.answer == "hit"
    return isinstance(event, MineStruck | Won | Drawn)


def verdict(result: Result, people: SeatNames) -> str:
    """Return the sentence about the winner and the reason."""
    if result.is_draw:
        return _("Draw: the turn limit was reached.")
    winner = result.winners[0]
    return people.say(_WON[result.reason], {}, name=winner, other=1 - winner) + "."


def legend() -> Mapping[str, str]:
    """Return the legend of the boards; without colours letters replace some signs."""
    is_ascii = current_look().glyphs == "ascii"
    sunk, submarine = ("X", "S") if is_ascii else ("✹ X", "▟▖ S")
    return {
        "▲A4 ▼B3": _("ships ▲ ▼ with their depth charges"),
        "▸ ◂": _("squares of the ports, with arrows"),
        "·": _("possible: a submarine may be here"),
        "○": _("ruled out by the answers; so is a cell without a sign"),
        "●": _("next to a near miss: a submarine may be here"),
        "◎": _("a charge dropped here was a near miss"),
        sunk: _("a submarine was sunk here"),
        f"{submarine}  ¤  @": _("your submarine, your mine, an exploded mine"),
        "? ! -": _("your own marks, visible only to you"),
        "[ ]  › ": _("the cursor; highlighted cells, or cells between dots, are legal now"),
        "- | / \\": _("torpedo lanes through the cursor"),
        " ".join(str(level) for level in LEVELS): _("the three levels under each number"),
    }


def combine(views: Sequence[BatailleView]) -> BatailleView:
    """Return a view with both camps open."""
    return replace(views[0], seat=None, camps=(views[0].camps[0], views[1].camps[1]))


def hides(view: BatailleView) -> bool:
    """Return True: a seat's camp is hidden from the other."""
    return True
