"""Ratings in sentences."""

from __future__ import annotations

from nim_tui.plain.text import numbered
from nim_tui.registry import all_games
from nim_tui.server.accounts.service import RatedGame, rated
from nim_tui.server.lobby.table_view import MOST_RATED
from nim_tui.server.ratings.store import RatedPlayer, best
from nim_tui.server.storage.database import Database
from screens.text import _, labelled, ngettext


def strength_told(game: RatedGame) -> str:
    """Return the rating of a game as text: its proven part, its games and the estimate."""
    games = ngettext("{count} rated game", "{count} rated games", game.games)
    told = _("{rating} proven, from {games}; the estimate is {guess}, give or take {spread}")
    if game.is_provisional:
        told = _(
            "{rating} proven, from {games}, too few to be sure; the estimate is {guess}, give or"
            " take {spread}"
        )
    return told.format(
        rating=f"{game.rating:.1f}", games=games, guess=f"{game.guess:.1f}",
        spread=f"{game.spread:.1f}",
    )  # fmt: skip


def course_told(game: RatedGame) -> str:
    """How the estimate went; empty for fewer than two games."""
    course = [round(guess) for guess, _proven in game.course]
    if len(course) < 2:
        return ""
    way = _("The estimate went from {first} to {last}, {most} at its height.")
    return way.format(first=course[0], last=course[-1], most=max(course))


def best_told(database: Database) -> list[str]:
    """The ratings game by game, the best first: a read that may take long."""
    told: list[str] = []
    for offer in all_games().values():
        standings = best(database, offer.name, MOST_RATED)
        if standings:
            told.append(labelled(offer.title, _("the best")))
        told += [
            numbered(place, _standing(offer.name, one), is_typed=not one.is_bot)
            for place, one in enumerate(standings, start=1)
        ]
    return told


def _standing(game: str, one: RatedPlayer) -> str:
    name = _("bot, {level}").format(level=_(one.name)) if one.is_bot else one.name
    return labelled(name, strength_told(rated(game, one.rating, one.games, ())))
