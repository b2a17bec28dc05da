"""The rules of a game, in the reader's language, opened at the part that matters now."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from typing import ClassVar, Final

from rich.markdown import Markdown
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from rules.contract import AnyGame
from screens.base import SCROLLBARS, BaseScreen
from screens.locale_context import current_look
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar
from screens.widgets.text_line import TextLine, page_title

_PART: Final = re.compile(r"^## (?P<title>.*?)\s*\{#(?P<name>[\w-]+)\}\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules: its id, its heading and its Markdown."""

    name: str
    title: str
    text: str


def rules_parts(game: AnyGame) -> list[Part]:
    """The rules in the reader's language; the first part is what stands before any heading.

    A game without a page has one part that says so.
    """
    text = _page(game)
    if not text:
        return [Part("", game.title, _("There is no page of rules for this game."))]
    headings = list(_PART.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    before = text[: headings[0].start()] if headings else text
    title, _blank, start = before.strip().partition("\n")
    return [
        Part("", title.lstrip("# "), start.strip()),
        *(
            Part(heading["name"], heading["title"], text[heading.end() : end].strip())
            for heading, end in zip(headings, ends)
        ),
    ]


def _page(game: AnyGame) -> str:
    """The text of a game's page, in English where there is none in the reader's language."""
    try:
        folder = files(f"rules.{game.name}")
    except ModuleNotFoundError:
        return ""
    pages = (
        folder.joinpath(f"rules.{language}.md") for language in (current_look().language, "en")
    )
    return next((page.read_text("utf-8") for page in pages if page.is_file()), "")


class RulesPage(BaseScreen):
    """Scrolls like a pager; n and p jump between the parts."""

    DEFAULT_CSS = """
    RulesPage VerticalScroll { padding: 0 2; }
    RulesPage Static { max-width: 84; padding: 0 1; height: auto; }
    RulesPage .heading { text-style: bold; color: $gold; margin-top: 1; }
    """ + SCROLLBARS.format(at="RulesPage VerticalScroll")
    BINDING_GROUP_TITLE = N_("Rules")
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
        self._title = game.title
        self._parts = rules_parts(game)
        names = [part.name for part in self._parts]
        self._part = names.index(chapter) if chapter in names else 0

    def compose(self) -> ComposeResult:
        """The game, then each part as a heading and its text."""
        yield TextLine("bar", id="headline")
        with VerticalScroll():
            for part in self._parts:
                yield Static(part.title, classes="heading", markup=False)
                yield Static(Markdown(part.text, code_theme="bw"))
        yield KeyBar()

    def on_mount(self) -> None:
        """Open at the part asked for, once the page is laid out."""
        self.query_one("#headline", TextLine).show(page_title(_("Rules"), self._title))
        self.query_one(VerticalScroll).focus()
        self.call_after_refresh(self._show_part)

    def _show_part(self) -> None:
        heading = self.query(".heading")[self._part]
        page = self.query_one(VerticalScroll)
        page.scroll_to_widget(heading, top=True, animate=False, force=True)

    def action_part(self, step: int) -> None:
        """To the next or previous part."""
        self._part = max(0, min(self._part + step, len(self._parts) - 1))
        self._show_part()

    def action_scroll_lines(self, count: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=count, animate=False)
