"""The entry of *Der Schwarm*: the parts it brings."""

from __future__ import annotations

from typing import Final

from nim_tui.bots.levels import Slips
from nim_tui.registry import HARD, MEDIUM, GameEntry, PuzzleRules, easy_gates, hard_gates

ENTRY: Final = GameEntry(
    "schwarm",
    "Der Schwarm",
    "rules.schwarm:SCHWARM",
    "screens.schwarm.screen:SchwarmScreen",
    {
        HARD: "nim_tui.games.schwarm.judge:HardBot",
        MEDIUM: "nim_tui.games.schwarm.bot:medium_bot",
    },
    own_intro="screens.schwarm.intro:INTRO",
    place=4,
    own_styles="nim_tui.games.schwarm.judge",
    own_judge="nim_tui.games.schwarm.judge:SchwarmJudge",
    own_teller="nim_tui.games.schwarm.spoken",
    slips=Slips(overlooks=20, sees=1, sensible="nim_tui.games.schwarm.bot:sensible"),
    own_encoding="nim_tui.games.schwarm.encoding",
    gates=(*hard_gates("schwarm", {2: 0.65, 3: 0.50, 4: 0.40}), *easy_gates("schwarm", 2, 4)),
    puzzles=PuzzleRules(not_asked=("card", "order")),  # no room for the reasons at 80 columns
)
