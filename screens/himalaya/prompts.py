"""Questions and headline of *Himalaya*."""

from __future__ import annotations

from typing import Final

from rules import messages as nouns
from rules.himalaya.board import CUBES, INVENTORIES, LEVELS, TOKEN_YAKS, TURNS, WAYS
from rules.himalaya.events import Bartered, Inventory, Offered, Sent, Took, Walked
from rules.himalaya.moves import CAMP, EVENT, FILL, PROGRAM, TAKE
from rules.himalaya.view import HimalayaView
from screens.colours import BAR, BAR_SOFT, SIDE_SIGNS, SIDES, Look, Span, Spans, text_of
from screens.himalaya.program_strip import Story
from screens.himalaya.signs import (
    FLAG,
    GETS,
    LEVEL_LOOKS,
    LEVEL_SIGNS,
    NEW,
    STUPA,
    cube_letters,
    held_spans,
    route_sample,
)
from screens.people import SeatNames
from screens.text import _, in_words, shortened

_SOFT = Look("soft")
_STRONG = Look(style="bold")
_INVENTORY = "╎"
_TITLE = 14
"""The cells of title and gaps in the headline of a phone."""
_WIDE = 100
"""The least width at which the headline has names."""


CHAPTERS: Final = {
    CAMP: "setup",
    EVENT: "events",
    PROGRAM: "program",
    FILL: "orders",
    TAKE: "events",
}
"""The part of the rules about each phase; others are about the end."""


def headline(view: HimalayaView, people: SeatNames, width: int) -> Spans:
    """Return the turn, the inventories, the first player and the reader's own holdings."""
    if not view.turn:
        return [(_("placing caravans"), BAR_SOFT)]
    spans: list[Span] = [(_("turn {turn}/{turns}").format(turn=view.turn, turns=TURNS) + " ", BAR)]
    spans += _progress(view.turn)
    spans.append(("  " + _("first") + " ", BAR_SOFT))
    name = f" {shortened(people.label(view.first), 12)}" if width >= _WIDE else ""
    side = Look(SIDES[view.first], "bar", "bold")
    spans.append((f"{SIDE_SIGNS[view.first]}{name}  ", side))
    if view.seat is not None:
        yaks = view.yaks(view.seat)
        told = f"{yaks}y " if width < _WIDE else in_words(nouns.yaks(yaks)) + " "
        spans += [
            *held_spans(view.players[view.seat].cubes, Look(ground="bar")),
            (told, Look("price", "bar", "bold")),
        ]
    return spans


def short_headline(view: HimalayaView, width: int) -> Spans:
    """Return the turn and the first player, in the cells of a phone."""
    if not view.turn:
        return [(_("placing caravans"), BAR_SOFT)]
    turns = _("turn {turn}/{turns}").format(turn=view.turn, turns=TURNS)
    side = Look(SIDES[view.first], "bar", "bold")
    first = [(f" {SIDE_SIGNS[view.first]} ", side), (_("first") + " ", BAR_SOFT)]
    progress = [span for span in _progress(view.turn) if span[0] != _INVENTORY]
    for text in (turns, f"{view.turn}/{TURNS}"):
        told = [(f"{text} ", BAR), *progress, *first]
        if len(text_of(told).rstrip()) + _TITLE <= width:
            return told
    return [(turns, BAR), *first]


def _progress(turn: int) -> list[Span]:
    """Return a block per turn, with the present one bright and an inventory after every fourth."""
    spans: list[Span] = []
    for number in range(1, TURNS + 1):
        sign = "▰" if number <= turn else "▱"
        ink = "light" if number == turn else "key" if number < turn else "soft"
        spans.append((sign, Look(ink, "bar")))
        if number in INVENTORIES[:-1]:
            spans.append((_INVENTORY, BAR_SOFT))
    return spans


def since_spans(story: Story, people: SeatNames, width: int) -> Spans:
    """Return the others' gains in the last turn, or their routes, and the new offers."""
    spans: list[Span] = []
    for seat in story.programs:
        if seat == people.reader:
            continue
        spans.append((f" {SIDE_SIGNS[seat]}", Look(SIDES[seat], style="bold")))
        if width >= _WIDE:
            spans.append((f" {people.names[seat]}", Look(SIDES[seat])))
        told = _gains(story, seat) or _way(story, seat)
        spans.append((f" {', '.join(told)} ", Look()))
    if not spans:
        return ()
    if story.new:
        spans.append((" " + _("new") + NEW + " ", _SOFT))
        spans.append((" ".join(map(str, sorted(story.new))), Look()))
    return [(" " + _("since") + " ", _SOFT), *spans]


def _gains(story: Story, seat: int) -> list[str]:
    told, counted = [], 0
    for event in story.gains.get(seat, ()):
        match event:
            case Sent():
                told.append(f"{FLAG} {event.count} {GETS} {event.region}")
            case Offered():
                told.append(f"{STUPA} {GETS} {event.village}")
            case Bartered():
                told.append(f"+{in_words(nouns.yaks(event.yaks))}")
            case Inventory():
                counted += TOKEN_YAKS
    return [*told, f"+{in_words(nouns.yaks(counted))}"] if counted else told


def _way(story: Story, seat: int) -> list[str]:
    """Return the cubes taken, and the last village."""
    done = story.done[seat]
    cubes = [event.cube for event in done if isinstance(event, Took)]
    letters = cube_letters([cubes.count(cube) for cube in CUBES])
    walked = [event.village for event in done if isinstance(event, Walked)]
    told = [f"+{letters}"] if letters else []
    return [*told, f"→ {walked[-1]}"] if walked else told or ["–"]


def signs_spans(width: int) -> Spans:
    """Return the signs of the map: routes, levels, stupas and flags."""
    spans = [*route_spans(), *level_spans()]
    told = [(STUPA, _("stupa")), (FLAG, _("leads alone")), (NEW, _("new"))]
    for sign, text in told:
        spans += [(f" {sign} ", _STRONG), (f"{text} ", _SOFT)]
    return spans


def route_spans() -> list[Span]:
    """Return the signs of the three kinds of routes."""
    spans: list[Span] = []
    for way, name in enumerate(WAYS):
        spans += [(f" {route_sample(way)} ", Look(name)), (f"{_(name)} ", _SOFT)]
    return spans


def level_spans() -> list[Span]:
    """Return the signs of the three levels of villages."""
    spans: list[Span] = []
    for level, name in enumerate(LEVELS, start=1):
        spans += [(" ", _SOFT), (LEVEL_SIGNS[level], LEVEL_LOOKS[level])]
        spans.append((f" {_(name)} {level} ", _SOFT))
    return spans


def question(view: HimalayaView, *, is_short: bool = False) -> str:
    """Return the question of a phase; a short one fits the cells of a phone."""
    if view.phase == CAMP:
        return _("your starting village?") if is_short else _("choose your starting village")
    if view.phase == EVENT:
        return _("an event token, or pass?") if is_short else _("play an event token, or pass")
    if view.phase == TAKE:
        return _("which cube?") if is_short else _("which cube on market day?")
    if view.did:
        text = _("one more reward at {village}?")
    elif is_short:
        text = _("up to two rewards at {village}")
    else:
        text = _("choose up to two rewards at {village}")
    return text.format(village=view.players[view.mover].caravan)
