"""Questions, headline and words of moves of *Der Schwarm*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from rules.contract import Event
from rules.schwarm.board import ROUNDS
from rules.schwarm.cards import CAPACITIES
from rules.schwarm.cells import CELL_NAMED, COMPASS, COMPASS_STEPS
from rules.schwarm.events import (
    Built,
    Crept,
    Hit,
    Launched,
    Manned,
    MovedBuoy,
    Placed,
    Rolled,
    Sailed,
    Started,
    Surfaced,
    Swam,
)
from rules.schwarm.moves import BOTH, IDLE, OVER, PLAY, RESEARCH, ROW, SAIL, START, SWIM, Kind
from rules.schwarm.view import SchwarmView
from screens.colours import (
    BAR,
    BAR_SOFT,
    BAR_STRONG,
    SIDE_SIGNS,
    SIDES,
    Look,
    Span,
    Spans,
    chip,
    text_of,
)
from screens.schwarm.partial_move import PartialMove
from screens.table.move_words import Letters, Words
from screens.table.vocabulary import read_vocabulary
from screens.text import N_, _, ngettext, pgettext

WORDS: Final = read_vocabulary(__package__)


_KEYPAD: Final = {
    **{"nw": "7", "n": "8", "ne": "9"},
    **{"w": "4", "e": "6"},
    **{"sw": "1", "s": "2", "se": "3"},
}
_NEW: Final = "0"


def _digit(words: Words) -> str:
    """Return the digit: directions as on a keypad; numbers of stacks, turns, steps and pieces."""
    own = words[1:] if words[0] in ("blue", "joker") else words
    match own:
        case ("order", number):
            return number
        case ("order", _number, capacity):
            return str(CAPACITIES.index(capacity) + 1)
        case ("whale" | "wave", "new"):
            return _NEW
        case ("wave", _number, direction):
            return _KEYPAD[direction]
        case ("place", _stack, _cell, turns):
            return turns.removeprefix("r")
        case ("sail", start, end):
            step = CELL_NAMED[end] - CELL_NAMED[start]
            return _KEYPAD[COMPASS[COMPASS_STEPS.index(step)]]
        case ("place" | "whale" | "wave" | "crab", *_words, number) if number.isdigit():
            return number
    return ""


LETTERS: Final = Letters(
    WORDS,
    _digit,
    (
        ("789 46 123", N_("eight directions, as on a number pad")),
        ("1 - 9", N_("cards of the row, tile stacks, turn-order cards, whales, waves, steps")),
        ("0", N_("a new whale or wave")),
        ("1 - 4", N_("capacities: fast, golden, protection, brilliant")),
    ),
)
"""The key letters; cells are chosen by the cursor. A blue card has its sign on the screen."""


COUNTED: Final = (SAIL, RESEARCH, SWIM)
"""The phases that count the remaining steps or tiles of an action."""
_ASKED: Final = {
    START: N_("place your first station"),
    ROW: N_("take a card, at one point per card before it"),
    PLAY: N_("which card do you play?"),
    BOTH: N_("ship or researcher first?"),
    IDLE: N_("this card has no effect"),
}
_OF_ACTIONS: Final = {
    Kind.STATION: N_("on which land?"),
    Kind.CREW: N_("onto which station?"),
    Kind.NEW_CRAB: N_("which land does the crab start from?"),
    Kind.WHALE: N_("which whale?"),
    Kind.WAVE: N_("which wave?"),
}


CHAPTERS: Final = {
    START: "setup",
    ROW: "row",
    PLAY: "cards",
    SAIL: "ship",
    RESEARCH: "research",
    SWIM: "whale",
    BOTH: "cards",
    IDLE: "special",
    OVER: "end",
}
"""The part of the rules about each phase."""


def pricing(view: SchwarmView, place: int) -> str:
    """Return the price of the card at a place of the row, counted from 0.

    The turn-order cards are at the end of the row.
    """
    points = view.players[view.mover].points
    if place > points:
        return _("costs {price}; you have {points} points").format(price=place, points=points)
    if not place:
        return _("take it for free")
    return _("take it for {price} of your {points} points").format(price=place, points=points)


def price_text(price: int) -> str:
    """Return what a card of the row costs, in research points."""
    return _("for {price}").format(price=price) if price else pgettext("price", "free")


def asking(view: SchwarmView, begun: PartialMove) -> str:
    """Return the question to the mover."""
    if view.phase == SAIL:
        return ngettext("{count} step for your ships", "{count} steps for your ships", view.left)
    if view.phase == RESEARCH:
        if "count" in begun.said:
            return _("take the buoy from which cell?")
        return ngettext("place {count} tile", "place {count} tiles", view.left)
    if view.phase == SWIM:
        return ngettext("{count} step for the whale", "{count} steps for the whale", view.left)
    match begun.kind:
        case Kind.ORDER:
            text = _("which capacity ({price})?")
            if "number" not in begun.said:
                text = _("which turn-order card ({price})?")
            return text.format(price=price_text(len(view.row)))
        case Kind.WAVE if begun.said:
            return _("which way, and how far?")
        case Kind.NEW_CRAB if begun.said:
            return _("how many steps?")
        case Kind.CRAB:
            return _("how many steps?")
        case Kind.STATION | Kind.CREW | Kind.NEW_CRAB | Kind.WHALE | Kind.WAVE as kind:
            return _(_OF_ACTIONS[kind])
    return _(_ASKED.get(view.phase, ""))


_KEY: Final = Look("key", "bar")
_PLAYED: Final = {
    START: N_("first stations"),
    ROW: N_("the row: take a card"),
    PLAY: N_("play a card"),
    BOTH: N_("double: ship and researcher"),
    IDLE: N_("a card without effect"),
    OVER: N_("the game is over"),
}


def headline(view: SchwarmView) -> Spans:
    """Return the round and progress, the order of players, and the state of the action."""
    spans: list[Span] = []
    if view.round:
        last = ROUNDS[len(view.players)]
        spans += [
            (_("round {number}/{last}").format(number=view.round, last=last) + " ", BAR),
            ("▰" * view.round + "▱" * (last - view.round) + "  ", _KEY),
        ]
    spans.append((_("turn order") + " ", BAR_SOFT))
    for seat in view.order:
        is_mover = seat == view.mover and view.phase != OVER
        look = chip(SIDES[seat]) if is_mover else Look(SIDES[seat], "bar", "bold")
        spans.append((f" {SIDE_SIGNS[seat]} ", look))
    return [*spans, (f"  {_played(view)} ", BAR_STRONG)]


def _played(view: SchwarmView) -> str:
    """Return the action, and its remaining steps or tiles."""
    if view.phase == SAIL:
        return ngettext("ship: {count} step left", "ship: {count} steps left", view.left)
    if view.phase == RESEARCH:
        return ngettext(
            "researcher: {count} tile left", "researcher: {count} tiles left", view.left
        )
    if view.phase == SWIM:
        return ngettext("whale: {count} step left", "whale: {count} steps left", view.left)
    return _(_PLAYED.get(view.phase, ""))


_BRIEFLY: Final = {
    START: N_("stations"),
    ROW: N_("card to take"),
    PLAY: N_("card to play"),
    BOTH: N_("two actions"),
    IDLE: N_("no effect"),
    OVER: N_("the end"),
}


def short_headline(view: SchwarmView, room: int, *, is_mine: bool) -> Spans:
    """Return round, order of players, and what is left of the action, in a few cells.

    The last is in gold while it is the reader's turn.
    """
    order: list[Span] = []
    for seat in view.order:
        is_mover = seat == view.mover and view.phase != OVER
        sign = SIDE_SIGNS[seat]
        look = chip(SIDES[seat]) if is_mover else Look(SIDES[seat], "bar", "bold")
        order += [(f" {sign} ", look) if is_mover else (f"{sign} ", look)]
    state = [(f" {_briefly(view)} ", Look("gold", "bar", "bold") if is_mine else BAR_STRONG)]
    if not view.round:
        return [*order, *state]
    last = ROUNDS[len(view.players)]
    whole = _("round {number}/{last}").format(number=view.round, last=last)
    around = cell_len(text_of([*order, *state]))
    told = whole if cell_len(whole) + 1 + around <= room else f"{view.round}/{last}"
    return [(f"{told} ", BAR), *order, *state]


def _briefly(view: SchwarmView) -> str:
    """Return the action in a word or two, or what is left of it."""
    if view.phase in (SAIL, SWIM):
        return ngettext("{count} step", "{count} steps", view.left)
    if view.phase == RESEARCH:
        return ngettext("{count} tile", "{count} tiles", view.left)
    return _(_BRIEFLY.get(view.phase, ""))


_AT_A_CELL = (Started, Built, Manned, Launched, Placed, MovedBuoy, Surfaced, Rolled, Hit)
_FROM_A_CELL = (Sailed, Swam, Crept)


def glows(events: Sequence[Event]) -> dict[int, int]:
    """Return the seat that acted last on cells."""
    found: dict[int, int] = {}
    for event in events:
        if isinstance(event, _FROM_A_CELL):
            found |= {CELL_NAMED[name]: event.seat for name in (event.start, event.cell) if name}
        elif isinstance(event, _AT_A_CELL) and event.cell:
            found[CELL_NAMED[event.cell]] = event.seat
    return found
