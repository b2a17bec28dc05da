"""Tournaments by lines: which there are, the way to each, and to a new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from nim_tui.server.app.tournaments import TournamentActions
from nim_tui.server.plain.page import Acts, number_in, one_named, open_page, told_from
from nim_tui.server.plain.tournament import TournamentTalk
from nim_tui.server.plain.tournament_form import TournamentForm
from nim_tui.server.plain.tournament_told import own_facts
from nim_tui.server.plain.visit import LineContext
from rules.messages import N_
from screens.lobby.pages_api import TournamentLine
from screens.lobby.tournaments.words import state_of
from screens.text import _, labelled


class Games(Protocol):
    """Knows the games by what is typed."""

    def game(self, typed: str) -> str:
        """The name of a game; nothing, once that was said, if it is none."""


class TournamentList:
    """The tournaments one may see."""

    def __init__(
        self,
        visit: LineContext,
        tournaments: TournamentActions,
        games: Games,
        is_turn: Callable[[str], bool],
    ) -> None:
        """`is_turn` tells of a table whether it waits for the own move."""
        self._visit = visit
        self._tournaments = tournaments
        self._games = games
        self._is_turn = is_turn
        self._lines: Sequence[TournamentLine] = ()

    @property
    def title(self) -> str:
        """All of them."""
        return _("Tournaments")

    @property
    def usual(self) -> Sequence[str]:
        """Going to one, if there is any."""
        return ("list", "go", "new") if self._lines else ("new",)

    @property
    def acts(self) -> Acts:
        """The list, one of them, a new one."""
        return {"list": self._list, "go": self._go, "new": self._new}

    @property
    def meanings(self) -> Mapping[str, str]:
        """The help texts of the commands of the tournament list."""
        return {
            "list": N_("list N: the tournaments by number, from number N on"),
            "go": N_("go N: to the tournament with this number"),
            "new": N_("new GAME: set a tournament up"),
        }

    async def open(self) -> None:
        """Say what tournaments are, and which there are."""
        self._visit.say(_("Tournaments: everybody plays everybody, four to eight players."))
        await self._list("")

    async def _list(self, rest: str) -> None:
        self._lines = await self._tournaments.listed()
        if not self._lines:
            self._visit.say(_("There is no tournament yet: say new and a game."))
        else:
            lines = [_described(line) for line in self._lines]
            self._visit.say(*told_from(lines, number_in(rest)))

    async def _go(self, rest: str) -> None:
        self._lines = self._lines or await self._tournaments.listed()
        found = self._lines[one_named(rest, [line.title for line in self._lines])]
        await self._open_one(found.id)

    async def _open_one(self, tournament: str) -> None:
        talk = TournamentTalk(self._visit, self._tournaments, tournament, self._is_turn)
        await open_page(self._visit, talk)
        self._lines = await self._tournaments.listed()

    def _new(self, rest: str) -> None:
        game = self._games.game(rest)
        if game:
            form = TournamentForm(self._visit, self._tournaments, game, self._open_one)
            self._visit.conversation.push(form)


def _described(line: TournamentLine) -> str:
    """A tournament in a line: what it is like, how far it is, and what one has to do with it."""
    own = _("you take part") if line.is_mine else ""
    state = state_of(line)[0]
    host = _("set up by {name}").format(name=line.host) if line.host else ""
    facts = (*own_facts(line), state, own, host)
    return labelled(line.title, ", ".join(part for part in facts if part))
