"""A board: one widget with spots, a cursor and animation frames over it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final, Self

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip

from screens.base import api, is_plain
from screens.text import N_
from screens.widgets.raster import Cell, DrawnWidget, Inks, Raster, spans, strip_of
from screens.widgets.spots import Neighbours, lit_cells


class Layered:
    """The three layers of a board, and their latest changes."""

    def __init__(self) -> None:
        self.drawn = Raster(0, 0)
        """The picture without cursor and moving pieces."""
        self.moving: Mapping[Offset, Cell] = {}
        """The moving pieces."""
        self.shown = self.drawn
        """The picture with the moving pieces over it."""
        self.cursor: Mapping[Offset, Cell] = {}
        """The cells that the cursor changes."""

    def lay(self) -> list[Region] | None:
        """Lay the moving pieces over the picture; return the changes, None if the size changed."""
        before, self.shown = self.shown, self.drawn.under(self.moving)
        if (before.width, before.height) != (self.shown.width, self.shown.height):
            return None
        return self.shown.changes(before)

    def is_free(self, regions: Sequence[Region]) -> bool:
        """Check that no piece moves in the regions."""
        return not any(region.contains(*at) for at in self.moving for region in regions)

    def lay_cursor(self, cells: Mapping[Offset, Cell]) -> list[Region]:
        """Lay the cursor over everything; return the changed regions."""
        before, self.cursor = self.cursor, cells
        lines: dict[int, list[int]] = {}
        for x, y in sorted({at for at, _cell in {*before.items()} ^ {*cells.items()}}):
            lines.setdefault(y, []).append(x)
        return [region for y, xs in lines.items() for region in spans(xs, y)]

    def row(self, y: int) -> list[Cell]:
        """Return the cells of a line, the cursor included."""
        row = self.shown.rows[y]
        cursor = [(x, cell) for (x, line), cell in self.cursor.items() if line == y]
        if cursor:
            row = [*row]
            for x, cell in cursor:
                if 0 <= x < len(row):
                    row[x] = cell
        return row


class TypedNumber:
    """A number that is typed digit by digit, up to a greatest one."""

    def __init__(self) -> None:
        self.begun = 0
        """The number so far, while another digit may follow; else 0."""

    def take(self, digit: str, most: int) -> int:
        """Add a digit; return the number so far, or 0 if there is none up to `most`."""
        number = 10 * self.begun + int(digit)
        found = number if 1 <= number <= most else 0
        self.begun = found if 0 < 10 * found <= most else 0
        return found

    def end(self) -> int:
        """Return the number begun, which no digit follows any more; 0 if there is none."""
        number, self.begun = self.begun, 0
        return number


CURSOR_KEYS: Final = (
    Binding("left,h", "cursor(-1, 0)", N_("Left"), show=False, id="cursor.left"),
    Binding("down,j", "cursor(0, 1)", N_("Down"), show=False, id="cursor.down"),
    Binding("up,k", "cursor(0, -1)", N_("Up"), show=False, id="cursor.up"),
    Binding("right,l", "cursor(1, 0)", N_("Right"), show=False, id="cursor.right"),
    Binding(
        "n",
        "next_lit",
        N_("Next choice"),
        show=False,
        id="cursor.next",
        tooltip=N_("Next legal place"),
    ),
    Binding(
        "enter",
        "choose",
        N_("Choose"),
        show=False,
        id="cursor.choose",
        tooltip=N_("Choose the place under the cursor"),
    ),
)


class Board(DrawnWidget, can_focus=True):
    """A board of named spots with a cursor. Subclasses place the spots and draw the picture."""

    DEFAULT_CSS = """
    Board { width: auto; height: auto; background: $background; }
    """
    tells_taps: ClassVar[bool] = False
    """Whether the board itself says that another tap chooses what was tapped."""
    BINDING_GROUP_TITLE = N_("Board")
    BINDINGS: ClassVar[list[BindingType]] = [*CURSOR_KEYS]

    class Chosen(Message):
        """A spot was chosen by Enter or a click."""

        def __init__(self, board: Board, spot: str) -> None:
            super().__init__()
            self.board = board
            self.spot = spot

    class Moved(Message):
        """The cursor moved to another spot; `by_hand`: moved by a person."""

        def __init__(self, board: Board, spot: str, *, by_hand: bool = False) -> None:
            super().__init__()
            self.board = board
            self.spot = spot
            self.by_hand = by_hand

    class NoneLit(Message):
        """The next choice was asked for on a board without one."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.lit: frozenset[str] = frozenset()
        """The spots that can be chosen now."""
        self.hinted: frozenset[str] = frozenset()
        """The spots of the current hint."""
        self.cursor = ""
        self.was_used = False
        """Whether a person has moved the cursor yet."""
        self.tapped = ""
        """The spot that the last tap marked, and a second one chooses."""
        self.typed = TypedNumber()
        """The number of a spot that is being typed, on boards with such numbers."""
        self.neighbours = Neighbours({})
        """The regions of the spots, and their neighbours."""
        self._layered = Layered()
        self._is_stale = False
        self._inks = Inks(self)

    # Overridden by subclasses

    def draw(self) -> Raster:
        """Draw the whole picture: highlights and hints, but no cursor."""
        return Raster(0, 0)

    def cursor_cells(self, picture: Raster, regions: Sequence[Region]) -> Mapping[Offset, Cell]:
        """Return the cells of the cursor's spot: a light, with brackets at blank ends."""
        return lit_cells(picture, regions)

    def cursor_name(self, name: str) -> str:
        """Return the name of the spot under the cursor."""
        return name

    # Used by subclasses

    @property
    def spots(self) -> Sequence[str]:
        """The names of all spots that the cursor can reach."""
        return self.neighbours.names

    @property
    def is_plain(self) -> bool:
        """Whether the theme shows no colours: pieces then need signs around them."""
        return is_plain(self)

    def regions(self, name: str) -> Sequence[Region]:
        """Return the regions of a spot."""
        return self.neighbours.regions(name)

    def set_spots(self, regions: Mapping[str, Sequence[Region]]) -> None:
        """Set the regions of each spot, in the order `n` visits them.

        The cursor stays where it is if that spot stays.
        """
        self.neighbours = Neighbours(regions)
        if self.cursor not in self.spots:
            self.cursor = next(iter(self.spots), "")

    def repaint(self) -> None:
        """Draw the picture and send the changes, once all that changes now has changed."""
        self._is_stale = True
        if self.is_running:
            self.check_idle()
        else:
            self._draw_anew()

    def on_idle(self) -> None:
        """Draw the picture if it is out of date."""
        self._draw_anew()

    def _draw_anew(self) -> None:
        if self._is_stale:
            self._is_stale = False
            self._layered.drawn = self.draw()
            self.overlay(self._layered.moving)

    @property
    def layered(self) -> Layered:
        """The picture, the moving pieces over it, and the cursor over both."""
        self._draw_anew()
        return self._layered

    @property
    def picture(self) -> Raster:
        """The picture without cursor and moving pieces."""
        return self.layered.drawn

    def overlay(self, cells: Mapping[Offset, Cell]) -> Sequence[Region]:
        """Lay the moving pieces over the picture, cursor included; return the changes."""
        self.layered.moving = cells
        changed = self.layered.lay()
        self._place_cursor()
        if changed is None:
            self.refresh(layout=True)
            return ()
        if changed:
            self.refresh(*changed)
        return changed

    # Drawing

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the width of the picture."""
        return self.layered.drawn.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height of the picture."""
        return self.layered.drawn.height

    def render_line(self, y: int) -> Strip:
        """Return a line of the picture, with the cursor.

        To draw the picture anew here would lose the changes of lines being painted.
        """
        if y >= self._layered.shown.height:
            return Strip.blank(self.size.width, self.rich_style)
        return strip_of(self._layered.row(y), self._inks)

    def _place_cursor(self) -> None:
        """Update the cells changed by the cursor, and redraw them."""
        regions = self.regions(self.cursor) if self.has_focus else ()
        is_shown = bool(regions) and self.layered.is_free(regions)
        cells = self.cursor_cells(self.layered.shown, regions) if is_shown else {}
        if changed := self.layered.lay_cursor(cells):
            self.refresh(*changed)

    def light(self, names: Iterable[str]) -> None:
        """Light up the spots that can be chosen now."""
        lit = frozenset(names)
        if lit != self.lit:
            self.lit, self.tapped = lit, ""
            self.repaint()

    def hint(self, names: Iterable[str]) -> None:
        """Mark the spots of a hint."""
        hinted = frozenset(names)
        if hinted != self.hinted:
            self.hinted = hinted
            self.repaint()

    # The cursor

    def put_cursor(self, name: str, *, by_hand: bool = False) -> None:
        """Put the cursor on a spot.

        The screen is notified first, so that its text changes in the same frame.
        """
        if name == self.cursor or not self.regions(name):
            return
        self.tapped = ""
        self._move_cursor(name, by_hand=by_hand)

    def _move_cursor(self, name: str, *, by_hand: bool) -> None:
        self.cursor = name
        self.was_used = True
        self.screen.post_message(self.Moved(self, name, by_hand=by_hand))
        self.show_cursor()

    def show_cursor(self) -> None:
        """Draw the cursor in its current place."""
        self._place_cursor()

    def forget(self) -> None:
        """Put the cursor back to its place before anyone used it."""
        self.typed.end()
        self.cursor = next(iter(self.spots), "")
        self.was_used = False
        self.lit = self.hinted = frozenset()
        self.repaint()

    def beside(self, name: str, right: int, down: int) -> str:
        """Return the nearest spot in a direction."""
        return self.neighbours.beside(name, right, down)

    def action_cursor(self, right: int, down: int) -> None:
        """Move to the nearest spot in a direction."""
        self.typed.end()
        self.put_cursor(self.beside(self.cursor, right, down), by_hand=True)

    def action_next_lit(self) -> None:
        """Jump to the next highlighted spot."""
        self.typed.end()
        if not self.lit:
            self.post_message(self.NoneLit())
        elif found := self.neighbours.next_of(self.lit, self.cursor):
            self.put_cursor(found, by_hand=True)

    def action_choose(self) -> None:
        """Choose the spot under the cursor."""
        self.typed.end()
        self.tapped = ""
        self.post_message(self.Chosen(self, self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Choose with the mouse; where taps mark first, only a spot that was tapped before."""
        where = event.get_content_offset(self)
        if where is not None and api(self).marks_first:
            self._tap(where)
        elif where is not None and (name := self.neighbours.at(where)) is not None:
            self.put_cursor(name, by_hand=True)
            self.action_choose()

    def _tap(self, where: Offset) -> None:
        name = self.neighbours.tapped_at(where, self.lit)
        if name is None:
            self.tapped = ""
        elif name == self.tapped:
            self.action_choose()
        else:
            self.typed.end()
            self.tapped = name
            self._move_cursor(name, by_hand=True)
        self.screen.refresh_bindings()

    def focus(self, scroll_visible: bool = True) -> Self:
        """Take the focus without redrawing the whole board, as Textual would."""
        self.app.call_later(self.screen.set_focus, self, scroll_visible=scroll_visible)
        return self

    def on_focus(self, event: events.Focus) -> None:
        """Show only the cursor; Textual would redraw the whole board."""
        event.prevent_default()
        self.has_focus = True
        if self.parent is not None:
            self.parent.post_message(events.DescendantFocus(self))

    def on_blur(self, event: events.Blur) -> None:
        """Hide only the cursor."""
        event.prevent_default()
        self.typed.end()
        self.tapped = ""
        self.has_focus = False
        if self.parent is not None:
            self.parent.post_message(events.DescendantBlur(self))

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Show or hide the cursor."""
        self._place_cursor()
