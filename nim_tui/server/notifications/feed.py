"""Notifications as an Atom feed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from nim_tui.registry import all_games
from nim_tui.server.notifications.challenge_queue import ChallengeNotice
from nim_tui.server.notifications.messages import (
    ServerLinks,
    challenge_line,
    challenge_title,
    turn_line,
)
from nim_tui.server.notifications.queue import WaitingTurn
from screens.text import _

ATOM: Final = "http://www.w3.org/2005/Atom"
CONTENT_TYPE: Final = "application/atom+xml"


@dataclass(frozen=True, slots=True)
class FeedItem:
    """The turns and challenges waiting for a person."""

    turns: Sequence[WaitingTurn]
    challenges: Sequence[ChallengeNotice]


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    title: str
    time: float
    link: str
    text: str


def feed(waiting: FeedItem, number: int, added: float, links: ServerLinks) -> bytes:
    """Return the feed of subscription `number`, `added` at that time, in the current language.

    The ids of the feed and its entries hold no secret, and stay the same.
    """
    root = Element("feed", {"xmlns": ATOM})
    host = links.base.partition("://")[2].partition(":")[0]
    name = f"tag:{host},2026:notices/{number}"
    entries = sorted(_entries(waiting, links), key=lambda entry: entry.time, reverse=True)
    _add(root, "title", _("nim_tui: your turns"))
    _add(root, "id", name)
    _add(root, "updated", _time(max((entry.time for entry in entries), default=added)))
    SubElement(root, "link", {"rel": "alternate", "href": links.base + "/"})
    _add(SubElement(root, "author"), "name", "nim_tui")
    for one in entries:
        entry = SubElement(root, "entry")
        _add(entry, "title", one.title)
        _add(entry, "id", f"{name}/{one.name}")
        _add(entry, "updated", _time(one.time))
        SubElement(entry, "link", {"rel": "alternate", "href": one.link})
        _add(entry, "summary", one.text)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def _entries(waiting: FeedItem, links: ServerLinks) -> Iterator[_Entry]:
    for turn in waiting.turns:
        title = _("Your turn: {game}").format(game=all_games()[turn.game].title)
        name = f"{turn.table}/{int(turn.since)}"
        yield _Entry(name, title, turn.since, links.table(turn.table), turn_line(turn))
    for one in waiting.challenges:
        name, title = f"challenge/{one.number}", challenge_title(one)
        yield _Entry(name, title, one.made, links.base + "/", challenge_line(one))


def _add(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = text


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
