"""What follows from what happened: how the programs of a turn went, and what is new since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.contract import Event
from rules.himalaya.board import ORDERS
from rules.himalaya.events import (
    Bartered,
    Began,
    Delayed,
    Failed,
    Filled,
    Goods,
    Halted,
    Inventory,
    Offered,
    Order,
    Paused,
    Revealed,
    Sent,
    Took,
    Walked,
)

Done = Walked | Halted | Delayed | Took | Failed | Filled | Paused
"""How an order of a program was carried out."""


@dataclass(slots=True)
class Story:
    """A turn from where its programs were opened."""

    turn: int = 0
    programs: dict[int, str] = field(default_factory=dict)
    """The letters of each, in the order they were opened."""
    done: dict[int, list[Done]] = field(default_factory=dict)
    """Of each seat: what came of its orders so far."""
    gains: dict[int, list[Event]] = field(default_factory=dict)
    """Of each seat: what orders that were filled brought, and inventories."""
    new: set[int] = field(default_factory=set)
    """The villages that were given cubes or an order since."""
    last: tuple[int, int] | None = None
    """The seat and the order, from 0, that was carried out last."""

    @property
    def is_over(self) -> bool:
        """Whether all orders were carried out."""
        return bool(self.programs) and all(len(self.done[seat]) == ORDERS for seat in self.programs)

    def last_leg(self, seat: int) -> tuple[int, int] | None:
        """The route a caravan went along last."""
        walked = [done for done in self.done.get(seat, ()) if isinstance(done, Walked)]
        if not walked:
            return None
        leg = walked[-1]
        return min(leg.start, leg.village), max(leg.start, leg.village)


def story_of(log: Sequence[Event]) -> Story:
    """The last turn whose programs were opened, as far as it is told."""
    start = len(log)
    while start and not isinstance(log[start - 1], Revealed):
        start -= 1
    while start and isinstance(log[start - 1], Revealed):
        start -= 1
    story = Story(turn=_turn(log[:start]))
    for event in log[start:]:
        _tell(story, event)
    return story


def _turn(log: Sequence[Event]) -> int:
    return next((event.turn for event in reversed(log) if isinstance(event, Began)), 1)


def _tell(story: Story, event: Event) -> None:
    if isinstance(event, Revealed):
        seat = event.seat
        assert seat is not None
        story.programs[seat], story.done[seat], story.gains[seat] = event.program, [], []
    elif isinstance(event, Done):
        done = story.done.setdefault(event.seat, [])
        done.append(event)
        story.last = (event.seat, len(done) - 1)
    elif isinstance(event, Bartered | Offered | Sent | Inventory):
        if event.seat is not None:
            story.gains.setdefault(event.seat, []).append(event)
    elif isinstance(event, Goods | Order):
        story.new.add(event.village)
