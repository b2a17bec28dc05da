"""The opened programs: a line per tribe, six steps each, and the outcome of each step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.contract import Event
from rules.himalaya.board import CUBES, NONE, ORDERS
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
from rules.himalaya.moves import LETTERS, TAKE
from rules.himalaya.view import HimalayaView
from screens.colours import SIDE_SIGNS, SIDES, Look, Span, Spans, seat_sign, text_of
from screens.himalaya.forecast import lack_words, lacking
from screens.himalaya.signs import FAILS, ORDER_INKS, WORDS, WORKS, cube_sign
from screens.people import SeatNames
from screens.text import _, shortened

Done = Walked | Halted | Delayed | Took | Failed | Filled | Paused
"""The outcome of a step of a program."""


@dataclass(slots=True)
class Story:
    """A turn since its programs were opened."""

    turn: int = 0
    programs: dict[int, str] = field(default_factory=dict)
    """The letters of each program, in the order of opening."""
    done: dict[int, list[Done]] = field(default_factory=dict)
    """Per seat: the outcomes of the steps so far."""
    gains: dict[int, list[Event]] = field(default_factory=dict)
    """Per seat: the gains from filled orders and inventories."""
    new: set[int] = field(default_factory=set)
    """The villages with new cubes or a new order since."""
    last: tuple[int, int] | None = None
    """The seat and index, from 0, of the last step carried out."""

    @property
    def is_over(self) -> bool:
        """Whether all steps were carried out."""
        return bool(self.programs) and all(len(self.done[seat]) == ORDERS for seat in self.programs)

    def last_leg(self, seat: int) -> tuple[int, int] | None:
        """Return the last route of a caravan, or None."""
        walked = [done for done in self.done.get(seat, ()) if isinstance(done, Walked)]
        if not walked:
            return None
        leg = walked[-1]
        return min(leg.start, leg.village), max(leg.start, leg.village)


def story_of(log: Sequence[Event]) -> Story:
    """Return the last turn with opened programs, as far as its events are known."""
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


HERE: Final = Look("dark", "light", "bold")
"""The look of the step being carried out."""
_POINTER = "▾"
_TO_COME = "·"
_NAME = 6


def pointer(view: HimalayaView, story: Story) -> tuple[int, int] | None:
    """Return the seat and index, from 0, of the step being carried out, or None."""
    if view.phase == TAKE and view.mover in story.done:
        return view.mover, min(len(story.done[view.mover]), ORDERS - 1)
    return story.last


def outcome(done: Done, *, is_long: bool) -> str:
    """Return the outcome of a step, in a few signs."""
    match done:
        case Walked():
            return f"→{done.village}"
        case Took() if is_long:
            return f"+{WORDS.shown(done.cube)}"
        case Took():
            return f"+{cube_sign(CUBES.index(done.cube))}"
        case Filled():
            return f"{WORKS}{done.yaks}y"
        case Failed() | Halted() | Delayed():
            return FAILS
        case _:
            return "–" if is_long else ""


def strip_lines(
    view: HimalayaView, story: Story, people: SeatNames, width: int, *, is_live: bool
) -> list[Spans]:
    """Return a line with the step numbers, and a line per tribe."""
    here = pointer(view, story) if is_live else None
    column = max((width - _NAME - 4) // ORDERS, 4)
    head: list[Span] = [(" " * (_NAME + 4), Look())]
    for step in range(ORDERS):
        is_here = here is not None and here[1] == step
        text = f"{step + 1}{_POINTER if is_here else ''}"
        head.append((text.ljust(column), Look("ink" if is_here else "soft", style="bold")))
    return [head, *(_line(story, seat, people, column, here) for seat in story.programs)]


def narrow_lines(view: HimalayaView, story: Story, people: SeatNames, width: int) -> list[Spans]:
    """Return two tribes per line, in as few lines as possible."""
    here, half = pointer(view, story), width // 2
    column = (half - _NAME - 4) // ORDERS
    lines = [_line(story, seat, people, column, here, is_long=False) for seat in story.programs]
    pairs = [lines[n : n + 2] for n in range(0, len(lines), 2)]
    return [
        [span for part in pair for span in (*part, (" " * (half - len(text_of(part))), Look()))]
        for pair in pairs
    ]


def _line(
    story: Story,
    seat: int,
    people: SeatNames,
    column: int,
    here: tuple[int, int] | None,
    *,
    is_long: bool = True,
) -> list[Span]:
    side, name = Look(SIDES[seat], style="bold"), shortened(people.label(seat), _NAME)
    spans: list[Span] = [(f" {SIDE_SIGNS[seat]} {name:{_NAME}} ", side)]
    for step, letter in enumerate(story.programs[seat]):
        done = story.done[seat][step] if step < len(story.done[seat]) else None
        told = _TO_COME if done is None else outcome(done, is_long=is_long)
        if done is None and not is_long:
            told = ""
        text = f"{letter}{' ' if is_long else ''}{told}"
        if here == (seat, step):
            spans += [(f"{text} " if len(text) < column else text, HERE)]
            spans.append((" " * (column - len(text) - 1), Look()))
            continue
        ink = ORDER_INKS[LETTERS.index(letter)]
        spans += [
            (letter, Look(ink, style="bold")),
            (text[1:].ljust(column - 1)[: column - 1], outcome_look(done)),
        ]
    return spans


def outcome_look(done: Done | None) -> Look:
    """Return the look of an outcome."""
    if isinstance(done, Failed | Halted | Delayed):
        return Look("bad", style="bold")
    return Look("soft" if done is None else "ink")


def reason(view: HimalayaView, story: Story) -> Spans:
    """Return why the last step had no effect, in words; empty if it had one."""
    if story.last is None:
        return ()
    seat, step = story.last
    done = story.done[seat][step]
    if not isinstance(done, Failed | Halted | Delayed):
        return ()
    return [
        (f" {FAILS} ", Look("bad", style="bold")),
        seat_sign(seat),
        (_why(view, done), Look("ink")),
    ]


def _why(view: HimalayaView, done: Failed | Halted | Delayed) -> str:
    if isinstance(done, Delayed):
        return _("stopped by snow")
    if isinstance(done, Halted):
        text = (
            _("a yeti on the {way} route")
            if done.why == "yeti"
            else _("no {way} route at {village}")
        )
        return text.format(way=_(done.way), village=done.village)
    if done.why == "served":
        return _("no trade at {village}: one cube a turn").format(village=done.village)
    if done.why == "empty":
        return _("no trade at {village}: no cubes left").format(village=done.village)
    if view.seat == done.seat and view.orders[done.village] != NONE:
        missing = lacking(view, view.players[done.seat].cubes, done.village)
        if any(missing):
            return _("no trade at {village}: missing {cubes}").format(
                village=done.village, cubes=lack_words(missing)
            )
    return _("no trade at {village}: the order cannot be filled").format(village=done.village)
