"""The opened programs: a line a tribe, six steps each, and what came of each of them."""

from __future__ import annotations

from rules.himalaya.board import CUBES, NONE, ORDERS
from rules.himalaya.events import Delayed, Failed, Filled, Halted, Took, Walked
from rules.himalaya.moves import LETTERS, TAKE
from rules.himalaya.view import HimalayaView
from screens.colours import Look, seat_sign
from screens.himalaya.signs import FAILS, ORDER_INKS, WORKS, cube_sign
from screens.himalaya.standing import lack_words, lacking
from screens.himalaya.story import Done, Story
from screens.himalaya.words import WORDS
from screens.people import People
from screens.player_styles import SIDE_SIGNS, SIDES
from screens.spans import Span, Spans, text_of
from screens.text import _, shortened

_HERE = Look("dark", "light", "bold")
_POINTER = "▾"
_TO_COME = "·"
_NAME = 6


def pointer(view: HimalayaView, story: Story) -> tuple[int, int] | None:
    """Whose step is being carried out, and which, from 0."""
    if view.phase == TAKE and view.mover in story.done:
        return view.mover, min(len(story.done[view.mover]), ORDERS - 1)
    return story.last


def outcome(done: Done, *, is_long: bool) -> str:
    """What came of an order, in a few signs."""
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
    view: HimalayaView, story: Story, people: People, width: int, *, is_live: bool = True
) -> list[Spans]:
    """A line that counts the steps, and a line a tribe."""
    here = pointer(view, story) if is_live else None
    column = max((width - _NAME - 4) // ORDERS, 4)
    head: list[Span] = [(" " * (_NAME + 4), Look())]
    for step in range(ORDERS):
        is_here = here is not None and here[1] == step
        text = f"{step + 1}{_POINTER if is_here else ''}"
        head.append((text.ljust(column), Look("ink" if is_here else "soft", style="bold")))
    return [head, *(_line(story, seat, people, column, here) for seat in story.programs)]


def narrow_lines(view: HimalayaView, story: Story, people: People, width: int) -> list[Spans]:
    """Two tribes a line, the whole in as few lines as can be."""
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
    people: People,
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
            spans += [(f"{text} " if len(text) < column else text, _HERE)]
            spans.append((" " * (column - len(text) - 1), Look()))
            continue
        ink = ORDER_INKS[LETTERS.index(letter)]
        spans += [
            (letter, Look(ink, style="bold")),
            (text[1:].ljust(column - 1)[: column - 1], _look(done)),
        ]
    return spans


def _look(done: Done | None) -> Look:
    if isinstance(done, Failed | Halted | Delayed):
        return Look("bad", style="bold")
    return Look("soft" if done is None else "ink")


def reason(view: HimalayaView, story: Story) -> Spans:
    """Why the step that was carried out last came to nothing, in words; nothing if it did not."""
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
        return _("held up by snow")
    if isinstance(done, Halted):
        text = _("a yeti on the {way}") if done.why == "yeti" else _("no {way} at {village}")
        return text.format(way=_(done.way), village=done.village)
    if view.goods[done.village] or (done.seat, done.village) in view.served:
        return _("no trade at {village}: one cube a turn").format(village=done.village)
    if view.orders[done.village] == NONE:
        return _("no trade at {village}: nothing is left there").format(village=done.village)
    if view.seat == done.seat or view.options.open_screens:
        missing = lacking(view, view.players[done.seat].cubes, done.village)
        if done.seat == view.seat and any(missing):
            return _("no trade at {village}: you lack {cubes}").format(
                village=done.village, cubes=lack_words(missing)
            )
    return _("no trade at {village}: the order cannot be filled").format(village=done.village)
