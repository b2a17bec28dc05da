"""The leaderboard: who plays best, by game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nim_tui.plain.text import numbered
from nim_tui.registry import all_games
from nim_tui.server.accounts.service import rated
from nim_tui.server.ratings.rating_view import strength_told
from nim_tui.server.ratings.store import RatedPlayer, best
from nim_tui.server.services import Services
from nim_tui.server.storage.database import Database
from screens.game_intro import intro_of
from screens.lobby.page import Page, Row
from screens.text import _, labelled, ngettext

MOST_RATED: Final = 10
"""Places of a game."""


async def leaderboard_page(lobby: Services) -> Page:
    """Look up the best players of each game: a read that may take long. Raises a Refusal."""
    database = lobby.database
    return Page(
        title=_("Leaderboard"),
        intro=_("Rating, then estimate ± uncertainty."),
        rows=await lobby.long_reads.do(lambda: _rows(database)),
        is_numbered=False,
        empty=_("Nobody is rated yet."),
    )


def _rows(database: Database) -> list[Row]:
    found = [(game, best(database, game, MOST_RATED)) for game in all_games()]
    return [_row(game, players) for game, players in found if players]


def _row(game: str, players: Sequence[RatedPlayer]) -> Row:
    title = all_games()[game].title
    return Row(
        id=game,
        name=f"{intro_of(game).emblem} {title}",
        note=_name(players[0]),
        told=labelled(title, _("leaderboard")),
        more=[
            numbered(place, _told(game, one), is_typed=not one.is_bot)
            for place, one in enumerate(players, start=1)
        ],
        detail="\n".join(_line(place, one) for place, one in enumerate(players, start=1)),
    )


def _name(one: RatedPlayer) -> str:
    return _("bot, {level}").format(level=_(one.name)) if one.is_bot else one.name


def _told(game: str, one: RatedPlayer) -> str:
    return labelled(_name(one), strength_told(rated(game, one.rating, one.games, ())))


def _line(place: int, one: RatedPlayer) -> str:
    """A player on the screen."""
    games = ngettext("{count} game", "{count} games", one.games)
    rating = one.rating
    mark = "?" if rating.is_provisional else " "
    guess = f"({rating.mu:.1f} ±{2 * rating.sigma:.1f})"
    return f"{place:>2}. {_name(one):20} {rating.surely:6.1f}{mark} {guess:14} {games}"
