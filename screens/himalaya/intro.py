"""The intro of *Himalaya*: pitch, picture, colours, and effects of options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.options import OptionValue
from screens.coach_words import CoachWords
from screens.game_intro import GameIntro, GamePitch, bands, box, shape
from screens.text import N_

_COLOURS: Final[Mapping[str, str]] = {
    "beyond": "#0e1829",
    "region-A": "#14303f",
    "region-B": "#25264a",
    "region-C": "#33291f",
    "region-D": "#16352f",
    "region-E": "#3a2136",
    "region-F": "#24341c",
    "region-G": "#3a3318",
    "region-H": "#1a2c52",
    "soil": "#e0a552",
    "ice": "#7fcbff",
    "stone": "#b4bcc8",
    "house": "#3c4a60",
    "temple": "#7a3a30",
    "monastery": "#604a14",
    "salt": "#eef2f6",
    "barley": "#e2b65c",
    "tea": "#74c268",
    "jade": "#4fcabd",
    "gold-cube": "#ffd23f",
    "price": "#ffe9c2",
    "price-ground": "#5d3622",
}
"""Colours of land, tinted regions, routes by kind, villages by level, cubes, prices."""
_PITCH: Final = GamePitch(
    N_("Lead a caravan over the passes with six secret steps a turn."),
    N_("lead in two of religion, politics and economy"),
    N_("programs, and the cubes and yaks of your opponents"),
    "3-4",
    75,
    3,
    "gold",
)
_PICTURE: Final = (
    *bands(
        ("picture-day", 0.28),
        ("picture-haze", 0.46),
        ("picture-skin", 0.7),
        ("picture-meadow", 1.0),
    ),
    shape("picture-peak", -5, 75, 20, 34, 46, 75),
    shape("picture-snow", 14, 45, 20, 34, 27, 45),
    shape("picture-peak", 70, 75, 90, 38, 110, 75),
    shape("picture-snow", 84, 50, 90, 38, 96, 50),
    shape("picture-rock", 26, 76, 57, 10, 88, 76),
    shape("picture-snow", 45, 38, 57, 8, 69, 38, 60, 33, 55, 40),
    shape("picture-field", 0, 96, 30, 84, 62, 86, 90, 100, 70, 100, 30, 90),
    box("picture-roof", 0.1, 0.66, 0.24, 0.78),
    box("picture-whale", 0.62, 0.8, 0.84, 0.9),
    box("picture-whale", 0.64, 0.9, 0.68, 0.96),
    box("picture-whale", 0.77, 0.9, 0.81, 0.96),
    box("picture-lamp", 0.66, 0.7, 0.75, 0.8),
)
_OPTION_TEXTS: Final[Mapping[tuple[str, OptionValue], str]] = {
    ("events", False): N_("No event tokens: only programs count."),
    ("events", True): N_("Each player has a market day, a yeti and a snowstorm to play once each."),
    ("one_cube_a_turn", False): N_("A village can give a player several cubes in a turn."),
    ("one_cube_a_turn", True): N_("A village gives each player one cube a turn at most."),
    ("split_delegations", False): N_("The delegations of an order go to one region together."),
    ("split_delegations", True): N_("The delegations of an order can go to several regions."),
    ("open_screens", False): N_("Cubes and yaks are hidden: you must remember them."),
    ("open_screens", True): N_("All cubes and yaks are visible."),
    ("sand_timer", False): N_("No time limit for programs."),
    ("sand_timer", True): N_("One minute to write a program; empty slots are pauses."),
}
_COACH: Final = CoachWords(
    N_(
        "Three players, two easy bots, no events. Your starting village is chosen for you: "
        "you begin with your first program."
    ),
    N_("Your caravan starts where six steps collect the most."),
    "CAMP",
    lambda view: view.turn,
    {
        ("PROGRAM", 1): N_("Trade for cubes that one order near you demands, then travel there."),
        ("PROGRAM", 2): N_("An order needs all its cubes: collect for one order, not for three."),
        ("PROGRAM", 3): N_("Others trade too: the last cube of a village may be gone."),
        ("PROGRAM", 4): N_("Inventory this turn: 3 yaks if you alone have the most of a cube."),
        ("FILL", 1): N_("Take two of three rewards: you need two of three influences to win."),
        ("FILL", 2): N_("Take two of three rewards: you need two of three influences to win."),
    },
    (
        N_("Plan the first steps for cubes, the last ones for their order."),
        N_("Take a stupa and delegations too: yaks alone win nothing."),
    ),
    {
        "cubes": N_("Cubes matter most now: collect those you can soon spend on orders."),
        "yaks": N_("Yaks matter most now: look for orders and inventory tokens."),
        "religion": N_("Religion matters most now: compare what each stupa would earn you."),
        "regions": N_("Politics matters most now: see where one delegation tips a region."),
    },
    "screens.himalaya.forecast:idle_steps",
    N_("Before you seal a program, look for steps that do nothing."),
)
INTRO: Final = GameIntro(
    _PITCH,
    "◢◣",
    _PICTURE,
    _COLOURS,
    _OPTION_TEXTS,
    "screens.himalaya.diagrams:DIAGRAMS",
    "screens.himalaya.diagrams:position",
    _COACH,
)
