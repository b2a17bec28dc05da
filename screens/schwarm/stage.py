"""The widgets of Der Schwarm: where they stand on a screen of any size, and what they show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult
from textual.geometry import Size

from rules.schwarm.moves import ROW, Kind
from rules.schwarm.view import SchwarmView
from screens.schwarm.around import Around
from screens.schwarm.current_moves import CurrentMoves
from screens.schwarm.layout import Asked, Layout, layout_for, lines_to_spare
from screens.schwarm.preview import Preview
from screens.schwarm.row import Row
from screens.schwarm.sea import Sea
from screens.table.ui import Frame
from screens.widgets.placed import Field

_READABLE: Final = 28
"""The least width of a log whose lines are mostly whole."""


class Stage:
    """The sea with what stands around it, and the row of cards in place of the menu."""

    def __init__(
        self,
        frame: Frame[SchwarmView],
        sea: Sea,
        row: Row,
        preview: Preview,
        moves: CurrentMoves,
    ) -> None:
        self._frame = frame
        self._sea, self._row = sea, row
        self._moves = moves
        self._around = Around(frame, preview)
        self._field = Field()
        self._layout: Layout | None = None
        self._taken = 0
        """Lines that something takes between question and menu."""
        self._is_advised = False
        """Whether a bot's advice stands where else the signs are."""

    def compose(self) -> ComposeResult:
        """The sea, the players beside it, hand and log where there is room; the row of cards."""
        with self._field:
            yield self._sea
            yield from self._around.panels
        yield self._row

    # How much room there is

    def menu_lines(self, size: Size) -> int:
        """How many lines of choices a screen of this size has room for."""
        return layout_for(size, self._asked(taken=0)).menu

    def lines_to_spare(self, size: Size) -> int:
        """How many lines can be taken between the sea and the menu, for long."""
        return lines_to_spare(size, self._asked(taken=0))

    def advice_lines(self, size: Size) -> int:
        """Into how many lines a bot's advice may go."""
        spare = lines_to_spare(size, replace(self._asked(taken=0), is_advised=True))
        return 2 if spare else 1

    def make_room(self, lines: int) -> None:
        """So many lines between question and menu are taken."""
        self._taken = lines
        self.lay_out(self._frame.room)

    def note_advice(self, *, is_given: bool) -> None:
        """The line of the signs is taken for what a bot advises, or free again."""
        if is_given != self._is_advised:
            self._is_advised = is_given
            self.lay_out(self._frame.room)

    def _asked(self, *, taken: int) -> Asked:
        view = self._frame.model.view
        cards = len(view.row) + 1 if self.is_row_shown(view) else 0
        return Asked(len(view.players), cards, taken, self._is_advised)

    def lay_out(self, size: Size) -> None:
        """As large as it fits."""
        layout = layout_for(size, self._asked(taken=self._taken))
        self._frame.menu.set_lines(layout.menu)
        if layout == self._layout:
            return
        self._layout = layout
        self._sea.set_scale(layout.plan)
        self._row.set_scale(size.width, layout.card)
        self._row.styles.height = max(layout.row, 1)
        screen = self._sea.screen
        screen.set_class(not layout.has_signs, "no-signs")
        screen.set_class(not layout.has_since, "no-since")
        self._field.place({self._sea: layout.sea, **self._around.places(layout)})
        self.tell()

    @property
    def has_strip(self) -> bool:
        """Whether hand or stacks have lines of their own, as they do unless there is no room."""
        return self._layout is None or self._layout.strip is not None

    @property
    def has_readable_log(self) -> bool:
        """Whether there is a log wide enough to be read."""
        log = self._layout.log if self._layout else None
        return log is not None and log.width >= _READABLE

    # What is shown

    def show(self, view: SchwarmView, network: int, glows: Mapping[int, int]) -> None:
        """Show a view, the cells of the network told apart, and what was done lately."""
        self.make_way(view)
        self._sea.show(view, network, glows)
        self._row.show(view)
        self.tell()

    def tell(self) -> None:
        """Tell around the sea how things stand."""
        if self._layout is not None:
            self._around.show(self._layout)

    def is_row_shown(self, view: SchwarmView) -> bool:
        """Whether the row stands in place of the menu, but for what is said in the menu."""
        is_order = self._moves.begun(self._frame.picker.chosen).kind == Kind.ORDER
        return view.phase == ROW and not is_order and self._frame.model.next_person() is None

    def make_way(self, view: SchwarmView) -> None:
        """Show the row or the menu, whichever is needed now."""
        shown = self.is_row_shown(view)
        self._row.display = shown
        self._frame.menu.display = not shown
        self.lay_out(self._frame.room)
