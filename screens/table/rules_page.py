"""The rules of a game, in the reader's language, opened at the part that matters now."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from typing import ClassVar, Final

from rich.markdown import Markdown
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Static

from rules.contract import AnyGame
from screens.base import SCROLLBARS, BaseScreen
from screens.colours import BAR_SOFT
from screens.locale_context import current_look
from screens.pick import Pick
from screens.table.aid import AidPage
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item
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
    """Scrolls like a pager; keys lead to parts, the goal, the contents and what is sought."""

    DEFAULT_CSS = """
    RulesPage VerticalScroll { padding: 0 2; }
    RulesPage Static { max-width: 84; padding: 0 1; height: auto; }
    RulesPage Input { display: none; border: none; height: 1; background: $panel; }
    RulesPage Input.open { display: block; }
    RulesPage .heading { text-style: bold; color: $gold; margin-top: 1; }
    """ + SCROLLBARS.format(at="RulesPage VerticalScroll")
    AUTO_FOCUS: ClassVar[str | None] = "VerticalScroll"
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Input,)
    BINDING_GROUP_TITLE = N_("Rules")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,r", "back", N_("Back"), id="rules.back"),
        Binding("n", "part(1)", N_("Next part"), id="rules.next"),
        Binding("p", "part(-1)", N_("Previous part"), id="rules.previous"),
        Binding("g", "goal", N_("Goal"), id="rules.goal"),
        Binding("c", "contents", N_("Contents"), id="rules.contents"),
        Binding("a", "aid", N_("Player aid"), id="rules.aid"),
        Binding("slash", "find", N_("Search"), id="rules.find"),
        Binding("j", "scroll_lines(1)", N_("Down"), show=False, id="rules.down"),
        Binding("k", "scroll_lines(-1)", N_("Up"), show=False, id="rules.up"),
        Binding("space", "scroll_lines(15)", N_("Page down"), id="rules.page"),
    ]

    def __init__(self, game: AnyGame, chapter: str = "") -> None:
        super().__init__()
        self._game = game
        self._parts = rules_parts(game)
        self._sought, self._found = "", -1
        names = [part.name for part in self._parts]
        self._part = names.index(chapter) if chapter in names else 0

    def compose(self) -> ComposeResult:
        """The game, then each part as a heading and its text."""
        yield TextLine("bar", id="headline")
        with VerticalScroll():
            for part in self._parts:
                yield Static(part.title, classes="heading", markup=False)
                yield Static(Markdown(part.text, code_theme="bw"))
        yield Input(placeholder=_("what to look for; Enter: the next place"), compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        """Open at the part asked for, once the page is laid out."""
        page = self.query_one(VerticalScroll)
        page.focus()
        self.watch(page, "scroll_y", self._say_where, init=False)
        self._say_where()
        self.call_after_refresh(self._show_part)

    def _show_part(self) -> None:
        heading = self.query(".heading")[self._part]
        page = self.query_one(VerticalScroll)
        page.scroll_to_widget(heading, top=True, animate=False, force=True)
        self._say_where()

    def _say_where(self, _line: float = 0) -> None:
        """Say at which part of how many this is, and how much was read."""
        page = self.query_one(VerticalScroll)
        where = _("{part} of {parts}: {title}").format(
            part=self._part + 1, parts=len(self._parts), title=self._parts[self._part].title
        )
        read = round(100 * page.scroll_y / page.max_scroll_y) if page.max_scroll_y else 100
        about = [(f"{where}   {read} % ", BAR_SOFT)]
        self.query_one("#headline", TextLine).show(page_title(_("Rules"), self._game.title), about)

    # Finding one's way

    def action_part(self, step: int) -> None:
        """To the next or previous part."""
        self._go_to_part(self._part + step)

    def _go_to_part(self, number: int) -> None:
        self._part = max(0, min(number, len(self._parts) - 1))
        self._show_part()

    def action_goal(self) -> None:
        """To what the game is about."""
        names = [part.name for part in self._parts]
        self._go_to_part(names.index("goal") if "goal" in names else 0)

    def action_contents(self) -> None:
        """All parts, to choose from."""

        def chosen(number: str | None) -> None:
            if number:
                self._go_to_part(int(number))

        items = [Item(str(number), part.title) for number, part in enumerate(self._parts)]
        self.app.push_screen(Pick(_("Contents"), items), chosen)

    def action_aid(self) -> None:
        """The game on one page."""
        self.app.push_screen(AidPage(self._game))

    def action_find(self) -> None:
        """Ask what to look for."""
        field = self.query_one(Input)
        field.add_class("open")
        field.focus()

    @on(Input.Submitted)
    def find(self, message: Input.Submitted) -> None:
        """To the next line that has it, from the start again after the last."""
        message.stop()
        sought = message.value.strip().casefold()
        lines = [
            (part // 2, block.virtual_region.y + y)
            for part, block in enumerate(self.query_one(VerticalScroll).query(Static))
            for y in range(block.size.height)
            if sought and sought in block.render_line(y).text.casefold()
        ]
        if not lines:
            self.notify(
                _("“{text}” is not in these rules.").format(text=message.value), markup=False
            )
            return
        here = self._found if self._sought == sought else -1
        self._sought = sought
        self._part, self._found = next((line for line in lines if line[1] > here), lines[0])
        self.query_one(VerticalScroll).scroll_to(y=self._found, animate=False, force=True)
        self._say_where()

    def action_back(self) -> None:
        """From the search to the page, from the page to where one came from."""
        field = self.query_one(Input)
        if not field.has_class("open"):
            self.app.pop_screen()
            return
        field.remove_class("open")
        self.query_one(VerticalScroll).focus()

    def action_scroll_lines(self, count: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=count, animate=False)
