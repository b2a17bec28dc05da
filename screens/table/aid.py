"""A player aid: what one looks up most often in a game, on one screen of 80 x 24."""

from __future__ import annotations

from importlib.resources import files
from textwrap import wrap
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from rules.contract import AnyGame
from screens.base import BaseScreen
from screens.colours import Look
from screens.locale_context import current_look
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar
from screens.widgets.panel import Panel
from screens.widgets.text_line import Spans, TextLine, page_title

_LABEL: Final = 13
_WIDEST: Final = 110


def aid_rows(game: AnyGame) -> list[tuple[str, str]]:
    """What it says: a word or sign, and what is to be known of it; both empty for a gap."""
    folder = files(f"rules.{game.name}")
    pages = (folder.joinpath(f"aid.{language}.md") for language in (current_look().language, "en"))
    text = next((page.read_text("utf-8") for page in pages if page.is_file()), "")
    rows = (line.partition("|") for line in text.splitlines()[2:])
    return [(label.strip(), told.strip()) for label, _bar, told in rows]


def aid_lines(game: AnyGame, width: int) -> list[Spans]:
    """The same, broken to so many columns; signs stand out otherwise than words."""
    lines: list[Spans] = []
    ink = "gold"
    for label, told in aid_rows(game):
        if not (label or told):
            ink = "key"
        rows = wrap(told, width - _LABEL - 2) or [""]
        for number, row in enumerate(rows):
            head = "" if number else label
            lines.append([(f" {head:{_LABEL}} ", Look(ink, style="bold")), (row, Look())])
    return lines


class AidPage(BaseScreen):
    """One page, which never scrolls."""

    DEFAULT_CSS = """
    AidPage Panel { width: 1fr; height: 1fr; margin-top: 1; }
    """
    BINDING_GROUP_TITLE = N_("Player aid")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,exclamation_mark,f1", "app.pop_screen", N_("Back"), id="aid.back")
    ]

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        """Title and lines."""
        yield TextLine("bar", id="headline")
        yield Panel(is_framed=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Say which game it is about."""
        title = page_title(_("Player aid"), self._game.title)
        self.query_one("#headline", TextLine).show(title)

    def on_resize(self) -> None:
        """Break the lines to the room there is."""
        width = min(self.app.size.width, _WIDEST)
        self.query_one(Panel).show("", aid_lines(self._game, width))
