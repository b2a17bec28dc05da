"""The intro of *Submarine*: pitch, picture, colours, and effects of options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.options import OptionValue
from screens.coach_words import CoachWords
from screens.game_intro import GameIntro, GamePitch, bands, box, shape
from screens.text import N_

_COLOURS: Final[Mapping[str, str]] = {
    "sky": "#263a52",
    "level-1": "#1d6088",
    "level-2": "#154b72",
    "level-3": "#0f375b",
    "level-4": "#0a2544",
    "steel": "#557089",
    "steel-hull": "#7690a8",
    "waterline": "#3f86b4",
    "dim-red": "#5c2620",
    "dim-yellow": "#54450f",
    "dim-green": "#17472f",
    "dim-blue": "#1d3c68",
    "dim-purple": "#4c2756",
    "pale-red": "#f1b6ac",
    "pale-yellow": "#eee0b3",
    "pale-green": "#afe3c6",
    "pale-blue": "#b3d2fb",
    "pale-purple": "#e3c2ea",
}
"""Sky and depths; other seats' pieces; tokens out of reach (`dim`, with `pale` text).

Tokens within reach have the bright colours of PAINTS.
"""
_PITCH: Final = GamePitch(
    N_("Send bathyscaphes down and bring up one treasure of each type."),
    N_("find the most of the twelve types before the sea is empty"),
    N_("the cards in hands and draw piles"),
    "2-5",
    60,
    2,
    "key",
)
_PICTURE: Final = (
    *bands(
        ("picture-haze", 0.2),
        ("picture-sea", 0.42),
        ("picture-deep", 0.66),
        ("picture-abyss", 0.88),
        ("picture-sand", 1.0),
    ),
    box("picture-snow", 0.17, 0.05, 0.29, 0.14),
    box("picture-coral", 0.11, 0.14, 0.35, 0.22),
    box("picture-haze", 0.2, 0.22, 0.24, 0.46),
    shape("picture-snow", 13, 50, 18, 44, 28, 44, 34, 50, 34, 62, 28, 68, 18, 68, 13, 62),
    box("picture-whale", 0.18, 0.51, 0.29, 0.61),
    shape("picture-beam", 34, 54, 40, 52, 66, 68, 58, 76),
    box("picture-wood", 0.58, 0.74, 0.86, 0.92),
    box("picture-sand", 0.6, 0.7, 0.84, 0.75),
    box("picture-lamp", 0.62, 0.76, 0.67, 0.82),
    box("picture-coral", 0.69, 0.76, 0.73, 0.82),
    box("picture-mint", 0.76, 0.76, 0.8, 0.82),
    box("picture-meadow", 0.93, 0.78, 0.97, 0.9),
)
_OPTION_TEXTS: Final[Mapping[tuple[str, OptionValue], str]] = {
    ("round_limit", None): N_("The game lasts until the sea or the cards run out."),
}
_COACH: Final = CoachWords(
    N_(
        "Two players, an easy bot, the printed rules. Your bathyscaphes are placed for you: "
        "you begin with your first crossing."
    ),
    N_("Your bathyscaphes are placed where your boat has several stops."),
    "PLACE",
    lambda view: (view.turn - 1) // len(view.players) + 1,
    {
        ("BOAT", 1): N_("Your boat decides who acts: the bathyscaphes in its column."),
        ("BOAT", 2): N_("Only new types count: a type you have brings you a joker."),
        ("BOAT", 3): N_("Paying by card also costs tribute to others at your level and above."),
        ("BOAT", 4): N_("You cannot pay? Dive: at the end of a turn you draw to three cards."),
    },
    (
        N_("Keep cards of several colours, to pay for any new type."),
        N_("Collect where no opponent is above you: you pay no tribute."),
    ),
    {
        "types": N_("A new type is within reach: see which stop lets you collect it."),
        "money": N_("Cards and jokers matter most now: see what you can pay next turn."),
        "reach": N_("Look ahead: which types you lack can you reach before others?"),
        "room": N_("Do not rush: a column your boat passes is lost for this crossing."),
        "end": N_("The game may end soon: see who would win."),
    },
)
INTRO: Final = GameIntro(
    _PITCH,
    "()",
    _PICTURE,
    _COLOURS,
    _OPTION_TEXTS,
    "screens.submarine.diagrams:DIAGRAMS",
    "screens.submarine.diagrams:position",
    _COACH,
)
