"""The end of a game: who won and why, how it went, what luck had to do with it, and what now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.screen import ModalScreen
from textual.widget import Widget

from rules.contract import Event, Result
from screens.base import api
from screens.colours import BAR_SOFT, BAR_STRONG, Look
from screens.spans import Span, text_of
from screens.table.course import Course
from screens.table.figures import figure_lines, named_lines
from screens.table.headline import seat_chip
from screens.table.pages import Page
from screens.table.turn_told import turn_lines
from screens.table.ui import GameUi
from screens.text import N_, _, waiting_for
from screens.widgets.chart import Chart
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.panel import Panel
from screens.widgets.placed import Field
from screens.widgets.raster import broken
from screens.widgets.text_line import TextLine

_BESIDE: Final = 110
_LEAST_CHART: Final = 3
_PANEL: Final = 44
_SAID: Final = Look(style="bold")


@dataclass(frozen=True, slots=True)
class End:
    """All there is to tell of a game that is over."""

    title: str
    result: Result
    verdict: str
    names: Sequence[str]
    titled: Sequence[str]
    """The names with the levels of bots."""
    log: Sequence[Event]
    course: Course | None = None
    pages: Sequence[Page] = ()

    @property
    def turning_point(self) -> int | None:
        """The step that swung it most."""
        return None if self.course is None else self.course.turning_point(self.result.winners)


class ResultsDialog(ModalScreen[str]):
    """Answers "look", "replay STEP", "review", "again", "home", or the number of a page."""

    DEFAULT_CSS = """
    ResultsDialog { background: $background; }
    ResultsDialog #verdict { margin-top: 1; }
    ResultsDialog Menu { margin: 1 0; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("The end")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss('look')", N_("Back to the table"), id="results.look"),
        Binding("e", "review", N_("Review"), id="results.review"),
        Binding("question_mark", "help", N_("Keys"), show=False, id="results.help"),
    ]

    def __init__(self, end: End, ui: GameUi[Any]) -> None:
        super().__init__()
        self._end = end
        self._ui = ui
        self._figures = figure_lines(end.result, end.names)
        course = end.course
        self._chart = None if course is None else Chart(course.series, end.turning_point)

    def compose(self) -> ComposeResult:
        """Verdict, course, panels, and what can be done."""
        yield TextLine("bar", id="headline")
        yield TextLine(id="verdict")
        yield TextLine(id="verdict-rest")
        with Field():
            if self._chart is not None:
                yield self._chart
            yield Panel(id="turn")
            yield Panel(id="figures")
            yield Panel(id="aside")
        yield Menu(self._items())
        yield KeyBar()

    def on_mount(self) -> None:
        """Say who won."""
        end = self._end
        turns = () if end.course is None else [(self._length(end.course), BAR_SOFT)]
        head = (f" {end.title}   ", BAR_STRONG), (_("The end") + "   ", BAR_SOFT)
        self.query_one("#headline", TextLine).show([*head, *turns])
        self._show_panels()
        self._place(self.app.size)

    @staticmethod
    def _length(course: Course) -> str:
        return _("{title}: {details}").format(title=course.series.across, details=course.length)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A review is offered where there is one."""
        if action == "review":
            return api(self).table.can_review()
        return super().check_action(action, parameters)

    def action_review(self) -> None:
        """How chances went."""
        self.dismiss("review")

    def action_help(self) -> None:
        """Keys."""
        api(self).explain_keys()

    def on_resize(self, event: events.Resize) -> None:
        """Use the room there is."""
        self._place(event.size)

    def _show_verdict(self, width: int) -> None:
        """Who won as chips, and why, in one line or two."""
        end = self._end
        chips: list[Span] = [(" ", Look())]
        for seat in end.result.winners if not end.result.is_draw else ():
            chips += [seat_chip(seat, end.titled[seat], 20), ("  ", Look())]
        room = width - cell_len(text_of(chips)) - 1
        first = broken(end.verdict, room, long_words=False)[0]
        rest = end.verdict.removeprefix(first).strip()
        self.query_one("#verdict", TextLine).show([*chips, (first, _SAID)])
        self.query_one("#verdict-rest", TextLine).show([(f" {rest}", _SAID)])

    def _place(self, size: Size) -> None:
        """The chart at the left and panels beside it, or above them where there is less room."""
        self._show_verdict(size.width)
        room = Size(size.width, size.height - 7 - self.query_one(Menu).lines)
        aside = 0 if self._end.course is None else len(self._end.course.aside[1])
        heights = [4, len(self._figures) + 2, aside + 2 if aside else 0]
        is_wide = size.width >= _BESIDE and room.height >= sum(heights)
        chart, *panels = (_wide if is_wide else _narrow)(room, heights)
        names = ("turn", "figures", "aside")
        places: dict[Widget, Region | None] = {
            self.query_one(f"#{name}", Panel): region for name, region in zip(names, panels)
        }
        if self._chart is not None:
            places[self._chart] = chart
        self.query_one(Field).place(places)

    # What the panels tell

    def _show_panels(self) -> None:
        end = self._end
        self.query_one("#figures", Panel).show(_("Figures"), self._figures)
        if end.course is not None:
            title, lines = end.course.aside
            self.query_one("#aside", Panel).show(title, named_lines(lines, end.names))
        self._show_turn()

    def _show_turn(self) -> None:
        """What happened in the marked step."""
        course, chart = self._end.course, self._chart
        if course is None or chart is None:
            return
        is_turning = chart.step == self._end.turning_point
        title = _("Turning point, turn {turn}") if is_turning else _("Turn {turn}")
        lines = turn_lines(course, chart.step, self._end.log, self._ui)
        self.query_one("#turn", Panel).show(title.format(turn=chart.step), lines)

    # What can be done

    def _items(self) -> list[Item]:
        pages = enumerate(self._end.pages)
        return [
            Item("look", _("look at the table")),
            *(Item(str(number), page.title) for number, page in pages),
            *self._replays(),
            *self._reviews(),
            *self._again(),
            Item("home", _("home") if api(self).is_private else _("lobby")),
        ]

    def _replays(self) -> list[Item]:
        start = Item("replay 0", _("replay the game from its start"))
        if self._chart is None or not self._chart.step:
            return [start]
        text = _("replay from turn {turn}").format(turn=self._chart.step)
        return [Item(f"replay {self._chart.step}", text, _("← → another turn")), start]

    def _reviews(self) -> list[Item]:
        if not api(self).table.can_review():
            return []
        return [Item("review", _("review: chances, costly moves, luck"))]

    def _again(self) -> list[Item]:
        """Another game, and who wants it or is waited for; nothing for who did not play."""
        rematch = api(self).table.rematch()
        if not rematch.can_join:
            return []
        note = ""
        if rematch.is_ready:
            note = waiting_for(rematch.waits_for)
        elif rematch.ready:
            note = _("wanted by {names}").format(names=", ".join(rematch.ready))
        return [Item("again", _("play again, seats rotated"), note)]

    def show_items(self) -> None:
        """Show what can be done now: others may want another game."""
        for menu in self.query(Menu):  # none yet, if the page has only just been opened
            if menu.items != (items := self._items()):
                menu.set_items(items, keep=True)

    @on(Menu.Turned)
    def turn(self, message: Menu.Turned) -> None:
        """Mark another step of the course."""
        message.stop()
        if self._chart is not None:
            self._chart.go(self._chart.step + message.step)
            self._show_turn()
            self.show_items()

    @on(Menu.Taken)
    def answer(self, message: Menu.Taken) -> None:
        """Answer with what was taken."""
        message.stop()
        self.dismiss(message.item.id)


def _wide(room: Size, heights: Sequence[int]) -> list[Region | None]:
    """The chart, and the panels below each other at its right."""
    found: list[Region | None] = [Region(2, 0, room.width - _PANEL - 3, room.height)]
    y = 0
    for height in heights:
        found.append(Region(room.width - _PANEL, y, _PANEL - 1, height) if height else None)
        y += height
    return found


def _narrow(room: Size, heights: Sequence[int]) -> list[Region | None]:
    """The chart above, figures and what else there is below it; else what the turn brought."""
    turn, figures, aside = heights
    height = min(max(figures, aside or turn), room.height)
    y, half = room.height - height, room.width // 2 + 2
    left, right = Region(1, y, half - 2, height), Region(half, y, room.width - half - 1, height)
    chart = Region(2, 0, room.width - 4, y) if y > _LEAST_CHART else None
    return [chart, None if aside else right, left, right if aside else None]
