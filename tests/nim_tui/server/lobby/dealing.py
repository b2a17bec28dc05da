"""Another world for tests of secrets: the same game, dealt or drawn otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rules.chance import Chance
from rules.contract import Event
from rules.options import OptionValue
from rules.schwarm.events import Row
from rules.schwarm.game import Schwarm
from rules.schwarm.moves import Move
from rules.schwarm.state import SchwarmState
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


def draw_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let chance go on otherwise once the row of cards lies open."""
    play = Schwarm.play

    def played(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Sequence[Event]:
        events = play(state, seat, move, chance)
        if any(isinstance(event, Row) for event in events):
            chance.below(997)
        return events

    monkeypatch.setattr(Schwarm, "play", staticmethod(played))
