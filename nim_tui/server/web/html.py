"""Parts of pages that are made here: whatever is not a part already is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final


@dataclass(frozen=True, slots=True)
class Html:
    """A part of a page, escaped already."""

    text: str


Shown = str | Html
"""What is shown: texts are escaped, whoever wrote them."""
EMPTY: Final = Html("")


def part(shown: Shown) -> Html:
    """Something as a part of a page."""
    return shown if isinstance(shown, Html) else Html(escape(shown))


def joined(parts: Iterable[Shown], between: str = "\n") -> Html:
    """Parts one after the other."""
    return Html(escape(between).join(part(one).text for one in parts))


def tag(name: str, *shown: Shown, **attributes: str) -> Html:
    """An element; `class_` stands for `class`."""
    told = "".join(
        f' {key.rstrip("_")}="{escape(value)}"' for key, value in attributes.items() if value
    )
    return Html(f"<{name}{told}>{joined(shown, '').text}</{name}>")


def link(address: str, shown: Shown) -> Html:
    """A way to another page of this server."""
    return tag("a", shown, href=address)


def name(text: str) -> Html:
    """What somebody is called, whichever way that is written."""
    return tag("bdi", text)


def items(shown: Iterable[Shown]) -> Html:
    """A list; nothing of nothing."""
    lines = [tag("li", one) for one in shown]
    return tag("ul", *lines) if lines else EMPTY


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its head, and how its cells stand."""

    head: str
    look: str = ""


def table(
    columns: Sequence[Column], rows: Iterable[Sequence[Shown]], *, named: int, leading: int = 0
) -> Html:
    """A table whose rows are named by a column; so many of the first are `leading`, in gold."""
    heads = [tag("th", one.head, scope="col", class_=one.look) for one in columns]
    body = [
        tag("tr", *_cells(columns, row, named), class_="first" if number < leading else "")
        for number, row in enumerate(rows)
    ]
    whole = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *body))
    return tag("div", whole, class_="wide")


def _cells(columns: Sequence[Column], row: Sequence[Shown], named: int) -> list[Html]:
    return [
        tag("th", shown, scope="row", class_=column.look)
        if number == named
        else tag("td", shown, class_=column.look)
        for number, (column, shown) in enumerate(zip(columns, row, strict=True))
    ]
