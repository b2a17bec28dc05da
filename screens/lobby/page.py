"""What the list of the lobby shows: tables in their groups, and lines around them."""

from __future__ import annotations

from collections.abc import Sequence

from screens.colours import Look, Spans
from screens.lobby.listed import Listed, LobbyTable, Wanted
from screens.lobby.rows import Group, group_of
from screens.text import _
from screens.widgets.menu import Item

ON, BACK, NEW = "on", "back", "new"
"""The ids of the lines that lead to the next and the previous page, and to a new table."""

Entry = LobbyTable | Item
"""A line that can be marked."""

PageLine = Entry | Group | Spans | None
"""A line of the page: one that can be marked, the title of a group, a text, or a blank."""


def entries(wanted: Wanted, listed: Listed | None) -> list[Entry]:
    """What can be marked: tables, and where there are more; None: it is being looked up."""
    if listed is None:
        return [Item("", _("Looking for finished games …"))]
    found: list[Entry] = [*listed.tables]
    if not found:
        if wanted == Wanted():
            return [Item(NEW, _("No table yet: n opens one."))]
        return [Item("", _("No such table."))]
    if wanted.page > 0:
        found.insert(0, Item(BACK, _("the tables before these")))
    if wanted.page + 1 < listed.pages:
        page = _("page {page} of {pages}").format(page=wanted.page + 1, pages=listed.pages)
        found.append(Item(ON, _("more tables"), page))
    return found


def page_lines(listed: Sequence[Entry], *, is_airy: bool, invitation: bool) -> list[PageLine]:
    """The lines from the top: with `is_airy` a blank one between groups."""
    lines: list[PageLine] = []
    group: Group | None = None
    for entry in listed:
        if isinstance(entry, LobbyTable) and group_of(entry) != group:
            group = group_of(entry)
            if lines and is_airy:
                lines.append(None)
            lines.append(group)
        elif isinstance(entry, Item) and lines and is_airy:
            lines.append(None)
        lines.append(entry)
    return [None, *lines, None, *_invitation()] if invitation else lines


def _invitation() -> list[Spans]:
    """What one can do in a lobby without a table."""
    deeds = (
        ("n", _("set up a table: seats for whoever comes, for friends, or for bots")),
        ("t", _("say hello: whoever comes can read it")),
        ("r", _("read the rules of a game")),
        ("b", _("see who plays best")),
    )
    return [
        [(f"     {key}  ", Look("key", style="bold")), (meaning, Look("soft"))]
        for key, meaning in deeds
    ]
