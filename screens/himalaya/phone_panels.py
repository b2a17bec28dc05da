"""A table on a phone: tribes, own goods, programs, and steps as choices that fingers lay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from rich.cells import cell_len
from textual.geometry import Region, Size

from rules import messages as nouns
from rules.himalaya.board import DELEGATIONS, NONE, ORDERS, STUPAS, WAYS
from rules.himalaya.legal import BIT
from rules.himalaya.moves import LETTERS, OVER, PAUSE, TRADE
from rules.himalaya.preview import foresee
from rules.himalaya.view import HimalayaView
from screens.colours import SIDE_SIGNS, SIDES, Look, Span, Spans, text_of
from screens.himalaya.forecast import TOKENS, Note, figures, is_open, notes_of
from screens.himalaya.panels import is_laying
from screens.himalaya.program_strip import HERE, Story, outcome, outcome_look, pointer
from screens.himalaya.signs import (
    CUBE_LOOKS,
    FAILS,
    FLAG,
    ORDER_INKS,
    ORDER_NAMES,
    STUPA,
    TOKEN_LOOK,
    WORKS,
    cube_name,
    cube_signs,
    disc_text,
    is_in_ascii,
    program_text,
    token_sign,
)
from screens.himalaya.slots import Face, Slots
from screens.people import SeatNames
from screens.text import _, in_words, shortened
from screens.widgets.menu import Item
from screens.widgets.raster import Raster
from screens.widgets.sheet import broken

_SOFT: Final = Look("soft")
_PRICE: Final = Look("price", style="bold")
_NAME: Final = 7
"""The columns of a name before a program, with a gap."""
_STEP: Final = 5
"""The columns of a step and its outcome, with an arrow and a gap."""


def belongings(view: HimalayaView, people: SeatNames, size: Size) -> list[Spans]:
    """Return all tribes in all lines but the last, which has the reader's own goods."""
    rows = size.height - 1
    across = -(-len(view.players) // rows)
    seats = range(len(view.players))
    lines = [
        _tribes(view, people, seats[first : first + across], size.width // across)
        for first in seats[::across]
    ]
    if view.seat is None or view.phase == OVER:
        return [*lines, _all_yaks(view, size.width)]
    return [*lines, _own(view, view.seat, size.width)]


def _tribes(view: HimalayaView, people: SeatNames, seats: Iterable[int], room: int) -> Spans:
    """Return tribes side by side: sign, name, whether the program is sealed, religion, politics.

    Yaks stand in place of the names of others if they are open.
    """
    spans: list[Span] = []
    for seat in seats:
        religion, politics = figures(view, seat)
        told = f"{STUPA}{religion}{FLAG}{politics}"
        state = " "
        if is_laying(view) and seat != view.seat:
            state = WORKS if view.players[seat].is_sealed else " "
        space = room - len(told) - 3
        is_told = is_open(view, seat) and view.seat not in (None, seat) and view.phase != OVER
        name = f"{view.yaks(seat)}y" if is_told else people.label(seat)
        name = name[:space] if space > 1 else ""
        side = Look(SIDES[seat], style="bold")
        end = max(room - 2 - len(name) - len(told), 0)
        spans += [
            (f"{SIDE_SIGNS[seat]}{name}", side),
            (state, _SOFT),
            (told.ljust(len(told) + end), Look()),
        ]
    return spans


def _all_yaks(view: HimalayaView, width: int) -> Spans:
    """Return the yaks of all tribes, as far as they are known."""
    spans: list[Span] = []
    for seat in range(len(view.players)):
        if is_open(view, seat):
            spans.append((f"{SIDE_SIGNS[seat]} ", Look(SIDES[seat], style="bold")))
            spans.append((f"{view.yaks(seat)}y".ljust(width // len(view.players) - 2), _PRICE))
    return spans


def _own(view: HimalayaView, seat: int, width: int) -> Spans:
    """Return cubes and yaks, in words if there is room, and then stupas and delegations left."""
    stupas = STUPAS - view.stupas.count(seat)
    envoys = DELEGATIONS - sum(region[seat] for region in view.delegations)
    pieces = {"stupas": f"{stupas}{STUPA}", "delegations": f"{envoys}{FLAG}"}
    left = (_("{stupas} {delegations} left").format(**pieces), "".join(pieces.values()))
    yaks = view.yaks(seat)
    tokens: list[Span] = []
    if view.options.events:
        held = view.players[seat].event_tokens
        tokens = [(token_sign(kind), TOKEN_LOOK) for kind, _name in TOKENS if held & BIT[kind]]
    spans: list[Span] = []
    for cubes, reserve in product(_held(view.players[seat].cubes), (*left, "")):
        spans = [*cubes, (in_words(nouns.yaks(yaks)), _PRICE)]
        room = width - len(text_of((*spans, *tokens))) - bool(tokens)
        if room > len(reserve):
            gap = [(" ", _SOFT)] * bool(tokens)
            return [*spans, (reserve.rjust(room), _SOFT), *gap, *tokens]
    return [*spans, (" ", _SOFT), *tokens]


def _held(cubes: Sequence[int]) -> Iterator[list[Span]]:
    """Yield the cubes that are held: by name, or by the letters of the map for lack of room."""
    names = [f"{count} {cube_name(cube)}" for cube, count in enumerate(cubes)]
    signs = [f"{sign}{count}" for sign, count in zip(cube_signs(), cubes)]
    for texts in (names, signs):
        spans: list[Span] = []
        for text, look, count in zip(texts, CUBE_LOOKS, cubes):
            spans += [(text, look), (" ", _SOFT)] if count else []
        yield spans or [(_("no cubes") + " ", _SOFT)]


def programs(
    view: HimalayaView, story: Story, people: SeatNames, size: Size, told: Sequence[Spans]
) -> list[Spans]:
    """Return a line a tribe, and below as many of the last sentences as there is room for.

    If not all tribes have room, whoever acts comes first, then the reader.
    """
    here = pointer(view, story)
    seats = [*story.programs]
    if size.height < len(seats):
        seats.sort(key=lambda seat: (here is None or seat != here[0], seat != people.reader))
    lines = [_program(story, seat, people, size.width, here) for seat in seats]
    if lines and size.height > len(lines) + 1:
        title = _("Programs of turn {turn}").format(turn=story.turn)
        lines.insert(0, [(f" {title}", _SOFT)])
    return [*lines, *_last_whole(told, size.width - 1, size.height - len(lines))]


def _last_whole(told: Sequence[Spans], width: int, room: int) -> list[Spans]:
    """Return as many of the last sentences as there are lines for, each in full."""
    rows: list[Spans] = []
    for spans in reversed(told):
        sentence = broken(spans, width)
        if len(sentence) + len(rows) > room:
            break
        rows = [*sentence, *rows]
    return rows


def _program(
    story: Story, seat: int, people: SeatNames, width: int, here: tuple[int, int] | None
) -> Spans:
    """Return a tribe's sign and name, and the letters of its steps with what came of them."""
    has_names = width >= 2 + _NAME + _STEP * ORDERS
    name = f"{shortened(people.label(seat), _NAME - 1):{_NAME}}" if has_names else ""
    column = (width - 2 - len(name)) // ORDERS
    spans: list[Span] = [(f"{SIDE_SIGNS[seat]} {name}", Look(SIDES[seat], style="bold"))]
    for step, letter in enumerate(story.programs[seat]):
        done = story.done[seat][step] if step < len(story.done[seat]) else None
        came = "" if done is None else outcome(done, is_long=False)
        if column < _STEP:
            came = came.removeprefix("→")
        if here == (seat, step):
            text = f"{letter}{came}"
            spans += [(text, HERE), (" " * (column - len(text)), Look())]
            continue
        spans.append((letter, Look(ORDER_INKS[LETTERS.index(letter)], style="bold")))
        spans.append((came.ljust(column - 1)[: column - 1], outcome_look(done)))
    return spans


_GROUNDS: Final = ("raised", "raised+edge/30")
"""The grounds of slots, in turns, as there is no gap between them."""


def draw_small_face(raster: Raster, region: Region, face: Face) -> None:
    """Draw a slot in two lines, or with a third one in two lines and a half."""
    ground = "light" if face.is_here else _GROUNDS[face.place % 2]
    raster.fill(Region(region.x, region.y, region.width, 2), ground)
    if region.height > 2 and not is_in_ascii():
        raster.write(region.x, region.y + 2, "▀" * region.width, ground)
    ink = "dark" if face.is_here else "ink"
    number = f"›{face.place + 1}" if face.is_here else f"{face.place + 1}"
    is_laid = face.order != NONE
    chip = Look("dark", face.side, "bold")
    raster.stamp(
        region.x, region.y, number, chip if is_laid else Look(ink, ground, "bold" * face.is_here)
    )
    x, room = region.x + len(number), region.width - len(number)
    if is_laid:
        name = step_name(face.order, room, raster.width // ORDERS - 1)
        ink = "dark" if face.is_here else ORDER_INKS[face.order]
        raster.write(x + (len(name) == 1), region.y, name, ink, style="bold")
        if face.note is not None:
            _draw_note(raster, region, face.note, is_here=face.is_here)
    elif face.is_here:
        raster.write(region.x + 1, region.y + 1, "?", ink, style="bold")
    else:
        raster.write(region.x + 1, region.y + 1, "·", "soft")


def step_name(order: int, room: int, least: int) -> str:
    """Return the name of a step, or its letter if it or the longest name would be cut.

    `least` is the room of the slot with the least.
    """
    names = [_(name) for name in ORDER_NAMES]
    is_cut = max(map(len, names)) > least or len(names[order]) > room
    return LETTERS[order] if is_cut else names[order]


def _draw_note(raster: Raster, region: Region, note: Note, *, is_here: bool) -> None:
    """Draw what comes of a step: the village it leads to, a cube, an order's yaks, or nothing."""
    text, x = note.signs.replace(" ", ""), region.x + 1
    if len(text) >= region.width:
        x -= 1
    ink = "good" if text.startswith(WORKS) else "bad" if text.startswith(FAILS) else "ink"
    raster.write(x, region.y + 1, text, "dark" if is_here else ink, style="bold")
    if text.startswith("+") and text[1:] in cube_signs():
        raster.stamp(x + 1, region.y + 1, text[1:], CUBE_LOOKS[[*cube_signs()].index(text[1:])])


_HALF: Final = 16
"""The cells of a note in half a line of the narrowest phone, where choices stand in pairs."""
_LAY, _CLEAR, SEAL = "lay", "clear-step", "seal"


def step_choices(view: HimalayaView, seat: int, slots: Slots, advised: str = "") -> list[Item]:
    """Return the ways on from the slot of the cursor, trade and pause, and clearing or sealing.

    The next step of a program that a hint advises is marked if the steps before are laid.
    """
    is_last = slots.place == ORDERS - 1
    if slots.is_full and is_last:
        return [_seal(slots), _clear(slots)]
    letters = program_text(slots.program)
    place = slots.place if letters[: slots.place] == advised[: slots.place] else ORDERS
    next_letter = advised[place : place + 1]
    steps = [_step(view, seat, slots, order, next_letter) for order in _possible(view, seat, slots)]
    if slots.is_full:
        return [*steps, _seal(slots)]
    return steps if slots.laid[_cleared(slots)] == NONE else [*steps, _clear(slots)]


def _possible(view: HimalayaView, seat: int, slots: Slots) -> list[int]:
    """Return the ways that begin where the slot of the cursor does, trade and pause."""
    start = foresee(view, seat, slots.program)[slots.place].start
    ways = [way for way in range(len(WAYS)) if view.board.neighbours[way][start]]
    return [*ways, TRADE, PAUSE]


def _step(view: HimalayaView, seat: int, slots: Slots, order: int, advised: str) -> Item:
    """Return the choice of a step, with what would come of it."""
    steps = foresee(view, seat, [*slots.program[: slots.place], order])
    told = notes_of(view, seat, steps)[-1]
    note = told.words if cell_len(told.words) <= _HALF else told.signs
    if order == PAUSE:
        note = _("stay here")
    elif steps[-1].disc != NONE:
        note = f"{WORKS} {disc_text(view.board.discs[steps[-1].disc])}"
    letter = LETTERS[order]
    return Item(
        f"{_LAY} {order}", _(ORDER_NAMES[order]), note, letter, is_advised=letter == advised
    )


def _cleared(slots: Slots) -> int:
    """Return the slot that is cleared next: that of the cursor, or the one before it."""
    return slots.place if slots.laid[slots.place] != NONE else max(slots.place - 1, 0)


def _clear(slots: Slots) -> Item:
    place = _cleared(slots)
    note = _(ORDER_NAMES[slots.laid[place]])
    return Item(_CLEAR, _("clear step {number}").format(number=place + 1), note, "←")


def _seal(slots: Slots) -> Item:
    return Item(SEAL, _("seal the program"), program_text(slots.program), "✓")


def take_choice(slots: Slots, item: str) -> bool:
    """Do what a choice says; return whether it is one of a step."""
    name, _blank, order = item.partition(" ")
    if name == _LAY:
        slots.action_lay(int(order))
    elif name == _CLEAR:
        slots.action_clear()
    elif name == SEAL:
        slots.action_seal()
    else:
        return False
    return True
