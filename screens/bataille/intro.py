"""The intro of *Bataille sous les mers*: pitch, picture, colours, and effects of options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.options import OptionValue
from screens.coach_words import CoachWords
from screens.game_intro import GameIntro, GamePitch, bands, box, shape
from screens.text import N_

_COLOURS: Final[Mapping[str, str]] = {
    "sea-a": "#164a6e",
    "sea-b": "#1a5278",
    "reach-a": "#206a98",
    "reach-b": "#236f9f",
    "lane": "#6448a8",
    "wreck": "#b3263a",
    "own-submarine": "#6fe0d2",
    "mine": "#e9a8d0",
    "hot": "#ffb84d",
    "depth-100": "#124366",
    "depth-200": "#0d2f52",
    "depth-300": "#0a1d3a",
    "bare-100": "#2f7397",
    "bare-200": "#235a80",
    "bare-300": "#1b4468",
    "dial": "#2e3f52",
    "dial-other": "#41546a",
}
"""Two alternating colours of squares, the same within reach; each depth, and excluded cells."""
_PITCH: Final = GamePitch(
    N_("Find and sink three hidden submarines with ships everyone can see."),
    N_("sink all enemy submarines or all enemy ships"),
    N_("where the submarines and mines are"),
    "2",
    30,
    1,
    "first",
)
_PICTURE: Final = (
    *bands(
        ("picture-dusk", 0.26),
        ("picture-field", 0.36),
        ("picture-sea", 0.52),
        ("picture-deep", 0.76),
        ("picture-abyss", 1.0),
    ),
    box("picture-lamp", 0.72, 0.2, 0.86, 0.36),
    shape("picture-hull", 14, 34, 62, 34, 56, 46, 20, 46),
    box("picture-roof", 0.26, 0.24, 0.5, 0.35),
    box("picture-hull", 0.34, 0.1, 0.42, 0.25),
    box("picture-day", 0.08, 0.58, 0.12, 0.64),
    box("picture-day", 0.18, 0.58, 0.22, 0.64),
    box("picture-lamp", 0.36, 0.58, 0.4, 0.64),
    shape("picture-mint", 50, 78, 56, 72, 90, 72, 96, 80, 90, 88, 50, 88),
    box("picture-mint", 0.66, 0.62, 0.78, 0.74),
    box("picture-abyss", 0.58, 0.77, 0.62, 0.83),
)
_OPTION_TEXTS: Final[Mapping[tuple[str, OptionValue], str]] = {
    ("blast", False): N_("Near miss: next to the charge, or one level above or below it."),
    ("blast", True): N_("Near miss: in the eight squares around, on the same level."),
    ("lanes", "orthogonal"): N_("Torpedoes run along rows and columns."),
    ("lanes", "diagonals"): N_("Torpedoes run along the two long diagonals too."),
    ("lanes", "all"): N_("Torpedoes run along every straight line too."),
    ("spinner", "sixth"): N_("A torpedo hits one time in six: the search matters most."),
    ("spinner", "quarter"): N_("A torpedo hits one time in four."),
    ("spinner", "third"): N_("A torpedo hits one time in three: torpedoes matter more."),
    ("grids", "deduce"): N_("The search grids are filled in from the answers."),
    ("grids", "plain"): N_("The search grids show only your own marks."),
    ("blocking", False): N_("Ships in the lane do not stop torpedoes."),
    ("blocking", True): N_("Torpedoes stop at the first ship in the lane."),
    ("after_mine", "several"): N_("After a mine, every submarine in the lane may fire."),
    ("after_mine", "one"): N_("After a mine, only one torpedo may be fired."),
    ("without_move", "both"): N_("A turn without a move: a charge, torpedoes or both."),
    ("without_move", "either"): N_("A turn without a move: a charge or torpedoes, not both."),
    ("turn_limit", None): N_("The game goes on until one side is sunk."),
}
_COACH: Final = CoachWords(
    N_(
        "One easy bot and the printed rules. Your submarines and your mine are already "
        "placed: the search is the heart of this game, so you begin with it."
    ),
    N_("Your submarines do not touch: finding one does not give away the next."),
    "SETUP",
    lambda view: (view.turn + 1) // 2,
    {
        ("MOVE", 1): N_("A charge falls under the ship that moves: go where you want to search."),
        ("MOVE", 2): N_("Search where your grids are still blank, at all three depths."),
        ("MOVE", 3): N_("After a near miss, search next to it: your grids mark these places."),
        ("MOVE", 4): N_("Torpedoes betray your submarine and hit one time in six: hold them."),
    },
    (
        N_("After a near miss, drop your next charge on one of the marked cells."),
        N_("Bring a ship back to port before its last charge is gone."),
    ),
    {
        "safety": N_("One of your submarines is in danger: see which ships can get above it."),
        "search": N_("Where you search matters most now: some places are far likelier."),
        "ships": N_("Ships are at stake now: look along the torpedo lanes, both ways."),
        "charges": N_("Charges matter most now: keep them for places where they can hit."),
    },
)
INTRO: Final = GameIntro(
    _PITCH,
    "◥◤",
    _PICTURE,
    _COLOURS,
    _OPTION_TEXTS,
    "screens.bataille.diagrams:DIAGRAMS",
    "screens.bataille.diagrams:position",
    _COACH,
)
