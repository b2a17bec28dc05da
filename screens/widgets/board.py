"""A board: ONE widget, drawn as a picture, that redraws only the cells that changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar, Self

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from screens.inks import Inks
from screens.locale_context import current_look
from screens.text import N_
from screens.widgets.neighbours import Neighbours
from screens.widgets.raster import Cell, Raster, spans, strip_of


class Board(Widget, can_focus=True):
    """A board of named spots with a cursor. Subclasses place the spots and draw the picture."""

    DEFAULT_CSS = """
    Board { width: auto; height: auto; background: $background; }
    """
    BINDING_GROUP_TITLE = N_("Board")
    BINDINGS: ClassVar[list[BindingType]] = [
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
            tooltip=N_("Jump to the next place that can be chosen"),
        ),
        Binding(
            "enter",
            "choose",
            N_("Choose"),
            show=False,
            id="cursor.choose",
            tooltip=N_("Choose this"),
        ),
    ]

    class Chosen(Message):
        """A spot was chosen by Enter or a click."""

        def __init__(self, board: Board, spot: str) -> None:
            super().__init__()
            self.board = board
            self.spot = spot

    class Moved(Message):
        """The cursor went to another spot; `by_hand`: a person moved it there."""

        def __init__(self, board: Board, spot: str, *, by_hand: bool = False) -> None:
            super().__init__()
            self.board = board
            self.spot = spot
            self.by_hand = by_hand

    class NoneLit(Message):
        """The next choice was asked for, and there is none on this board."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.lit: frozenset[str] = frozenset()
        """The spots that can be chosen now."""
        self.hinted: frozenset[str] = frozenset()
        """The spots that a hint is about."""
        self.cursor = ""
        self.was_used = False
        """Whether a person has put the cursor somewhere yet."""
        self._spots = Neighbours({}, ())
        self._raster = Raster(0, 0)
        self._moving: Mapping[Offset, Cell] = {}
        self._shown = self._raster
        """The picture with what is moving laid over it."""
        self._over: Mapping[Offset, Cell] = {}
        self._inks = Inks(self)

    # What subclasses tell

    def draw(self) -> Raster:
        """The whole picture but the cursor: what is lit and hinted included."""
        return Raster(0, 0)

    def cursor_cells(self, picture: Raster, regions: Sequence[Region]) -> Mapping[Offset, Cell]:
        """What the cursor makes of the cells of its spot: a light, with brackets at blank ends."""
        lit = {
            Offset(x, y): picture[x, y]._replace(ink="dark", ground="light", style="bold")
            for region in regions
            for y in range(region.y, min(region.bottom, picture.height))
            for x in range(region.x, min(region.right, picture.width))
        }
        return _bracketed(lit, regions)

    def cursor_name(self, name: str) -> str:
        """What is to be said of the spot under the cursor."""
        return name

    # What subclasses use

    @property
    def spots(self) -> Sequence[str]:
        """The names of all spots a cursor can stand on."""
        return self._spots.names

    @property
    def is_plain(self) -> bool:
        """Whether colours tell nothing: pieces then need signs around them."""
        theme = self.app.theme if self.is_attached else ""
        return theme == "mono" or current_look().glyphs == "ascii" or self.app.no_color

    def regions(self, name: str) -> Sequence[Region]:
        """The parts of the picture that belong to a spot."""
        return self._spots.regions(name)

    def set_spots(
        self, regions: Mapping[str, Sequence[Region]], *, fields: Collection[str] = ()
    ) -> None:
        """Say which regions belong to which spot, in the order `n` visits them.

        On `fields` no cursor stands. The cursor stays where it is if that spot stays.
        """
        self._spots = Neighbours(regions, fields)
        if self.cursor not in self._spots.names:
            self.cursor = next(iter(self._spots.names), "")

    def repaint(self) -> None:
        """Draw the picture anew, and show what of it changed."""
        self._raster = self.draw()
        self._show_changes()

    @property
    def picture(self) -> Raster:
        """The picture as it was drawn last, without cursor and without what is moving."""
        return self._raster

    def overlay(self, cells: Mapping[Offset, Cell]) -> Sequence[Region]:
        """Lay what is moving over the picture; where that changed anything.

        While it is where the cursor is, the cursor is not shown.
        """
        self._moving = cells
        return self._show_changes()

    def _show_changes(self) -> Sequence[Region]:
        before, self._shown = self._shown, self._raster.under(self._moving)
        self._place_cursor()
        if (before.width, before.height) != (self._shown.width, self._shown.height):
            self.refresh(layout=True)
            return ()
        changed = self._shown.changes(before)
        if changed:
            self.refresh(*changed)
        return changed

    # Drawing

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The width of the picture."""
        return self._raster.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The height of the picture."""
        return self._raster.height

    def render_line(self, y: int) -> Strip:
        """One line of the picture, and the cursor over it."""
        if y >= self._shown.height:
            return Strip.blank(self.size.width, self.rich_style)
        row = self._shown.rows[y]
        if any(at.y == y for at in self._over):
            row = [self._over.get(Offset(x, y), cell) for x, cell in enumerate(row)]
        return strip_of(row, self._inks)

    def _place_cursor(self) -> None:
        """Find the cells the cursor changes, and show those that changed by that."""
        before = self._over
        regions = self.regions(self.cursor) if self.has_focus else ()
        is_free = not any(region.contains(*at) for at in self._moving for region in regions)
        self._over = self.cursor_cells(self._shown, regions) if regions and is_free else {}
        changed = [at for at, _cell in {*before.items()} ^ {*self._over.items()}]
        if changed:
            lines: dict[int, list[int]] = {}
            for x, y in sorted(changed):
                lines.setdefault(y, []).append(x)
            self.refresh(*(region for y, xs in lines.items() for region in spans(xs, y)))

    def light(self, names: Iterable[str]) -> None:
        """Light up the spots that can be chosen now."""
        lit = frozenset(names)
        if lit != self.lit:
            self.lit = lit
            self.repaint()

    def hint(self, names: Iterable[str]) -> None:
        """Mark the spots that a hint is about."""
        hinted = frozenset(names)
        if hinted != self.hinted:
            self.hinted = hinted
            self.repaint()

    # The cursor

    def put_cursor(self, name: str, *, by_hand: bool = False) -> None:
        """Put the cursor on a spot.

        The screen hears of it first, so that what it says of the place is of the same frame.
        """
        if name == self.cursor or not self.regions(name):
            return
        self.cursor = name
        self.was_used = True
        self.screen.post_message(self.Moved(self, name, by_hand=by_hand))
        if by_hand:
            self.call_later(self.show_cursor)
        else:
            self.show_cursor()

    def show_cursor(self) -> None:
        """Draw the cursor where it is now."""
        self._place_cursor()

    def forget(self) -> None:
        """Put the cursor back where it was before anyone used it."""
        self.cursor = next(iter(self.spots), "")
        self.was_used = False
        self.lit = self.hinted = frozenset()
        self.repaint()

    def nearest(self, names: Iterable[str]) -> str:
        """The spot among some that lies nearest to the cursor."""
        return self._spots.nearest(self.cursor, names)

    def beside(self, name: str, right: int, down: int) -> str:
        """The nearest spot in a direction."""
        return self._spots.beside(name, right, down)

    def action_cursor(self, right: int, down: int) -> None:
        """Move to the nearest spot in a direction."""
        self.put_cursor(self.beside(self.cursor, right, down), by_hand=True)

    def action_next_lit(self) -> None:
        """Jump to the next lit spot."""
        if not self.lit:
            self.post_message(self.NoneLit())
            return
        names = [*self.spots]
        start = names.index(self.cursor) if self.cursor in names else -1
        for name in names[start + 1 :] + names[: start + 1]:
            if name in self.lit:
                self.put_cursor(name, by_hand=True)
                return

    def action_choose(self) -> None:
        """Take what the cursor stands on."""
        self.post_message(self.Chosen(self, self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Choose with the mouse."""
        where = event.get_content_offset(self)
        name = None if where is None else self._spots.at(where)
        if name is not None:
            self.put_cursor(name, by_hand=True)
            self.action_choose()

    def focus(self, scroll_visible: bool = True) -> Self:
        """Take the keyboard; Textual would send the whole board anew."""
        self.app.call_later(self.screen.set_focus, self, scroll_visible=scroll_visible)
        return self

    def on_focus(self, event: events.Focus) -> None:
        """Show the cursor alone: Textual would send the whole board anew."""
        event.prevent_default()
        self.has_focus = True
        if self.parent is not None:
            self.parent.post_message(events.DescendantFocus(self))

    def on_blur(self, event: events.Blur) -> None:
        """Hide the cursor alone."""
        event.prevent_default()
        self.has_focus = False
        if self.parent is not None:
            self.parent.post_message(events.DescendantBlur(self))

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Show or hide the cursor."""
        super().watch_has_focus(_has_focus)
        self._place_cursor()


def _bracketed(lit: dict[Offset, Cell], regions: Sequence[Region]) -> dict[Offset, Cell]:
    """Brackets at the blank ends of a line that has something to stand around; else an arrow."""
    for region in regions:
        for y in range(region.y, region.bottom):
            line = [Offset(x, y) for x in range(region.x, region.right) if Offset(x, y) in lit]
            signs = "".join(lit[at].sign for at in line)
            if not signs.strip():
                continue
            before, behind = signs[0] in " ·(<", len(signs) > 2 and signs[-1] in " ·)>"
            if before:
                lit[line[0]] = lit[line[0]]._replace(sign="[" if behind else "›")
            if behind:
                lit[line[-1]] = lit[line[-1]]._replace(sign="]" if before else "‹")
            return lit
    return lit
