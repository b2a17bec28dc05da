"""The sea board: boats at the surface, tokens and bathyscaphes in the cells below."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from textual.geometry import Offset, Region

from rules.submarine.board import (
    CELL_NAMED,
    CELL_NAMES,
    CELLS,
    COLOUR_OF,
    COLUMN_OF,
    COLUMNS,
    LEFT,
    LEVEL_OF,
    LEVELS,
    RIGHT,
    TOKENS_PER_CELL,
)
from rules.submarine.view import SubmarineView
from screens.colours import Look
from screens.submarine.boats import (
    Doings,
    Lying,
    draw_bathyscaphes,
    draw_boats,
    draw_waiting,
    lying_in,
    toll_text,
)
from screens.submarine.layout import NARROWEST, SHAPES, SubmarineGeometry
from screens.submarine.signs import (
    HINT,
    colour_name,
    cursor_on,
    draw_close,
    draw_empty,
    draw_gone,
    draw_token,
    own_seat,
    token_look,
    token_words,
    toll_numbers,
    tribute,
    wordings,
)
from screens.text import _, labelled
from screens.widgets.board import Board
from screens.widgets.raster import Cell, Raster

_LIT: Final = "+light/22"
_REACH: Final = "+key/38"
_WAVES: Final = (0, 5, 6, 13, 17, 18, 26, 31, 40, 41, 47)
"""The columns of a slightly higher water line, in a pattern of 53 columns."""


class Water:
    """Backgrounds of one geometry, each drawn once and then copied."""

    def __init__(self, plan: SubmarineGeometry) -> None:
        self._plan = plan
        self._kept: dict[tuple[str, bool], Raster] = {}

    def ground(self, column: int, reach: Collection[str], *, is_plain: bool) -> Raster:
        """Return the sea with one column highlighted, and places in reach lighter."""
        raster = self._drawn("", is_plain=is_plain).copy()
        if column in COLUMNS:
            self._copy(raster, self._drawn(_LIT, is_plain=is_plain), self._column(column))
        for place in reach:
            light = _LIT + _REACH if place.startswith(str(column)) else _REACH
            self._copy(raster, self._drawn(light, is_plain=is_plain), self._place(place))
        return raster

    def _column(self, column: int) -> Region:
        plan = self._plan
        return Region(plan.left(column), 0, plan.across(column), plan.size.height)

    def _place(self, place: str) -> Region:
        cell = CELL_NAMED.get(place)
        if cell is None:
            return self._plan.surface(int(place))
        return self._plan.cell(COLUMN_OF[cell], LEVEL_OF[cell])

    def _copy(self, raster: Raster, other: Raster, region: Region) -> None:
        for y in range(region.y, min(region.bottom, raster.height)):
            raster.rows[y][region.x : region.right] = other.rows[y][region.x : region.right]

    def _drawn(self, light: str, *, is_plain: bool) -> Raster:
        """Return the whole sea in one light."""
        found = self._kept.get((light, is_plain))
        if found is None:
            found = self._kept[light, is_plain] = self._draw(light, is_plain=is_plain)
        return found

    def _draw(self, light: str, *, is_plain: bool) -> Raster:
        plan = self._plan
        raster = Raster(*plan.size)
        for column in COLUMNS:
            shade = "+light/4" if column % 2 == 0 else ""
            raster.fill(plan.surface(column), f"sky{shade}{light}")
            for level in LEVELS:
                raster.fill(plan.cell(column, level), f"level-{level}{shade}{light}")
        if light:
            for edge in (plan.surface(0), plan.surface(len(COLUMNS) + 1)):
                raster.fill(edge, f"sky{light}")
        if plan.sky > (1 if plan.is_close else 2):
            self._draw_waves(raster, is_plain=is_plain)
        for level in LEVELS:
            raster.write(plan.edges[0] // 2, plan.top(level), str(level), "ink", style="bold")
        return raster

    def _draw_waves(self, raster: Raster, *, is_plain: bool) -> None:
        y, (left, right) = self._plan.sky - 1, self._plan.edges
        for x in range(left, raster.width - right):
            sign = "▂" if (x - left) % 53 in _WAVES else "▁"
            raster.write(x, y, "~" if is_plain else sign, "waterline")


_TOLL: Final = Look("gold", "dark", "bold")
_PLACES: Final = (LEFT, *COLUMNS, RIGHT)


def surface_spot(column: int) -> str:
    """Return the spot of a place for boats: a column, LEFT or RIGHT."""
    return str(column)


def slot_spot(cell: int, slot: int) -> str:
    """Return the spot of a token of a cell, from 0."""
    return f"{CELL_NAMES[cell]}/{slot}"


class Sea(Board):
    """The sea board. Spots: "0"-"7" for boats, "5.3" for bathyscaphes, "5.3/0" for a token."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: SubmarineView | None = None
        self._doings = Doings()
        self._plan = SubmarineGeometry(0, 0, SHAPES[0])
        self.set_plan(SubmarineGeometry(12, 1, SHAPES[0]))

    @property
    def plan(self) -> SubmarineGeometry:
        """The geometry of the sea."""
        return self._plan

    def set_plan(self, plan: SubmarineGeometry) -> None:
        """Set the geometry of the sea."""
        if plan == self._plan:
            return
        self._plan, self._water = plan, Water(plan)
        spots = {surface_spot(column): [plan.surface(column)] for column in COLUMNS}
        for cell in CELLS:
            column, level = COLUMN_OF[cell], LEVEL_OF[cell]
            for slot in range(TOKENS_PER_CELL[level - 1]):
                spots[slot_spot(cell, slot)] = [plan.slot(column, level, slot)]
            spots[CELL_NAMES[cell]] = [plan.berth(column, level)]
        spots |= {surface_spot(column): [plan.surface(column)] for column in (LEFT, RIGHT)}
        self.set_spots(spots)
        self.repaint()

    def show(self, view: SubmarineView, doings: Doings) -> None:
        """Show a view, and traces of recent events."""
        self._view, self._doings = view, doings
        self.repaint()

    # Positions

    @property
    def payer(self) -> int:
        """The seat whose costs are shown: that of the view, else the mover."""
        assert self._view is not None
        return own_seat(self._view)

    def cell_at(self, spot: str) -> int | None:
        """Return the cell of a spot, or None."""
        return CELL_NAMED.get(spot.partition("/")[0])

    def token_at(self, spot: str) -> int | None:
        """Return the token on a spot, or None."""
        name, _slash, slot = spot.partition("/")
        if self._view is None or not slot:
            return None
        tokens = self._view.sea[CELL_NAMED[name]]
        return tokens[int(slot)] if int(slot) < len(tokens) else None

    def slot_of(self, token: int) -> str:
        """Return the spot of a token in the sea."""
        assert self._view is not None
        cell = next(cell for cell, tokens in enumerate(self._view.sea) if token in tokens)
        return slot_spot(cell, self._view.sea[cell].index(token))

    # Drawing

    def draw(self) -> Raster:
        """Draw the water, then all pieces on it, in it and beside it."""
        view = self._view
        column = LEFT if view is None else view.players[self.payer].boat
        raster = self._water.ground(column, self._reach(), is_plain=self.is_plain)
        if view is None:
            return raster
        self._draw_surface(raster, view, column)
        words = wordings(self._plan.slot(1, 1, 0).width)
        for cell in CELLS:
            self._draw_tokens(raster, view, cell, words)
            self._draw_berth(raster, view, cell)
        return raster

    def _reach(self) -> frozenset[str]:
        """Return the lighter cells and columns; none where bathyscaphes are to be chosen."""
        places = frozenset(name for name in self.lit if "/" not in name)
        cells = {CELL_NAMED[name] for name in places if name in CELL_NAMED}
        is_source = len({COLUMN_OF[cell] for cell in cells}) == 1 and len(places) == len(cells)
        return frozenset() if is_source else places

    def _draw_surface(self, raster: Raster, view: SubmarineView, lit_column: int) -> None:
        for column in _PLACES:
            seats = [seat for seat, player in enumerate(view.players) if player.boat == column]
            if column in (LEFT, RIGHT):
                self._draw_outside(raster, column, seats)
                continue
            region, spot = self._plan.surface(column), surface_spot(column)
            if spot in self.hinted and not self._plan.is_close:
                raster.write(region.x + 3, 0, HINT, "hint", style="bold")
            mark = "·" if self.is_plain and spot in self.lit else " "
            style = "bold" if column == lit_column or spot in self.lit else ""
            ink = "light" if style else "ink"
            raster.write(region.x, 0, f"{mark}{column}{mark.strip()}", ink, style=style)
            if spot in self.hinted and self._plan.is_close:
                raster.write(region.x, 0, HINT, "hint", style="bold")
            draw_boats(raster, region, seats, self.payer)
        if self.is_plain and lit_column in COLUMNS:
            region = self._plan.surface(lit_column)
            raster.write(region.x, 0, f"={lit_column}=", "ink", style="bold")

    def _draw_outside(self, raster: Raster, column: int, seats: Sequence[int]) -> None:
        """Draw the boats left or right of the sea, and an arrow where one may go."""
        plan, spot = self._plan, surface_spot(column)
        x, below = plan.surface(column).x, len(seats) if plan.is_close else 0
        if plan.is_close and spot in self.hinted:
            raster.write(x, below, HINT, "hint", style="bold")
        elif spot in self.lit and (plan.is_close or not seats):
            raster.write(x, below, "→", "light", style="bold")
        draw_waiting(raster, x, seats, self.payer)
        if column == LEFT and plan.edges[0] == 1:
            for level in LEVELS:  # boats hide these numbers; then the other side has room
                if plan.top(level) < len(seats):
                    at = plan.size.width - 1
                    raster.write(at, plan.top(level), str(level), "ink", style="bold")

    def _draw_tokens(
        self, raster: Raster, view: SubmarineView, cell: int, words: Sequence[str]
    ) -> None:
        column, level = COLUMN_OF[cell], LEVEL_OF[cell]
        tokens, is_close = view.sea[cell], self._plan.is_close
        gone = iter([each for each in self._doings.took if each[2] == cell])
        for slot in range(TOKENS_PER_CELL[level - 1]):
            region, spot = self._plan.slot(column, level, slot), slot_spot(cell, slot)
            is_lit, is_hinted = spot in self.lit, spot in self.hinted
            if slot >= len(tokens):
                draw = draw_gone if is_close else draw_empty
                draw(raster, region, next(gone, None), self.payer)
            elif is_close:
                draw_close(
                    raster,
                    region,
                    tokens[slot],
                    is_lit=is_lit,
                    is_hinted=is_hinted,
                    is_plain=self.is_plain,
                )
            else:
                draw_token(
                    raster,
                    region,
                    words[tokens[slot]],
                    token_look(tokens[slot], is_lit=is_lit),
                    mark="·" if is_lit and self.is_plain else "",
                    is_hinted=is_hinted,
                )

    def _draw_berth(self, raster: Raster, view: SubmarineView, cell: int) -> None:
        column, level, spot = COLUMN_OF[cell], LEVEL_OF[cell], CELL_NAMES[cell]
        berth = self._plan.berth(column, level)
        lying = lying_in(view, cell, self._doings)
        if self._plan.is_close:
            self._draw_close_berth(raster, view, cell, lying)
            return
        toll = toll_text(view, cell, lying, berth.width)
        if toll:
            raster.stamp(berth.right - len(toll) - 1, berth.y, toll, _TOLL)
        room = Region(berth.x + 1, berth.y, berth.width - 2 - len(toll) - bool(toll), 1)
        if lying:
            draw_bathyscaphes(raster, room, lying, self.payer)
        if spot in self.hinted:
            raster.write(berth.right - 1, berth.y, HINT, "hint", ground="dark", style="bold")
        if self.is_plain and spot in self.lit:
            for x in (berth.x, berth.right - 1):
                raster.write(x, berth.y, "·", "ink", style="bold")

    def _draw_close_berth(
        self, raster: Raster, view: SubmarineView, cell: int, lying: Sequence[Lying]
    ) -> None:
        """Draw bathyscaphes and tribute from edge to edge, a hint or the sign of a choice last."""
        berth, spot = self._plan.berth(COLUMN_OF[cell], LEVEL_OF[cell]), CELL_NAMES[cell]
        is_hinted = spot in self.hinted
        is_marked = is_hinted or (self.is_plain and spot in self.lit)
        room = berth.width - is_marked
        toll = toll_text(view, cell, lying, room + 2)
        raster.stamp(berth.x + room - len(toll), berth.y, toll, _TOLL)
        if lying:
            free = Region(berth.x, berth.y, room - len(toll), 1)
            draw_bathyscaphes(raster, free, lying, self.payer)
        if is_hinted:
            raster.write(berth.right - 1, berth.y, HINT, "hint", ground="dark", style="bold")
        elif is_marked:
            raster.write(berth.right - 1, berth.y, "·", "ink", style="bold")

    # The cursor

    def cursor_cells(self, picture: Raster, regions: Sequence[Region]) -> Mapping[Offset, Cell]:
        """Return a light; a token keeps an edge of its colour, an empty place gets brackets."""
        cells = dict(super().cursor_cells(picture, regions))
        region = regions[0]
        first, last = Offset(region.x, region.y), Offset(region.right - 1, region.y)
        token = self.token_at(self.cursor)
        if token is not None and self._plan.is_close:
            cursor_on(cells, region, picture, token, is_plain=self.is_plain)
            return cells
        if self.is_plain:
            if cells[first].sign in " ·=":
                cells[first] = cells[first]._replace(sign="[")
                cells[last] = cells[last]._replace(sign="]")
            elif self.cursor in (str(LEFT), str(RIGHT)):
                cells[last] = cells[last]._replace(sign="‹")
            return cells
        if token is not None and region.width > 3:
            hue = token_look(token, is_lit=True).ground
            cells[first] = cells[first]._replace(sign="›")
            cells[last] = Cell(" ", "dark", hue)
        return cells

    def cursor_name(self, name: str) -> str:
        """Return the name of the thing under the cursor, and its cost."""
        view = self._view
        if view is None:
            return ""
        token, cell = self.token_at(name), self.cell_at(name)
        if token is not None and cell is not None:
            if self._plan.width <= NARROWEST:
                return token_words(token)  # the hand shows the cost; the question must not be cut
            card = _("1 {colour}").format(colour=colour_name(COLOUR_OF[token]))
            toll = toll_numbers(tribute(view, self.payer, cell))
            return labelled(token_words(token), f"{card} {toll}".rstrip())
        if name == surface_spot(LEFT):
            return _("waiting on the left") if self._plan.width > NARROWEST else _("on the left")
        if name == surface_spot(RIGHT):
            return _("out on the right") if self._plan.width > NARROWEST else _("on the right")
        return name.partition("/")[0]
