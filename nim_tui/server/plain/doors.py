"""What opens over the lobby by lines: the own profile, ladders, tournaments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from nim_tui.plain.commands import spelt
from nim_tui.server.app.company import Company
from nim_tui.server.app.ladder import OwnLadder
from nim_tui.server.app.lobby_view import lobby_table
from nim_tui.server.app.profile import OwnProfile
from nim_tui.server.app.tournaments import OwnTournaments
from nim_tui.server.plain.ladder import LadderTalk
from nim_tui.server.plain.line_table import LineTable
from nim_tui.server.plain.page import Acts, open_page
from nim_tui.server.plain.profile import ProfileTalk
from nim_tui.server.plain.tournament_list import TournamentList
from nim_tui.server.plain.visit import Visit
from screens.text import _, labelled, ngettext


class Games(Protocol):
    """Knows the games by what is typed."""

    def game(self, typed: str) -> str:
        """The name of a game; nothing, once that was said, if it is none."""


class Doors:
    """The pages of the lobby."""

    def __init__(
        self,
        visit: Visit,
        table: LineTable,
        profile: OwnProfile,
        games: Games,
        shared: Callable[[], Acts],
    ) -> None:
        """`shared` is what can be asked for in the profile as in the lobby."""
        self._visit = visit
        self._table = table
        self._profile = profile
        self._games = games
        self._shared = shared
        self._ladder = OwnLadder(visit.lobby, visit.person, table)
        self._tournaments = OwnTournaments(visit.lobby, visit.person, table, table.replay)
        self._company = Company(visit.lobby, visit.person, lambda: table.id)

    @property
    def acts(self) -> Acts:
        """Each by its word."""
        return {
            "profile": self._open_profile, "ladder": self._open_ladder,
            "tournaments": self._open_tournaments,
        }  # fmt: skip

    async def _open_profile(self, _rest: str) -> None:
        more = self._shared()
        talk = ProfileTalk(self._visit, self._profile, self._table, more, self._company)
        await open_page(self._visit, talk)

    async def _open_ladder(self, rest: str) -> None:
        game = self._games.game(rest) if rest else ""
        if game:
            await open_page(self._visit, LadderTalk(self._visit, self._ladder, game))
        elif not rest:
            await self._tell_ladders()

    async def _tell_ladders(self) -> None:
        for game, title in self._ladder.games():
            page = await self._ladder.page(game)
            count = len(page.rungs)
            told = ngettext("{count} person", "{count} people", count) if count else _("nobody yet")
            own = "" if page.own is None else _("you are at place {place}").format(place=page.own)
            called = title if title.casefold() != game else ""
            facts = ", ".join(part for part in (called, told, own) if part)
            self._visit.say(labelled(game, facts))
        self._visit.say(_("Say {word} and a game.").format(word=spelt("ladder")))

    async def _open_tournaments(self, _rest: str) -> None:
        talk = TournamentList(self._visit, self._tournaments, self._games, self._is_turn)
        await open_page(self._visit, talk)

    def _is_turn(self, table: str) -> bool:
        """Whether a table waits for the own move."""
        row, person = self._visit.lobby.table_list.known(table), self._visit.person
        return row is not None and lobby_table(row, person.number, person.name).is_my_turn
