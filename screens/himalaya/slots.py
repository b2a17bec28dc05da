"""The six slots of a program: laid, changed and sealed here, and shown to nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from rules.himalaya.board import NONE, ORDERS
from rules.himalaya.moves import PAUSE
from screens.himalaya.forecast import Note
from screens.himalaya.slot_face import Face, draw_face
from screens.inks import Inks
from screens.player_styles import SIDES
from screens.text import N_
from screens.widgets.raster import Raster, strip_of

EMPTY: Final = NONE


class Slots(Widget, can_focus=True):
    """A row of slots with a cursor; below each what its order would come to."""

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
        Binding("left,h", "go(-1)", N_("Previous slot"), show=False, id="program.before"),
        Binding("right,l", "go(1)", N_("Next slot"), show=False, id="program.next"),
        Binding("backspace,delete", "clear", N_("Clear"), show=False, id="program.clear"),
        Binding("enter", "seal", N_("Seal"), id="program.seal"),
    ]

    class Changed(Message):
        """An order was laid or cleared."""

    class Moved(Message):
        """The cursor went to another slot."""

    class Ticked(Message):
        """A second less is left (option sand_timer)."""

    class TimeUp(Message):
        """No time is left: the program is sealed as it is (option sand_timer)."""

        def __init__(self, program: tuple[int, ...]) -> None:
            super().__init__()
            self.program = program

    class Sealed(Message):
        """The program is to be sealed; slots left empty are pauses."""

        def __init__(self, program: tuple[int, ...]) -> None:
            super().__init__()
            self.program = program

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.laid: list[int] = [EMPTY] * ORDERS
        self.place = 0
        self.was_warned = False
        """Whether its owner was told that empty slots are pauses."""
        self._notes: Sequence[Note] = ()
        self.ways: Sequence[tuple[str, str, str]] = ()
        """Of each way on its letter, and the village by its number and by its number and name."""
        self.start = ""
        """The village from which they lead on."""
        self._side = SIDES[0]
        self._inks = Inks(self)

    def forget(self) -> None:
        """Leave nothing of the one who laid: the next begins with empty slots."""
        self.laid = [EMPTY] * ORDERS
        self.place = 0
        self.was_warned = False
        self._notes, self.ways, self.start = (), (), ""
        self.refresh()

    def put(self, laid: Sequence[int]) -> None:
        """Go on from what was laid before; the cursor is on the first slot that is empty."""
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
        """What each order would come to, and where the ways on from the cursor lead."""
        self._side, self._notes, self.ways, self.start = side, notes, ways, start
        self.refresh()

    def idle_note(self) -> Note | None:
        """The last order laid that would do nothing."""
        laid = [note for note, order in zip(self._notes, self.laid) if order != EMPTY]
        return laid[-1] if laid and laid[-1].is_idle else None

    @property
    def is_full(self) -> bool:
        """Whether every slot holds an order."""
        return EMPTY not in self.laid

    @property
    def program(self) -> tuple[int, ...]:
        """The program as it would be sealed: empty slots are pauses."""
        return tuple(PAUSE if order == EMPTY else order for order in self.laid)

    # Drawing

    def slot_region(self, place: int) -> Region:
        """The cells of a slot."""
        pitch = self.size.width / ORDERS
        x = round(place * pitch) + (1 if self.size.width >= 84 else 0)
        return Region(x, 0, round((place + 1) * pitch) - round(place * pitch) - 1, self.size.height)

    def render_line(self, y: int) -> Strip:
        """A line of all slots."""
        raster = Raster(self.size.width, self.size.height)
        for place in range(ORDERS):
            self._draw(raster, place)
        return strip_of(raster.rows[y], self._inks)

    def _draw(self, raster: Raster, place: int) -> None:
        region, is_here = self.slot_region(place), place == self.place and self.has_focus
        order = self.laid[place]
        note = None if order == EMPTY or place >= len(self._notes) else self._notes[place]
        face = Face(place, order, note, self._side, is_here, self.ways)
        draw_face(raster, region, face)

    # Laying

    def action_lay(self, order: int) -> None:
        """Lay an order and go on to the next slot."""
        self.laid[self.place] = order
        self.place = min(self.place + 1, ORDERS - 1)
        self._tell()

    def action_clear(self) -> None:
        """Clear this slot, or the one before if this is empty already."""
        if self.laid[self.place] == EMPTY:
            self.place = max(self.place - 1, 0)
        self.laid[self.place] = EMPTY
        self._tell()

    def action_go(self, step: int) -> None:
        """To a neighbouring slot."""
        self.place = max(0, min(self.place + step, ORDERS - 1))
        self.refresh()
        self.post_message(self.Moved())

    def action_seal(self) -> None:
        """Seal the program."""
        self.post_message(self.Sealed(self.program))

    def _tell(self) -> None:
        self.was_warned = False
        self.refresh()
        self.post_message(self.Changed())

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()
