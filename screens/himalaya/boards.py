"""The widgets of a table of *Himalaya*, and their regions; on a phone, below or beside the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from textual.app import ComposeResult
from textual.geometry import Region, Size

from rules.contract import Event
from rules.himalaya.board import TOKEN_YAKS
from rules.himalaya.events import Bartered, Began, Failed, Filled, Inventory, Took
from rules.himalaya.moves import EVENT, PROGRAM
from rules.himalaya.view import HimalayaView
from screens.base import Shape
from screens.colours import SIDES, Look, Spans, seat_sign
from screens.himalaya.map import Map, Traces
from screens.himalaya.map_layout import Route
from screens.himalaya.panels import orders_panel, orders_title, standings_line, tribe_panel
from screens.himalaya.phone_panels import belongings, draw_small_face, programs
from screens.himalaya.program_strip import Story, narrow_lines, pointer, reason, strip_lines
from screens.himalaya.slots import Slots, draw_face
from screens.table.log import LogPanel
from screens.table.model import TableModel
from screens.table.score_history import ScoreHistory, course_of
from screens.text import _
from screens.widgets.panel import Panel, PlacedArea
from screens.widgets.text_line import TextLine

_RECAP: Final = 2
_AROUND: Final = 2 + _RECAP
"""The lines of headline, recap and question."""
_ROWS: Final = (8, 5)
"""The lines of three and of two rows of choices, the last without a gap below it."""
_LOW_MAP: Final = 17
"""The least lines of the map beside three rows of choices, or slots of two lines and a half."""
_ASIDE: Final = (32, 40)
"""The least and greatest columns beside a map."""
_TALL_ASIDE: Final = 18
"""The least lines beside a map at which slots and tribes have a line more."""


@dataclass(frozen=True, slots=True)
class PhoneLayout:
    """The regions of a phone's boards, in cells of the area below the headline or the recap."""

    chart: Region
    belongings: Region
    slots: Region
    asking: Region
    """The region of question and choices. It is placed by the game only if beside the map."""

    @property
    def menu_lines(self) -> int:
        """The lines of the choices."""
        return self.asking.height - 1

    def aside(self, taken: int | None) -> Region:
        """Return the region of question and choices beside the map.

        Without choices (`taken` lines are in use then) the question is below the programs.
        """
        region = self.asking.translate((0, 1))
        if taken is None:
            return region
        height = min(1 + taken, region.height)
        return Region(region.x, region.bottom - height, region.width, height)

    def strip(self, *, has_slots: bool, has_menu: bool, taken: int) -> Region | None:
        """Return the region of programs carried out: the room of slots and menu, if free.

        `taken` lines of the menu are in use even if it has no choices.
        """
        if has_slots:
            return None
        free = 0 if has_menu else max(self.menu_lines - taken, 0)
        return Region(*self.slots.offset, self.slots.width, self.slots.height + free)


def phone_layout(shape: Shape, size: Size, *, keys: int) -> PhoneLayout:
    """Return the layout for a phone's size; `keys` are the lines of the key bar."""
    return _sideways(size, keys) if shape is Shape.SIDEWAYS else _upright(size, keys)


def _upright(size: Size, keys: int) -> PhoneLayout:
    """Return map, tribes, slots, question and choices below each other."""
    width, rest = size.width, size.height - _AROUND - keys - 2
    menu = _ROWS[0] if rest - _ROWS[0] - 2 >= _LOW_MAP else _ROWS[1]
    slots = 3 if rest - menu - 3 > _LOW_MAP else 2
    chart = min(rest - menu - slots, width * 3 // 5 + 2)
    menu = rest - slots - chart
    return PhoneLayout(
        Region(0, 0, width, chart),
        Region(0, chart, width, 2),
        Region(0, chart + 2, width, slots),
        Region(0, chart + 2 + slots, width, 1 + menu),
    )


def _sideways(size: Size, keys: int) -> PhoneLayout:
    """Return the map at the left, and all else at the right of it."""
    least, most = _ASIDE
    aside = min(least + (size.width - 76) // 3, most)
    height, x = size.height - 1 - keys, size.width - aside
    more = int(height >= _TALL_ASIDE)
    tribes, slots = 2 + more, 2 + more
    y = _RECAP + tribes + slots
    return PhoneLayout(
        Region(0, 0, x - 1, height),
        Region(x, _RECAP, aside, tribes),
        Region(x, _RECAP + tribes, aside, slots),
        Region(x, y, aside, height - y),
    )


_BESIDE: Final = (108, 24)
"""The least size at which the tribes are beside the map."""
_PANEL: Final = (32, 54)
"""The least and greatest width of the panels beside the map."""
_ORDERS: Final = 7
_LOG: Final = 5
"""The lines of the panel with the orders, and the least of the log."""
_TALL: Final = 46
"""The least height at which the programs of the last turn stay visible."""
_AIRY: Final = 28
"""The least height at which slots have four lines, and a strip has a frame."""


class Mode(Enum):
    """The purpose of the lines below the map."""

    LAYING = 0
    """The reader's program is in the editor."""
    CARRYING_OUT = 1
    """The opened programs are being carried out."""
    RESTING = 2
    """Neither of these."""


@dataclass(frozen=True, slots=True)
class HimalayaLayout:
    """The region of each part; None if it is hidden."""

    chart: Region
    standings: Region | None = None
    slots: Region | None = None
    strip: Region | None = None
    tribes: Region | None = None
    tribe_lines: int = 0
    """The lines of a tribe in the panel."""
    orders: Region | None = None
    log: Region | None = None
    belongings: Region | None = None
    """Tribes and own goods, on a phone."""


def layout_for(room: Size, players: int, mode: Mode, *, spare: int = 0) -> HimalayaLayout:
    """Return the layout: the map takes what the lines below and the panels beside it leave.

    While programs are carried out, their strip takes the lines of the menu up to `spare`.
    """
    is_beside = room.width >= _BESIDE[0] and room.height >= _BESIDE[1]
    panel = min(max(room.width // 4, _PANEL[0]), _PANEL[1]) if is_beside else 0
    width = room.width - panel - (1 if panel else 0)
    slots, strip = _below(room.height, players, mode, spare)
    standings = 0 if is_beside else 1
    gap = 1 if slots and room.height >= _AIRY else 0
    chart = room.height - slots - strip - standings - gap
    y = chart + standings + gap
    return HimalayaLayout(
        Region(0, 0, width, chart),
        None if is_beside else Region(0, chart, width, 1),
        Region(0, y, width, slots) if slots else None,
        Region(0, y + slots, width, strip) if strip else None,
        *(_beside(Region(width + 1, 0, panel, room.height), players) if is_beside else ()),
    )


def _below(height: int, players: int, mode: Mode, spare: int) -> tuple[int, int]:
    """Return the lines of the slots, and of the strip of opened programs."""
    framed = players + 3
    height -= spare
    slots = 0
    if mode == Mode.LAYING:
        slots = 2 if height < _AIRY - 4 else 4 if height < _TALL else 5
    if mode == Mode.CARRYING_OUT:
        return 0, spare + (framed + 1 if height >= _AIRY else -(-players // 2))
    return slots, framed if height >= _TALL else 0


def _beside(room: Region, players: int) -> tuple[Region, int, Region | None, Region | None]:
    """Return the regions of tribes, then orders below them, then the log."""
    for lines in (5, 4, 3, 2):
        tribes = players * lines + 2
        if tribes + _ORDERS + _LOG <= room.height:
            break
    if room.width < 40 and lines == 5:
        lines, tribes = 4, players * 4 + 2
    rest = room.height - tribes
    orders = _ORDERS if rest >= _ORDERS else 0
    log = rest - orders
    y = room.y + tribes
    return (
        Region(room.x, room.y, room.width, tribes),
        lines,
        Region(room.x, y, room.width, orders) if orders else None,
        Region(room.x, y + orders, room.width, log) if log >= 3 else None,
    )


class HimalayaBoards:
    """The map, with slots or a strip of programs, standings, tribes, orders and log around it."""

    def __init__(self, model: TableModel[HimalayaView], sentence: Callable[[Event], str]) -> None:
        self._model, self._sentence = model, sentence
        self.map, self.slots, self.log = Map(id="map"), Slots(id="slots"), LogPanel()
        self._tribes, self._orders = Panel(id="tribes"), Panel(id="orders")
        self._standings = TextLine("raised", id="standings")
        self._strip = Panel(id="strip")
        self._belongings = Panel(is_framed=False, id="belongings")
        self.field = PlacedArea()
        self._layout = HimalayaLayout(Region(0, 0, 80, 17))
        self._mode, self._spare = Mode.RESTING, 0

    def compose(self) -> ComposeResult:
        """Build all boards and panels on one field."""
        with self.field:
            yield self.map
            yield self._standings
            yield self.slots
            yield self._strip
            yield self._belongings
            yield self._tribes
            yield self._orders
            yield self.log

    def place(self, room: Size, players: int, mode: Mode, spare: int) -> None:
        """Lay everything out; `spare` lines are free while there is nothing to choose."""
        self._mode, self._spare = mode, spare
        self._put(layout_for(room, players, mode, spare=spare))
        self._strip.set_framed(self._is_framed(players))

    def place_on_phone(self, layout: PhoneLayout, mode: Mode, strip: Region | None) -> None:
        """Lay everything out on a phone, with the strip of programs in a region."""
        self._mode, self._spare = mode, 0
        slots = layout.slots if mode == Mode.LAYING else None
        self._put(
            HimalayaLayout(layout.chart, slots=slots, strip=strip, belongings=layout.belongings)
        )
        self._strip.set_framed(False)

    def _put(self, layout: HimalayaLayout) -> None:
        """Put the widgets into their regions."""
        self._layout, is_small = layout, layout.belongings is not None
        self.map.set_sheet(*layout.chart.size)
        self.slots.is_small = is_small
        self.slots.draw_face = draw_small_face if is_small else draw_face
        self.field.place(
            {
                self.map: layout.chart,
                self._standings: layout.standings,
                self.slots: layout.slots,
                self._strip: layout.strip,
                self._tribes: layout.tribes,
                self._orders: layout.orders,
                self.log: layout.log,
                self._belongings: layout.belongings,
            }
        )

    def _is_framed(self, players: int) -> bool:
        """Whether the strip has a line per tribe, and a frame."""
        strip = self._layout.strip
        return strip is not None and strip.height - self._spare > players

    def show(self, view: HimalayaView, story: Story) -> None:
        """Show a view, and the course of the last turn's programs."""
        layout, people = self._layout, self._model.people
        self.map.show(view, self._traces(view, story))
        self._standings.show(standings_line(view, people, layout.chart.width))
        if layout.belongings is not None:
            told = belongings(view, people, layout.belongings.size)
            self._belongings.show("", told)
        if layout.tribes is not None:
            lines = tribe_panel(view, people, layout.tribe_lines, layout.tribes.width - 4)
            self._tribes.show(_("Tribes"), lines)
            self._orders.show(orders_title(view), orders_panel(view))
        if layout.strip is not None:
            self._show_strip(view, story, layout.strip)

    def _show_strip(self, view: HimalayaView, story: Story, room: Region) -> None:
        people, is_live = self._model.people, self._mode == Mode.CARRYING_OUT
        width = room.width
        if self._layout.belongings is not None:
            why = reason(view, story) if is_live else ()
            told = [*self._last(room.height), *([why] if why else [])]
            self._strip.show("", programs(view, story, people, room.size, told))
            return
        if self._is_framed(len(view.players)):
            told = strip_lines(view, story, people, width - 4, is_live=is_live)
            if is_live:
                told.append(reason(view, story))
        else:
            told = narrow_lines(view, story, people, width)
        told += self._last(self._spare)
        title = _("Programs of turn {turn}").format(turn=story.turn)
        self._strip.show(title, told if story.programs else [])

    def _last(self, count: int) -> list[Spans]:
        """Return the last sentences of the log, except one that replaces the question."""
        told = self._model.log[:-1] if self._model.is_following else self._model.log
        return [
            [
                (
                    f" {self._sentence(event)}",
                    Look("ink" if event.seat is None else SIDES[event.seat]),
                )
            ]
            for event in (told[-count:] if count > 0 else ())
        ]

    def _traces(self, view: HimalayaView, story: Story) -> Traces:
        """Return the last legs of other tribes, the new pieces, and the village in action."""
        legs: dict[Route, list[int]] = {}
        is_live = self._mode == Mode.CARRYING_OUT
        own = self._model.reader if view.phase == PROGRAM else None
        for seat in story.programs:
            leg = story.last_leg(seat)
            if leg is not None and seat != own:
                legs.setdefault(leg, []).append(seat)
        new = frozenset(story.new) if view.phase in (PROGRAM, EVENT) else frozenset[int]()
        here = pointer(view, story) if is_live else None
        acting = view.players[here[0]].caravan if here is not None else 0
        return Traces(legs, new, acting, is_live)


def course(log: Sequence[Event], players: int) -> ScoreHistory:
    """Return the yaks of each tribe, turn by turn."""
    titles = (_("Yaks from barter and inventories, by turn"), _("turn"))
    trades = [_trades(log, seat) for seat in range(players)]
    return course_of(
        titles, log, (0,) * players, _count, begins=_begins_turn, aside=(_("Trades"), trades)
    )


def _begins_turn(event: Event, last: Event | None) -> bool:
    return isinstance(event, Began)


def _count(yaks: list[int], event: Event) -> None:
    match event:
        case Bartered(seat=seat, yaks=more):
            yaks[seat] += more
        case Inventory(seat=int(seat)):
            yaks[seat] += TOKEN_YAKS


def _trades(log: Sequence[Event], seat: int) -> Spans:
    """Return the numbers of a player's successful and failed trades."""
    own = [event for event in log if event.seat == seat]
    made = sum(isinstance(event, Took | Filled) for event in own)
    lost = sum(isinstance(event, Failed) for event in own)
    told = _("{made} made, {lost} failed").format(made=made, lost=lost)
    return [seat_sign(seat), (told, Look())]
