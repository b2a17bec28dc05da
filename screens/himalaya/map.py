"""The map: tinted regions, routes in three patterns, villages with their contents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region

from rules.himalaya.board import NONE, VILLAGES
from rules.himalaya.moves import Kind
from rules.himalaya.scoring import region_holder
from rules.himalaya.view import HimalayaView
from screens.colours import SIDE_SIGNS, SIDES, Look, Span, Spans, chip
from screens.himalaya.forecast import NO_JOURNEY, Journey
from screens.himalaya.land import (
    SMALL_SIGNS,
    Label,
    draw_peaks,
    draw_route,
    labels_of,
    land_of,
    whole_ground,
)
from screens.himalaya.map_layout import (
    OWN_SIGN,
    Atlas,
    Route,
    atlas_of,
    cells_along,
    merged,
    plain_strokes,
    strokes,
)
from screens.himalaya.signs import FLAG, STUPA, TOKEN_LOOK, is_in_ascii, offer_text, token_sign
from screens.text import N_, _, shortened
from screens.widgets.board import Board
from screens.widgets.raster import Cell, Raster


def draw_on_routes(
    raster: Raster,
    atlas: Atlas,
    view: HimalayaView,
    labels: Iterable[Label],
    journey: Journey,
) -> None:
    """Draw tokens, and numbers of the reader's own steps, in the middle of routes."""
    taken = [*atlas.labels]
    for label in labels:
        taken += [label.region.grow((0, 0, 0, 1)), label.below_region]
    for kind, routes in ((Kind.YETI, view.yetis), (Kind.SNOW, view.snows)):
        for route in routes:
            span = (f" {token_sign(kind)} ", TOKEN_LOOK)
            taken.append(_draw_midway(raster, cells_along(atlas.curves[route]), span, taken))
    for route, steps in journey.legs.items():
        text = "·".join(map(str, steps))
        span = (text, chip(SIDES[journey.seat]))
        taken.append(_draw_midway(raster, cells_along(atlas.curves[route]), span, taken))


def _draw_midway(
    raster: Raster, cells: Sequence[tuple[int, int]], span: Span, taken: Sequence[Region]
) -> Region:
    """Write a text as near to the middle of a route as is free; return its region."""
    text, look = span
    width = len(text)
    x, y = cells[len(cells) // 2]

    def is_free(region: Region) -> bool:
        is_inside = Region(0, 0, raster.width, raster.height).contains_region(region)
        return is_inside and not any(other.intersection(region).area for other in taken)

    beside = [Region(cx - width // 2, cy + dy, width, 1) for cx, cy in cells for dy in (0, 1, -1)]
    beside.sort(key=lambda r: abs(r.x + width // 2 - x) + 2 * abs(r.y - y))
    place = next(filter(is_free, beside), beside[0])
    raster.stamp(*place.offset, text, look)
    return place


def draw_regions(raster: Raster, atlas: Atlas, view: HimalayaView) -> None:
    """Draw all regions."""
    draw = _draw_small_region if atlas.is_narrow else _draw_region
    for region, place in enumerate(atlas.labels):
        draw(raster, place, view, region)


def _draw_small_region(raster: Raster, place: Region, view: HimalayaView, region: int) -> None:
    """Draw a region on a narrow map; its name gives way to delegations that need two lines."""
    printed = view.board.regions[region]
    raster.write(place.x, place.y, printed.letter, "ink", style="bold")
    parts = _delegations(view.delegations[region], SMALL_SIGNS)
    first, room = place.x + 2, place.width - 2
    if place.height > 1 and sum(len(text) for text, _look in parts) < place.width:
        raster.write(first, place.y, shortened(_(printed.name), room), "ink")
        _write_all(raster, first - 1, place.bottom - 1, parts, room + 1)
        return
    if not parts:
        raster.write(first, place.y, shortened(_(printed.name), room), "ink")
    for y in place.line_range:
        count = 1
        while count < len(parts) and sum(len(text) for text, _look in parts[: count + 1]) <= room:
            count += 1
        count = count if y < place.bottom - 1 else len(parts)
        _write_all(raster, first, y, parts[:count], room)
        parts, first, room = parts[count:], place.x, place.width


def _write_all(raster: Raster, x: int, y: int, parts: Spans, room: int) -> None:
    """Write texts into a line, with blanks between them if there is room."""
    gap = 1 if sum(len(text) + 1 for text, _look in parts) - 1 <= room else 0
    for text, look in parts:
        raster.write(x, y, text, look.ink, ground=look.ground, style=look.style)
        x += len(text) + gap


def _draw_region(raster: Raster, place: Region, view: HimalayaView, region: int) -> None:
    """Draw a region's letter and name, with the delegations below or in place of the name."""
    printed = view.board.regions[region]
    raster.write(place.x, place.y, printed.letter, "ink", style="bold")
    sent = view.delegations[region]
    if place.height > 1 or not any(sent):
        raster.write(place.x + 2, place.y, shortened(_(printed.name), place.width - 2), "ink")
    room = place.width - (1 if place.height > 1 else 2)
    _write_all(raster, place.right - room, place.bottom - 1, _delegations(sent, SIDE_SIGNS), room)


def _delegations(sent: Sequence[int], signs: Sequence[str]) -> list[Span]:
    """Return the delegations in a region; a sole leader comes first, highlighted.

    `signs` are those of the players, by seat, on a highlight.
    """
    leader = region_holder(sent, range(len(sent)))
    spans: list[Span] = []
    for seat in sorted(range(len(sent)), key=lambda seat: (seat != leader, seat)):
        if seat == leader:
            spans.append((f"{FLAG}{signs[seat]}{sent[seat]}", chip(SIDES[seat])))
        elif sent[seat]:
            spans.append((f"{SIDE_SIGNS[seat]}{sent[seat]}", Look(SIDES[seat], "", "bold")))
    return spans


_WAY_ON: Final = chip("key")
_LIT: Final = "•"
_HINT: Final = "✦"
_WIDTH: Final = 4
"""The width of the reader's own program, in dots."""


@dataclass(frozen=True, slots=True)
class Traces:
    """The traces of past events: last legs by route, new goods, the place of the current step."""

    legs: Mapping[Route, Sequence[int]] = field(default_factory=dict)
    new: frozenset[int] = frozenset()
    acting: int = 0
    is_watched: bool = False
    """Whether a playback is running, so that the cursor is not needed."""


def _pressed(label: Label) -> list[Region]:
    """Return the regions of a village for the mouse: with the sign before it, and its cubes."""
    before = Region(label.at[0] - 1, label.at[1], 1, 1)
    return [region for region in (label.region, label.below_region, before) if region.area]


def village_spot(village: int) -> str:
    """Return the spot of a village."""
    return str(village)


class Map(Board):
    """The map board. Spots are the numbers of the villages."""

    BINDING_GROUP_TITLE = N_("Board")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "screen.program", N_("Program"), id="himalaya.program")
    ]

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: HimalayaView | None = None
        self._traces = Traces()
        self._journey = NO_JOURNEY
        self._sheet = (80, 17)
        self._labels: Mapping[int, Label] = {}

    @property
    def journey(self) -> Journey:
        """The journey of the program drawn on the map."""
        return self._journey

    def set_sheet(self, width: int, height: int) -> None:
        """Set the size of the map."""
        if self._sheet != (width, height):
            self._sheet = (width, height)
            self._lay_out()

    def show(self, view: HimalayaView, traces: Traces) -> None:
        """Show a view, and traces of recent events."""
        if (view, traces) != (self._view, self._traces):
            self._view, self._traces = view, traces
            self._lay_out()

    def trace(self, journey: Journey) -> None:
        """Show the journey of a program."""
        if journey != self._journey:
            self._journey = journey
            self._lay_out()

    def label(self, village: int) -> Label:
        """Return the present label of a village."""
        return self._labels[village]

    # Drawing

    def _lay_out(self) -> None:
        """Place the labels and draw the map after a change."""
        view = self._view
        if view is None:
            return
        journey = self._journey
        trades: dict[int, Spans] = {
            village: [(text, chip(SIDES[journey.seat])) for text in texts]
            for village, texts in journey.trades.items()
        }
        self._labels = labels_of(view, self.atlas(view), self._traces.new, trades)
        self.set_spots(
            {village_spot(village): _pressed(self._labels[village]) for village in VILLAGES}
        )
        self.repaint()

    def atlas(self, view: HimalayaView) -> Atlas:
        """Return the layout of the board on this map."""
        return atlas_of(view.board, *self._sheet)

    def draw(self) -> Raster:
        """Draw land, routes, regions, villages, and peaks in free places."""
        view = self._view
        if view is None or not self._labels:
            return Raster(*self._sheet)
        in_ascii = is_in_ascii()
        raster = land_of(view.board, *self._sheet, in_ascii=in_ascii).copy()
        self._draw_legs(raster, view, in_ascii=in_ascii)
        self._draw_journey(raster, view, in_ascii=in_ascii)
        draw_regions(raster, self.atlas(view), view)
        for village in VILLAGES:
            self._draw_village(raster, village)
        draw_on_routes(raster, self.atlas(view), view, self._labels.values(), self._journey)
        draw_peaks(raster, view.board)
        return raster

    def _draw_legs(self, raster: Raster, view: HimalayaView, *, in_ascii: bool) -> None:
        atlas = self.atlas(view)
        for route, seats in self._traces.legs.items():
            way = view.board.way_between(*route)
            for seat in seats:
                draw_route(raster, atlas, route, way, SIDES[seat], in_ascii=in_ascii, share=100)

    def _draw_journey(self, raster: Raster, view: HimalayaView, *, in_ascii: bool) -> None:
        atlas, journey = self.atlas(view), self._journey
        for route in journey.legs:
            points, way = atlas.curves[route], view.board.way_between(*route)
            signs = (
                plain_strokes(points, OWN_SIGN) if in_ascii else strokes(points, way, width=_WIDTH)
            )
            for (x, y), sign in signs.items():
                if 0 <= x < raster.width and 0 <= y < raster.height:
                    ground = whole_ground(raster[x, y], atlas, x, y)
                    raster.put(
                        x,
                        y,
                        Cell(merged(raster[x, y].sign, sign), SIDES[journey.seat], ground, "bold"),
                    )

    def _draw_village(self, raster: Raster, village: int) -> None:
        label, name = self._labels[village], village_spot(village)
        x, y = label.at
        is_end = village in (self._journey.end, self._traces.acting)
        for text, look in (*label.head, *label.tail):
            is_head = x < label.head_region.right
            lit = Look("dark", "light", look.style) if is_end and is_head else look
            raster.stamp(x, y, text, lit)
            x += len(text)
        if is_end and self.is_plain:
            raster.write(x, y, "◂", "ink", style="bold")
        x = label.at[0]
        for text, look in label.below:
            raster.write(x, y + 1, text, look.ink, ground=look.ground, style=look.style)
            x += len(text)
        mark = self._journey.ways.get(village, "") or (_LIT if name in self.lit else "")
        if mark:
            raster.stamp(label.at[0] - 1, y, mark, _WAY_ON)
        if name in self.hinted:
            raster.stamp(label.region.right, y, _HINT, chip("hint"))

    # The cursor

    def on_key(self, event: events.Key) -> None:
        """Put the cursor on the village whose number is typed."""
        if event.key.isdecimal():
            event.stop()
            if village := self.typed.take(event.key, len(VILLAGES)):
                self.put_cursor(village_spot(village), by_hand=True)

    @property
    def _is_watching(self) -> bool:
        """Whether the user only watches, so that no cursor is needed."""
        return self._traces.is_watched and not self.was_used

    def cursor_cells(self, picture: Raster, regions: Sequence[Region]) -> Mapping[Offset, Cell]:
        """Highlight the sign, number and name of a village; anything else keeps its colours."""
        if not regions or self._is_watching:
            return {}
        region = self._labels[int(self.cursor)].head_region
        lit = {
            Offset(x, region.y): picture[x, region.y]._replace(
                ink="dark", ground="light", style="bold"
            )
            for x in range(region.x, min(region.right, picture.width))
        }
        before = Offset(region.x - 1, region.y)
        if self.is_plain and before.x >= 0:
            lit[before] = Cell("›", "dark", "light", "bold")
        return lit

    def cursor_name(self, name: str) -> str:
        """Return the village under the cursor: name, level, offer and caravans."""
        view = self._view
        if view is None or not name or self._is_watching:
            return ""
        village = int(name)
        level = (_("house"), _("temple"), _("monastery"))[view.board.villages[village].level - 1]
        parts = [f"{village} {view.board.villages[village].name}", level]
        if offer := offer_text(view, village):
            parts.append(offer)
        here = [SIDE_SIGNS[s] for s, player in enumerate(view.players) if player.caravan == village]
        if here:
            parts.append("".join(here))
        if view.stupas[village] != NONE:
            parts.append(f"{STUPA}{SIDE_SIGNS[view.stupas[village]]}")
        return ", ".join(parts)
