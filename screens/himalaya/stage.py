"""The widgets of Himalaya: where they stand on a screen of any size, and what they show."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.geometry import Region, Size

from rules.contract import Event
from rules.himalaya.moves import EVENT, PROGRAM
from rules.himalaya.view import HimalayaView
from screens.colours import Look
from screens.himalaya.atlas import Route
from screens.himalaya.layout import Layout, Mode, layout_for
from screens.himalaya.map import Map, Traces
from screens.himalaya.panels import orders_panel, orders_title, standings_line, tribe_panel
from screens.himalaya.slots import Slots
from screens.himalaya.story import Story
from screens.himalaya.strip import narrow_lines, pointer, reason, strip_lines
from screens.player_styles import SIDES
from screens.spans import Spans
from screens.table.log_panel import LogPanel
from screens.table.model import TableModel
from screens.text import _
from screens.widgets.panel import Panel
from screens.widgets.placed import Field
from screens.widgets.text_line import TextLine


class Stage:
    """The map, and around it slots or a strip of programs, standings, tribes, orders, log."""

    def __init__(self, model: TableModel[HimalayaView], sentence: Callable[[Event], str]) -> None:
        self._model, self._sentence = model, sentence
        self.map, self.slots, self.log = Map(id="map"), Slots(id="slots"), LogPanel()
        self._tribes, self._orders = Panel(id="tribes"), Panel(id="orders")
        self._standings = TextLine("raised", id="standings")
        self._strip = Panel(id="strip")
        self.field = Field()
        self._layout = Layout(Region(0, 0, 80, 17))
        self._mode, self._spare = Mode.RESTING, 0

    def compose(self) -> ComposeResult:
        """All of them on one field."""
        with self.field:
            yield self.map
            yield self._standings
            yield self.slots
            yield self._strip
            yield self._tribes
            yield self._orders
            yield self.log

    def place(self, room: Size, players: int, mode: Mode, spare: int) -> None:
        """Lay everything out; `spare` lines are free while nothing is to be chosen."""
        self._mode, self._spare = mode, spare
        layout = self._layout = layout_for(room, players, mode, spare=spare)
        self.map.set_sheet(*layout.chart.size)
        self._strip.set_framed(self._is_framed(players))
        self.field.place(
            {
                self.map: layout.chart,
                self._standings: layout.standings,
                self.slots: layout.slots,
                self._strip: layout.strip,
                self._tribes: layout.tribes,
                self._orders: layout.orders,
                self.log: layout.log,
            }
        )

    def _is_framed(self, players: int) -> bool:
        """Whether the strip has a line a tribe, and a frame."""
        strip = self._layout.strip
        return strip is not None and strip.height - self._spare > players

    def show(self, view: HimalayaView, story: Story) -> None:
        """Show a view, and how the programs of the last turn went."""
        layout, people = self._layout, self._model.people
        self.map.show(view, self._traces(view, story))
        self._standings.show(standings_line(view, people, layout.chart.width))
        if layout.tribes is not None:
            lines = tribe_panel(view, people, layout.tribe_lines, layout.tribes.width - 4)
            self._tribes.show(_("Tribes"), lines)
            self._orders.show(orders_title(view), orders_panel(view))
        if layout.strip is not None:
            self._show_strip(view, story, layout.strip.width)

    def _show_strip(self, view: HimalayaView, story: Story, width: int) -> None:
        people, is_live = self._model.people, self._mode == Mode.CARRYING_OUT
        if self._is_framed(len(view.players)):
            told = strip_lines(view, story, people, width - 4, is_live=is_live)
            if is_live:
                told.append(reason(view, story))
        else:
            told = narrow_lines(view, story, people, width)
        told += self._happened()
        title = _("Programs of turn {turn}").format(turn=story.turn)
        self._strip.show(title, told if story.programs else [])

    def _happened(self) -> list[Spans]:
        """The last sentences of the log, but for the one that stands in place of the question."""
        told = self._model.log[:-1] if self._model.is_following else self._model.log
        return [
            [
                (
                    f" {self._sentence(event)}",
                    Look("ink" if event.seat is None else SIDES[event.seat]),
                )
            ]
            for event in (told[-self._spare :] if self._spare > 0 else ())
        ]

    def _traces(self, view: HimalayaView, story: Story) -> Traces:
        """The last leg of each tribe but one's own, what is new, where something is done now."""
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
