"""The widgets of a table of *Submarine*, among them the hand, their regions, and spots of moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult
from textual.geometry import Region, Size

from rules.contract import Event
from rules.submarine.board import (
    CARDS_PER_COLOUR,
    CELL_NAMES,
    COLOURS,
    COLUMN_OF,
    HAND,
    LEVEL_OF,
    NONE,
    SETUPS,
    cell_at,
)
from rules.submarine.moves import BOATS, DIVES, PLACES, Kind, Move, take
from rules.submarine.view import Player, SubmarineView
from screens.colours import PAINTS, SIDE_SIGNS, Look, Spans, chip
from screens.people import SeatNames
from screens.submarine.boats import doings
from screens.submarine.layout import SubmarineLayout
from screens.submarine.players import Players
from screens.submarine.sea import Sea, surface_spot
from screens.submarine.signs import (
    NOTHING,
    Payment,
    colour_name,
    colour_sign,
    draw_token,
    own_seat,
    token_look,
    token_sign,
    token_words,
    without_hue,
)
from screens.table.log import LogPanel
from screens.table.model import TableModel
from screens.table.move_words import Words, words_of
from screens.text import _
from screens.widgets.board import Board
from screens.widgets.panel import Panel, PlacedArea
from screens.widgets.raster import Raster, fitted

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


_PILE: Final = 6
_JOKERS: Final = 16
_TITLE: Final = 9
"""The least cells in which a title is told."""
_LABEL: Final = Look("soft", style="bold")
_PRICE: Final = Look("gold", style="bold")


class HandPanel(Board, can_focus=False):
    """Three cards side by side; the cost of the choice under the cursor is highlighted."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: SubmarineView | None = None
        self._people = SeatNames(())
        self._payment = NOTHING
        self._region = Region()
        self._is_framed = False

    def set_place(self, region: Region, *, is_framed: bool) -> None:
        """Set the region of the panel."""
        self._region, self._is_framed = region, is_framed
        self.repaint()

    def show(self, view: SubmarineView, people: SeatNames) -> None:
        """Show a view."""
        self._view, self._people = view, people
        self.repaint()

    def pay(self, payment: Payment) -> None:
        """Show the payment of a choice."""
        if payment != self._payment:
            self._payment = payment
            self.repaint()

    # Drawing

    def draw(self) -> Raster:
        """Draw labels in the first line and cards below; the one paid is a line higher."""
        raster = Raster(*self._region.size)
        view, inside = self._view, Region(0, 0, *self._region.size)
        if view is None:
            return raster
        if self._region.height == 1:
            inside = inside.translate((0, -1)).grow((0, 0, 1, 0))  # no line for labels
        if self._is_framed:
            raster.box(inside, self._title(view))
            inside = Region(2, 1, inside.width - 4, inside.height - 2)
        own = view.players[own_seat(view)]
        jokers = _JOKERS if inside.width >= 3 * 9 + _PILE + 2 + _JOKERS else 0
        gap = 2 if inside.width - jokers > 40 else 1
        pile = _PILE if gap == 1 else _PILE + 3
        width = min((inside.width - jokers - pile) // HAND - gap, 3 * inside.height)
        cards = [
            Region(inside.x + slot * (width + gap), inside.y + 1, width, inside.height - 1)
            for slot in range(HAND)
        ]
        x = inside.x + HAND * (width + gap)
        self._draw_cards(raster, own, cards)
        if not self._is_framed:
            self._draw_title(raster, self._title(view), cards)
        self._draw_pile(raster, own, Region(x, inside.y + 1, pile, inside.height - 1))
        if jokers:
            left = x + pile + gap + 1
            self._draw_jokers(
                raster, own, Region(left, inside.y, inside.right - left, inside.height)
            )
        return raster

    def _title(self, view: SubmarineView) -> str:
        """Return the title of the hand, which may be another player's in a replay."""
        seat = own_seat(view)
        if seat == self._people.reader and view.seat is not None:
            return _("Your hand")
        return _("{name}’s hand").format(name=f"{SIDE_SIGNS[seat]} {self._people.names[seat]}")

    def _draw_title(self, raster: Raster, title: str, cards: Sequence[Region]) -> None:
        """Draw the title above the cards, beside the raised one."""
        card = next((card for card in cards if raster[card.x, 0].ground == "night"), None)
        if card is None:
            return
        end = next(
            (
                other.x
                for other in cards
                if other.x > card.x and raster[other.x, 0].ground != "night"
            ),
            cards[-1].right,
        )
        if end - card.x >= _TITLE:
            raster.stamp(card.x, 0, fitted(title, end - card.x), _LABEL)

    def _draw_cards(self, raster: Raster, own: Player, cards: Sequence[Region]) -> None:
        goes = own.hand.index(self._payment.colour) if self._payment.colour in own.hand else NONE
        for slot, region in enumerate(cards):
            if slot < len(own.hand):
                is_up = slot == goes and region.y > 0
                if slot == goes and not is_up:
                    _draw_card(raster, region, own.hand[slot], self._told(0))
                    continue
                _draw_card(raster, region.translate((0, -is_up)), own.hand[slot])
                if is_up:
                    text = self._told(region.width)
                    x = region.x + (region.width - len(text)) // 2
                    raster.stamp(x, region.bottom - 1, text, _PRICE)
            elif slot < own.hand_size:
                _draw_back(raster, region, "?")
            else:
                raster.fill(region, "raised")

    def _told(self, room: int) -> str:
        """Return the label on the raised card: under the pile, to a player, or as payment."""
        if self._payment.is_swap:
            return "↓" if room < 9 else _("under the pile")
        if self._payment.to != NONE:
            return _("to {name}").format(name=SIDE_SIGNS[self._payment.to])
        return _("pays")

    def _draw_pile(self, raster: Raster, own: Player, region: Region) -> None:
        taken = min(self._payment.cards, len(own.pile))
        minus = f"−{taken}" if taken else ""
        label = _("draw pile")
        if len(label) + len(minus) > region.width:
            label = _("pile")
        x = region.right - len(label) - len(minus) - (1 if minus else 0)
        raster.stamp(x, region.y - 1, label, _LABEL)
        raster.stamp(region.right - len(minus), region.y - 1, minus, _PRICE)
        if region.height == 1:
            self._draw_low_pile(raster, own, region, minus)
            return
        if not own.pile:
            raster.fill(region, "raised")
            raster.write(region.x + 1, region.y + region.height // 2, "0", "soft")
            return
        _draw_back(raster, region, str(len(own.pile)))
        known = [colour for colour in reversed(own.pile) if colour != NONE]
        for at, colour in enumerate(known[: region.width - 2], start=region.x + 1):
            raster.stamp(at, region.bottom - 1, colour_sign(colour), chip(PAINTS[colour]))

    def _draw_low_pile(self, raster: Raster, own: Player, region: Region, minus: str) -> None:
        """Draw the pile in a line: its number, then what is paid, or the known cards."""
        raster.fill(region, "bar")
        raster.stamp(region.x + 1, region.y, str(len(own.pile)), Look("ink", "bar", "bold"))
        if minus and region.y == 0:  # no line of labels above tells it
            raster.stamp(region.right - len(minus), region.y, minus, Look("gold", "bar", "bold"))
            return
        known = [colour for colour in reversed(own.pile) if colour != NONE][: region.width - 4]
        for x, colour in enumerate(known, start=region.right - len(known)):
            raster.stamp(x, region.y, colour_sign(colour), chip(PAINTS[colour]))

    def _draw_jokers(self, raster: Raster, own: Player, region: Region) -> None:
        raster.stamp(region.x, region.y, _("jokers") if own.jokers else _("no joker"), _LABEL)
        words = [token_words(token) for token in own.jokers]
        if any(len(text) > region.width - 2 for text in words):
            words = [token_sign(token) for token in own.jokers]
        for line, (token, text) in enumerate(zip(own.jokers, words), start=1):
            if line == region.height - 1 and len(words) > line:
                raster.write(region.x, region.y + line, f"+{len(words) - line + 1}", "ink")
                break
            pays = token == self._payment.joker
            place = Region(region.x, region.y + line, region.width, 1)
            draw_token(
                raster, place, text, token_look(token, is_lit=pays), mark="‹" if pays else ""
            )


def _draw_card(raster: Raster, region: Region, colour: int, told: str = "") -> None:
    """Draw letters in two corners, the name in the middle, and waves around if there is room.

    A card of one line has only its name, or its letter and a text.
    """
    paint, letter, name = PAINTS[colour], colour_sign(colour), colour_name(colour)
    raster.fill(region, paint)
    if region.height > 1:
        raster.stamp(region.x + 1, region.y, letter, chip(paint))
        raster.stamp(region.right - 2, region.bottom - 1, letter, chip(paint))
    elif told:
        name = f"{letter} {told}"
    middle = region.y + (region.height - 1) // 2
    if region.height > 4:
        waves = "≈" * min(region.width - 4, 5 + region.height // 3)
        for y in (middle - 1, middle + 1):
            at = region.x + (region.width - len(waves)) // 2
            raster.write(at, y, waves, f"{paint}+dark/35")
    raster.stamp(region.x + (region.width - len(name)) // 2, middle, name, chip(paint))


def _draw_back(raster: Raster, region: Region, text: str) -> None:
    """Draw the back of a card or cards, with a number or a question mark."""
    for y in range(region.y, region.bottom):
        raster.write(region.x, y, "░" * region.width, "edge", ground="bar")
    label = f" {text} "
    x, y = region.x + (region.width - len(label)) // 2, region.y + (region.height - 1) // 2
    raster.stamp(x, y, label, Look("ink", "bar", "bold"))
