"""The lines of text around the boards: headline, news, signs, reason, prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from rich.cells import cell_len
from textual.widget import Widget

from screens.base import api
from screens.colours import BAR_SOFT, Spans, text_of
from screens.table.headline import title_spans, turn_spans
from screens.table.prompt import place_spans, prompt, prompt_spans

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

W = TypeVar("W", bound=Widget)


class ToldLines:
    """Says in lines what the table is about; a remark stands in place of the prompt."""

    def __init__(self, screen: GameScreen[Any], title: str) -> None:
        self.screen = screen
        self._title = title
        self._headline: Spans = ()
        self._note = ""
        """A remark in place of the prompt."""

    def show(self, view: Any) -> None:
        """What the table is like now."""
        screen = self.screen
        titled = title_spans(self._title, screen.arrangement.room.width)
        self._headline = [*titled, *screen.ui.headline(view)]
        self.show_headline()
        self.screen.text_line("since").show(screen.ui.since(view))
        self.show_signs()

    def show_headline(self) -> None:
        """The headline, and beside it what is to be said of the people at the table."""
        screen = self.screen
        turn = turn_spans(screen.model)
        used = cell_len(text_of((*self._headline, *turn)))
        room = screen.arrangement.room.width - used - 3
        around = "" if screen.model.is_replay else api(screen.app).table.around(room)
        told = [(f"{around} ", BAR_SOFT)] if around else []
        self.screen.text_line("headline").show(self._headline, (*told, *turn))

    def show_signs(self) -> None:
        """The signs that are on the screen, or what is looked at, or what a bot advises."""
        screen = self.screen
        advised, rest, answer = screen.hints.spans(
            screen.arrangement.room.width, screen.ui.advice_lines(screen.arrangement.room)
        )
        way = answer or screen.looked.way()
        room = screen.arrangement.room.width - cell_len(text_of(way)) - 1
        told = advised or screen.looked.told(room) or screen.ui.signs_line(screen.model.view)
        self.screen.text_line("signs").show(told, way)
        reason = self.screen.text_line("reason")
        reason.show(rest)
        screen.ui.note_advice(is_given=screen.hints.advice is not None)
        if reason.has_class("told") != bool(rest):
            reason.set_class(bool(rest), "told")
            screen.arrangement.fit_menu()

    # The prompt

    def show_prompt(self) -> None:
        """What is asked, or a remark; and the place the cursor is on."""
        screen = self.screen
        text = prompt(screen.model, screen.ui, screen.picker.chosen)
        place = () if self._note else place_spans(screen.ui.boards())
        spans = prompt_spans(
            screen.model, screen.ui, text, self._note, screen.arrangement.room.width
        )
        self.screen.text_line("prompt").show(spans, place)

    def tell(self, text: str) -> None:
        """Show a remark in place of the prompt until the next choice; an empty one ends it."""
        self._note = text
        self.show_prompt()

    def forget(self) -> None:
        """No remark, and nothing that was looked at, when next shown."""
        self._note = ""
        self.screen.looked.forget()

    def told_in_prompt(self) -> str:
        """What is looked at, where lines are so few that there is none for signs."""
        if self.screen.text_line("signs").display:
            return ""
        return text_of(self.screen.looked.told(self.screen.arrangement.room.width)).strip()
