"""Pages of a player's own results: by game and opponents, game by game, against one player."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Final

from nim_tui.plain.commands import spelt
from nim_tui.registry import all_games, game_named
from nim_tui.server.accounts.store import account_named
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.tables.results import (
    DRAWN,
    PEOPLE,
    WON,
    GameFilter,
    PastGame,
    Tally,
    past_games,
)
from screens.game_intro import intro_of
from screens.lobby.page import AWAY, Action, Opens, Page, Row, by_ear
from screens.text import _, labelled, ngettext
from screens.widgets.chart import Series
from screens.widgets.raster import fitted

A_PAGE: Final = 50
"""Games per page."""
_TITLE: Final = 26
_OPPONENTS: Final = 18
_LEAST_CHART: Final = 2

Replay = Callable[[str], Awaitable[None] | None]


class PastGames:
    """The finished games of the person of a session."""

    def __init__(self, lobby: Services, person: SessionAccount, replay: Replay) -> None:
        """`replay` shows the record of a finished game."""
        self._lobby = lobby
        self._person = person
        self._replay = replay

    async def results_page(self) -> Page:
        """Return the page of results by game and opponents. Raises a Refusal."""
        games = await self._games()
        kinds = sorted({(one.game, one.opponents) for one in games}, key=_order)
        return Page(
            title=_("Your results"),
            about=tally_text(Tally.of(games)) if games else "",
            intro=by_ear(_("Type {word} and a number for the games.").format(word=spelt("go")), ""),
            rows=[_kind(game, kind, games) for game, kind in kinds],
            empty=_("You have finished no game here."),
            usual=["go", "list", "versus"],
        )

    async def games_page(self, of: str) -> Page:
        """Return a page of games: `of` is GAME/OPPONENTS/NAME, then `#` and the page's number.

        Raises a Refusal.
        """
        chosen, _sign, number = of.rpartition("#")
        game, opponents, name = [*chosen.split("/", 2), "", ""][:3]
        other = await self._lobby.database.look(account_named, name) if name else None
        account = None if not name else 0 if other is None else other.id
        wanted = GameFilter(game, opponents, account)
        found = [one for one in await self._games() if wanted.admits(one)]
        pages = max(1, -(-len(found) // A_PAGE))
        at = min(int(number) if number.isdecimal() else 1, pages)
        title = _("You against {name}").format(name=name) if name else _title(game, opponents)
        return Page(
            title=title,
            about=tally_text(Tally.of(found)),
            rows=[self._row(one) for one in found[(at - 1) * A_PAGE : at * A_PAGE]],
            empty=_("No finished game yet."),
            usual=["replay", "list"],
            others=[f"{chosen}#{one}" for one in range(1, pages + 1)],
        )

    async def _games(self) -> Sequence[PastGame]:
        database, account = self._lobby.database, self._person.account
        return await self._lobby.long_reads.do(lambda: past_games(database, account))

    def _row(self, one: PastGame) -> Row:
        async def replay(_text: str) -> Opens:
            opened = self._replay(one.table)
            if opened is not None:
                await opened
            return AWAY

        day = datetime.fromtimestamp(one.ended).strftime("%Y-%m-%d")
        outcome = _("won") if one.outcome == WON else _("draw")
        outcome = outcome if one.outcome in (WON, DRAWN) else _("lost")
        names = ", ".join(one.names)
        title = game_named(one.game).title
        parts = (
            (f"{day}  ", "note"), (fitted(title, _TITLE), "item"), (fitted(outcome, 8), "gold"),
            (names, "note"),
        )  # fmt: skip
        return Row(
            id=one.table, name=one.table, parts=parts, detail=one.table, game=one.game,
            told=labelled(f"{day}, {title}", ", ".join((outcome, names, one.table))),
            enter=Action("replay", replay),
        )  # fmt: skip


def _order(kind: tuple[str, str]) -> tuple[int, bool, str]:
    game, opponents = kind
    return [*all_games()].index(game), opponents != PEOPLE, opponents


def _title(game: str, opponents: str) -> str:
    title = game_named(game).title if game else _("All games")
    return labelled(title, opponents_text(opponents)) if opponents else title


def opponents_text(opponents: str) -> str:
    """Return a kind of opponents in words."""
    if opponents == PEOPLE:
        return _("people")
    levels = ", ".join(_(one) for one in opponents.split(","))
    return _("bots: {levels}").format(levels=levels)


def tally_text(tally: Tally) -> str:
    """Return the numbers of games won, drawn and lost, in words."""
    told = _("{won} won, {drawn} drawn, {lost} lost")
    return told.format(won=tally.won, drawn=tally.drawn, lost=tally.lost)


def _kind(game: str, opponents: str, games: Sequence[PastGame]) -> Row:
    async def show(_text: str) -> Opens:
        return Opens("games", f"{game}/{opponents}/#1")

    own = [one for one in games if GameFilter(game, opponents).admits(one)]
    told = tally_text(Tally.of(own))
    title = f"{intro_of(game).emblem} {game_named(game).title}"
    parts = (
        (fitted(title, _TITLE) + "  ", "item"),
        (fitted(opponents_text(opponents), _OPPONENTS) + "  ", "note"),
        (told, "gold"),
    )
    count = ngettext("{count} game", "{count} games", len(own))
    return Row(
        id=f"{game}/{opponents}", name=title, parts=parts, game=game,
        told=labelled(_title(game, opponents), told), chart=_chart(own),
        detail=_("{games}; the chart: wins in percent, game by game").format(games=count),
        enter=Action("go", show),
    )  # fmt: skip


def _chart(games: Sequence[PastGame]) -> Series | None:
    """Return the course of the share of games won, oldest first."""
    if len(games) < _LEAST_CHART:
        return None
    wins, shares = 0, []
    for number, one in enumerate(reversed(games), start=1):
        wins += one.outcome == WON
        shares.append(round(100 * wins / number))
    numbers = tuple(range(1, len(shares) + 1))
    return Series(_("wins in percent"), _("games"), (tuple(shares),), most=100, numbers=numbers)
