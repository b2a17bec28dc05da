"""A board drawn line by line from pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip

from screens.player_styles import BOLD, PAINTS, SIDES, rules
from screens.widgets.board import Board
from screens.widgets.pieces import TITLE, Field, Piece, Plain, Spot, mark_cursor, mark_lit

_QUIET: Final = ("board--plain", "board--faint")
"""What takes the colour of a lit spot; pieces keep their own."""


class LineBoard(Board):
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
    LineBoard {{
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

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._mostly_lit = False
        """Whether so much is lit that marking it would only be noise."""
        self._rows: list[list[Piece]] = []
        self._regions: dict[str, list[Region]] = {}
        self._styles: dict[str, Style] = {}

    # What subclasses tell

    def paint(self, spot: Spot) -> tuple[str, str]:
        """The text of a spot's line (cut or padded to its width) and its component class."""
        return spot.name, "board--plain"

    def ground(self, spot: Spot) -> str:
        """The component class of what a spot lies on."""
        return "board--water"

    # Layout

    def lay_out(self, rows: Sequence[Sequence[Piece]]) -> None:
        """Set the lines of the board; the cursor stays where it is if that spot stays."""
        self._rows = [list(row) for row in rows]
        self._regions = {}
        for y, row in enumerate(rows):
            x = 0
            for piece in row:
                width = piece.width if isinstance(piece, Spot) else len(piece.text)
                if isinstance(piece, Spot):
                    self._regions.setdefault(piece.name, []).append(Region(x, y, width, 1))
                x += width
        fields = {piece.name for row in rows for piece in row if isinstance(piece, Field)}
        self.set_spots(self._regions, fields=fields)
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

    def repaint(self) -> None:
        """Draw all of it."""
        self.refresh()

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()
