"""The entry of *Submarine*: the parts it brings."""

from __future__ import annotations

from typing import Final

from nim_tui.bots.levels import Slips
from nim_tui.registry import HARD, MEDIUM, GameEntry, easy_gates, hard_gates

ENTRY: Final = GameEntry(
    "submarine",
    "Submarine",
    "rules.submarine:SUBMARINE",
    "screens.submarine.screen:SubmarineScreen",
    {
        HARD: "nim_tui.games.submarine.judge:hard_bot",
        MEDIUM: "nim_tui.games.submarine.bot:MediumBot",
    },
    own_intro="screens.submarine.intro:INTRO",
    place=2,
    own_styles="nim_tui.games.submarine.judge",
    own_judge="nim_tui.games.submarine.judge:SubmarineJudge",
    own_spot="nim_tui.games.submarine.judge:spot",
    own_teller="nim_tui.games.submarine.spoken",
    slips=Slips(overlooks=18, sees=1, sensible="nim_tui.games.submarine.bot:sensible"),
    own_encoding="nim_tui.games.submarine.encoding",
    gates=(
        *hard_gates("submarine", {2: 0.62, 3: 0.45, 5: 0.30}),
        *easy_gates("submarine", 2, 4),
    ),
)
