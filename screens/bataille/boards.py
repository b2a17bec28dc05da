"""The widgets of a table of *Bataille sous les mers*, their regions, and the spots of moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import atan2, pi
from typing import Final

from textual.app import ComposeResult
from textual.geometry import Region, Size

from rules.bataille.board import (
    COLUMNS,
    LEVELS,
    NUMBERS,
    PORT,
    ROWS,
    SHIPS,
    SUBMARINES,
    SUNK,
    cell_name,
)
from rules.bataille.deduction import FLAG, PLAIN, tracking_grid
from rules.bataille.events import Charge, MineStruck, Moved, Stayed, Torpedo
from rules.bataille.moves import MINES, SAILS, SETUP, SUBS, THE_MOVED, Kind, Move
from rules.bataille.view import BatailleView
from rules.contract import Event
from screens.bataille.levels import CELL_NAMED, Levels, LevelsScale
from screens.bataille.phone import CampTabs, PhoneLayout
from screens.bataille.signs import pips
from screens.bataille.surface import Surface, SurfaceGeometry, port_spot
from screens.colours import SIDES, Look, Span, Spans, seat_sign
from screens.people import SeatNames
from screens.table.log import LogPanel
from screens.table.model import TableModel
from screens.table.move_words import Words, words_of
from screens.table.score_history import ScoreHistory, course_of
from screens.text import _, decimal, ngettext, shortened
from screens.widgets.board import Board
from screens.widgets.panel import Panel, PlacedArea

_PANEL: Final = 30
"""The least width of the panels beside the surface."""
_BESIDE: Final = 150
"""The least width at which the camps are in a column beside the surface."""
_LARGEST: Final = 9
_LEAST_SQUARE: Final = 5
_FLEETS: Final = 4
_SPINNER: Final = 8


@dataclass(frozen=True, slots=True)
class BatailleLayout:
    """The cells of both kinds of board, and the region of each part."""

    square: tuple[int, int]
    cell: tuple[int, int]
    surface: Region
    search: Region
    own: Region
    fleets: Region
    log: Region
    spinner: Region | None


def layout_for(room: Size) -> BatailleLayout:
    """Return the largest layout that fits the lines between headline and question."""
    beside = _beside(room) if room.width >= _BESIDE else ()
    return next(chain(beside, _stacked(room)))


def camp_size(width: int, height: int) -> tuple[int, int]:
    """Return the size of a camp with cells of a given size, its title and depths included."""
    return len(LEVELS) * (COLUMNS * width + 1) - 1, 2 + ROWS * height


def _squares() -> Iterator[SurfaceGeometry]:
    for height in range(_LARGEST, 0, -1):
        for width in dict.fromkeys((3 * height, 2 * height + 3, 2 * height + 1, 2 * height - 1, 5)):
            if width >= _LEAST_SQUARE:
                yield SurfaceGeometry(width, height)


def _stacked(room: Size) -> Iterator[BatailleLayout]:
    """Yield layouts with both camps below the surface and panels at its right, largest first."""
    for plan in _squares():
        for cell in ((5, 2), (4, 2), (3, 2), (4, 1), (3, 1), (2, 1)):
            width, height = plan.size
            across, down = camp_size(*cell)
            gaps = room.height - height - down
            if gaps < 0 or width + 1 + _PANEL > room.width or 2 * across + 3 > room.width:
                continue
            top, between = gaps // 3, (gaps + 1) // 2 if gaps < 3 else gaps // 3
            y, right = top + height + between, width + 2
            beside = Region(right, top, room.width - right, height + between - 1)
            inset = min((room.width - 2 * across) // 3, 6)
            yield BatailleLayout(
                (plan.width, plan.height),
                cell,
                Region(0, top, width, height),
                Region(inset, y, across, down),
                Region(room.width - across - inset, y, across, down),
                *_panels(beside),
            )


def _beside(room: Size) -> Iterator[BatailleLayout]:
    """Yield layouts with the surface at the left and camps in a column, largest first."""
    for plan in _squares():
        for cell in ((5, 2), (4, 2), (3, 2), (3, 1)):
            width, height = plan.size
            across, down = camp_size(*cell)
            left = 2 * down + 1 + _FLEETS + 6
            if height > room.height or width + 3 + across > room.width or left > room.height:
                continue
            x, top = width + 3, (room.height - height) // 2
            rest = Region(x, 2 * down + 2, room.width - x, room.height - 2 * down - 2)
            yield BatailleLayout(
                (plan.width, plan.height),
                cell,
                Region(0, top, width, height),
                Region(x, 0, across, down),
                Region(x, down + 1, across, down),
                *_panels(rest),
            )


def _panels(room: Region) -> tuple[Region, Region, Region | None]:
    """Return the regions of the fleets, of the log below, and of the spinner if there is room."""
    fleets = _FLEETS if room.height >= _FLEETS + 5 else 2
    has_spinner = room.height >= fleets + _SPINNER + 5
    log = room.height - fleets - (_SPINNER if has_spinner else 0)
    y = room.y
    return (
        Region(room.x, y, room.width, fleets),
        Region(room.x, y + fleets, room.width, log),
        Region(room.x, y + fleets + log, room.width, _SPINNER) if has_spinner else None,
    )


_SHIPS: Final = 29
"""The width of a fleet without its player's name."""
_DIAL: Final = (12, 12)
"""The columns and half lines of the dial."""


def fleet_lines(view: BatailleView, people: SeatNames, width: int) -> list[Spans]:
    """Return a line per side: its ships, their charges and their places."""
    seats = range(len(view.fleets))
    most = width - _SHIPS if width >= _SHIPS + 4 else 0
    names = [people.titled(seat) for seat in seats]
    if max(map(len, names)) >= most:
        names = [people.label(seat) for seat in seats]
    room = min(most, max(12, *(len(name) + 1 for name in names)))
    shown = [shortened(name, room).ljust(room) if room else "" for name in names]
    return [_fleet(view, seat, shown[seat]) for seat in seats]


def _fleet(view: BatailleView, seat: int, name: str) -> Spans:
    fleet, side = view.fleets[seat], SIDES[seat]
    spans: list[Span] = [
        seat_sign(seat),
        (name, Look(side, style="bold")),
    ]
    for ship, (place, charges) in enumerate(zip(fleet.places, fleet.charges)):
        spans.append((f"{' ' if ship or name else ''}{SHIPS[ship]} ", Look(style="bold")))
        if place == SUNK:
            spans.append((_("sunk"), Look("on-loss", "loss")))
        else:
            where = "" if place == PORT else f"{place}"
            spans.append((pips(ship, charges), Look()))
            spans.append((f" {where}" if where else "", Look("soft")))
    return spans


def spinner_lines(view: BatailleView, hits: tuple[int, int], seat: int) -> list[Spans]:
    """Return the spinner as a dial with its hitting part bright, and the number of hits."""
    told: list[Spans] = [
        (),
        [(_("chance to sink:"), Look(style="bold"))],
        [(_("1 in {odds}").format(odds=view.odds), Look(style="bold"))],
        (),
        *(_luck_line(view, other, hits[other]) for other in range(len(view.fleets))),
    ]
    dial = dial_lines(view.odds, SIDES[seat])
    return [
        [*line, ("   ", Look()), *(told[n] if n < len(told) else ())] for n, line in enumerate(dial)
    ]


def _luck_line(view: BatailleView, seat: int, hits: int) -> Spans:
    fired = len(view.fleets[seat].torpedoes)
    text = _("{hits} of {fired} hit").format(hits=hits, fired=fired)
    return [seat_sign(seat), (text, Look("soft"))]


def dial_lines(odds: int, side: str) -> list[Spans]:
    """Return a disc in sectors, two halves a cell: the first in a colour, the others grey."""
    width, height = _DIAL
    return [
        [
            (
                "▀",
                Look(_sector(x, y, odds, side), _sector(x, y + 1, odds, side)),
            )
            for x in range(width)
        ]
        for y in range(0, height, 2)
    ]


def _sector(x: int, y: int, odds: int, side: str) -> str:
    width, height = _DIAL
    right, down = x - (width - 1) / 2, y - (height - 1) / 2
    if right**2 + down**2 > (height / 2) ** 2:
        return "panel-ground"
    if abs(right) < 1 and abs(down) < 1:
        return "light"
    turn = (atan2(right, -down) / (2 * pi)) % 1
    place = int(turn * odds)
    return side if place == 0 else ("dial", "dial-other")[place % 2]


_FORCES: Final = SUBMARINES + len(SHIPS)


def torpedo_hits(log: Sequence[Event]) -> tuple[int, int]:
    """Return the number of torpedo hits of each side."""
    hits = [e.seat for e in log if isinstance(e, Torpedo) and e.answer == "hit"]
    return hits.count(0), hits.count(1)


def course(log: Sequence[Event], odds: int) -> ScoreHistory:
    """Return the submarines and ships left to each side, turn by turn."""
    titles = (_("Submarines and ships left, by turn"), _("turn"))
    start, aside = (_FORCES, _FORCES), (_("Luck"), _luck(log, odds))
    return course_of(titles, log, start, _lose, begins=_begins_turn, aside=aside)


def _begins_turn(event: Event, last: Event | None) -> bool:
    """Whether an event begins a turn: a ship's move, or none."""
    return isinstance(event, Moved | Stayed)


def _lose(left: list[int], event: Event) -> None:
    match event:
        case Charge(seat=seat, answer="hit") | Torpedo(seat=seat, answer="hit"):
            left[1 - seat] -= 1
        case MineStruck(seat=seat):
            left[seat] -= 1


def _luck(log: Sequence[Event], odds: int) -> list[Spans]:
    """Return the hits of each side's torpedoes, and the number expected."""
    hits, lines = torpedo_hits(log), list[Spans]()
    for seat, hit in enumerate(hits):
        fired = sum(isinstance(event, Torpedo) and event.seat == seat for event in log)
        sign = seat_sign(seat)
        told = _("torpedo hits {hits}/{fired}, expected {expected}").format(
            hits=hit, fired=fired, expected=decimal(fired / odds)
        )
        lines.append([sign, (told, Look())])
    return lines


_HEAD: Final = Look("ink", style="bold")


class Field(PlacedArea):
    """The area of all boards and panels; on a phone one camp lies over the other."""

    DEFAULT_CSS = "Field { layers: default above; }"


class BatailleBoards:
    """Surface and camps, with fleets, log and spinner around them."""

    def __init__(
        self, model: TableModel[BatailleView], surface: Surface, enemy: Levels, own: Levels
    ) -> None:
        self._model = model
        self._surface, self._enemy, self._own = surface, enemy, own
        self._log = LogPanel()
        self._fleets = Panel(is_framed=False, id="fleets")
        self._spinner = Panel(id="spinner")
        self._tabs = CampTabs(enemy, own)
        self._field = Field()

    def compose(self) -> ComposeResult:
        """Build all boards and panels on one field."""
        with self._field:
            yield self._surface
            yield self._enemy
            yield self._own
            yield self._tabs
            yield self._fleets
            yield self._log
            yield self._spinner

    def place(self, room: Size) -> None:
        """Lay everything out as large as it fits."""
        layout = layout_for(room)
        self._surface.set_scale(SurfaceGeometry(*layout.square))
        for camp in (self._enemy, self._own):
            camp.set_scale(LevelsScale(*layout.cell))
        self._log.set_framed(layout.log.height > 5)
        self._field.place(
            {
                self._surface: layout.surface,
                self._enemy: layout.search,
                self._own: layout.own,
                self._tabs: None,
                self._fleets: layout.fleets,
                self._log: layout.log,
                self._spinner: layout.spinner,
            }
        )

    def place_on_phone(self, layout: PhoneLayout) -> None:
        """Lay the boards out on a phone, one camp over the other."""
        self._surface.set_scale(layout.plan)
        for camp in (self._enemy, self._own):
            camp.set_scale(layout.levels)
        self._field.place(
            {
                self._surface: layout.surface,
                self._enemy: layout.camp,
                self._own: layout.camp,
                self._tabs: layout.tabs,
                **dict.fromkeys((self._fleets, self._log, self._spinner)),
            }
        )
        self._tabs.lay()

    def turn_to(self, camp: Levels) -> None:
        """Show a camp where there is room for one alone."""
        self._tabs.turn_to(camp)

    def show(self, view: BatailleView, glows: dict[int, int]) -> None:
        """Show a view; `glows` has the seats that recently acted on numbers of the surface."""
        near = 0 if view.seat is None else view.seat
        self._surface.show(view, glows)
        for camp, levels in ((1 - near, self._enemy), (near, self._own)):
            self._show_camp(view, camp, levels)
        self._tabs.show({self._enemy: _left(view, 1 - near), self._own: _left(view, near)})
        self._fleets.show("", fleet_lines(view, self._model.people, self._fleets.size.width))
        hits = torpedo_hits(self._model.log)
        self._spinner.show(_("Spinner"), spinner_lines(view, hits, max(view.mover, 0)))

    def _show_camp(self, view: BatailleView, camp: int, levels: Levels) -> None:
        camp_seen, seat = view.camps[camp], self._model.seat
        is_bare = view.grids == PLAIN and camp_seen is None
        has_marks = levels is self._enemy and seat.number is not None
        levels.show(
            _camp_title(view, self._model.people, camp),
            _grid(view, camp),
            dict(view.fleets[1 - camp].answers),
            camp_seen,
            mine_spent=0 if is_bare else view.fleets[camp].mine_spent,
            marks=seat.marks() if has_marks else {},
        )


def _camp_title(view: BatailleView, people: SeatNames, camp: int) -> Spans:
    name = people.names[camp]
    whose: Span = seat_sign(camp)
    if camp == people.reader:
        return [(_("Your camp") + " ", _HEAD), whose]
    told = (_("{name}’s camp").format(name=name), Look(SIDES[camp]))
    if view.seat in (None, camp):
        return [whose, told]
    return [(_("Search") + "  ", _HEAD), whose, told]


def _left(view: BatailleView, camp: int) -> str:
    """Return the submarines left in a camp, and the charges that were dropped there."""
    left = SUBMARINES - len(view.fleets[camp].lost)
    dropped = ngettext("{count} charge", "{count} charges", len(view.fleets[1 - camp].answers))
    return _("{left} left · {dropped}").format(left=left, dropped=dropped)


def _grid(view: BatailleView, camp: int) -> Mapping[int, str]:
    """Return the search grid; during set-up and for a lost camp, its losses alone.

    Losses alone also for a visible camp, if the option `grids` is `plain`.
    """
    lost = view.fleets[camp].lost
    is_plain = view.grids == PLAIN and view.camps[camp] is not None
    if view.phase == SETUP or len(lost) == SUBMARINES or is_plain:
        return dict.fromkeys(lost, FLAG)
    return tracking_grid(view, camp)


class BatailleSpots:
    """The three boards, with the spots that show moves."""

    def __init__(self, surface: Surface, enemy: Levels, own: Levels) -> None:
        self._surface, self._enemy, self._own = surface, enemy, own

    def of_begun(self, view: BatailleView, moves: Sequence[Move]) -> list[tuple[Board, str]]:
        """Return the spots of moves whose last words are still to be chosen."""
        if moves[0].kind == Kind.SAIL:
            return [(self._surface, self._surface.ship_spot(view.mover, moves[0].ship))]
        drops = [move for move in moves if move.kind == Kind.DROP]
        return [spot for move in drops for spot in self.of(view, move)]

    def of(self, view: BatailleView, move: Move) -> list[tuple[Board, str]]:
        """Return the spots of a move: cells of camps, numbers, ships at their places, berths."""
        match move.kind:
            case Kind.SUB | Kind.MINE:  # a mine's number equals its cell on level 100
                return [(self._own, cell_name(move.place))]
            case Kind.SAIL if move.place == PORT:
                return [(self._surface, port_spot(view.mover, berth)) for berth in range(1, 5)]
            case Kind.SAIL:
                return [(self._surface, str(move.place))]
            case Kind.DROP:
                ship = view.moved if move.ship == THE_MOVED else move.ship
                number = view.fleets[view.mover].places[ship]
                return [(self._enemy, f"{number}.{LEVELS[move.level]}")]
            case Kind.FIRE:
                target = self._surface.ship_spot(1 - view.mover, move.ship)
                return [(self._surface, target)]
        return []

    def words_at(self, board: Board, spot: str, moves: Sequence[Move], before: Words) -> Words:
        """Return the words of a cell for a submarine or mine, or of a number for a ship.

        The rules then refuse the move with a reason.
        """
        if board is self._own:
            cell = CELL_NAMED[spot]
            if moves[0].kind == Kind.SUB:
                return words_of(SUBS[cell - 1])
            if moves[0].kind == Kind.MINE and cell in NUMBERS:
                return words_of(MINES[cell - 1])
        ships = {move.ship for move in moves if move.kind == Kind.SAIL}
        if before and len(ships) == 1 and board is self._surface and spot.isdigit():
            return words_of(SAILS[ships.pop()][int(spot)])
        return ()
