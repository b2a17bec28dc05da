"""The sea: boats at the surface, tokens and bathyscaphes of every cell below."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.submarine.board import (
    CELL_NAMED,
    CELL_NAMES,
    CELLS_OF,
    COLUMN_OF,
    COLUMNS,
    LEFT,
    LEVEL_OF,
    LEVELS,
    RIGHT,
    TOKEN_NAMES,
    TOKENS_PER_CELL,
)
from rules.submarine.phases import ACT, GIVE
from rules.submarine.view import SubmarineView
from screens.player_styles import SIDE_LOOKS, SIDE_SIGNS
from screens.submarine.signs import cost_text, token_look, token_name, tribute
from screens.text import _
from screens.widgets.line_board import LineBoard
from screens.widgets.pieces import Field, Piece, Plain, Spot, framed

_TOKEN: Final = 2
_WIDTH: Final = (_TOKEN + 1) * max(TOKENS_PER_CELL) - 1
"""Cells of a column on the terminal, without the line beside it."""
_LEFT_MARGIN: Final = 3
_RIGHT_MARGIN: Final = 2
_BOATS_A_LINE: Final = 3
_FIELD: Final = 48
_GRID: Final = "board--grid"
_READY: Final = "!"


def surface_spot(column: int) -> str:
    """The spot of a place for boats: a column, LEFT or RIGHT."""
    return str(column)


def slot_spot(cell: int, slot: int) -> str:
    """The spot of a token of a cell, counted from 0."""
    return f"{CELL_NAMES[cell]}/{slot}"


class Sea(LineBoard):
    """Spots: "0" to "7" for boats, "5.3" for the bathyscaphes of a cell, "5.3/0" for a token."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: SubmarineView | None = None
        self._is_high = False
        self._lay_out()

    def set_high(self, is_high: bool) -> None:
        """Put a line between the levels, where there is room."""
        if is_high != self._is_high:
            self._is_high = is_high
            self._lay_out()

    def _lay_out(self) -> None:
        rows = [self._surface(part) for part in (0, 1)]
        for level in LEVELS:
            if self._is_high:
                rows.append(_waterline("═" if level == 1 else "─"))
            rows += [self._tokens(level), self._bathyscaphes(level)]
        width = _LEFT_MARGIN + len(COLUMNS) * (_WIDTH + 1) + 1 + _RIGHT_MARGIN + 2
        self.lay_out(framed(_("Sea"), width, rows, _FIELD))

    def _surface(self, part: int) -> list[Piece]:
        columns: list[Piece] = [Spot(surface_spot(column), _WIDTH, part) for column in COLUMNS]
        left = Spot(surface_spot(LEFT), _LEFT_MARGIN + 1, part)
        right = Spot(surface_spot(RIGHT), _RIGHT_MARGIN + 1, part)
        return [left, *_joined(columns, Plain(" ")), right]

    def _tokens(self, level: int) -> list[Piece]:
        row: list[Piece] = []
        for column in COLUMNS:
            cell, slots = CELLS_OF[column][level - 1], TOKENS_PER_CELL[level - 1]
            tokens: list[Piece] = [Spot(slot_spot(cell, slot), _TOKEN) for slot in range(slots)]
            rest = _WIDTH - (_TOKEN + 1) * slots + 1
            row += [
                Plain("│", _GRID),
                *_joined(tokens, Plain(" ", _GRID)),
                Plain(" " * rest, _GRID),
            ]
        return [Plain(f" {level} ", "board--label"), *row, *_right_end()]

    def _bathyscaphes(self, level: int) -> list[Piece]:
        row: list[Piece] = [Field(_due_spot(level), _LEFT_MARGIN)]
        for column in COLUMNS:
            row += [
                Plain("│", _GRID),
                Spot(CELL_NAMES[CELLS_OF[column][level - 1]], _WIDTH),
            ]
        return [*row, *_right_end()]

    # Showing

    def show(self, view: SubmarineView) -> None:
        """Show a view."""
        self._view = view
        self.refresh()

    @property
    def _payer(self) -> int:
        """Whose costs are shown: those of the one who looks, else of the one whose turn it is."""
        assert self._view is not None
        return self._view.mover if self._view.seat is None else self._view.seat

    def cell_at(self, spot: str) -> int | None:
        """The cell of a spot, if it is in one."""
        return CELL_NAMED.get(spot.partition("/")[0])

    def token_at(self, spot: str) -> int | None:
        """The token on a spot, if there is one."""
        name, _slash, slot = spot.partition("/")
        if self._view is None or not slot:
            return None
        tokens = self._view.sea[CELL_NAMED[name]]
        return tokens[int(slot)] if int(slot) < len(tokens) else None

    def slot_of(self, token: int) -> str:
        """The spot of a token that lies in the sea."""
        assert self._view is not None
        cell = next(cell for cell, tokens in enumerate(self._view.sea) if token in tokens)
        return slot_spot(cell, self._view.sea[cell].index(token))

    def ground(self, spot: Spot) -> str:
        """Water below the surface."""
        return "board--water" if "." in spot.name else "board--plain"

    def paint(self, spot: Spot) -> tuple[str, str]:
        """A token, the bathyscaphes of a cell, boats, or what is due at a level."""
        view, name = self._view, spot.name
        if view is None:
            return "", "board--plain"
        if "/" in name:
            return self._paint_token(view, name)
        if name in CELL_NAMED:
            return self._paint_bathyscaphes(view, CELL_NAMED[name])
        if name.startswith("due"):
            return self._paint_due(view, int(name[3:]))
        return self._paint_surface(view, spot)

    def _paint_token(self, view: SubmarineView, name: str) -> tuple[str, str]:
        token = self.token_at(name)
        if token is None:
            return "·", "board--faint"
        return TOKEN_NAMES[token], token_look(token)

    def _paint_bathyscaphes(self, view: SubmarineView, cell: int) -> tuple[str, str]:
        found = []
        looks = []
        for seat, player in enumerate(view.players):
            if count := player.bathyscaphes[cell]:
                number = str(count) if count > 1 else ""
                ready = self._ready(view, cell, count) if seat == view.mover else ""
                found.append(f"{SIDE_SIGNS[seat]}{number}{ready}")
                looks.append(SIDE_LOOKS[seat])
        spread = " " + " ".join(found)
        text = spread if len(spread) < _WIDTH else "".join(found)
        return text, looks[0] if len(looks) == 1 else "board--strong"

    def _ready(self, view: SubmarineView, cell: int, count: int) -> str:
        """A mark if some of the mover's may still act, with their number if not all may."""
        ready = view.ready[LEVEL_OF[cell] - 1]
        if view.phase != ACT or view.players[view.mover].boat != COLUMN_OF[cell] or not ready:
            return ""
        return _READY if ready == count else f"{_READY}{ready}"

    def _paint_due(self, view: SubmarineView, level: int) -> tuple[str, str]:
        column = view.players[view.mover].boat
        if view.phase not in (ACT, GIVE) or column in (LEFT, RIGHT):
            return "", "board--faint"
        owed = tribute(view, view.mover, CELLS_OF[column][level - 1])
        return f"+{sum(owed.values())}", "board--bad" if owed else "board--good"

    def _paint_surface(self, view: SubmarineView, spot: Spot) -> tuple[str, str]:
        column = int(spot.name)
        boats = [seat for seat, player in enumerate(view.players) if player.boat == column]
        signs = "".join(SIDE_SIGNS[seat] for seat in boats)
        if column in (LEFT, RIGHT):
            text = signs[:_BOATS_A_LINE] if spot.part == 0 else signs[_BOATS_A_LINE:]
            return text, "board--strong"
        here = view.players[view.mover].boat == column
        if spot.part == 0:
            text = f" {column} ".center(_WIDTH, "═" if here else " ")
            return text, "board--strong" if here else "board--label"
        look = SIDE_LOOKS[boats[0]] if len(boats) == 1 else "board--strong"
        return " ".join(signs).center(_WIDTH), look

    def cursor_name(self, name: str) -> str:
        """What lies under the cursor, and what it would cost."""
        view = self._view
        if view is None:
            return ""
        token = self.token_at(name)
        if token is not None:
            cell = CELL_NAMED[name.partition("/")[0]]
            cost = cost_text(view, self._payer, cell, token)
            return _("{token}: {cost}").format(token=token_name(token), cost=cost)
        if name in (str(LEFT), str(RIGHT)):
            return _("waiting on the left") if name == str(LEFT) else _("out on the right")
        return name.partition("/")[0]


def _due_spot(level: int) -> str:
    return f"due{level}"


def _joined(pieces: Iterable[Piece], between: Plain) -> list[Piece]:
    row: list[Piece] = []
    for piece in pieces:
        row += [between, piece] if row else [piece]
    return row


def _right_end() -> list[Piece]:
    return [Plain("│", _GRID), Plain(" " * _RIGHT_MARGIN)]


def _waterline(line: str) -> list[Piece]:
    crossing = "┼" if line == "─" else "╪"
    ends = "├┤" if line == "─" else "╞╡"
    bars = crossing.join([line * _WIDTH] * len(COLUMNS))
    return [
        Plain(" " * _LEFT_MARGIN),
        Plain(ends[0] + bars + ends[1], _GRID),
        Plain(" " * _RIGHT_MARGIN),
    ]
