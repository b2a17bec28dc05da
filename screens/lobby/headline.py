"""The first line of the lobby: who one is, what the list shows, and what there is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.cells import cell_len

from screens.colours import BAR, BAR_SOFT, BAR_STRONG, Look, Span, Spans, text_of
from screens.home.pictures import EMBLEMS
from screens.lobby.app_api import LobbyApi
from screens.lobby.listed import Listed, Strength, Wanted
from screens.lobby.rows import wanted_text
from screens.text import _, ngettext

_GOLD: Final = Look("gold", "bar", "bold")
_MOST_RATINGS: Final = 2


def headline(
    here: LobbyApi, wanted: Wanted, listed: Listed | None, width: int
) -> tuple[Spans, Spans]:
    """What stands at the left of a line of so many cells, and at its right."""
    left = who_spans(here.who.name, here.ratings.own_ratings(), wanted)
    room = width - cell_len(text_of(left))
    people = len(here.chat.people())
    return left, count_spans(listed, people, here.tables.waiting(), room)


def who_spans(name: str, ratings: Mapping[str, Strength], wanted: Wanted) -> Spans:
    """The page, the own name with the best ratings, and what the list leaves out."""
    filters = wanted_text(wanted)
    by_rating = sorted(ratings.items(), key=lambda item: -item[1].rating)
    best = [] if filters else by_rating[:_MOST_RATINGS]
    strengths = "".join(f"  {EMBLEMS.get(game, game)} {value}" for game, value in best)
    told: list[Span] = [
        (" " + _("Lobby") + "   ", BAR_STRONG),
        (name, BAR),
        (strengths, BAR_SOFT),
    ]
    return [*told, *((f"   {text}", _GOLD) for text in filters)]


def count_spans(listed: Listed | None, people: int, waiting: int, room: int) -> Spans:
    """How many tables wait for the reader, and as there is room tables and people."""
    tables = 0 if listed is None else listed.count
    counts = [
        ngettext("{count} table", "{count} tables", tables),
        ngettext("{count} person here", "{count} people here", people),
    ]
    text = ngettext("{count} waits for you", "{count} wait for you", waiting) if waiting else ""
    due = f"  {text} " if text else ""
    while counts and cell_len("   ".join(counts) + due) + 2 > room:
        counts.pop()
    return [("   ".join(counts) + " ", BAR_SOFT), (due, _GOLD)]
