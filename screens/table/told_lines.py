"""The lines of text around the boards: headline, news, signs, reason, prompt."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from rich.cells import cell_len
from textual.app import App
from textual.geometry import Size
from textual.widget import Widget

from screens.base import api
from screens.colours import BAR_SOFT, Spans, text_of
from screens.table.headline import title_spans, turn_spans
from screens.table.hint import Hints
from screens.table.looked_at import LookedAt
from screens.table.model import TableModel
from screens.table.move_picker import MovePicker
from screens.table.prompt import place_spans, prompt, prompt_spans
from screens.table.ui import AnyUi
from screens.widgets.text_line import TextLine

W = TypeVar("W", bound=Widget)


class FitsMenu(Protocol):
    """How a screen is laid out."""

    def fit_menu(self) -> None:
        """Give the menu the lines that are free."""


class LinesFrame(Protocol):
    """What is needed of the screen around them."""

    model: TableModel[Any]
    ui: AnyUi
    picker: MovePicker
    hints: Hints
    looked: LookedAt

    @property
    def app(self) -> App[Any]:
        """The app."""

    def text_line(self, name: str) -> TextLine:
        """One of the lines."""

    @property
    def room(self) -> Size:
        """The terminal, but for what a sheet beside the boards takes."""

    @property
    def arrangement(self) -> FitsMenu:
        """How the screen is laid out."""


class ToldLines:
    """Says in lines what the table is about; a remark stands in place of the prompt."""

    def __init__(self, frame: LinesFrame, title: str) -> None:
        self._frame = frame
        self._title = title
        self._headline: Spans = ()
        self._note = ""
        """A remark in place of the prompt."""

    def show(self, view: Any) -> None:
        """What the table is like now."""
        frame = self._frame
        titled = title_spans(self._title, frame.room.width)
        self._headline = [*titled, *frame.ui.headline(view)]
        self.show_headline()
        self._frame.text_line("since").show(frame.ui.since(view))
        self.show_signs()

    def show_headline(self) -> None:
        """The headline, and beside it what is to be said of the people at the table."""
        frame = self._frame
        turn = turn_spans(frame.model)
        used = cell_len(text_of((*self._headline, *turn)))
        room = frame.room.width - used - 3
        around = "" if frame.model.is_replay else api(frame.app).table.around(room)
        told = [(f"{around} ", BAR_SOFT)] if around else []
        self._frame.text_line("headline").show(self._headline, (*told, *turn))

    def show_signs(self) -> None:
        """The signs that are on the screen, or what is looked at, or what a bot advises."""
        frame = self._frame
        advised, rest, answer = frame.hints.spans(
            frame.room.width, frame.ui.advice_lines(frame.room)
        )
        way = answer or frame.looked.way()
        room = frame.room.width - cell_len(text_of(way)) - 1
        told = advised or frame.looked.told(room) or frame.ui.signs_line(frame.model.view)
        self._frame.text_line("signs").show(told, way)
        reason = self._frame.text_line("reason")
        reason.show(rest)
        frame.ui.note_advice(is_given=frame.hints.advice is not None)
        if reason.has_class("told") != bool(rest):
            reason.set_class(bool(rest), "told")
            frame.arrangement.fit_menu()

    # The prompt

    def show_prompt(self) -> None:
        """What is asked, or a remark; and the place the cursor is on."""
        frame = self._frame
        text = prompt(frame.model, frame.ui, frame.picker.chosen)
        place = () if self._note else place_spans(frame.ui.boards())
        spans = prompt_spans(frame.model, frame.ui, text, self._note, frame.room.width)
        self._frame.text_line("prompt").show(spans, place)

    def tell(self, text: str) -> None:
        """Show a remark in place of the prompt until the next choice; an empty one ends it."""
        self._note = text
        self.show_prompt()

    def forget(self) -> None:
        """No remark, and nothing that was looked at, when next shown."""
        self._note = ""
        self._frame.looked.forget()

    def told_in_prompt(self) -> str:
        """What is looked at, where lines are so few that there is none for signs."""
        if self._frame.text_line("signs").display:
            return ""
        return text_of(self._frame.looked.told(self._frame.room.width)).strip()
