"""The rules of a game, in the reader's language, opened at the part that matters now."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Markdown
from textual.widgets._markdown import MarkdownHeader

from rules.game import AnyGame
from screens.look import current_look
from screens.room import Room
from screens.text import N_
from screens.widgets.key_bar import KeyBar

_HEADING: Final = re.compile(r"^(#+ .*?)\s*\{#([\w-]+)\}\s*$", re.MULTILINE)


def rules_text(game: AnyGame) -> tuple[str, list[str]]:
    """The rules as Markdown without heading ids, and the ids of the level-2 headings in order."""
    folder = files(f"rules.{game.name}")
    page = folder.joinpath(f"rules.{current_look().language}.md")
    text = page.read_text("utf-8")
    return _HEADING.sub(r"\1", text), [name for _heading, name in _HEADING.findall(text)]


class RulesReader(Room):
    """Scrolls like a pager; n and p jump between the parts."""

    DEFAULT_CSS = """
    RulesReader VerticalScroll { padding: 0 2; }
    RulesReader Markdown { background: $background; max-width: 90; margin: 0; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,r", "app.pop_screen", N_("Back"), id="rules.back"),
        Binding("n", "part(1)", N_("Next part"), id="rules.next"),
        Binding("p", "part(-1)", N_("Previous part"), id="rules.previous"),
        Binding("j", "scroll_lines(1)", N_("Down"), show=False, id="rules.down"),
        Binding("k", "scroll_lines(-1)", N_("Up"), show=False, id="rules.up"),
        Binding("space", "scroll_lines(15)", N_("Page down"), id="rules.page"),
    ]

    def __init__(self, game: AnyGame, chapter: str = "") -> None:
        super().__init__()
        self._text, ids = rules_text(game)
        self._part = ids.index(chapter) if chapter in ids else -1

    def compose(self) -> ComposeResult:
        """The page."""
        with VerticalScroll():
            yield Markdown(self._text, open_links=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Open at the part asked for, once the page is laid out."""
        self.query_one(VerticalScroll).focus()
        if self._part >= 0:
            self.call_after_refresh(self._show_part)

    def _parts(self) -> list[MarkdownHeader]:
        return [header for header in self.query(MarkdownHeader) if header.LEVEL == 2]

    def _show_part(self) -> None:
        parts = self._parts()
        if not parts:
            self.call_after_refresh(self._show_part)
            return
        self.query_one(VerticalScroll).scroll_to_widget(
            parts[self._part], top=True, animate=False, force=True
        )

    def action_part(self, step: int) -> None:
        """To the next or previous part."""
        self._part = max(0, min(self._part + step, len(self._parts()) - 1))
        self._show_part()

    def action_scroll_lines(self, count: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=count, animate=False)
