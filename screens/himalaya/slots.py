"""The six slots of a program, edited here and hidden from everybody else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from rules.himalaya.board import NONE, ORDERS, VILLAGES, WAYS
from rules.himalaya.moves import PAUSE
from screens.colours import SIDES, Look
from screens.himalaya.forecast import Note
from screens.himalaya.signs import FAILS, ORDER_INKS, ORDER_NAMES, WORKS
from screens.text import N_, _, shortened
from screens.widgets.board import TypedNumber
from screens.widgets.raster import DrawnWidget, Inks, Raster, strip_of

STEP_KEYS: Final = tuple(f"program.{name}" for name in ("soil", "ice", "stone", "trade", "pause"))
"""The keys that lay the steps, by order."""
_LINES: Final = ("━", "╍", "•")
"""The underlines of slots: soil, ice, stone."""
_TRADE: Final = "⇄"


@dataclass(frozen=True, slots=True)
class Face:
    """The look of a slot: its step, the outcome of the step, and whether the cursor is on it."""

    place: int
    order: int
    note: Note | None
    side: str
    is_here: bool
    ways: Sequence[tuple[str, str, str]] = ()


def draw_face(raster: Raster, region: Region, face: Face) -> None:
    """Draw a slot in at least two lines."""
    raster.fill(region, "light" if face.is_here else "raised")
    if face.order != NONE:
        _draw_laid(raster, region, face)
    elif face.is_here:
        _draw_next(raster, region, face)
    else:
        raster.stamp(region.x, region.y, f" {face.place + 1} ", Look("ink", "edge+night/60"))
        raster.write(region.x + 4, region.y, "·" * (region.width - 5), "soft")


def _number(raster: Raster, region: Region, face: Face) -> None:
    text = f"›{face.place + 1} " if face.is_here else f" {face.place + 1} "
    look = Look("dark", "light" if face.is_here else face.side, "bold")
    raster.stamp(region.x, region.y, text, look)


def _draw_laid(raster: Raster, region: Region, face: Face) -> None:
    _number(raster, region, face)
    ink = "dark" if face.is_here else ORDER_INKS[face.order]
    x, y, room = region.x + 1, region.y, region.width - 2
    name = _(ORDER_NAMES[face.order])
    raster.write(region.x + 4, y, shortened(name, region.width - 4), ink, style="bold")
    note = face.note
    if region.height >= 3:
        y += 1
        if face.order < len(WAYS):
            sign = _LINES[face.order]
            raster.write(x, y, sign * room, ink)
        elif note is not None and note.where:
            where = note.where.partition(" ")[2]
            raster.write(x, y, shortened(f"{_TRADE} {where}", room), _soft(face))
    elif region.width >= 16 and face.order < len(WAYS):
        raster.write(region.right - 4, y, _LINES[face.order] * 3, ink)
    if note is None:
        return
    if len(note.words) > room:
        x, room = region.x, region.width
    ink = "dark" if face.is_here else _effect_ink(note)
    raster.write(x, y + 1, shortened(note.words, room), ink, style="bold")
    if note.reason and region.height >= 4:
        for line, text in enumerate(_broken(note.reason, room, region.height - 3)):
            raster.write(x, y + 2 + line, text, _soft(face))


def _effect_ink(note: Note) -> str:
    if note.signs.startswith(FAILS):
        return "bad"
    return "good" if note.signs.startswith(WORKS) else "ink"


def _soft(face: Face) -> str:
    return "dark" if face.is_here else "soft"


def _draw_next(raster: Raster, region: Region, face: Face) -> None:
    """Draw the next empty slot with the ends of the ways on."""
    _number(raster, region, face)
    x, y, room = region.x + 1, region.y, region.width - 2
    if region.height < 3:
        raster.write(region.x + 4, y, "_" * (region.width - 5), "dark")
        text = " ".join(f"{letter}→{number}" for letter, number, _name in face.ways)
        if len(text) > region.width:
            text = text.replace("→", "")
        raster.write(region.x, y + 1, text[: region.width], "dark", style="bold")
        return
    raster.write(region.x + 4, y, shortened(_("next"), room - 3), "dark", style="bold")
    if region.height >= 4 + (len(face.ways) == len(WAYS)):
        y += 1
        raster.write(x, y, "t ⇄  p –", "dark", style="bold")
    for letter, _village, name in face.ways:
        y += 1
        raster.write(x, y, letter, "dark", style="bold")
        raster.write(x + 2, y, shortened(f"→ {name}", room - 2), "dark")


def _broken(text: str, width: int, lines: int) -> list[str]:
    """Return a text broken into `lines` lines."""
    found = [""]
    for word in text.split(" "):
        if found[-1] and len(found[-1]) + 1 + len(word) > width:
            found.append("")
        found[-1] = f"{found[-1]} {word}".strip()
    kept = found[:lines]
    if len(found) > lines:
        kept[-1] = shortened(kept[-1] + " …", width)
    return [shortened(line, width) for line in kept]


EMPTY: Final = NONE


class Slots(DrawnWidget, can_focus=True):
    """A row of slots with a cursor, and the expected outcome of each step below."""

    DEFAULT_CSS = """
    Slots { height: 2; width: 1fr; background: $background; }
    """
    BINDING_GROUP_TITLE = N_("Program")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "lay(0)", N_("Soil"), id="program.soil"),
        Binding("i", "lay(1)", N_("Ice"), id="program.ice"),
        Binding("r", "lay(2)", N_("Stone"), id="program.stone"),
        Binding("t", "lay(3)", N_("Trade"), id="program.trade"),
        Binding("p", "lay(4)", N_("Pause"), id="program.pause"),
        Binding(
            "T",
            "trade_on",
            N_("Trade on"),
            show=False,
            id="program.trade_on",
            tooltip=N_("Trade, repeated as long as it gains something"),
        ),
        Binding("left,h", "go(-1)", N_("Previous slot"), show=False, id="program.before"),
        Binding("right,l", "go(1)", N_("Next slot"), show=False, id="program.next"),
        Binding("backspace,delete", "clear", N_("Clear"), show=False, id="program.clear"),
        Binding("enter", "seal", N_("Seal"), id="program.seal"),
    ]

    aim: Callable[[int], None]
    """Lays the way to a village."""
    trade_on: Callable[[], None]
    """Lays trades as long as they bring something."""

    class Changed(Message):
        """A step was set or cleared."""

    class Moved(Message):
        """The cursor moved to another slot."""

    class Ticked(Message):
        """A second passed (option sand_timer)."""

    class TimeUp(Message):
        """The time is up: the program is sealed as it is (option sand_timer)."""

        def __init__(self, program: tuple[int, ...]) -> None:
            super().__init__()
            self.program = program

    class Sealed(Message):
        """The user seals the program; empty slots are pauses."""

        def __init__(self, program: tuple[int, ...]) -> None:
            super().__init__()
            self.program = program

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.laid: list[int] = [EMPTY] * ORDERS
        self.place = 0
        self.was_warned = False
        """Whether the player was warned that empty slots are pauses."""
        self._notes: Sequence[Note] = ()
        self.ways: Sequence[tuple[str, str, str]] = ()
        """Per way on: its letter, and its village as number and as number and name."""
        self.start = ""
        """The village where the ways on begin."""
        self.typed = TypedNumber()
        """The number of a village that is being typed."""
        self.draw_face: Callable[[Raster, Region, Face], None] = draw_face
        self.is_small = False
        """Whether the slots are small and without gaps, and the menu offers the steps."""
        self._side = SIDES[0]
        self._inks = Inks(self)
        self._picture = Raster(0, 0)
        """The slots as drawn last; empty once they may have changed."""

    def forget(self) -> None:
        """Clear all state of the previous player: the next begins with empty slots."""
        self.laid = [EMPTY] * ORDERS
        self.place = 0
        self.was_warned = False
        self.typed.end()
        self._notes, self.ways, self.start = (), (), ""
        self.refresh()

    def put(self, laid: Sequence[int]) -> None:
        """Continue an earlier program; the cursor starts on the first empty slot."""
        self.laid = [*laid]
        self.place = self.laid.index(EMPTY) if EMPTY in self.laid else ORDERS - 1
        self._tell()

    def show_notes(
        self,
        side: str,
        notes: Sequence[Note],
        ways: Sequence[tuple[str, str, str]],
        start: str,
    ) -> None:
        """Show the expected outcome of each step, and the ways on from the cursor."""
        shown = side, notes, ways, start
        if shown != (self._side, self._notes, self.ways, self.start):
            self._side, self._notes, self.ways, self.start = shown
            self.refresh()

    def idle_note(self) -> Note | None:
        """Return the note of the last step laid if the step would do nothing, else None."""
        laid = [note for note, order in zip(self._notes, self.laid) if order != EMPTY]
        return laid[-1] if laid and laid[-1].is_idle else None

    @property
    def is_full(self) -> bool:
        """Whether every slot has a step."""
        return EMPTY not in self.laid

    @property
    def program(self) -> tuple[int, ...]:
        """The program if sealed now: empty slots are pauses."""
        return tuple(PAUSE if order == EMPTY else order for order in self.laid)

    # Drawing

    def slot_region(self, place: int) -> Region:
        """Return the region of a slot."""
        pitch = self.size.width / ORDERS
        if self.is_small:
            begin, end = round(place * pitch), round((place + 1) * pitch)
            return Region(begin, 0, end - begin, self.size.height)
        x = round(place * pitch) + (1 if self.size.width >= 84 else 0)
        return Region(x, 0, round((place + 1) * pitch) - round(place * pitch) - 1, self.size.height)

    def render_line(self, y: int) -> Strip:
        """Return a line of all slots."""
        if (self._picture.width, self._picture.height) != self.size:
            self._picture = Raster(*self.size)
            for place in range(ORDERS):
                self._draw(self._picture, place)
        return strip_of(self._picture.rows[y], self._inks)

    def refresh(self, *regions: Region, **wishes: bool) -> Self:
        """Draw all slots anew at the next paint."""
        self._picture = Raster(0, 0)
        return super().refresh(*regions, **wishes)

    def _draw(self, raster: Raster, place: int) -> None:
        region, is_here = self.slot_region(place), place == self.place and self.has_focus
        order = self.laid[place]
        note = None if order == EMPTY or place >= len(self._notes) else self._notes[place]
        face = Face(place, order, note, self._side, is_here, self.ways)
        self.draw_face(raster, region, face)

    # Laying

    def lay(self, order: int) -> None:
        """Lay a step and go to the next slot."""
        self.laid[self.place] = order
        self.place = min(self.place + 1, ORDERS - 1)
        self._tell()

    def on_key(self, event: events.Key) -> None:
        """Lay the way to the village whose number is typed; wait where a digit may follow."""
        if not event.key.isdecimal():
            return
        event.stop()
        village = self.typed.take(event.key, len(VILLAGES))
        if village and not self.typed.begun:
            self.aim(village)
        self.post_message(self.Moved())

    def _end_number(self) -> bool:
        """Lay the way to a village whose number no other digit follows; whether there is one."""
        if village := self.typed.end():
            self.aim(village)
        return village > 0

    @property
    def unlisted_keys(self) -> Sequence[str]:
        """The keys left out of the key bar, as the menu shows them."""
        return STEP_KEYS if self.is_small else ()

    def action_lay(self, order: int) -> None:
        """Lay an order, after the way to a village whose number was typed."""
        self._end_number()
        self.lay(order)

    def action_trade_on(self) -> None:
        """Lay trades as long as they bring something."""
        self._end_number()
        self.trade_on()

    def action_clear(self) -> None:
        """Clear this slot, or the one before if this is empty already; or the digit just typed."""
        if self.typed.end():
            self.post_message(self.Moved())
            return
        if self.laid[self.place] == EMPTY:
            self.place = max(self.place - 1, 0)
        self.laid[self.place] = EMPTY
        self._tell()

    def action_go(self, step: int) -> None:
        """Go to a neighbouring slot."""
        self._end_number()
        self.place = max(0, min(self.place + step, ORDERS - 1))
        self._show_after(self.Moved())

    def on_click(self, event: events.Click) -> None:
        """Go to the slot under the mouse."""
        for place in range(ORDERS):
            if self.slot_region(place).contains(event.x, event.y):
                self.action_go(place - self.place)

    def action_seal(self) -> None:
        """Seal the program; a number just typed is laid first."""
        if not self._end_number():
            self.post_message(self.Sealed(self.program))

    def _tell(self) -> None:
        self.was_warned = False
        self._show_after(self.Changed())

    def _show_after(self, message: Message) -> None:
        """Draw the slots once the screen was told, so that all of it is painted at once."""
        self.screen.post_message(message)
        self.call_later(self.refresh)

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self._end_number()
        self.refresh()
