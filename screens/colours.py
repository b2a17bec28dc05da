"""Named colours, looks of text, spans, and the colours of players.

The colours are those of the dark theme; other themes derive theirs from them. A look names
colours, and may lay one over another: "sea-a+first/22" is `first` at 22% over `sea-a`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from screens.text import shortened

SIDES: Final = ("first", "second", "third", "fourth", "fifth")
"""The colours of the players, by seat."""
SIDE_SIGNS: Final = ("▲", "▼", "◆", "■", "○")
"""A shape for each player, by seat: colour never stands alone."""
PAINTS: Final = ("red", "yellow", "green", "blue", "purple")
"""The printed colours of cards and tokens, always shown beside a letter."""
BOLD: Final = "text-style: bold;"


def rules(
    prefix: str, kind: str, names: Iterable[str], *, ending: str = "", style: str = ""
) -> str:
    """Return a style rule for each of these names: `.board--red { color: $paint-red; ... }`."""
    return "\n".join(
        f"& .{prefix}--{name}{ending} {{ color: ${kind}-{name}; {style} }}" for name in names
    )


COLOURS: Final[Mapping[str, str]] = {
    "night": "#0b1420",
    "bar": "#172a3d",
    "panel-ground": "#101c2c",
    "raised": "#16253a",
    "edge": "#3a5a78",
    "ink": "#e8eff5",
    "soft": "#a9bccd",
    "key": "#7cc4f5",
    "gold": "#ffd479",
    "light": "#f4f8fb",
    "dark": "#0a1622",
    "hint": "#b9f08f",
    "loss": "#a3201c",
    "on-loss": "#ffffff",
    "good": "#7be0a8",
    "bad": "#ffb86b",
    **dict(zip(SIDES, ("#ff8c5a", "#fae250", "#5adcaa", "#be96ff", "#8cc8ff"))),
    **dict(zip(PAINTS, ("#ef6a55", "#efc93f", "#58cf8d", "#6aa8f7", "#d58ae6"))),
}
"""The colours of the dark theme by name.

`night` is the main background, `bar` that of headline and keys, `panel-ground` and `raised` those
of a panel and a row in it. `ink` is text, `soft` quiet text, `gold` a question or a price, `light`
the cursor with `dark` on it, `edge` lines that are never text; `dark` is also the ink on all
bright colours.
"""


@dataclass(frozen=True, slots=True)
class Look:
    """The style of a text: named ink and ground, and other attributes in Rich's words."""

    ink: str = "ink"
    ground: str = "night"
    style: str = ""


BAR: Final = Look("ink", "bar")
BAR_SOFT: Final = Look("soft", "bar")
BAR_STRONG: Final = Look("ink", "bar", "bold")
"""The look of strong words in the headline."""


def chip(side: str) -> Look:
    """Return the look of a player's or a printed colour, as a background."""
    return Look("dark", side, "bold")


def seat_sign(seat: int, before: str = "") -> tuple[str, Look]:
    """Return the sign of a seat in its colour, and a blank."""
    return f"{before}{SIDE_SIGNS[seat]} ", Look(SIDES[seat], style="bold")


Span = tuple[str, Look]
"""A text and its look."""

Spans = Sequence[Span]


def seat_chip(seat: int, name: str, room: int = 12) -> Span:
    """Return a player's sign and name on the player's colour."""
    return f" {SIDE_SIGNS[seat]} {shortened(name, room)} ", chip(SIDES[seat])


def text_of(spans: Iterable[Span]) -> str:
    """Return the text without its looks."""
    return "".join(text for text, _look in spans)
