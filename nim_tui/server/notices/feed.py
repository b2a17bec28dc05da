"""Feeds: the turns that somebody has now, as Atom (RFC 4287)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from nim_tui.catalog import CATALOG
from nim_tui.server.database.notice_turns import Turn
from nim_tui.server.notices.message import Links, turn_line
from screens.text import _

ATOM: Final = "http://www.w3.org/2005/Atom"
CONTENT_TYPE: Final = "application/atom+xml"


def feed(turns: Sequence[Turn], number: int, added: float, links: Links) -> bytes:
    """The feed of the subscription of a `number`, which was `added` then, in the language spoken.

    What names it and its entries holds no secret, and stays the same.
    """
    root = Element("feed", {"xmlns": ATOM})
    host = links.base.partition("://")[2].partition(":")[0]
    name = f"tag:{host},2026:notices/{number}"
    _add(root, "title", _("nim_tui: your turns"))
    _add(root, "id", name)
    _add(root, "updated", _time(max((turn.since for turn in turns), default=added)))
    SubElement(root, "link", {"rel": "alternate", "href": links.base + "/"})
    _add(SubElement(root, "author"), "name", "nim_tui")
    for turn in reversed(turns):
        entry = SubElement(root, "entry")
        title = CATALOG[turn.game].title
        _add(entry, "title", _("Your turn: {game}").format(game=title))
        _add(entry, "id", f"{name}/{turn.table}/{int(turn.since)}")
        _add(entry, "updated", _time(turn.since))
        SubElement(entry, "link", {"rel": "alternate", "href": links.table(turn.table)})
        _add(entry, "summary", turn_line(turn))
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def _add(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = text


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
