"""What others did since one's own last turn: the line below the headline."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from rules.contract import Event
from screens.colours import Look
from screens.people import People
from screens.player_styles import SIDE_SIGNS, SIDES
from screens.text import _
from screens.widgets.text_line import Span, Spans

_LABEL: Final = Look("soft")
_TOLD: Final = Look("ink")


def since_last_turn(log: Sequence[Event], reader: int | None) -> list[Event]:
    """What happened after the reader's last turn, without what they do in their present one."""
    start, end = bounds(log, reader)
    return [*log[start:end]]


def bounds(log: Sequence[Event], reader: int | None) -> tuple[int, int]:
    """Where in the log that begins and ends.

    Whoever only watches sees the last turn of whoever moved last.
    """
    end = len(log)
    while reader is not None and end and log[end - 1].seat in (reader, None):
        end -= 1
    start = end
    stops = _others(log) if reader is None else {reader}
    while start and log[start - 1].seat not in stops:
        start -= 1
    return start, end


def _others(log: Sequence[Event]) -> set[int]:
    """All who have done something but the last who did."""
    seats = [event.seat for event in log if event.seat is not None]
    return {*seats} - {seats[-1]} if seats else set()


def brief(event: Event, sentence: str, people: People) -> str:
    """A sentence of the log without the name it begins with."""
    if event.seat is None:
        return sentence
    for head in (people.signed(event.seat), people.label(event.seat)):
        if sentence.startswith(head):
            return sentence.removeprefix(head).lstrip(" \u202f\u00a0:")
    return sentence


def since_line(
    events: Sequence[Event], people: People, say: Callable[[Event], str], *, label: str = ""
) -> Spans:
    """The line: of each player in turn a sign, a name and what they did."""
    told = [*_told(events, people, say)]
    if not told:
        return ()
    head = label or _("Since your last turn")
    return [(f" {head}  ", _LABEL), *told]


def _told(events: Sequence[Event], people: People, say: Callable[[Event], str]) -> Iterator[Span]:
    for seat, group in groupby(events, key=lambda event: event.seat):
        texts = [brief(event, text, people) for event in group if (text := say(event))]
        if not texts:
            continue
        if seat is not None:
            yield f" {SIDE_SIGNS[seat]} ", Look(SIDES[seat], style="bold")
            yield f"{people.names[seat]}  ", Look(SIDES[seat])
        yield " · ".join(texts) + "  ", _TOLD
