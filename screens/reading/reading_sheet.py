"""A sheet for reading rules, with search, on a page of its own or beside the boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.theme import Theme
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Input

from rules.contract import AnyGame
from screens.colours import Look
from screens.pick_dialog import Pick
from screens.reading.diagrams import with_diagrams
from screens.reading.rules_parts import RulesSection, origins, rules_parts
from screens.text import N_, _
from screens.widgets.menu import Item
from screens.widgets.raster import Raster
from screens.widgets.sheet import Content, Sheet

_HEADING: Final = Look("gold", style="bold")
_ORIGIN: Final = Look("soft")
_NUMBER: Final = Look("key")
_INDENT: Final = 2
"""The columns before a diagram."""
_KNOWN_BY: Final = 40
"""The letters at the start of a line that identify the line, as its end may be broken."""


class RulesText:
    """The parts of the rules, laid out at a width, with a current part or found line."""

    def __init__(self, game: AnyGame, chapter: str, style: Callable[[Look], Style]) -> None:
        """Open the rules at a chapter; `style` gives the style of a look in the current theme."""
        self.parts: Sequence[RulesSection] = rules_parts(game)
        self._game = game.name
        self._style = style
        self._names = [part.name for part in self.parts]
        self.part = self._names.index(chapter) if chapter in self._names else 0
        self._found: int | None = None
        self._sought = ""
        self._tells_origins = False
        self._kept: list[str] = []
        self._origin = origins(self.parts)
        self._starts: list[int] = []
        self._lines: list[str] = []

    @property
    def first_line(self) -> int | None:
        """The first line to show, in the present layout; None for the top."""
        if self._found is not None:
            return self._found
        return self._starts[self.part] if self._starts else None

    @property
    def where(self) -> str:
        """The current part and the number of parts, in words."""
        return _("{part} of {parts}: {title}").format(
            part=self.part + 1, parts=len(self.parts), title=self.parts[self.part].title
        )

    def contents(self) -> list[Item]:
        """Return all parts as items with numbers."""
        return [Item(str(number), part.title) for number, part in enumerate(self.parts)]

    def go_to(self, part: int) -> None:
        """Go to a part, or the nearest one."""
        self.part, self._found = max(0, min(part, len(self.parts) - 1)), None

    def go_to_goal(self) -> None:
        """Go to the part about the aim of the game."""
        self.go_to(self._names.index("goal") if "goal" in self._names else 0)

    def toggle_origins(self, line: int) -> None:
        """Show or hide the origins of all rules; the line stays in view."""
        self._kept = [*filter(None, map(_beginning, self._lines[line:]))]
        self._tells_origins = not self._tells_origins

    def scrolled_to(self, line: int) -> None:
        """Note a scroll: the last part whose heading was passed is the current one."""
        passed = [number for number, start in enumerate(self._starts) if start <= line]
        self.part = passed[-1] if passed else 0

    def find(self, text: str) -> bool:
        """Go to the next line with a text, wrapping around; return whether there is one."""
        sought = text.strip().casefold()
        lines = [n for n, line in enumerate(self._lines) if sought and sought in line.casefold()]
        if not lines:
            return False
        here = self._found if self._found is not None and sought == self._sought else -1
        found = next((line for line in lines if line > here), lines[0])
        self.scrolled_to(found)
        self._sought, self._found = sought, found
        return True

    def lay_out(self, width: int) -> list[Strip]:
        """Return all parts under their titles, laid out at a width."""
        from rich.markdown import Markdown  # noqa: PLC0415 - a tenth of the start of a table

        origin, number = self._style(_ORIGIN), self._style(_NUMBER)
        theme = Theme({"markdown.s": origin, "markdown.item.number": number})
        console = Console(width=width, color_system="truecolor", force_terminal=True, theme=theme)
        plain, strong = self._style(Look()), self._style(_HEADING)
        strips: list[Strip] = []
        self._starts = []
        for part in self.parts:
            self._starts.append(len(strips))
            strips += _rendered(console, part.title, strong)
            for piece in with_diagrams(self._game, part.marked(self._marked), width - _INDENT):
                if isinstance(piece, Raster):
                    strips += [*self._drawn(piece, width - _INDENT), Strip([])]
                elif piece.strip():
                    text = Markdown(piece, code_theme="ansi_dark")
                    strips += [*_rendered(console, text, plain), Strip([])]
        self._lines = [strip.text for strip in strips]
        self._keep_place()
        return strips

    def _keep_place(self) -> None:
        """Find the line that was in view before the origins were shown or hidden."""
        if self._kept:
            lines = [*map(_beginning, self._lines)]
            start = self._starts[self.part]
            kept = next((text for text in self._kept if text in lines[start:]), "")
            self._found = lines.index(kept, start) if kept else None
            self._kept = []

    def _marked(self, marks: Sequence[str]) -> str:
        """Return the letters of a rule, or a line per origin; `~~` marks their look."""
        if self._tells_origins:
            return "".join(f"\\\n~~[{mark}] {told}~~" for mark, told in self._origin(marks))
        return f"~~[{''.join(dict.fromkeys(mark[0] for mark in marks))}]~~"

    def _drawn(self, diagram: Raster, room: int) -> list[Strip]:
        """Return a diagram in the current colours, indented; an ellipsis marks a cut."""
        if diagram.width > room:
            diagram = diagram.cut(Region(0, 0, room, diagram.height))
            for y in range(diagram.height):
                diagram.write(room - 1, y, "…", "soft")
        before = Segment(" " * _INDENT, self._style(Look()))
        return [
            Strip(
                [
                    before,
                    *(
                        Segment(text, self._style(Look(cell.ink, cell.ground, cell.style)))
                        for text, cell in diagram.line(y)
                    ),
                ]
            )
            for y in range(diagram.height)
        ]


def _beginning(line: str) -> str:
    """Return the start of a line that identifies it, without the marks at its end."""
    return re.sub(r"\[[TFRD]+\]\s*$", "", line).strip()[:_KNOWN_BY]


def _rendered(console: Console, what: Any, style: Style) -> list[Strip]:
    return [Strip(segments) for segments in console.render_lines(what, style=style, pad=False)]


class ReadingSheet(Sheet):
    """A sheet with keys for rules: parts, aim, contents and search."""

    BINDING_GROUP_TITLE = N_("Rules")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "part(1)", N_("Next part"), id="rules.next"),
        Binding(
            "p",
            "origins",
            N_("Origins"),
            id="rules.origins",
            tooltip=N_("Where each rule comes from: the printed rules, or our ruling"),
        ),
        Binding("b", "part(-1)", N_("Previous part"), id="rules.previous"),
        Binding("g", "goal", N_("Goal"), id="rules.goal"),
        Binding("c", "contents", N_("Contents"), id="rules.contents"),
        Binding("a", "aid", N_("Player aid"), id="rules.aid"),
        Binding("slash", "find", N_("Search"), id="rules.find"),
        Binding("space", "scroll_pages(1)", N_("Page down"), show=False, id="rules.page"),
    ]
    _READING: ClassVar = frozenset({"part", "origins", "goal", "contents", "aid", "find"})

    class AidWanted(Message):
        """The player aid was requested."""

    class Turned(Message):
        """Another part of the rules became current."""

    reading: RulesText | None = None
    """The rules on the sheet; None for other content."""

    def show(
        self,
        title: str,
        content: Content,
        *,
        from_end: bool = False,
        begin: Callable[[], int | None] = lambda: None,
    ) -> None:
        """Show content other than rules."""
        self.reading, self.foot = None, ""
        super().show(title, content, from_end=from_end, begin=begin)

    def read(self, reading: RulesText, *, is_framed: bool) -> None:
        """Show rules at their first line; a frame has their part as its title."""
        title = reading.where if is_framed else ""
        self.foot = _("Tab: contents, search")
        super().show(title, reading.lay_out, begin=lambda: reading.first_line)
        self.reading = reading
        self.post_message(self.Turned())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turn off the actions of rules while the sheet has other content."""
        if action in self._READING and self.reading is None:
            return False
        return super().check_action(action, parameters)

    def go_to(self, line: int) -> None:
        """Scroll to a line, and update the current part."""
        super().go_to(line)
        if self.reading is not None:
            self.reading.scrolled_to(self.first)
            if self.title:
                self.rename(self.reading.where)
            self.post_message(self.Turned())

    def _show_reading(self) -> None:
        if self.reading is not None:
            self.read(self.reading, is_framed=bool(self.title))

    def action_part(self, step: int) -> None:
        """Go to the next or previous part."""
        if self.reading is not None:
            self.reading.go_to(self.reading.part + step)
            self._show_reading()

    def action_origins(self) -> None:
        """Show or hide the origins of all rules."""
        if self.reading is not None:
            self.reading.toggle_origins(self.first)
            self._show_reading()

    def action_goal(self) -> None:
        """Go to the part about the aim of the game."""
        if self.reading is not None:
            self.reading.go_to_goal()
            self._show_reading()

    def action_contents(self) -> None:
        """Open the list of all parts."""
        reading = self.reading
        if reading is None:
            return

        def chosen(number: str | None) -> None:
            if number:
                reading.go_to(int(number))
                self._show_reading()

        self.app.push_screen(Pick(_("Contents"), reading.contents()), chosen)

    def action_aid(self) -> None:
        """Open the player aid."""
        self.post_message(self.AidWanted())

    def action_find(self) -> None:
        """Open the search field."""
        self.screen.query_one(SeekLine).open()

    def find(self, text: str) -> None:
        """Go to the next place with a text, or show that there is none."""
        if self.reading is None:
            return
        if self.reading.find(text):
            self._show_reading()
        else:
            self.notify(
                _("“{text}” does not occur in these rules.").format(text=text), markup=False
            )


class SeekLine(Input):
    """The search field of the rules; Enter goes to the next place."""

    DEFAULT_CSS = """
    SeekLine {
        display: none; border: none; height: 1; background: $panel; dock: bottom; layer: above;
    }
    SeekLine:focus { border: none; }
    SeekLine.open { display: block; }
    """
    BINDING_GROUP_TITLE = N_("Rules")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", N_("Back"), id="rules.leave_search")
    ]

    def __init__(self) -> None:
        super().__init__(placeholder=_("search text; Enter: next match"), compact=True, id="seek")

    def open(self) -> None:
        """Open the search field."""
        self.add_class("open")
        self.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the next place with the text."""
        event.stop()
        self.screen.query_one(ReadingSheet).find(event.value)

    def action_leave(self) -> None:
        """Go back to the rules."""
        self.remove_class("open")
        self.screen.query_one(ReadingSheet).focus()
