"""Questions, headline and words of moves of *Bataille sous les mers*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.bataille.board import LEVELS, SUBMARINES
from rules.bataille.events import Charge, MineStruck, Moved
from rules.bataille.moves import CHARGE, MOVE, SETUP, TORPEDO, Move
from rules.bataille.view import BatailleView
from rules.contract import Event
from screens.bataille.help_texts import is_only_to_hold
from screens.colours import BAR, BAR_SOFT, SIDES, Look, Span, Spans, seat_chip
from screens.table.move_words import Letters, Words
from screens.table.vocabulary import read_vocabulary
from screens.text import N_, _, current_look

WORDS: Final = read_vocabulary(__package__)


_DIGITS: Final = {str(level): str(number) for number, level in enumerate(LEVELS, start=1)}


def _digit(words: Words) -> str:
    """Return the digit of a level: levels count from the top."""
    return _DIGITS.get(words[-1], "") if words[0] == "drop" else ""


LETTERS: Final = Letters(
    WORDS,
    _digit,
    (("1 2 3", N_("levels 100, 200, 300")),),
)
"""Squares and cells of camps are chosen by the cursor, lanes from the list."""


def question(view: BatailleView, moves: Sequence[Move], *, is_chosen: bool = False) -> str:
    """Return the question for the legal moves; `is_chosen`: the ship is chosen already."""
    if view.phase == SETUP:
        placed = _placed(view)
        if placed == SUBMARINES:
            return _("place your mine (level 100, not above a submarine)")
        return _("hide submarine {number} of 3").format(number=placed + 1)
    if view.phase == MOVE:
        return _("move it where?") if is_chosen else _("move a ship 1 to 3 squares")
    if view.phase == CHARGE:
        return _("drop a depth charge, or hold")
    if is_only_to_hold(moves):
        return _("no further torpedo") if view.shots else _("no torpedo")
    text = _("fire a torpedo (1 in {odds}), or hold")
    if not view.acted:
        text = _("you must fire a torpedo (1 in {odds})")
    return text.format(odds=view.odds)


def short_question(view: BatailleView, moves: Sequence[Move], *, is_chosen: bool) -> str:
    """Return the question in the few columns of a phone."""
    if view.phase == SETUP:
        placed = _placed(view)
        if placed == SUBMARINES:
            return _("place your mine, 100 m down")
        return _("submarine {number} of 3: where?").format(number=placed + 1)
    if view.phase == MOVE and not is_chosen:
        return _("move a ship (1-3 squares)")
    if view.phase == CHARGE:
        return _("drop a charge, or hold")
    if view.phase == TORPEDO and not is_only_to_hold(moves):
        return _("fire a torpedo, or hold") if view.acted else _("you must fire a torpedo")
    return question(view, moves, is_chosen=is_chosen)


def _placed(view: BatailleView) -> int:
    """Return the number of submarines that are in their camp already."""
    return len(view.own_camp.submarines) if view.own_camp else 0


def headline(view: BatailleView, names: Sequence[str]) -> Spans:
    """Return the turn, and the ships and submarines of each side, in this order."""
    spans: list[Span] = []
    if view.turn:
        spans.append((_("turn {turn}").format(turn=view.turn) + "  ", BAR_SOFT))
    for seat in range(len(view.fleets)):
        spans += [seat_chip(seat, names[seat]), (" ", BAR)]
    ships = "–".join(str(fleet.floating) for fleet in view.fleets)
    submarines = "–".join(str(SUBMARINES - len(fleet.lost)) for fleet in view.fleets)
    left = (_("ships {left}").format(left=ships), _("submarines {left}").format(left=submarines))
    return [*spans, *((f" {text} ", BAR) for text in left)]


_SMALL: Final = ("◥", "▟")
_LARGE: Final = ("◥◤", "▟▖")
_LETTERS: Final = ("U", "S")
"""The signs of ships and submarines in the headline of a phone."""
_TAKEN: Final = 14
"""The columns of the headline for the title, and those left free."""


def short_headline(view: BatailleView, names: Sequence[str], width: int) -> Spans:
    """Return the ships and submarines of each side behind its name, for a phone."""
    spans: list[Span] = []
    room = (width - _TAKEN) // 2 - 4
    signs = _LARGE if max(map(len, names)) + 7 <= room else _SMALL
    if current_look().glyphs == "ascii":
        signs = _LETTERS
    for seat, fleet in enumerate(view.fleets):
        look = Look(SIDES[seat], "bar", "bold")
        left = zip(signs, (fleet.floating, SUBMARINES - len(fleet.lost)))
        spans.append(seat_chip(seat, names[seat], min(room - 2 * len(signs[0]) - 3, 12)))
        for sign, number in left:
            spans += [(sign, look), (f"{number}", BAR)]
        spans.append((" ", BAR))
    return spans


def glows(events: Sequence[Event]) -> dict[int, int]:
    """Return the seat that acted last on numbers of the surface."""
    found: dict[int, int] = {}
    for event in events:
        match event:
            case Moved(seat=seat, start=start, number=number):
                found |= {place: seat for place in (start, number) if place}
            case Charge(seat=seat, number=number) | MineStruck(seat=seat, number=number):
                found[number] = seat
    return found
