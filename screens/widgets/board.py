"""A board: ONE widget, drawn line by line, that redraws only the cells that changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from screens.player_styles import BOLD, PAINTS, SIDES, rules
from screens.text import N_
from screens.widgets.pieces import TITLE, Field, Piece, Plain, Spot, mark_cursor, mark_lit

_QUIET: Final = ("board--plain", "board--faint")
"""What takes the colour of a lit spot; pieces keep their own."""


class Board(Widget, can_focus=True):
    """A board of named spots with a cursor. Subclasses lay out rows and paint spots."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "board--frame",
        "board--frame-focus",
        "board--water",
        "board--land",
        "board--grid",
        "board--label",
        "board--plain",
        "board--faint",
        "board--lit",
        "board--cursor",
        "board--good",
        "board--bad",
        "board--strong",
        *(f"board--{name}" for name in (*SIDES, *PAINTS)),
    }
    DEFAULT_CSS = f"""
    Board {{
        width: auto; height: auto; background: $background;
        & .board--frame {{ color: $frame; }}
        & .board--frame-focus {{ color: $accent; text-style: bold; }}
        & .board--water {{ background: $surface; }}
        & .board--land {{ background: $panel; }}
        & .board--grid {{ color: $frame; background: $surface; }}
        & .board--label {{ color: $text-muted; }}
        & .board--plain {{ color: $foreground; }}
        & .board--faint {{ color: $faint; }}
        & .board--lit {{ color: $accent; text-style: bold underline; }}
        & .board--cursor {{ text-style: reverse bold; }}
        {rules("board", "side", SIDES, style=BOLD)}
        {rules("board", "paint", PAINTS, style=BOLD)}
        & .board--good {{ color: $good; text-style: bold; }}
        & .board--bad {{ color: $bad; text-style: bold; }}
        & .board--strong {{ color: $foreground; text-style: bold; }}
    }}
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
        """The cursor went to another spot."""

        def __init__(self, board: Board, spot: str) -> None:
            super().__init__()
            self.board = board
            self.spot = spot

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.lit: frozenset[str] = frozenset()
        self._mostly_lit = False
        """Whether so much is lit that marking it would only be noise."""
        self.cursor = ""
        self.was_used = False
        """Whether a person has put the cursor somewhere yet."""
        self._rows: list[list[Piece]] = []
        self._regions: dict[str, list[Region]] = {}
        self.spots: list[str] = []
        """The names of all spots a cursor can stand on."""
        self._neighbours: dict[tuple[str, int, int], str] = {}
        self._styles: dict[str, Style] = {}

    # What subclasses tell

    def paint(self, spot: Spot) -> tuple[str, str]:
        """The text of a spot's line (cut or padded to its width) and its component class."""
        return spot.name, "board--plain"

    def ground(self, spot: Spot) -> str:
        """The component class of what a spot lies on."""
        return "board--water"

    def cursor_name(self, name: str) -> str:
        """How the frame names the spot under the cursor."""
        return name

    # Layout

    def lay_out(self, rows: Sequence[Sequence[Piece]]) -> None:
        """Set the lines of the board; the cursor stays where it is if that spot stays."""
        self._rows = [list(row) for row in rows]
        self._regions = {}
        self._neighbours = {}
        for y, row in enumerate(rows):
            x = 0
            for piece in row:
                width = piece.width if isinstance(piece, Spot) else len(piece.text)
                if isinstance(piece, Spot):
                    self._regions.setdefault(piece.name, []).append(Region(x, y, width, 1))
                x += width
        fields = {piece.name for row in rows for piece in row if isinstance(piece, Field)}
        self.spots = [name for name in self._regions if name not in fields]
        if self.cursor not in self.spots:
            self.cursor = next(iter(self.spots), "")
        self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The width of the longest line, in cells."""
        return max(
            (
                sum(p.width if isinstance(p, Spot) else len(p.text) for p in row)
                for row in self._rows
            ),
            default=0,
        )

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines."""
        return len(self._rows)

    # Drawing

    def notify_style_update(self) -> None:
        """Forget the styles of the theme that was."""
        super().notify_style_update()
        self._styles = {}

    def _style(self, *looks: str) -> Style:
        key = " ".join(looks)
        style = self._styles.get(key)
        if style is None:
            style = self.rich_style
            for look in looks:
                style += self.get_component_rich_style(look, partial=True)
            self._styles[key] = style
        return style

    def render_line(self, y: int) -> Strip:
        """One line of the board."""
        if y >= len(self._rows):
            return Strip.blank(self.size.width, self.rich_style)
        return Strip([self._segment(piece) for piece in self._rows[y]])

    def _segment(self, piece: Piece) -> Segment:
        if isinstance(piece, Plain):
            look = piece.look
            if look == "board--frame" and self.has_focus:
                look = "board--frame-focus"
            return Segment(piece.text, self._style(look))
        if piece.name == TITLE:
            text = f" {self.cursor_name(self.cursor)} " if self.has_focus else ""
            frame = "board--frame-focus" if self.has_focus else "board--frame"
            return Segment(text.rjust(piece.width, "─")[: piece.width], self._style(frame))
        text, look = self.paint(piece)
        text = text[: piece.width].ljust(piece.width)
        looks = [self.ground(piece), look]
        if piece.name in self.lit and not self._mostly_lit:
            looks.insert(2 if look in _QUIET else 1, "board--lit")
            text = text if piece.part else mark_lit(text)
        if piece.name == self.cursor and self.has_focus:
            looks.append("board--cursor")
            text = text if piece.part else mark_cursor(text)
        return Segment(text, self._style(*looks))

    def redraw(self, names: Iterable[str]) -> None:
        """Draw some spots anew."""
        regions = [region for name in names for region in self._regions.get(name, ())]
        if regions:
            self.refresh(*regions)

    def light(self, names: Iterable[str]) -> None:
        """Light up the spots that can be chosen now."""
        lit = frozenset(names)
        if lit == self.lit:
            return
        changed = lit ^ self.lit
        mostly = 4 * len(lit) > 3 * len(self.spots)
        if mostly != self._mostly_lit:
            changed = frozenset(self.spots)
        self.lit = lit
        self._mostly_lit = mostly
        self.redraw(changed)

    # The cursor

    def put_cursor(self, name: str) -> None:
        """Put the cursor on a spot."""
        if name == self.cursor or name not in self._regions:
            return
        before, self.cursor = self.cursor, name
        self.was_used = True
        self.redraw((before, name, TITLE))
        self.post_message(self.Moved(self, name))

    def forget(self) -> None:
        """Put the cursor back where it was before anyone used it."""
        self.cursor = next(iter(self.spots), "")
        self.was_used = False
        self.lit = frozenset()
        self._mostly_lit = False
        self.refresh()

    def nearest(self, names: Iterable[str]) -> str:
        """The spot among some that lies nearest to the cursor."""
        wanted = frozenset(names)
        x, y = self._centre(self.cursor)

        def distance(name: str) -> float:
            other = self._centre(name)
            return abs(other[0] - x) + abs(other[1] - y)

        return min((name for name in self.spots if name in wanted), key=distance, default="")

    def action_cursor(self, right: int, down: int) -> None:
        """Move to the nearest spot in a direction."""
        key = (self.cursor, right, down)
        if key not in self._neighbours:
            self._neighbours[key] = self._neighbour(*key)
        self.put_cursor(self._neighbours[key])

    def _neighbour(self, name: str, right: int, down: int) -> str:
        here = self._centre(name)
        best, found = 0.0, name
        for other in self.spots:
            there = self._centre(other)
            ahead = (there[0] - here[0]) * right + (there[1] - here[1]) * down
            aside = abs((there[0] - here[0]) * down) + abs((there[1] - here[1]) * right)
            cost = ahead + 3 * aside * (1 if right else 0.5)
            if ahead > 0 and aside <= 2 * ahead and (found == name or cost < best):
                best, found = cost, other
        return found

    def _centre(self, name: str) -> tuple[float, float]:
        """The middle of a spot; lines count double, as cells are twice as high as wide."""
        regions = self._regions[name]
        x = sum(region.x + region.width / 2 for region in regions) / len(regions)
        y = sum(region.y for region in regions) / len(regions)
        return x, 2 * y

    def action_next_lit(self) -> None:
        """Jump to the next lit spot."""
        names = self.spots
        start = names.index(self.cursor) if self.cursor in names else -1
        for name in names[start + 1 :] + names[: start + 1]:
            if name in self.lit:
                self.put_cursor(name)
                return

    def action_choose(self) -> None:
        """Take what the cursor stands on."""
        self.post_message(self.Chosen(self, self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Choose with the mouse."""
        where = event.get_content_offset(self)
        if where is None:
            return
        for name in self.spots:
            if any(region.contains_point(where) for region in self._regions[name]):
                self.put_cursor(name)
                self.action_choose()
                return

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()
