"""The themes: dark by default, light, high contrast and mono; all from the same named colours.

The players' colours stay apart for every kind of colour vision (after Okabe and Ito), and a sign
stands beside each wherever it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import hypot
from typing import Final

from textual.color import Color, Lab, lab_to_rgb, rgb_to_lab
from textual.theme import Theme

from nim_tui.registry import all_games
from screens import colours
from screens.colours import PAINTS, SIDES
from screens.home.game_shelf import COLOURS as HOME

_BRIGHT: Final = 60
_COLOURED: Final = 25
_INKED: Final = 34
"""Lightness and chroma in CIE L*a*b*."""


@cache
def _dark() -> Mapping[str, str]:
    """Return all named colours of the dark theme, with those of games; names must not clash."""
    named = {**colours.COLOURS, **HOME}
    for entry in all_games().values():
        named = {**entry.intro.colours, **named}
    return named


def _light(lab: Lab) -> Lab:
    """Swap ground and ink in lightness; bright colours stay colours."""
    if lab.L > _BRIGHT and hypot(lab.a, lab.b) > _COLOURED:
        return Lab(_INKED, lab.a, lab.b)
    return Lab(100 - lab.L, lab.a, lab.b)


def _contrast(lab: Lab) -> Lab:
    """Return grounds close to black, inks and chips close to white."""
    return (
        Lab(lab.L * 0.35, lab.a * 0.7, lab.b * 0.7)
        if lab.L < 50
        else Lab(60 + lab.L * 0.4, lab.a, lab.b)
    )


def _mono(lab: Lab) -> Lab:
    return Lab(lab.L, 0.0, 0.0)


def _theme(name: str, change: Callable[[Lab], Lab] | None, *, dark: bool = True) -> Theme:
    named = dict(_dark())
    if change is not None:
        named = {
            colour: lab_to_rgb(change(rgb_to_lab(Color.parse(value)))).clamped.hex
            for colour, value in _dark().items()
        }
    if change is _contrast:
        named["edge"] = named["soft"]  # darker than the inks, it could hardly be seen
    if change is not _mono:
        named |= HOME  # pictures keep their colours
    return Theme(
        name=name,
        primary=named["key"],
        accent=named["key"],
        background=named["night"],
        surface=named["raised"],
        panel=named["bar"],
        foreground=named["ink"],
        warning=named["gold"],
        error=named["bad"],
        success=named["good"],
        dark=dark,
        variables={
            **named,
            "frame": named["edge"],
            "faint": named["soft"],
            "text-muted": named["soft"],
            "text-disabled": named["soft"],
            **{f"side-{side}": named[side] for side in SIDES},
            **{f"paint-{paint}": named[paint] for paint in PAINTS},
        },
    )


_CHANGES: Final[Mapping[str, Callable[[Lab], Lab] | None]] = {
    "sea": None,
    "light": _light,
    "contrast": _contrast,
    "mono": _mono,
}


@cache
def theme_named(name: str) -> Theme:
    """Return a theme by its name in the settings; made at first use."""
    return _theme(name, _CHANGES[name], dark=name != "light")
