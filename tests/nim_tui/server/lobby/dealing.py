"""Another world for tests of secrets: the same game, dealt otherwise."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.chance import Chance
from rules.options import OptionValue
from rules.submarine.game import Submarine
from rules.submarine.state import SubmarineState


def deal_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the first player hold a card that else lies in their pile."""
    new = Submarine.new

    def dealt(
        self: Submarine, seats: int, options: Mapping[str, OptionValue], chance: Chance
    ) -> SubmarineState:
        state = new(self, seats, options, chance)
        hand, pile = state.hands[0], state.piles[0]
        place = next(number for number, card in enumerate(pile) if card not in hand)
        hand[-1], pile[place] = pile[place], hand[-1]
        hand.sort()
        return state

    monkeypatch.setattr(Submarine, "new", dealt)
