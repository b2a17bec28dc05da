"""A coach that evaluates nothing: it warns of moves of ship A in *Bataille*, and of no others."""

from __future__ import annotations

from typing import Final

import pytest

from nim_tui.coach import Coach
from rules.contract import Move
from rules.messages import Phrase
from screens.coach_words import Objection

WARNING: Final = Objection(14, blame=(Phrase("This leaves 8.200 open.", {}),), better="C 24")
ASKED: Final = "Play it all the same? Type yes, no, why or another move."


def warn_of_ship_a(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every coach be such a one."""

    async def objection(_coach: Coach, _move: Move) -> Objection:
        return WARNING

    async def look_ahead(_coach: Coach) -> None:
        pass

    monkeypatch.setattr("nim_tui.coach.randbits", lambda _bits: 7)
    monkeypatch.setattr(Coach, "warns_of", lambda _coach, move: move.word.startswith("A "))
    monkeypatch.setattr(Coach, "objection", objection)
    monkeypatch.setattr(Coach, "look_ahead", look_ahead)
