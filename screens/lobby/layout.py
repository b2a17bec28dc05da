"""The layout of the lobby at a size, and its headline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich.cells import cell_len
from textual.geometry import Size
from textual.screen import Screen

from screens.colours import BAR, BAR_SOFT, BAR_STRONG, Look, Span, Spans, text_of
from screens.game_intro import intro_of
from screens.lobby.api import LobbyApi
from screens.lobby.chat import ChatLines
from screens.lobby.lobby_table import wanted_text
from screens.lobby.page_screen import LARGE
from screens.lobby.people_list import PeopleList
from screens.lobby.values import Strength, TableFilter, TablePage
from screens.text import _, ngettext, shortened

_GOLD: Final = Look("gold", "bar", "bold")
_MOST_RATINGS: Final = 2
_MOST_NAME: Final = 24
"""The most cells of the server's name."""


def headline(
    here: LobbyApi, wanted: TableFilter, listed: TablePage | None, width: int
) -> tuple[Spans, Spans]:
    """Return the left and the right part of the headline, for a line of `width` cells."""
    page = shortened(here.server.name, _MOST_NAME) or _("Lobby")
    left = who_spans(page, here.who.name, here.ratings.own_ratings(), wanted)
    room = width - cell_len(text_of(left))
    people = len(here.chat.people())
    return left, count_spans(listed, people, here.tables.waiting(), room)


def who_spans(page: str, name: str, ratings: Mapping[str, Strength], wanted: TableFilter) -> Spans:
    """Return the page, the reader's name with their best ratings, and the filters of the list."""
    filters = wanted_text(wanted)
    by_rating = sorted(ratings.items(), key=lambda item: -item[1].rating)
    best = [] if filters else by_rating[:_MOST_RATINGS]
    strengths = "".join(f"  {intro_of(game).emblem or game} {value}" for game, value in best)
    told: list[Span] = [
        (f" {page}   ", BAR_STRONG),
        (name, BAR),
        (strengths, BAR_SOFT),
    ]
    return [*told, *((f"   {text}", _GOLD) for text in filters)]


def count_spans(listed: TablePage | None, people: int, waiting: int, room: int) -> Spans:
    """Return the number of tables that await the reader and, given room, of tables and people."""
    tables = 0 if listed is None else listed.count
    counts = [
        ngettext("{count} table", "{count} tables", tables),
        ngettext("{count} person online", "{count} people online", people),
    ]
    text = (
        ngettext("{count} game waiting for you", "{count} games waiting for you", waiting)
        if waiting
        else ""
    )
    due = f"  {text} " if text else ""
    while counts and cell_len("   ".join(counts) + due) + 2 > room:
        counts.pop()
    told = "   ".join(counts)
    return [(f"{told} " if told else "", BAR_SOFT), (due, _GOLD)]


TALL: Final = 52
"""The least height at which picture and chat are taller."""
LAYOUT: Final = """
LobbyScreen { layout: vertical; overflow: hidden; layers: below above; }
LobbyScreen TableCard, LobbyScreen #motd { display: none; }
LobbyScreen.motd #motd { display: block; }
LobbyScreen PeopleList, LobbyScreen #facts { margin-top: 1; }
LobbyScreen #facts { height: 2; width: 1fr; }
LobbyScreen TypingField { padding: 0 1 !important; }
LobbyScreen.large {
    layout: grid; grid-size: 2; grid-columns: 1fr 36; grid-rows: 1 21 1fr 8 1;
}
LobbyScreen.large.motd { grid-rows: 1 1 21 1fr 8 1; }
LobbyScreen.large #headline, LobbyScreen.large #motd, LobbyScreen.large ChatLines,
LobbyScreen.large #prompt { column-span: 2; }
LobbyScreen.large #tables { row-span: 2; margin-top: 1; }
LobbyScreen.large TableCard { display: block; margin: 1 1 0 1; }
LobbyScreen.large PeopleList { height: 1fr; margin: 0 1 0 1; }
LobbyScreen.large ChatLines { height: 8; }
LobbyScreen.large #facts { display: none; }
LobbyScreen.large TypingField { offset: 0 -3; margin: 0 2; }
LobbyScreen.tall { grid-columns: 1fr 60; grid-rows: 1 28 1fr 15 1; }
LobbyScreen.tall.motd { grid-rows: 1 1 28 1fr 15 1; }
LobbyScreen.tall TableCard Picture { height: 13; }
LobbyScreen.tall ChatLines { height: 15; }
"""


def arrange(screen: Screen[Any], size: Size) -> None:
    """Place all widgets on a screen of this size."""
    is_large = size.width >= LARGE.width and size.height >= LARGE.height
    screen.set_class(is_large, "large")
    screen.set_class(is_large and size.height >= TALL, "tall")
    for panel in (screen.query_one(PeopleList), screen.query_one(ChatLines)):
        panel.set_framed(is_large)
