"""The presentation of Mia."""

from screens.game_intro import GameIntro, GamePitch, bands, box
from screens.text import N_

INTRO = GameIntro(
    GamePitch(
        N_("Roll under a cup, and say what you like, as long as it is more."),
        goal=N_("be the last one with a life"),
        hidden=N_("the dice under the cup"),
        players="2-5",
        minutes=10,
        difficulty=1,
        colour="gold",
    ),
    "⚁⚀",
    (
        *bands(("mia-table", 1.0)),
        box("mia-cup", 0.15, 0.1, 0.5, 0.75),
        box("mia-die", 0.58, 0.5, 0.72, 0.78),
        box("mia-die", 0.76, 0.5, 0.9, 0.78),
    ),
    {"mia-table": "#5a2d2d", "mia-cup": "#8f6a45", "mia-die": "#f4f0e2"},
    {
        ("lives", "three"): N_("Who loses three rounds is out."),
        ("lives", "five"): N_("Who loses five rounds is out."),
        ("double_mia", False): N_("A doubted Mia costs one life."),
        ("double_mia", True): N_("A doubted Mia costs two lives."),
    },
)
