"""Parse style sheets once per process, not once per app.

Textual keeps parsed sheets per app. A server has an app per session, and parsing took a fifth of
the time to open one.
"""

from __future__ import annotations

from typing import Any, Final

from textual.cache import LRUCache
from textual.css.stylesheet import Stylesheet

PARSES: Final = Stylesheet._parse_rules
"""Textual's own method, which `share_parsed_styles` replaces."""
MOST: Final = 2048
"""The most widget sheets kept; each theme has some two hundred."""

_parsed: Final[LRUCache[tuple[Any, ...], Any]] = LRUCache(MOST)


def share_parsed_styles() -> None:
    """Share parsed styles among all apps of this process with the same colours."""
    Stylesheet._parse_rules = _parse_rules  # type: ignore[method-assign,assignment]


def _parse_rules(sheet: Stylesheet, css: str, *place: Any, **named: Any) -> Any:
    key = (css, place, tuple(named.items()), _colours(sheet))
    rules = _parsed.get(key)
    if rules is None:
        rules = _parsed[key] = PARSES(sheet, css, *place, **named)
    return rules


def _colours(sheet: Stylesheet) -> frozenset[tuple[str, str]]:
    """Return the variables of a sheet, which are replaced as a whole and never changed."""
    known: tuple[Any, frozenset[tuple[str, str]]]
    known = vars(sheet).get("colours_of_variables", (None, frozenset()))
    variables, colours = known
    if variables is not sheet._variables:
        colours = frozenset(sheet._variables.items())
        vars(sheet)["colours_of_variables"] = (sheet._variables, colours)
    return colours
