"""Taking cards with the end of the row in sight: each choice is followed until all have theirs.

The row holds nothing hidden and nothing of chance. Everybody is thought to take what a glance says;
what counts is what all hold in the end, and what they paid for it.
"""

from __future__ import annotations

from nim_tui.bots.bot import Advice
from nim_tui.bots.schwarm import reasons
from nim_tui.bots.schwarm.row import Choice, Row, early, ranked
from nim_tui.bots.schwarm.worth import Worth
from rules.chance import Chance
from rules.schwarm.cards import BRILLIANT, PROTECTION
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import ROW, Kind, Move
from rules.schwarm.state import SchwarmState


class Draft:
    """The row of one decision, as it may be emptied."""

    def __init__(self, state: SchwarmState, worth: Worth) -> None:
        self._state = state
        self._worth = worth
        self._row = Row(state)
        self._no_chance = Chance(0)
        self._at_a_glance: Choice | None = None

    def ways(self, legal: list[Move]) -> list[Choice]:
        """Of cards alike the cheapest, those first that leave most when the row is empty."""
        at_a_glance = ranked(self._state, self._worth.seat, self._row.choices(self._state, legal))
        ways: dict[object, Choice] = {}
        for choice in at_a_glance:
            ways.setdefault(self._like(choice.move), choice)
        self._at_a_glance = at_a_glance[0]
        return sorted(ways.values(), key=lambda choice: -self._left(self.emptied(choice.move)))

    def told(self, choice: Choice) -> Advice:
        """Why a choice."""
        if choice is self._at_a_glance:
            return reasons.taken(self._state, choice)
        return reasons.taken_for_later(self._state, choice)

    def _like(self, move: Move) -> object:
        """What is the same for moves that differ in their price alone."""
        if move.kind == Kind.CARD:
            return self._state.row[move.number]
        return move

    def emptied(self, move: Move) -> SchwarmState:
        """The state once all have their cards, after this move."""
        state = self._state.copy()
        SCHWARM.play(state, state.mover, move, self._no_chance)
        while state.phase == ROW:
            seat = state.mover
            options = self._row.choices(state, SCHWARM.legal(state, seat))
            SCHWARM.play(state, seat, ranked(state, seat, options)[0].move, self._no_chance)
        return state

    def _left(self, state: SchwarmState) -> float:
        """What the seat has of an empty row against its rivals."""
        weights = self._worth.weights
        rivals = sum(
            weight * self._held(state, seat) for seat, weight in enumerate(weights) if weight
        )
        return self._held(state, self._worth.seat) - rivals

    def _held(self, state: SchwarmState, seat: int) -> float:
        """Points and hand of a seat, and what its order and capacity cards bring.

        The golden tile and the fast ship tell in the hand already.
        """
        capacity = state.capacities[seat]
        value = state.points[seat] + self._row.hope(state, seat, state.cards[seat])
        value += early(state, state.order_cards[seat])
        if capacity in (BRILLIANT, PROTECTION):
            value += self._row.capacity(state, seat, capacity)
        return value
