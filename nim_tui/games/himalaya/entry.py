"""The entry of *Himalaya*: the parts it brings."""

from __future__ import annotations

from typing import Final

from nim_tui.bots.levels import Slips
from nim_tui.registry import HARD, MEDIUM, GameEntry, easy_gates, hard_gates
from rules.messages import N_

ENTRY: Final = GameEntry(
    "himalaya",
    "Himalaya",
    "rules.himalaya:HIMALAYA",
    "screens.himalaya.screen:HimalayaScreen",
    {
        HARD: "nim_tui.games.himalaya.judge:hard_bot",
        MEDIUM: "nim_tui.games.himalaya.bot:MediumBot",
    },
    own_intro="screens.himalaya.intro:INTRO",
    place=3,
    own_styles="nim_tui.games.himalaya.judge",
    own_judge="nim_tui.games.himalaya.judge:HimalayaJudge",
    own_spot="nim_tui.games.himalaya.judge:spot",
    own_teller="nim_tui.games.himalaya.spoken",
    one_line=N_("the seat knew nearly everything: programs are soon revealed"),
    slips=Slips(overlooks=75, sees=1, sensible="nim_tui.games.himalaya.bot:sensible"),
    own_encoding="nim_tui.games.himalaya.encoding",
    gates=(*hard_gates("himalaya", {3: 0.55, 4: 0.45}), *easy_gates("himalaya", 3, 4)),
)
