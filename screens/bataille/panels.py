"""What stands beside the boards: both fleets, and the spinner with what it brought so far."""

from __future__ import annotations

from math import atan2, pi
from typing import Final

from rules.bataille.board import PORT, SHIPS, SUNK
from rules.bataille.view import BatailleView
from screens.bataille.ships import pips
from screens.colours import Look, seat_sign
from screens.people import People
from screens.player_styles import SIDES
from screens.spans import Span, Spans
from screens.text import _, shortened

_SHIPS: Final = 29
"""The width of a fleet without its player's name."""
_DIAL: Final = (12, 12)
"""Columns and half lines of the dial."""


def fleet_lines(view: BatailleView, people: People, width: int) -> list[Spans]:
    """Of each side its ships: what they carry, and where they are."""
    seats = range(len(view.fleets))
    most = width - _SHIPS if width >= _SHIPS + 4 else 0
    names = [people.titled(seat) for seat in seats]
    if max(map(len, names)) >= most:
        names = [people.label(seat) for seat in seats]
    room = min(most, max(12, *(len(name) + 1 for name in names)))
    shown = [shortened(name, room).ljust(room) if room else "" for name in names]
    return [_fleet(view, seat, shown[seat]) for seat in seats]


def _fleet(view: BatailleView, seat: int, name: str) -> Spans:
    fleet, side = view.fleets[seat], SIDES[seat]
    spans: list[Span] = [
        seat_sign(seat),
        (name, Look(side, style="bold")),
    ]
    for ship, (place, charges) in enumerate(zip(fleet.places, fleet.charges)):
        spans.append((f"{' ' if ship or name else ''}{SHIPS[ship]} ", Look(style="bold")))
        if place == SUNK:
            spans.append((_("sunk"), Look("on-loss", "loss")))
        else:
            where = "" if place == PORT else f"{place}"
            spans.append((pips(ship, charges), Look()))
            spans.append((f" {where}" if where else "", Look("soft")))
    return spans


def spinner_lines(view: BatailleView, hits: tuple[int, int], seat: int) -> list[Spans]:
    """The spinner as a dial whose bright part sinks a ship, and how often it did."""
    told: list[Spans] = [
        (),
        [(_("sinks the ship:"), Look(style="bold"))],
        [(_("1 in {odds}").format(odds=view.odds), Look(style="bold"))],
        (),
        *(_luck_line(view, other, hits[other]) for other in range(len(view.fleets))),
    ]
    dial = dial_lines(view.odds, SIDES[seat])
    return [
        [*line, ("   ", Look()), *(told[n] if n < len(told) else ())] for n, line in enumerate(dial)
    ]


def _luck_line(view: BatailleView, seat: int, hits: int) -> Spans:
    fired = len(view.fleets[seat].torpedoes)
    text = _("{hits} of {fired} hit").format(hits=hits, fired=fired)
    return [seat_sign(seat), (text, Look("soft"))]


def dial_lines(odds: int, side: str) -> list[Spans]:
    """A disc in sectors, two halves a cell: the first sector in a colour, the others in greys."""
    width, height = _DIAL
    return [
        [
            (
                "▀",
                Look(_sector(x, y, odds, side), _sector(x, y + 1, odds, side)),
            )
            for x in range(width)
        ]
        for y in range(0, height, 2)
    ]


def _sector(x: int, y: int, odds: int, side: str) -> str:
    width, height = _DIAL
    right, down = x - (width - 1) / 2, y - (height - 1) / 2
    if right**2 + down**2 > (height / 2) ** 2:
        return "panel-ground"
    if abs(right) < 1 and abs(down) < 1:
        return "light"
    turn = (atan2(right, -down) / (2 * pi)) % 1
    place = int(turn * odds)
    return side if place == 0 else ("dial", "dial-other")[place % 2]
