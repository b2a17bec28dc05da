"""The intro of *Der Schwarm*: pitch, picture, colours, and effects of options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.options import OptionValue
from screens.coach_words import CoachWords
from screens.game_intro import GameIntro, GamePitch, bands, box, shape
from screens.text import N_

_COLOURS: Final[Mapping[str, str]] = {
    "face-down-a": "#07203a",
    "face-down-b": "#092644",
    "water": "#0e3957",
    "tile": "#134563",
    "target": "#1f7288",
    "land-a": "#3f5a36",
    "land-b": "#4a6640",
    "coast": "#cdb98a",
    "queen": "#ff86d8",
    "queen-ground": "#8a1a66",
    "whale": "#ffb14a",
    "wave": "#9fe0ff",
    "crab": "#ff6f61",
    "notch": "#0b2236",
    "amber": "#a8742a",
    "card-light": "#e9dcbb",
    "card-blue": "#6cb8ff",
    "card-green": "#86d98f",
    "card-order": "#cfd8e3",
    "card-joker": "#f0b7e6",
}
"""Colours of the sea by content, of land, pieces and hazards, and of the row's cards."""
_PITCH: Final = GamePitch(
    N_("Explore a deep sea that fights back with whales, waves and crabs."),
    N_("score the most research points by the end of the last round"),
    N_("the face-down tiles"),
    "2-4",
    75,
    3,
    "good",
)
_SPARKS: Final = ((0.12, 0.72), (0.42, 0.76), (0.56, 0.9), (0.8, 0.74))
_PICTURE: Final = (
    *bands(
        ("picture-violet", 0.32),
        ("picture-mauve", 0.42),
        ("picture-teal", 0.62),
        ("picture-deep", 0.8),
        ("picture-abyss", 1.0),
    ),
    box("picture-field", 0.74, 0.16, 0.9, 0.36),
    shape("picture-whale", 36, 34, 54, 34, 60, 62, 30, 62),
    shape("picture-whale", 10, 13, 24, 13, 45, 32, 66, 13, 80, 13, 64, 30, 45, 42, 26, 30),
    *(box("picture-snow", x, 0.6, x + 0.04, 0.65) for x in (0.2, 0.3, 0.46, 0.6)),
    *(box("picture-snow", x, y, x + 0.05, y + 0.06) for x, y in ((0.24, 0.84), (0.7, 0.84))),
    *(box("picture-mint", x, y, x + 0.05, y + 0.06) for x, y in _SPARKS),
)
_OPTION_TEXTS: Final[Mapping[tuple[str, OptionValue], str]] = {
    ("free_start", False): N_("First stations go on the four marked cells."),
    ("free_start", True): N_("First stations go anywhere, not too close together."),
    ("great_wave", False): N_("A wave hits the land where it ends."),
    ("great_wave", True): N_("A wave that reaches land hits beside it too, for 1 point less."),
    ("closed_hands", False): N_("All taken cards are visible."),
    ("closed_hands", True): N_("You see only how many cards others hold."),
    ("may_decline", False): N_("A station or researcher card must be used if possible."),
    ("may_decline", True): N_("A station or researcher card may be played without effect."),
}
_COACH: Final = CoachWords(
    N_(
        "One easy bot and the marked starting cells. Your first station is placed for you: "
        "you begin with your first cards."
    ),
    N_("Your first station is placed where your network can grow."),
    "START",
    lambda view: 2 * view.round - (view.phase.name == "ROW"),
    {
        ("ROW", 1): N_("Waiting makes a card cheaper, but others may take it first."),
        ("PLAY", 2): N_("Build close together: your largest network scores each round."),
        ("ROW", 3): N_("You pay with points: take cards that bring more than they cost."),
        ("PLAY", 4): N_("Send hazards at the player with the most points: a hit costs them most."),
    },
    (
        N_("Let a card become cheaper as long as nobody else needs it."),
        N_("Link your stations to the queen: their land scores at the end."),
    ),
    {
        "hand": N_("Think of your cards together: what does each allow the next to do?"),
        "points": N_("Points matter most now: weigh the cost of a move against its gain."),
        "network": N_("Your largest network matters most now: find a way to make it grow."),
        "queen": N_("The queen matters most now: see which stations you can link to her."),
        "shores": N_("Shores matter most now: see how many your network can join."),
        "hazards": N_("Hazard cards matter most now: keep them for when they hit most."),
    },
)
INTRO: Final = GameIntro(
    _PITCH,
    "≈•",
    _PICTURE,
    _COLOURS,
    _OPTION_TEXTS,
    "screens.schwarm.diagrams:DIAGRAMS",
    "screens.schwarm.diagrams:position",
    _COACH,
)
