"""The review page, and the way back to it from a table."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from rules.messages import Refusal
from screens.base import BaseScreen
from screens.colours import seat_chip
from screens.help import HelpDialog
from screens.review.api import CostlyMove, ReviewApi, Reviewed, ReviewProgress
from screens.review.lines import (
    SET_UP,
    about_lines,
    costly_items,
    costly_of,
    figures,
    legend,
    meanings,
    nothing_costly,
    series,
    set_up_items,
    set_up_lines,
    step_of,
    story_lines,
    turning_items,
    why_better,
    work_lines,
)
from screens.review.words import when
from screens.text import N_, _, say_refusal
from screens.widgets.chart import Chart, Series
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.panel import Panel
from screens.widgets.text_line import TextLine, page_title

_GO: Final = "go"
_TALL: Final = 36
"""The least lines of a screen that explains the figures."""


class ReviewScreen(BaseScreen):
    """The review page: progress at first, then the findings, seat by seat."""

    DEFAULT_CSS = """
    ReviewScreen Chart { margin: 0 1; }
    ReviewScreen Panel { width: 1fr; }
    ReviewScreen #work { height: 1fr; margin: 2 3; }
    ReviewScreen #why { height: 3; }
    ReviewScreen #about { display: none; }
    ReviewScreen.-low Chart, ReviewScreen.-low #figures { display: none; }
    ReviewScreen.-low Menu, ReviewScreen.-narrow Menu { height: 1fr; }
    ReviewScreen.tall #why { height: 6; }
    ReviewScreen.tall #about { display: block; margin: 1 1 0 1; }
    ReviewScreen.tall #figures { margin: 1 0; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("Review")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "next_seat", N_("Point of view"), id="review.view"),
        Binding(
            "y",
            "try_again",
            N_("Play from here"),
            id="review.again",
            tooltip=N_("Play this seat from the selected position, at a new table against bots"),
        ),
        Binding("escape,q", "leave", N_("Back"), id="review.back"),
    ]

    def __init__(self, reviewed: Reviewed, work: ReviewProgress) -> None:
        """Make the page; `work` was joined before, and is left with the page."""
        super().__init__()
        self._reviewed = reviewed
        self._work = work
        self._seat = reviewed.people.reader or 0

    def compose(self) -> ComposeResult:
        """Build the page: the finished review, or the progress of the work."""
        yield TextLine("bar", id="headline")
        if self._is_done:
            yield Panel(is_framed=False, id="story")
            yield Chart(self._series())
            yield TextLine(id="legend")
            yield Panel(is_framed=False, id="figures")
            yield Menu()
            yield Panel(is_framed=False, id="why")
            yield Panel(is_framed=False, id="about")
        else:
            yield Panel(is_framed=False, id="work")
        yield KeyBar()

    def on_mount(self) -> None:
        """Follow the progress of the work."""
        self._show_headline()
        self.run_worker(self._follow(), group="review")

    def on_unmount(self) -> None:
        """Leave the work."""
        self._work.leave()

    def on_resize(self, event: events.Resize) -> None:
        """Explain the figures if there is room."""
        self.set_class(event.size.height >= _TALL, "tall")

    async def recompose(self) -> None:
        """Build the page again, with the same move marked, after new findings or settings."""
        steps = [chart.step for chart in self.query(Chart)]
        await super().recompose()
        if not self.is_attached:
            return  # the user has left meanwhile
        self._show_headline()
        if self._is_done:
            self._show_seat()
            self.query_one(Menu).focus()
            for step in steps:
                self._mark_step(step)
        else:
            self._show_work()

    async def _follow(self) -> None:
        while not self._work.is_over:
            changed = self._work.changed()
            self._show_work()
            await changed
        await self.recompose()
        self.refresh_bindings()

    # Progress

    def _show_work(self) -> None:
        """Show the progress and the coming findings, or the reason of a failure."""
        self.query_one("#work", Panel).show("", work_lines(self._work, self._reviewed))

    # Findings

    @property
    def _review(self) -> ReviewApi:
        assert self._work.review is not None
        return self._work.review

    @property
    def _is_done(self) -> bool:
        return self._work.review is not None

    def _series(self) -> Series:
        return series(self._review, self._reviewed.people, self._seat)

    @property
    def _chart(self) -> Chart:
        return self.query_one(Chart)

    def _show_headline(self) -> None:
        name = self._reviewed.people.titled(self._seat)
        head = page_title(self._reviewed.title, _("win chance, costly moves, luck"))
        self.query_one("#headline", TextLine).show(head, [seat_chip(self._seat, name, 20)])

    def _show_seat(self) -> None:
        """Show the review of the chosen seat, with the costliest of its moves marked."""
        self._show_headline()
        people = self._reviewed.people
        story = story_lines(self._review, self._reviewed, self._seat, self.app.size.width)
        self.query_one("#story", Panel).show("", story)
        self.query_one("#story").styles.height = len(story)
        self.query_one("#figures", Panel).show("", figures(self._review, people, self._seat))
        self.query_one("#about", Panel).show("", about_lines(self._reviewed))
        costly = self._review.costliest(self._seat)
        chart = self._chart
        chart.tell(self._series())
        chart.go(costly[0].number if costly else chart.step)
        menu = self.query_one(Menu)
        found = self._review, self._reviewed, self._seat
        moves = [*turning_items(*found), *costly_items(*found)]
        menu.set_items([*set_up_items(self._review, self._seat), *moves, self._replay_item()])
        if costly:
            menu.mark(f"costly {costly[0].number}")
        self._show_marked()

    def _replay_item(self) -> Item:
        name = when(self._review, self._chart.step)
        text = _("replay from {when}").format(when=name)
        return Item(_GO, text, _("← → another move"))

    @property
    def _costly(self) -> CostlyMove | None:
        """The move on the marked line, if it is a costly one."""
        menu = self.query_one(Menu)
        return costly_of(menu.items[menu.position], self._review, self._seat)

    def _show_marked(self) -> None:
        """Show the chances at the marked move, and the better move."""
        people, costly = self._reviewed.people, self._costly
        told = legend(self._review, people, self._seat, self._chart.step)
        self.query_one("#legend", TextLine).show(told)
        told_why = [] if costly is None else why_better(costly, self._reviewed, self.size.width)
        if not self._review.costliest(self._seat):
            told_why = nothing_costly(self._review, self._seat)
        menu = self.query_one(Menu)
        if menu.items[menu.position].id.startswith(SET_UP):
            told_why = set_up_lines(self._review, self._seat, self.size.width)
        self.query_one("#why", Panel).show("", told_why)

    # Actions

    @on(Menu.Marked)
    def mark(self, message: Menu.Marked) -> None:
        """Show where the marked move was made."""
        message.stop()
        menu = self.query_one(Menu)
        if (step := step_of(menu.items[menu.position])) is not None:
            self._go(step)
        self._show_marked()

    @on(Menu.Turned)
    def turn(self, message: Menu.Turned) -> None:
        """Mark another move of the course."""
        message.stop()
        self._mark_step(self._chart.step + message.step)

    def _mark_step(self, step: int) -> None:
        """Mark a move of the course, and its line if it is costly."""
        self._go(step)
        self.query_one(Menu).mark(_GO)
        self._show_marked()

    def _go(self, step: int) -> None:
        self._chart.go(step)
        menu = self.query_one(Menu)
        menu.set_items([*menu.items[:-1], self._replay_item()], keep=True)

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Show the board at the marked move."""
        message.stop()
        self._reviewed.go(self._chart.step, self._seat)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only the actions possible now."""
        match action:
            case "next_seat" | "try_again":
                return self._is_done
        return super().check_action(action, parameters)

    def action_next_seat(self) -> None:
        """Show the win chances and the costly moves of the next seat."""
        self._seat = (self._seat + 1) % len(self._reviewed.people.names)
        self._show_seat()

    def action_try_again(self) -> None:
        """Open a new table at the marked position, with the user on the reviewed seat."""
        try:
            self._reviewed.try_again(self._chart.step, self._seat)
        except Refusal as problem:
            self.notify(say_refusal(problem), severity="error", markup=False)

    def action_help(self) -> None:
        """Show keys, and the meanings of the figures."""
        self.app.push_screen(HelpDialog(self, meanings(self._reviewed)))

    def action_leave(self) -> None:
        """Go back to the previous screen."""
        self.dismiss(None)


def back_to_review(app: App[Any]) -> bool:
    """Leave a table that was opened from a review; return False at other tables."""
    stack = app.screen_stack
    if len(stack) < 2 or not isinstance(stack[-2], ReviewScreen):
        return False
    app.pop_screen()
    return True
