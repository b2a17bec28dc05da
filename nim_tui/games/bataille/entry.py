"""The entry of *Bataille sous les mers*: the parts it brings."""

from __future__ import annotations

from typing import Final

from nim_tui.bots.levels import Slips
from nim_tui.registry import EASY, HARD, MEDIUM, GameEntry, Gate, PuzzleRules, easy_gates

ENTRY: Final = GameEntry(
    "bataille",
    "Bataille sous les mers",
    "rules.bataille:BATAILLE",
    "screens.bataille.screen:BatailleScreen",
    {
        HARD: "nim_tui.games.bataille.judge:hard_bot",
        MEDIUM: "nim_tui.games.bataille.bot:MediumBot",
    },
    {"turtle": "nim_tui.games.bataille.quick_bots:TurtleBot"},
    own_intro="screens.bataille.intro:INTRO",
    place=1,
    own_styles="nim_tui.games.bataille.judge",
    own_judge="nim_tui.games.bataille.judge:BatailleJudge",
    own_set_ups="nim_tui.games.bataille.quick_bots:camps",
    own_teller="nim_tui.games.bataille.spoken",
    slips=Slips(overlooks=100, sees=4, habits="nim_tui.games.bataille.quick_bots:habits"),
    own_encoding="nim_tui.games.bataille.encoding",
    gates=(
        Gate("bataille", HARD, (MEDIUM,), 0.65, games=400, draws=0.1),
        Gate("bataille", HARD, ("turtle",), 0.65, games=400, draws=0.1),
        *easy_gates("bataille", 2),
        Gate("bataille", EASY, ("turtle",), 0.55, games=400),
    ),
    puzzles=PuzzleRules(most_seen=0.9),  # the bot rarely misses what its judge sees
)
