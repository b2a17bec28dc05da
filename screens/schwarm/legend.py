"""The signs of the sea in one line."""

from __future__ import annotations

from screens.colours import SIDE_SIGNS, SIDES, Look, Span, Spans, chip
from screens.schwarm.pieces import HAZARDS
from screens.schwarm.signs import CRAB, HIDDEN, SHIP, WAVE, WHALE
from screens.schwarm.words import WORDS
from screens.text import _

_SOFT = Look("soft")


def legend_line(*, plain: bool) -> Spans:
    """Return the legend of the signs, in the colours of the first seat."""
    sign, side = SIDE_SIGNS[0], Look(SIDES[0], style="bold")
    piece = side if plain else chip(SIDES[0])
    spans: list[Span] = [(" ", _SOFT)]
    spans += _told([(HIDDEN if plain else "~", Look("key"))], _("face down"))
    spans += _told([(f"{sign}1", piece)], WORDS.shown("station"))
    ship = [(SHIP, side), (sign, side)] if plain else [(sign, piece), ("◤", side)]
    spans += _told(ship, WORDS.shown("ship"))
    spans += _told([(sign, side)], _("buoy"))
    for letter, word in ((WHALE, "whale"), (WAVE, "wave"), (CRAB, "crab")):
        spans += _told([(WORDS.sign(letter), HAZARDS[letter])], WORDS.shown(word))
    target = [("·", Look())] if plain else [("•", Look("ink", "target", "bold"))]
    return [*spans, *_told(target, _("may go"))]


def _told(signs: list[Span], meaning: str) -> list[Span]:
    return [*signs, (f" {meaning}  ", _SOFT)]
