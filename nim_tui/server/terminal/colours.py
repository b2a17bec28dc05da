"""Colours a client can show.

Every app renders true colour, as Rich caches rendered styles that all apps share: one client's
colours would decide for the next. Each session translates its output.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import Color, ColorSystem, ColorType


class Colours(Enum):
    """The range of colours of a terminal."""

    TRUE = "truecolor"
    MANY = "256"
    FEW = "16"
    NONE = "none"


_SYSTEMS: Final = {Colours.MANY: ColorSystem.EIGHT_BIT, Colours.FEW: ColorSystem.STANDARD}
_TRUE_TERMINALS: Final = ("kitty", "ghostty", "alacritty", "wezterm", "foot", "direct", "truecolor")
_PLAIN_TERMINALS: Final = re.compile(r"|dumb|unknown|vt\d.*|.*-m(ono)?")


def colours_of(terminal: str, wishes: Mapping[str, str]) -> Colours:
    """Return the colours of a terminal, by its TERM and the client's COLORTERM and NO_COLOR."""
    name = terminal.lower()
    if wishes.get("NO_COLOR") or _PLAIN_TERMINALS.fullmatch(name):
        return Colours.NONE
    if wishes.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
        return Colours.TRUE
    if any(known in name for known in _TRUE_TERMINALS):
        return Colours.TRUE
    return Colours.MANY if "256" in name else Colours.FEW


class _Style(NamedTuple):
    """The parts of an SGR sequence; all empty: the terminal's own."""

    attributes: str = ""
    handler: str = ""
    back: str = ""

    def __str__(self) -> str:
        return ";".join(part for part in self if part)


_PLAIN: Final = _Style()
_DRAWN: Final = frozenset(("4", "7", "9", "21", "53"))
"""The attributes that show on blanks: underlined, reversed, struck through, overlined."""
_ENDS: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
"""The attributes that terminals with colours can end alone, each with the number that does."""
_CONTROL = re.compile(r"\x1b\[([\d;]*)([mH])")


def translated(text: str, colours: Colours) -> str:
    """Return the output of an app in colours that a terminal can show, in the fewest bytes.

    Rich ends each run of a style and states the next style in full; here only the changes between
    two printed runs are written. The text starts and ends in the terminal's own style.
    """
    pieces = _CONTROL.split(text)
    out: list[str] = [pieces[0]]
    shown = wanted = _PLAIN
    for position in range(1, len(pieces), 3):
        numbers, letter, printed = pieces[position : position + 3]
        if letter == "m":
            wanted = _style(numbers, colours)
        else:
            out.append(f"\x1b[{numbers}H")
        if printed:
            needed = _blank(shown, wanted) if printed.isspace() else wanted
            if needed is not shown:
                out.append(_change(shown, needed))
                shown = needed
            out.append(printed)
    if shown is not _PLAIN:
        out.append("\x1b[0m")
    return "".join(out)


@lru_cache(8192)
def _blank(shown: _Style, wanted: _Style) -> _Style:
    """Return the style nearest to the present one in which blanks look the same."""
    if _DRAWN.isdisjoint(f"{shown.attributes};{wanted.attributes}".split(";")):
        return _Style(shown.attributes, shown.handler, wanted.back)
    return wanted


@lru_cache(8192)
def _change(shown: _Style, wanted: _Style) -> str:
    """Return the shortest change from one style to another."""
    if shown == wanted:
        return ""
    if wanted == _PLAIN:
        return "\x1b[0m"
    anew = "0;" * (shown != _PLAIN) + str(wanted)
    changes = _attributes(shown.attributes.split(";"), wanted.attributes.split(";"))
    if changes is None or not (wanted.handler or wanted.back):
        return f"\x1b[{anew}m"
    if shown.handler != wanted.handler:
        changes.append(wanted.handler or "39")
    if shown.back != wanted.back:
        changes.append(wanted.back or "49")
    return f"\x1b[{min(anew, ';'.join(changes), key=len)}m"


def _attributes(shown: Sequence[str], wanted: Sequence[str]) -> list[str] | None:
    """Return the numbers that lead from attributes to others; None if only a reset does."""
    gone = {each for each in shown if each and each not in wanted}
    if not gone <= _ENDS.keys():
        return None
    ends = dict.fromkeys(_ENDS[each] for each in sorted(gone))
    kept = [each for each in shown if each in wanted and _ENDS.get(each) not in ends]
    return [*ends, *(each for each in wanted if each and each not in kept)]


@lru_cache(8192)
def _style(numbers: str, colours: Colours) -> _Style:
    """Return the style of an SGR sequence from plain, in colours that can be shown."""
    parts = numbers.split(";")
    attributes: list[str] = []
    handler = back = ""
    position = 0
    while position < len(parts):
        length = _colour_length(parts, position)
        colour = tuple(parts[position : position + length])
        if length == 1 and parts[position] in {"", "0"}:
            attributes, handler, back = [], "", ""
        elif _is_colour(parts[position], ("3", "9")):
            handler = _shown(colour, colours)
        elif _is_colour(parts[position], ("4", "10")):
            back = _shown(colour, colours)
        else:
            attributes.append(parts[position])
        position += length
    style = _Style(";".join(attributes), handler, back)
    return _PLAIN if style == _PLAIN else style


def _colour_length(parts: list[str], position: int) -> int:
    if parts[position] not in {"38", "48"} or position + 1 == len(parts):
        return 1
    return 5 if parts[position + 1] == "2" else 3


def _is_colour(number: str, decades: tuple[str, str]) -> bool:
    """Whether a number sets the front (or back) colour: 30-39 and 90-97, or their like."""
    return number[:-1] in decades


def _shown(colour: tuple[str, ...], colours: Colours) -> str:
    """Return the numbers of a colour as a terminal can show it; empty for its own."""
    if colours is Colours.NONE or colour[0] in {"39", "49"} or len(colour) == 2:
        return ""
    if len(colour) == 1 or colours is Colours.TRUE:
        return ";".join(colour)
    background = colour[0] == "48"
    values = [int(number) for number in colour[2:]]
    named = Color.from_rgb(*values) if len(values) == 3 else Color.from_ansi(values[0])
    shown = named.downgrade(_SYSTEMS[colours])
    if shown.type is ColorType.DEFAULT:
        return ""
    return ";".join(shown.get_ansi_codes(foreground=not background))
