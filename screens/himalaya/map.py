"""The map: villages with what they offer, routes in three styles of line, regions."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from rules.himalaya.board import NONE, VILLAGES
from rules.himalaya.board import Board as Print
from rules.himalaya.view import HimalayaView
from screens.himalaya.canvas import Canvas, Point
from screens.himalaya.signs import (
    BRACKETS,
    ROUTE_LOOKS,
    ROUTE_SIGNS,
    TRACE_SIGN,
    offer_text,
    region_text,
)
from screens.player_styles import SIDE_LOOKS, SIDE_SIGNS
from screens.text import _
from screens.widgets.line_board import LineBoard
from screens.widgets.pieces import TITLE, Field, Piece, Plain, Spot

_SPOT: Final = 7
"""Cells of a village on the terminal, two lines high."""
_LABEL: Final = 10
"""Cells of a region's label, two lines high at most."""
_TITLE: Final = 46
_SHEET: Final = (76, 19)
"""The cells of the map that board files place villages on, as far as they are used."""

Route = tuple[int, int]


def village_spot(village: int) -> str:
    """The spot of a village."""
    return str(village)


class Map(LineBoard):
    """Spots are the numbers of the villages."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: HimalayaView | None = None
        self._trace: frozenset[Route] = frozenset()
        self._sheet = (80, 17)
        self._drawn: tuple[object, ...] = ()

    def set_sheet(self, width: int, height: int) -> None:
        """Draw the map so large, without its title."""
        self._sheet = (width, height)
        self._draw()

    def show(self, view: HimalayaView) -> None:
        """Show a view."""
        self._view = view
        self._draw()
        self.refresh()

    def trace(self, routes: Collection[Route]) -> None:
        """Mark the routes that a program would follow."""
        if frozenset(routes) != self._trace:
            self._trace = frozenset(routes)
            self._draw()

    # Drawing

    def _draw(self) -> None:
        """Lay the map out anew where what lies under the villages changed."""
        if self._view is None:
            return
        view = self._view
        drawn = (view.options.board, self._sheet, self._trace, view.yetis, view.snows)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        width, height = self._sheet
        canvas = Canvas(width, height, "board--plain")
        self._draw_routes(canvas, view)
        taken: set[Point] = set()
        for village in VILLAGES:
            x, y = self._place(view.board.villages[village].at, _SPOT)
            for part in (0, 1):
                canvas.put((x, y + part), Spot(village_spot(village), _SPOT, part))
                taken |= {(column, y + part) for column in range(x, x + _SPOT)}
        for index, region in enumerate(view.board.regions):
            x, y = self._free_place(self._place(region.at, _LABEL), taken)
            canvas.put((x, y), Field(f"region.{index}", _LABEL))
            taken |= {(column, y) for column in range(x, x + _LABEL)}
        self.lay_out([self._title(width), *canvas.rows()])

    def _title(self, width: int) -> list[Piece]:
        head = "── Himalaya "
        rest = width - _TITLE - 2
        return [Plain(head[:rest].ljust(rest, "─")), Field(TITLE, _TITLE), Plain("──")]

    def _draw_routes(self, canvas: Canvas, view: HimalayaView) -> None:
        for way, village, other in view.board.routes:
            ink = (ROUTE_SIGNS[way], ROUTE_LOOKS[way])
            if (village, other) in self._trace:
                ink = (TRACE_SIGN, "board--strong")
            start, end = self._middle(view.board, village), self._middle(view.board, other)
            canvas.line(start, end, ink)
            for mark, routes in (("Y", view.yetis), ("*", view.snows)):
                if (village, other) in routes:
                    x, y = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
                    canvas.line((x - 1, y), (x + 1, y), (mark, "board--bad"))

    def _place(self, at: Point, width: int) -> Point:
        """Where on this map a place of the board file lies."""
        room = self._sheet[0] - width
        x = min(room, round(at[0] * room / (_SHEET[0] - 5)))
        return x, min(
            self._sheet[1] - 2, round((at[1] - 1) * (self._sheet[1] - 2) / (_SHEET[1] - 2))
        )

    def _free_place(self, wanted: Point, taken: Collection[Point]) -> Point:
        """The place nearest to where a label is wanted that covers nothing."""
        width, height = self._sheet

        def distance(place: Point) -> int:
            return abs(place[0] - wanted[0]) + 3 * abs(place[1] - wanted[1])

        places = [(x, y) for y in range(height) for x in range(width - _LABEL + 1)]
        for x, y in sorted(places, key=distance):
            if not any((column, y) in taken for column in range(x, x + _LABEL)):
                return x, y
        return wanted

    def _middle(self, board: Print, village: int) -> Point:
        x, y = self._place(board.villages[village].at, _SPOT)
        return x + _SPOT // 2, y

    # Painting

    def ground(self, spot: Spot) -> str:
        """Land everywhere."""
        return "board--plain"

    def paint(self, spot: Spot) -> tuple[str, str]:
        """The head of a village or what it offers; a region and its delegations."""
        view = self._view
        if view is None:
            return "", "board--plain"
        if spot.name.startswith("region."):
            return self._paint_region(view, int(spot.name.removeprefix("region.")))
        village = int(spot.name)
        return self._paint_offer(view, village) if spot.part else self._paint_head(view, village)

    def _paint_head(self, view: HimalayaView, village: int) -> tuple[str, str]:
        left, right = BRACKETS[view.board.villages[village].level]
        here = [seat for seat, player in enumerate(view.players) if player.caravan == village]
        caravans = "".join(SIDE_SIGNS[seat] for seat in here)
        room = _SPOT - len(caravans)
        look = SIDE_LOOKS[here[0]] if len(here) == 1 else "board--strong"
        return f"{left}{village}{right}"[:room] + caravans, look

    def _paint_offer(self, view: HimalayaView, village: int) -> tuple[str, str]:
        owner = view.stupas[village]
        stupa = " " if owner == NONE else SIDE_SIGNS[owner]
        market = "$" if village in view.markets else ""
        text = f"{stupa}{offer_text(view, village)}{market}"
        if view.goods[village]:
            return text, "board--good"
        return text, "board--yellow" if view.orders[village] != NONE else SIDE_LOOKS[max(owner, 0)]

    def _paint_region(self, view: HimalayaView, region: int) -> tuple[str, str]:
        return region_text(view, region)[:_LABEL], "board--label"

    def cursor_name(self, name: str) -> str:
        """The village under the cursor: name, level, what it offers, whose stupa."""
        view = self._view
        if view is None or not name:
            return ""
        village = int(name)
        level = (_("house"), _("temple"), _("monastery"))[view.board.villages[village].level - 1]
        parts = [f"{village} {view.board.villages[village].name}", level]
        if offer := offer_text(view, village):
            parts.append(offer)
        if view.stupas[village] != NONE:
            parts.append(_("stupa {side}").format(side=SIDE_SIGNS[view.stupas[village]]))
        return ", ".join(parts)
