"""The widgets of a table of *Submarine*, their regions, and the spots of moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult
from textual.geometry import Size

from rules.contract import Event
from rules.submarine.board import (
    CARDS_PER_COLOUR,
    CELL_NAMES,
    COLOURS,
    COLUMN_OF,
    LEVEL_OF,
    NONE,
    SETUPS,
    cell_at,
)
from rules.submarine.moves import BOATS, DIVES, PLACES, Kind, Move, take
from rules.submarine.view import SubmarineView
from screens.colours import PAINTS, Look, Spans, chip
from screens.submarine.boats import doings
from screens.submarine.hand import HandPanel
from screens.submarine.layout import SubmarineLayout
from screens.submarine.players import Players
from screens.submarine.sea import Sea, surface_spot
from screens.submarine.signs import colour_name, own_seat, without_hue
from screens.table.log import LogPanel
from screens.table.model import TableModel
from screens.table.move_words import Words, words_of
from screens.text import _
from screens.widgets.board import Board
from screens.widgets.panel import Panel, PlacedArea

_QUIET: Final = Look("soft")
_OUT: Final = "■"
_LEFT: Final = "□"


def known_lines(view: SubmarineView, room: Size) -> list[Spans]:
    """Return, per colour, the number of discarded cards, and the reader's number of the others."""
    dealt = CARDS_PER_COLOUR - SETUPS[len(view.players)].set_aside
    head = _("out of the game, of {count} per colour").format(count=dealt)
    told: list[Spans] = [[(head, _QUIET)]]
    gap = " " if room.width >= 2 * dealt + 30 else ""
    is_loose = room.height >= 2 * len(COLOURS)
    for colour in range(len(COLOURS)):
        if is_loose or (colour == 0 and room.height > len(COLOURS) + 1):
            told.append(())
        told.append(_line(view, colour, dealt, gap))
    return told


def _line(view: SubmarineView, colour: int, dealt: int, gap: str) -> Spans:
    out, paint = view.discards[colour], PAINTS[colour]
    own = 0 if view.seat is None else view.players[view.seat].hand.count(colour)
    text = _("{out} out, {own} yours") if own else _("{out} out")
    return [
        (f" {colour_name(colour):8}", chip(paint)),
        ("  ", Look()),
        ((_OUT + gap) * out, Look(paint)),
        ((_LEFT + gap) * (dealt - out), Look("edge")),
        (f"  {text.format(out=out, own=own)}", Look()),
    ]


class SeaLog(LogPanel):
    """The end of the log."""

    own = 0
    """The seat whose lines are white."""

    def show(self, title: str, lines: Sequence[Spans]) -> None:
        """Set the title and the lines."""
        super().show(title, [without_hue(line, self.own) for line in lines])


class SubmarineBoards:
    """Sea, players, hand, log, and the discards."""

    def __init__(self, model: TableModel[SubmarineView], sea: Sea) -> None:
        self._model = model
        self._sea, self._log = sea, SeaLog()
        self._players, self.hand = Players(id="players"), HandPanel(id="hand")
        self._known = Panel(id="known")
        self._known_room = Size(0, 0)
        self._field = PlacedArea()

    def compose(self) -> ComposeResult:
        """Build all boards and panels on one field."""
        with self._field:
            yield self._sea
            yield self._players
            yield self.hand
            yield self._log
            yield self._known

    def place(self, layout: SubmarineLayout) -> None:
        """Put everything into its place."""
        self._sea.set_plan(layout.plan)
        self._players.set_place(layout.players, is_close=layout.has_lines)
        self.hand.set_place(layout.hand, is_framed=layout.is_framed)
        if layout.log is not None:
            self._log.set_framed(layout.log.height > 5)
        known = layout.known
        self._known_room = Size(0, 0) if known is None else known.shrink((1, 2, 1, 2)).size
        self._field.place(
            {
                self._sea: layout.sea,
                self._players: layout.players,
                self.hand: layout.hand,
                self._log: layout.log,
                self._known: known,
            }
        )

    def show(self, view: SubmarineView, recent: Sequence[Event]) -> None:
        """Show a view, and traces of recent events."""
        self._log.own = own_seat(view)
        self._sea.show(view, doings(recent))
        for board in (self._players, self.hand):
            board.show(view, self._model.people)
        self._known.show(_("Cards out of the game"), known_lines(view, self._known_room))


class SubmarineSpots:
    """The spots of moves on the sea."""

    def __init__(self, sea: Sea) -> None:
        self._sea = sea

    def of(self, move: Move) -> list[tuple[Board, str]]:
        """Return columns for bathyscaphes and boats, cells for dives, tokens to take."""
        return [(self._sea, spot) for spot in self._spots_of(move)]

    def of_begun(self, view: SubmarineView, moves: Sequence[Move]) -> list[tuple[Board, str]]:
        """Return the spots of moves whose last words are still to be chosen."""
        column = view.players[view.mover].boat
        spots = [
            CELL_NAMES[cell_at(column, move.level)] if move.kind == Kind.DIVE else spot
            for move in moves
            for spot in self._spots_of(move)
        ]
        return [(self._sea, spot) for spot in dict.fromkeys(spots)]

    def _spots_of(self, move: Move) -> Sequence[str]:
        match move.kind:
            case Kind.PLACE:
                return (surface_spot(move.column), CELL_NAMES[cell_at(move.column, 1)])
            case Kind.BOAT:
                return (surface_spot(move.column),)
            case Kind.TAKE:
                return (self._sea.slot_of(move.token),)
            case Kind.DIVE:
                return (CELL_NAMES[move.cell],)
        return ()

    def words_at(self, view: SubmarineView, spot: str, moves: Sequence[Move]) -> Words:
        """Return the words of the move meant by a spot that is not offered; rules may refuse it."""
        column = view.players[view.mover].boat
        token, cell = self._sea.token_at(spot), self._sea.cell_at(spot)
        kinds, levels = {move.kind for move in moves}, {move.level for move in moves}
        if kinds == {Kind.PLACE} and cell is not None:
            return words_of(PLACES[COLUMN_OF[cell]])
        if kinds == {Kind.BOAT} and (cell is not None or spot.isdigit()):
            return words_of(BOATS[int(spot) if cell is None else COLUMN_OF[cell]])
        if kinds == {Kind.DIVE} and len(levels) == 1 and cell is not None:
            return words_of(DIVES[levels.pop()][cell])
        if token is not None and cell is not None and COLUMN_OF[cell] == column:
            return words_of(take(LEVEL_OF[cell], token, NONE))
        return ()
