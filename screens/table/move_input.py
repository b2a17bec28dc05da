"""The line for typing moves, with completion from the legal moves of the moment."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

from screens.table.vocabulary import folded
from screens.text import N_, _

LONGEST: int = 400
"""Characters one may type: several moves, and no flood."""


class _Completion(Suggester):
    def __init__(self, complete: Callable[[str], str | None]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        """The first move typed, completed by a word; what may follow it is not known yet."""
        if ";" in value or "," in value or not value.strip():
            return None
        completed = self._complete(value)
        if completed is None or not folded(completed).startswith(folded(value)):
            return None
        return value + completed[len(value) :]


class MoveLine(Input):
    """Type a move, or several separated by `;` or a comma. Tab completes a word, Escape leaves."""

    DEFAULT_CSS = """
    MoveLine { display: none; border: none; height: 1; padding: 0; background: $panel; }
    MoveLine.open { display: block; }
    """
    BINDING_GROUP_TITLE = N_("Typed moves")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", N_("Complete"), id="line.complete"),
        Binding("escape", "leave", N_("Back"), id="line.leave"),
    ]

    class Typed(Message):
        """Moves were typed."""

        def __init__(self, texts: list[str]) -> None:
            super().__init__()
            self.texts = texts

    class Left(Message):
        """The line was left without a move."""

    def __init__(self, complete: Callable[[str], str | None], *, id: str | None = None) -> None:  # noqa: A002
        """`complete` answers a text that was typed with one that is a word longer, if it can."""
        super().__init__(
            id=id,
            compact=True,
            max_length=LONGEST,
            suggester=_Completion(complete),
            select_on_focus=False,
        )
        self._complete = complete

    def open(self) -> None:
        """Show the line, empty, and type into it."""
        self.value = ""
        self.placeholder = _("type a move; Tab completes, Enter plays, Esc leaves")
        self.add_class("open")
        self.focus()

    @property
    def is_open(self) -> bool:
        """Whether the line is shown."""
        return self.has_class("open")

    def keep(self, text: str) -> None:
        """Leave a text to be mended."""
        self.value = text
        self.cursor_position = len(text)

    def close(self) -> None:
        """Hide the line and forget what was typed."""
        self.remove_class("open")
        self.value = ""

    def action_complete(self) -> None:
        """Take the completion shown, then a blank."""
        completed = self._suggestion
        if not self.value:
            completed = self._complete("") or ""
        if completed and completed != self.value:
            self.keep(completed + " ")

    def action_leave(self) -> None:
        """Leave without a move."""
        self.close()
        self.post_message(self.Left())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hand the typed moves over, or leave if there are none."""
        event.stop()
        texts = [text.strip() for text in re.split("[;,]", self.value) if text.strip()]
        if not texts:
            self.action_leave()
            return
        self.post_message(self.Typed(texts))
