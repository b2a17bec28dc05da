"""How the seats are told apart here: the own one white, the others steel; hue is for tokens."""

from __future__ import annotations

from typing import Final

from rules.submarine.view import SubmarineView
from screens.colours import Look
from screens.player_styles import SIDE_SIGNS, SIDES
from screens.spans import Span, Spans
from screens.text import shortened

_OWN: Final = Look("dark", "light", "bold")
_OTHER: Final = Look("light", "steel", "bold")


def side_chip(seat: int, own: int) -> Look:
    """A piece of a seat."""
    return _OWN if seat == own else _OTHER


def side_ink(seat: int, own: int, style: str = "") -> Look:
    """What is written of a seat."""
    return Look("light" if seat == own else "soft", style=style)


def seat_chip(seat: int, own: int, name: str, room: int = 12) -> Span:
    """Somebody as a chip: sign and name, or the sign alone."""
    text = f"{SIDE_SIGNS[seat]} {shortened(name, room)}" if name else SIDE_SIGNS[seat]
    return f" {text} ", side_chip(seat, own)


def without_hue(spans: Spans, own: int) -> Spans:
    """The same, with nobody in a colour of their own."""
    inks = {side: side_ink(seat, own).ink for seat, side in enumerate(SIDES)}
    return [
        (text, Look(inks.get(look.ink, look.ink), look.ground, look.style)) for text, look in spans
    ]


def own_seat(view: SubmarineView) -> int:
    """Whose sea it is: of the one who looks, else of the one whose turn it is."""
    return view.mover if view.seat is None else view.seat
