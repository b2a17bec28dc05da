"""The nightly league among the bots of a server: a tournament that the server itself sets up."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from nim_tui.registry import all_games, game_named
from nim_tui.server.bots.store import BotFacts, all_bots
from nim_tui.server.contests.event_terms import EventTerms
from nim_tui.server.contests.formats import ROUND_ROBIN, SWISS, fits
from nim_tui.server.contests.tournament_service import TournamentService
from nim_tui.server.contests.tournament_store import TournamentPlan, set_up_league
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.database import Database
from nim_tui.tables.clock import ClockPlan

_CLOCK: Final = ClockPlan("game", 5 * 60, increment=1)
"""Five minutes per game, and a second more after each move."""
_MOST: Final = 12
"""The most bots of a round robin; of more, or at larger tables, a Swiss tournament is made."""
_FEWEST: Final = 2


@dataclass(frozen=True, slots=True)
class League:
    """The league of one night: its plan, and the accounts that take part."""

    plan: TournamentPlan
    accounts: tuple[int, ...]


def league_of(
    day: datetime, bots: Collection[BotFacts], here: Collection[int], rated_from: int
) -> League | None:
    """Return the league of a day, among the bots online; None if there are too few.

    The games take turns from day to day; one that too few bots play is left out.
    """
    games = list(all_games())
    online = [bot for bot in bots if bot.account in here and bot.has_league and not bot.is_paused]
    first = day.toordinal() % len(games)
    for name in (*games[first:], *games[:first]):
        willing = [bot for bot in online if bot.plays(name)]
        rules = game_named(name).game
        seats, count = max(_FEWEST, rules.seats[0]), len(willing)
        is_small = count <= _MOST and fits(ROUND_ROBIN, count, seats)
        form = ROUND_ROBIN if is_small else SWISS
        if count < _FEWEST or not fits(form, count, seats):
            continue
        plan = TournamentPlan(
            name, count, seats, _CLOCK, f"Bot league {day:%Y-%m-%d}", rated_from=rated_from,
            begins_full=False, options=dict(rules.automatic), event=EventTerms(format=form),
        )  # fmt: skip
        return League(plan, tuple(bot.account for bot in willing))
    return None


class BotLeague:
    """The league of a server, begun once a day at the hour of the settings."""

    def __init__(
        self,
        database: Database,
        tournaments: TournamentService,
        terms: ContestConfig,
        rated_from: int,
    ) -> None:
        self._database = database
        self._tournaments = tournaments
        self._hour = terms.league_hour
        self._rated_from = rated_from
        self._last = ""
        """The day of the last league that has begun, here or on another node."""

    async def look(self, here: Collection[int]) -> None:
        """Begin the league of this day if it is time; `here` are the accounts online.

        Raises a Refusal.
        """
        now = datetime.fromtimestamp(self._database.now())
        if now.hour != self._hour or self._last == f"{now:%Y-%m-%d}":
            return
        bots = await self._database.look(all_bots)
        league = league_of(now, bots, here, self._rated_from)
        if league is None:
            return
        made = await self._database.ask(set_up_league, league.plan, league.accounts)
        if made is not None:
            await self._tournaments.begin(made)
        self._last = f"{now:%Y-%m-%d}"
