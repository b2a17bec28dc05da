"""The recap: the outcome of the reader's move, and the moves of the others since.

The outcome is below the headline until the reader moves again; the others' moves are above the
prompt, a line for each opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from rich.cells import cell_len

from rules.contract import Event
from screens.colours import SIDES, Look, Span, Spans, seat_sign, text_of
from screens.people import SeatNames
from screens.text import _, shortened

_LABEL: Final = Look("soft")
_TOLD: Final = Look("ink")
_HEAVY: Final = Look("ink", style="bold")
_LOST: Final = Look("on-loss", "loss", "bold")
_GLUE: Final = " · "
_NAME: Final = 8
_NAMED: Final = 3 + _NAME + 4
"""The cells of a sign, a name and their blanks."""
Turn = tuple[int | None, list[str]]
"""The events of one turn of a player; None for those of nobody."""


def since_last_turn(log: Sequence[Event], reader: int | None) -> list[Event]:
    """Return the events after the reader's last turn, without those of their present turn."""
    start, end = bounds(log, reader)
    return [*log[start:end]]


def bounds(log: Sequence[Event], reader: int | None) -> tuple[int, int]:
    """Return the start and end, in the log, of the events since the reader's last turn.

    A spectator gets the last turn of the player who moved last.
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
    """Return the seats with events, except the last one."""
    seats = [event.seat for event in log if event.seat is not None]
    return {*seats} - {seats[-1]} if seats else set()


def answer_to(log: Sequence[Event], reader: int) -> list[Event]:
    """Return the events of the reader's present turn, or of the last one before it begins."""
    end = len(log)
    while end and log[end - 1].seat != reader:
        end -= 1
    start = end
    while start and log[start - 1].seat in (reader, None):
        start -= 1
    return [event for event in log[start:end] if event.seat == reader]


def has_moved(log: Sequence[Event], reader: int) -> bool:
    """Whether the last events are the reader's."""
    return any(event.seat == reader for event in log[bounds(log, reader)[1] :])


def brief(event: Event, sentence: str, people: SeatNames) -> str:
    """Return a sentence of the log without the name at its start."""
    if event.seat is None:
        return sentence
    for head in (people.signed(event.seat), people.label(event.seat)):
        if sentence.startswith(head):
            return sentence.removeprefix(head).lstrip(" \u202f\u00a0:")
    return sentence


def weight_of(*, is_loss: bool, is_weighty: bool) -> Look:
    """Return the look of a sentence: a loss of the reader stands out most."""
    return _LOST if is_loss else _HEAVY if is_weighty else _TOLD


Said = tuple[str, Look]
"""A sentence on an event, and its look by weight."""


def answer_line(said: Sequence[Said], people: SeatNames, seat: int, room: int) -> Spans:
    """Return the reader's own move and its outcome; empty without sentences."""
    if not said:
        return ()
    head = _head(seat, people.label(seat))
    return [*head, *_clauses(said, room - cell_len(text_of(head)))]


def news_lines(
    events: Sequence[Event], people: SeatNames, say: Callable[[Event], Said], room: int
) -> list[Spans]:
    """Return a line for each opponent, in the order of their moves."""
    by_seat: dict[int, list[Said]] = {}
    for event in events:
        if event.seat is not None and (said := say(event))[0]:
            by_seat.setdefault(event.seat, []).append(said)
    lines: list[Spans] = []
    for seat, said_of in by_seat.items():
        head = _head(seat, shortened(people.names[seat], _NAME))
        lines.append([*head, *_clauses(said_of, room - cell_len(text_of(head)))])
    return lines


def _head(seat: int, name: str) -> list[Span]:
    return [seat_sign(seat, " "), (f"{name}  ", Look(SIDES[seat], style="bold"))]


def _clauses(said: Sequence[Said], room: int) -> list[Span]:
    """Return sentences side by side; if not all fit, the first unimportant ones are left out."""
    said = [(_counted(text, same), look) for (text, look), same in groupby(said)]
    kept = [*said]
    while len(kept) > 1 and cell_len(_GLUE.join(text for text, _look in kept)) + 2 > room:
        kept.remove(next((each for each in kept if each[1] == _TOLD), kept[0]))
    spans: list[Span] = [] if len(kept) == len(said) else [("… ", _LABEL)]
    for number, (text, look) in enumerate(kept):
        spans += [*([(_GLUE, _LABEL)] if number else []), (text, look)]
    return spans


def _counted(text: str, same: Iterable[object]) -> str:
    """Return a sentence that is said once, and how often it holds."""
    count = sum(1 for _each in same)
    return f"{text} ×{count}" if count > 1 else text


def since_line(
    events: Sequence[Event],
    people: SeatNames,
    say: Callable[[Event], str],
    room: int,
    *,
    label: str = "",
) -> Spans:
    """Return a line of recent turns: the sign, the name and the events of each player.

    If room is short, the oldest turns are left out.
    """
    name = label or _("Since your last turn")
    head = f" {name}  "
    turns = _turns(events, say)
    if not turns:
        return ()
    is_cut = False
    while _width(turns) + cell_len(head) > room and sum(len(texts) for _seat, texts in turns) > 1:
        turns[0][1].pop(0)
        turns = turns if turns[0][1] else turns[1:]
        is_cut = True
    return [(head, _LABEL), *([("… ", _LABEL)] if is_cut else ()), *_told(turns, people)]


def _turns(events: Sequence[Event], say: Callable[[Event], str]) -> list[Turn]:
    grouped = groupby(events, key=lambda event: event.seat)
    found = [(seat, [*filter(None, map(say, group))]) for seat, group in grouped]
    once = [(seat, [_counted(*each) for each in groupby(texts)]) for seat, texts in found]
    return [(seat, texts) for seat, texts in once if texts]


def _width(turns: Sequence[Turn]) -> int:
    """Return the cells of a line of turns, with names at their longest."""
    return sum(cell_len(_GLUE.join(texts)) + _NAMED for _seat, texts in turns)


def _told(turns: Sequence[Turn], people: SeatNames) -> Iterator[Span]:
    for seat, texts in turns:
        if seat is not None:
            yield seat_sign(seat, " ")
            yield f"{shortened(people.names[seat], _NAME)}  ", Look(SIDES[seat])
        yield _GLUE.join(texts) + "  ", _TOLD


def told_as_forced(move: str) -> str:
    """Return the message that a forced move was played for its player; `move` is its name."""
    return _("only move, played for you: {move}").format(move=move)
