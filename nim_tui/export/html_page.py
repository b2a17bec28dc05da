"""A game as one HTML page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import Any, Final

from rich.segment import Segment
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

from nim_tui.bots.levels import people_of
from nim_tui.export.finished_game import FinishedGame
from nim_tui.export.pictures import Drawn, theme_of
from screens.table.speech import verdict
from screens.text import _

_NARROW: Final = re.compile(r"([\x20-\xff\u2500-\u259f]+)")
"""Characters that every fixed-width font has; each other one gets a box of its own."""


class HtmlReplay:
    """The screens after each move; identical lines are kept once."""

    def __init__(self, game: FinishedGame, language: str) -> None:
        self._game = game
        self._language = language
        self._styles: dict[str, str] = {}
        self._lines: dict[str, int] = {}
        self._frames: list[list[int]] = []
        self._theme = DEFAULT_TERMINAL_THEME
        self._columns = 1

    def _add(self, drawn: Drawn) -> None:
        if not self._frames:
            self._theme = theme_of(drawn)
        self._frames.append([self._numbered(line) for line in drawn])
        self._columns = max(sum(segment.cell_length for segment in line) for line in drawn)

    def _numbered(self, line: Sequence[Segment]) -> int:
        text = "".join(self._span(segment) for segment in Segment.simplify(line))
        return self._lines.setdefault(text, len(self._lines))

    def _span(self, segment: Segment) -> str:
        text = "".join(
            escape(part) if number % 2 else "".join(f"<i>{escape(sign)}</i>" for sign in part)
            for number, part in enumerate(_NARROW.split(segment.text))
        )
        css = segment.style.get_html_style(self._theme) if segment.style is not None else ""
        if not css:
            return text
        name = self._styles.setdefault(css, f"s{len(self._styles)}")
        return f'<b class="{name}">{text}</b>'

    def whole(self, frames: Iterable[Drawn]) -> str:
        """Return the page, from the screens before the first move and after each."""
        for drawn in frames:
            self._add(drawn)
        game = self._game
        people = people_of(game.header, None)
        end = game.result()
        texts = {
            "title": game.title,
            "verdict": "" if end is None else verdict(end, people, game.entry.teller.speech),
            "first": _("First"),
            "back": _("Previous"),
            "move": _("Move"),
            "next": _("Next"),
            "last": _("Last"),
            "noscript": _("Stepping through the game needs JavaScript."),
        }
        return Template(files(__package__).joinpath("page.html").read_text("utf-8")).substitute(
            {name: escape(text) for name, text in texts.items()},
            language=self._language,
            background=self._theme.background_color.hex,
            ink=self._theme.foreground_color.hex,
            columns=self._columns,
            styles="\n".join(_rules(self._styles.items())),
            lines=_script([*self._lines]),
            frames=_script(self._frames),
            told=_script([*game.told()]),
        )


def _rules(styles: Iterable[tuple[str, str]]) -> Iterable[str]:
    """Yield the style rules; text is bold only if a style says so."""
    yield "pre b { font-weight: normal; }"
    for css, name in styles:
        yield f"pre b.{name} {{ {css} }}"


def _script(value: Any) -> str:
    """Return JSON that cannot end a script element."""
    told = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return told.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
