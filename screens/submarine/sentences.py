"""Events in sentences; all views in one for replays (no Textual)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules import messages as nouns
from rules.contract import Event, Result
from rules.messages import Value
from rules.submarine.board import COLOUR_LETTERS, COLOURS, TOKEN_NAMED, TYPE_NAMES, TYPES
from rules.submarine.events import (
    Discarded,
    Dived,
    Drew,
    Ended,
    Gave,
    Left,
    Paid,
    Passed,
    Placed,
    Returned,
    Sailed,
    Swapped,
    Took,
)
from rules.submarine.view import SubmarineView
from screens.colours import SIDE_SIGNS
from screens.people import PersonalSentence, SeatNames
from screens.submarine.signs import token_named
from screens.submarine.words import WORDS, spoken_name
from screens.text import N_, _, is_spoken

_PAYS: Final = PersonalSentence(
    N_("{name} pays a {colour} card"), you=N_("{name} pay a {colour} card")
)
_GIVES: Final = PersonalSentence(
    N_("{name} gives {count} to {other}"),
    you=N_("{name} give {count} to {other}"),
    to_you=N_("{name} gives you {count}"),
)
_GIVES_ONE: Final = PersonalSentence(
    N_("{name} gives a card to {other}"),
    you=N_("{name} give a card to {other}"),
    to_you=N_("{name} gives you a card"),
)
_GIVES_KNOWN: Final = PersonalSentence(
    N_("{name} gives a {colour} card to {other}"),
    you=N_("{name} give a {colour} card to {other}"),
    to_you=N_("{name} gives you a {colour} card"),
)
_DRAWS: Final = PersonalSentence(N_("{name} draws {count}"), you=N_("{name} draw {count}"))
_DRAWS_KNOWN: Final = PersonalSentence(N_("{name} draws {cards}"), you=N_("{name} draw {cards}"))
_SWAPS: Final = PersonalSentence(N_("{name} swaps a card"), you=N_("{name} swap a card"))
_SWAPS_KNOWN: Final = PersonalSentence(
    N_("{name} swaps a {colour} card"), you=N_("{name} swap a {colour} card")
)
_COLLECTS: Final = PersonalSentence(
    N_("{name} collects {token} in {cell}"), you=N_("{name} collect {token} in {cell}")
)
_COLLECTS_FOR_JOKER: Final = PersonalSentence(
    N_("{name} collects {token} in {cell} with {joker}"),
    you=N_("{name} collect {token} in {cell} with {joker}"),
)
_TAKES: Final = PersonalSentence(
    N_("{name} takes {token} from {cell}"), you=N_("{name} take {token} from {cell}")
)
_TAKES_FOR_JOKER: Final = PersonalSentence(
    N_("{name} takes {token} from {cell} with {joker}"),
    you=N_("{name} take {token} from {cell} with {joker}"),
)
_TAKES_AT_LEVEL: Final = PersonalSentence(
    N_("{name} takes {token} at level {level} of column {column}"),
    you=N_("{name} take {token} at level {level} of column {column}"),
)
_TAKES_AT_LEVEL_FOR_JOKER: Final = PersonalSentence(
    N_("{name} takes {token} at level {level} of column {column} with {joker}"),
    you=N_("{name} take {token} at level {level} of column {column} with {joker}"),
)

_Said = tuple[str | PersonalSentence, Mapping[str, Value]]
"""A sentence and its facts, without the name of the acting player."""

_ENDED: Final = {
    "types": N_("all 12 types found: game over"),
    "column": N_("a column is empty: game over"),
    "cards": N_("nobody has a card left: game over"),
    "round_limit": N_("the last crossing is over"),
}

_VERDICTS: Final = {
    "types": N_("All 12 types were found."),
    "column": N_("A column of the sea is empty."),
    "cards": N_("Nobody has a card left."),
    "round_limit": N_("The last crossing is over."),
}

OPTION_WORDS: Final = (
    N_("crossing limit"),
    N_("types"),
    N_("jokers"),
    N_("cards"),
)
"""Words of the game's options and figures, for forms and tables."""


def sentence(event: Event, people: SeatNames) -> str:
    """Return an event as a line of the log."""
    return _line(event, _said(event, people), people)


def in_words(event: Event, people: SeatNames) -> str:
    """Return an event as a line of a phone's log: tokens and cells in words, not as in moves."""
    return _line(event, _said_in_words(event) or _said(event, people), people)


def _line(event: Event, said: _Said, people: SeatNames) -> str:
    text, facts = said
    if event.seat is not None:
        facts = {"name": people.signed(event.seat), **facts}
    return people.say(text, facts, name=event.seat)


def _said_in_words(event: Event) -> _Said | None:
    """Return the sentence of an event whose line of the log has words of moves, or None."""
    match event:
        case Dived():
            text = N_(
                "{name}: dive from level {level} of column {column} to level {low} of column {end}"
            )
            (column, level), (end, low) = event.start.split("."), event.cell.split(".")
            return text, {"column": column, "level": level, "end": end, "low": low}
        case Took():
            column, level = event.cell.split(".")
            token = spoken_name(TOKEN_NAMED[event.token])
            facts: dict[str, Value] = {"column": column, "level": level, "token": token}
            if not event.joker:
                return _TAKES_AT_LEVEL, facts
            joker = spoken_name(TOKEN_NAMED[event.joker])
            return _TAKES_AT_LEVEL_FOR_JOKER, {**facts, "joker": joker}
    return None


def _said(event: Event, people: SeatNames) -> _Said:
    match event:
        case Placed():
            return N_("{name}: bathyscaphe to level 1 of column {column}"), {"column": event.column}
        case Sailed():
            return N_("{name}: boat to column {column}"), {"column": event.column}
        case Left():
            return N_("{name}: boat leaves"), {}
        case Dived():
            return N_("{name}: dive from {from} to {cell}"), {
                "from": event.start,
                "cell": event.cell,
            }
        case Took():
            token, joker = token_named(event.token), token_named(event.joker or "")
            facts = {"token": token, "cell": event.cell, "joker": joker}
            return _took(event), facts
        case Passed():
            return N_("{name}: turn ended"), {}
        case Returned():
            crossing = {"crossing": event.crossing}
            return N_("all boats return: crossing {crossing} ends"), crossing
        case Ended():
            return _ENDED[event.reason], {}
    return _said_of_cards(event, people)


def _said_of_cards(event: Event, people: SeatNames) -> _Said:
    match event:
        case Discarded():
            return _PAYS, {"colour": WORDS.shown(event.colour)}
        case Paid():
            count, other = nouns.cards(event.count), people.signed_within(event.to)
            return _GIVES, {"count": count, "other": other}
        case Gave(colour=None):
            return _GIVES_ONE, {"other": people.signed_within(event.to)}
        case Gave(colour=str(colour)):
            facts = {"other": people.signed_within(event.to), "colour": WORDS.shown(colour)}
            return _GIVES_KNOWN, facts
        case Drew(cards=None):
            return _DRAWS, {"count": nouns.cards(event.count)}
        case Drew(cards=str(cards)):
            return _DRAWS_KNOWN, {"cards": _colours(cards)}
        case Swapped(colour=None):
            return _SWAPS, {}
        case Swapped(colour=str(colour)):
            return _SWAPS_KNOWN, {"colour": WORDS.shown(colour)}
    raise ValueError(event.name)


def briefly(event: Event) -> str:
    """Return the trace of an event on the sea, as short as possible; empty for its costs."""
    match event:
        case Placed():
            return _("column {column}").format(column=event.column)
        case Sailed():
            return _("boat to column {column}").format(column=event.column)
        case Left():
            return _("boat leaves")
        case Dived():
            return f"{event.start}→{event.cell}"
        case Took():
            return _("takes {token}").format(token=WORDS.shown(event.token))
        case Swapped():
            return _("swaps a card")
        case Returned():
            return _("all boats return")
        case Ended():
            return _(_ENDED[event.reason])
    return ""


def is_weighty(event: Event) -> bool:
    """Check whether a token changed hands, or the game ended."""
    return isinstance(event, Took | Ended)


def verdict(result: Result, people: SeatNames) -> str:
    """Return the reason the game ended, and the winners."""
    return f"{_(_VERDICTS[result.reason])} {people.winners(result)}"


def legend() -> Mapping[str, str]:
    """Return the signs on the boards."""
    types = sorted((WORDS.sign(letter), _(name)) for letter, name in zip(TYPES, TYPE_NAMES))
    colours = [
        f"{WORDS.sign(letter)} {WORDS.shown(name)}" for letter, name in zip(COLOUR_LETTERS, COLOURS)
    ]
    lines = {
        " ".join(letter for letter, _name in six): ", ".join(map(" ".join, six))
        for six in (types[:6], types[6:])
    }
    token, red, blue = map(WORDS.shown, ("Mr", "red", "blue"))
    cost = _("1 {colour}").format(colour=red)
    return {
        token: _("a token: one letter for its type, one for its colour"),
        **lines,
        WORDS.sign("S"): _("a shell, which serves as a joker"),
        " ".join(map(WORDS.sign, COLOUR_LETTERS)): ", ".join(colours),
        " ".join(SIDE_SIGNS): _("the players: boats above, bathyscaphes below"),
        "(▲2)": _("two bathyscaphes in one cell"),
        "«▲» ▲!": _("can still act"),
        "›▼‹": _("moved since your last turn"),
        "+▼■": _("tribute: one card each to ▼ and ■ if you pay by card"),
        "=3=": _("the boat’s column, highlighted where there are colours"),
        "·": _("a token already taken; a type not found yet"),
        f"▼ {token}": _("who took it since your last turn"),
        f"{cost} +▼1": _("a price: one card of that colour, and a card from your pile for ▼"),
        f"{red[0]}{blue[0]}?+9": _(
            "cards: the known cards of a hand, ? for unknown ones, then the draw pile"
        ),
        WORDS.sign("b"): _("on your pile: cards you put there, in the order of drawing"),
        "[ ]  › ": _("the cursor; a place between dots is legal now"),
    }


def _colours(cards: str) -> str:
    """Return the colours of some cards; spoken, with pauses."""
    return (", " if is_spoken() else " ").join(map(WORDS.shown, cards.split()))


def _took(event: Took) -> PersonalSentence:
    """Return the sentence for a token taken; spoken names need agreement."""
    if is_spoken():
        return _COLLECTS_FOR_JOKER if event.joker else _COLLECTS
    return _TAKES_FOR_JOKER if event.joker else _TAKES


def combine(views: Sequence[SubmarineView]) -> SubmarineView:
    """Return a view with all hands."""
    hands = tuple(view.players[seat] for seat, view in enumerate(views))
    return replace(views[0], seat=None, players=hands)


def hides(view: SubmarineView) -> bool:
    """Whether the seat's view holds a hidden hand."""
    return True
