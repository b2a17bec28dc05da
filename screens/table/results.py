"""The result page: winner and reason, further pages, and the next actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.screen import ModalScreen
from textual.widget import Widget

from rules.contract import Event, Result
from screens.app_api import NotPossible, StoryPoint
from screens.base import WIDE, Arrival, Shape, api, shape_of
from screens.cast import remark
from screens.colours import BAR_SOFT, BAR_STRONG, Look, Span, Spans, seat_chip, text_of
from screens.people import SeatNames
from screens.positions import MoveIndex
from screens.table.game_ui import GameUi, ResultPage
from screens.table.jump_dialog import turn_lines
from screens.table.log import terms_dialog
from screens.table.result_panels import (
    below,
    beside,
    figure_lines,
    in_a_column,
    named_lines,
    standing_lines,
)
from screens.table.score_history import ScoreHistory
from screens.text import N_, _, capitalised, ngettext, say_refusal, waiting_for
from screens.widgets.chart import Chart
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.panel import Panel, PlacedArea
from screens.widgets.raster import broken
from screens.widgets.text_line import TextLine

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

_BESIDE: Final = 110
_LOW: Final = 30
"""The height below which the head of the page has no blank line."""
_TWO_ROWS: Final = 5
"""The least lines of the menu on a phone, which then scrolls."""
_AROUND: Final = 4
"""The lines of headline and key bar, and the blank ones around the menu."""
_FRAME: Final = 6
"""The cells of margin and frame around a panel as wide as the screen."""
_LATE: Final = 0.5
"""Seconds in which a key may come late that should have skipped the moves before the end."""
_SAID: Final = Look(style="bold")
_TRY: Final = Look("good", style="bold")


@dataclass(frozen=True, slots=True)
class End:
    """The facts about a finished game."""

    title: str
    result: Result
    verdict: str
    people: SeatNames
    log: Sequence[Event]
    moves: MoveIndex
    course: ScoreHistory | None = None
    pages: Sequence[ResultPage] = ()
    tips: Sequence[str] = ()
    """Suggestions of the coach for the next game."""
    remark: str = ""
    """The remark of a bot, or ""."""

    @property
    def turning(self) -> int | None:
        """The step that decided the game."""
        return None if self.course is None else self.course.turning_point(self.result.winners)

    def position(self, step: int) -> int:
        """Return the number of moves before a step of the chart."""
        return 0 if self.course is None else self.course.position(step, self.moves)

    @property
    def length(self) -> str:
        """How long the game was."""
        last = self.moves.last
        if self.moves.is_by_turn:
            return ngettext("{count} turn", "{count} turns", last)
        return ngettext("{count} move", "{count} moves", last)


class ResultsDialog(ModalScreen[str]):
    """Answers "look", "replay POSITION", "review", "again", "home", or the number of a page."""

    DEFAULT_CSS = """
    ResultsDialog { background: $background; }
    ResultsDialog #verdict { margin-top: 1; }
    ResultsDialog.low #verdict { margin-top: 0; }
    ResultsDialog #standings, ResultsDialog #tips, ResultsDialog #verdict-rest { width: 1fr; }
    ResultsDialog #remark { width: 1fr; }
    ResultsDialog.-narrow Menu, ResultsDialog.-low Menu { margin: 0; }
    ResultsDialog Menu { margin: 1 0; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("The end")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "look", N_("Back to the table"), id="results.look"),
        Binding("e", "review", N_("Review"), id="results.review"),
        Binding("question_mark", "help", N_("Keys"), show=False, id="results.help"),
    ]

    def __init__(self, end: End, ui: GameUi[Any]) -> None:
        super().__init__()
        self._end = end
        self._arrival = Arrival(self, _LATE)
        self._ui = ui
        self._story: Sequence[StoryPoint] = ()
        course = end.course
        self._chart = None if course is None else Chart(course.numbered(end.moves), end.turning)

    def compose(self) -> ComposeResult:
        """Compose the result, the chart, the panels and the actions."""
        yield TextLine("bar", id="headline")
        yield TextLine(id="verdict")
        yield Panel(is_framed=False, id="verdict-rest")
        yield Panel(is_framed=False, id="standings")
        yield Panel(is_framed=False, id="tips")
        yield Panel(is_framed=False, id="remark")
        with PlacedArea():
            if self._chart is not None:
                yield self._chart
            yield Panel(id="turn")
            yield Panel(id="figures")
            yield Panel(id="aside")
        yield Menu(self._items())
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the result."""
        self._arrival.note()
        end = self._end
        head = (f" {end.title}   ", BAR_STRONG), (_("The end") + "   ", BAR_SOFT)
        self.query_one("#headline", TextLine).show([*head, (end.length, BAR_SOFT)])
        self._show_panels()
        self._place(self.app.size)
        self.run_worker(self._tell_story(), group="story")

    async def _tell_story(self) -> None:
        """Add the turning points of the game, once they are found."""
        self._story = await api(self).table.story()
        if self._story:
            self.show_items()
            self._place(self.app.size)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow a review if there is one."""
        if action == "review":
            return api(self).table.can_review()
        return super().check_action(action, parameters)

    def action_look(self) -> None:
        """Close for a look at the table, unless the key was meant to skip the last moves."""
        if not (self._arrival.is_recent and api(self).beat() > 0):
            self.dismiss("look")

    def action_review(self) -> None:
        """Close with the choice of the review."""
        self.dismiss("review")

    def action_help(self) -> None:
        """Show the keys."""
        api(self).explain_keys()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the widgets out for the new size."""
        self._place(event.size)

    def _show_verdict(self, width: int) -> int:
        """Show winners, reason, standings and a bot's remark; return the number of lines."""
        end = self._end
        chips: list[Span] = [(" ", Look())]
        for seat in end.result.winners if not end.result.is_draw else ():
            chips += [seat_chip(seat, end.people.titled(seat), 20), ("  ", Look())]
        room = width - cell_len(text_of(chips)) - 1
        first = broken(end.verdict, room, long_words=False)[0]
        rest = end.verdict.removeprefix(first).strip()
        self.query_one("#verdict", TextLine).show([*chips, (first, _SAID)])
        rows = broken(rest, width - 2) if rest else []
        self.query_one("#verdict-rest", Panel).show("", [[(f" {row}", _SAID)] for row in rows])
        lines = standing_lines(end.result, end.people, width)
        self.query_one("#standings", Panel).show("", lines)
        tips = self._tip_lines(width)
        self.query_one("#tips", Panel).show("", tips)
        said = broken(end.remark, width - 2) if end.remark else []
        remark = self.query_one("#remark", Panel)
        remark.show("", [[(f" {row}", Look("soft"))] for row in said])
        remark.display = bool(said)
        return 1 + len(rows) + len(lines) + len(tips) + len(said)

    def _tip_lines(self, width: int) -> list[Spans]:
        """Return the suggestions behind a label, in as many lines as they take."""
        label = _("Try next")
        label = f" {label}  "
        room = width - cell_len(label) - 1
        rows = [row for tip in self._end.tips for row in broken(tip, room)]
        heads = (label, *[" " * cell_len(label)] * len(rows))
        return [[(head, _TRY), (row, Look())] for head, row in zip(heads, rows)]

    def _place(self, size: Size) -> None:
        """Place panels right of the chart, or above it for lack of room."""
        is_low = size.height < _LOW
        self.set_class(is_low, "low")
        around = _AROUND + (not is_low) + self._show_verdict(size.width)
        aside = 0 if self._end.course is None else len(self._end.course.aside[1])
        figures = figure_lines(self._end.result, self._end.people.labels, size.width - _FRAME)
        self.query_one("#figures", Panel).show(_("Statistics"), figures)
        heights = [4, len(figures) + 2, aside + 2 if aside else 0]
        room = Size(size.width, size.height - around)
        self._fit_menu(room.height - heights[1])
        room -= Size(0, self.query_one(Menu).lines)
        is_wide = size.width >= _BESIDE and room.height >= sum(heights)
        arrange = beside if is_wide else in_a_column if size.width < WIDE[0] else below
        chart, *panels = arrange(room, heights)
        names = ("turn", "figures", "aside")
        places: dict[Widget, Region | None] = {
            self.query_one(f"#{name}", Panel): region for name, region in zip(names, panels)
        }
        if self._chart is not None:
            places[self._chart] = chart
        self.query_one(PlacedArea).place(places)

    def _fit_menu(self, spare: int) -> None:
        """Show all choices; on a phone as many as `spare` lines have, but at least two rows."""
        menu = self.query_one(Menu)
        menu.set_lines(None)
        if shape_of(self.app.size) is not Shape.WIDE:
            menu.set_lines(min(menu.lines, max(_TWO_ROWS, spare)))
            menu.set_items(menu.items, columns=menu.columns_for(menu.items), keep=True)

    # Texts of the panels

    def _show_panels(self) -> None:
        end = self._end
        if end.course is not None:
            title, lines = end.course.aside
            self.query_one("#aside", Panel).show(title, named_lines(lines, end.people.labels))
        self._show_turn()

    def _show_turn(self) -> None:
        """Show the events of the marked step."""
        course, chart = self._end.course, self._chart
        if course is None or chart is None:
            return
        lines = turn_lines(course, chart.step, self._end.log, self._ui)
        name = self._end.moves.name(self._end.position(chart.step))
        self.query_one("#turn", Panel).show(capitalised(name), lines)

    # Actions

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
        found = [self._replay(point.position, point.told) for point in self._story]
        if self._chart is not None and self._chart.step:
            position = self._end.position(self._chart.step)
            note = "" if api(self).is_touch else _("← → another turn")
            found.append(self._replay(position, note))
        return [*found, Item("replay 0", _("replay from the start"))]

    def _replay(self, position: int, note: str) -> Item:
        text = _("replay from {when}").format(when=self._end.moves.name(position))
        return Item(f"replay {position}", text, note)

    def _reviews(self) -> list[Item]:
        if not api(self).table.can_review():
            return []
        return [Item("review", _("review: win chance, costly moves, luck"))]

    def _again(self) -> list[Item]:
        """Return the rematch, and who wants or has not answered it; nothing for a non-player."""
        rematch = api(self).table.rematch()
        if not rematch.can_join:
            return []
        note = ""
        if rematch.is_ready:
            note = waiting_for(rematch.waits_for)
        elif rematch.ready:
            note = _("wanted by {names}").format(names=", ".join(rematch.ready))
        return [Item("again", _("rematch with rotated seats"), note)]

    def show_items(self) -> None:
        """Show the possible actions, which change when others want a rematch."""
        for menu in self.query(Menu):  # none yet, just after the page was opened
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
        """Close with the id of the chosen item."""
        message.stop()
        self.dismiss(message.item.id)


class ResultPrompt:
    """The part that shows the result once, and on request again."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self._was_told = False
        self._pages: Sequence[ResultPage] = ()

    def show_once(self) -> None:
        """Show the result the first time."""
        if not self._was_told:
            self.show()

    def show(self) -> None:
        """Show the winners, the reason, and the next possible actions."""
        model, ui = self.screen.model, self.screen.ui
        result = model.result
        if result is None:
            return
        self._was_told = True
        if len(model.persons) > 1:
            model.seat = model.persons[0]
        log = model.seat.log()
        self._pages = (*ui.pages(result, log), *self._deal())
        end = End(
            self.screen.game_title,
            result,
            ui.verdict(result),
            model.people,
            log,
            model.seat.move_index(),
            ui.course(log),
            self._pages,
            self.screen.coaching.tips(),
            remark(result, model.people, log) if api(self.screen).shows_remarks() else "",
        )
        self.screen.app.push_screen(ResultsDialog(end, ui), self._after)

    def _deal(self) -> Iterator[ResultPage]:
        """Yield a page with the proof of the deal, unless somebody chose the seed."""
        seat = self.screen.model.seat
        if seat.deal is not None:
            title = _("the deal: its seed and its proof")
            yield ResultPage(title, lambda: terms_dialog(seat.game, seat.view(), seat.deal))

    async def _after(self, answer: str | None) -> None:
        app = self.screen.app
        if answer and answer.isdigit():
            app.push_screen(self._pages[int(answer)].box(), lambda _answer: self.show())
        elif answer and answer.startswith("replay"):
            api(app).table.replay(int(answer.split()[1]))
        elif answer == "review":
            with self._telling_why():
                api(app).table.review(self.show)
        elif answer == "again":
            with self._telling_why():
                await api(app).table.play_again()
        elif answer == "home":
            api(app).table.leave()

    @contextmanager
    def _telling_why(self) -> Iterator[None]:
        try:
            yield
        except NotPossible as problem:
            self.screen.app.notify(say_refusal(problem), severity="error", markup=False)
