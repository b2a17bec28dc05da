"""The six slots of a program: laid, changed and sealed here, and shown to nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.cells import set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from rules.himalaya.board import NONE, ORDERS
from rules.himalaya.moves import LETTERS, PAUSE
from screens.himalaya.signs import ORDER_NAMES
from screens.text import N_, _

EMPTY: Final = NONE
_SLOT: Final = 13
"""Cells of a slot on the terminal."""


class Slots(Widget, can_focus=True):
    """A row of slots with a cursor; below each what its order would come to."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "slots--order",
        "slots--empty",
        "slots--idle",
        "slots--here",
        "slots--note",
    }
    DEFAULT_CSS = """
    Slots {
        height: 3; width: 1fr; background: $background; padding: 0 1;
        & .slots--order { color: $foreground; text-style: bold; }
        & .slots--empty { color: $faint; }
        & .slots--idle { color: $bad; text-style: bold; }
        & .slots--here { text-style: reverse bold; }
        & .slots--note { color: $text-muted; }
    }
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
        self._notes: Sequence[str] = ()
        self._idle: frozenset[int] = frozenset()

    def forget(self) -> None:
        """Leave nothing of the one who laid: the next begins with empty slots."""
        self.laid = [EMPTY] * ORDERS
        self.place = 0
        self.was_warned = False
        self._notes, self._idle = (), frozenset()
        self.refresh()

    def show_notes(self, notes: Sequence[str], idle: Sequence[int]) -> None:
        """What each order would come to, and the slots whose order would do nothing."""
        self._notes, self._idle = notes, frozenset(idle)
        self.refresh()

    @property
    def is_full(self) -> bool:
        """Whether every slot holds an order."""
        return EMPTY not in self.laid

    @property
    def program(self) -> tuple[int, ...]:
        """The program as it would be sealed: empty slots are pauses."""
        return tuple(PAUSE if order == EMPTY else order for order in self.laid)

    # Drawing

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Letters, names, notes."""
        return 3

    def _style(self, *looks: str) -> Style:
        style = self.rich_style
        for look in looks:
            style += self.get_component_rich_style(look, partial=True)
        return style

    def render_line(self, y: int) -> Strip:
        """The orders, their names, or what they would come to."""
        return Strip([segment for place in range(ORDERS) for segment in self._slot(place, y)])

    def _slot(self, place: int, y: int) -> list[Segment]:
        order = self.laid[place]
        look = "slots--empty" if order == EMPTY else "slots--order"
        if place in self._idle:
            look = "slots--idle"
        if y == 1:
            text = "" if order == EMPTY else _(ORDER_NAMES[order])
            return [Segment(set_cell_size(f"   {text}", _SLOT), self._style(look))]
        if y == 2:
            note = self._notes[place] if place < len(self._notes) else ""
            return [Segment(set_cell_size(f"   {note}", _SLOT), self._style("slots--note"))]
        sign = "_" if order == EMPTY else LETTERS[order]
        sign += "!" if place in self._idle else " "
        here = place == self.place and self.has_focus
        text = f"›{sign}" if here else f" {sign}"
        looks = (look, "slots--here") if here else (look,)
        rest = " " * (_SLOT - len(text) - 1)
        return [
            Segment(str(place + 1), self._style("slots--note")),
            Segment(text, self._style(*looks)),
            Segment(rest, self._style(look)),
        ]

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
