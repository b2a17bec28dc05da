"""Who is here: counted, by the alphabet, and scrolled where there are more than fit."""

from __future__ import annotations

from collections.abc import Sequence

from screens.text import _
from screens.widgets.lines import Lines


class PeopleList(Lines):
    """The names of who is here; the lobby's own keys scroll it."""

    DEFAULT_CSS = "PeopleList { width: 22; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(from_top=True, id=id)

    def set_people(self, names: Sequence[str]) -> None:
        """Show who is here; what is scrolled to stays where it is."""
        title = _("Here: {count}").format(count=len(names))
        self.set_lines(title, [(name, "lines--plain") for name in names])
