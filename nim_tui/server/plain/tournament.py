"""One tournament by lines: how everybody stands, who met whom, and what one can do there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from nim_tui.plain.commands import spelt
from nim_tui.plain.text import listed
from nim_tui.server.app.tournaments import TournamentActions
from nim_tui.server.plain.page import (
    Acts,
    number_in,
    one_named,
    told_from,
    without_yes,
)
from nim_tui.server.plain.tournament_told import (
    course_told,
    game_told,
    name_told,
    own_facts,
    standing_told,
)
from nim_tui.server.plain.visit import LineContext
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.pages_api import GameLine, Stage, TournamentAction, TournamentPage
from screens.lobby.tournaments.words import state_of, terms_of, ties
from screens.text import _, labelled

WORDS: Final[Mapping[TournamentAction, str]] = {
    TournamentAction.JOIN: "join",
    TournamentAction.LEAVE: "leave",
    TournamentAction.BEGIN: "begin",
    TournamentAction.INVITE: "invite",
    TournamentAction.CLOSE: "cancel",
}
"""The command for each thing that can be done with a tournament."""
_SURE: Final[Mapping[TournamentAction, str]] = {
    TournamentAction.LEAVE: N_("To take part no longer, say: {word} yes."),
    TournamentAction.CLOSE: N_("To cancel this tournament, say: {word} yes."),
}
_DONE: Final[Mapping[TournamentAction, str]] = {
    TournamentAction.JOIN: N_("You take part."),
    TournamentAction.LEAVE: N_("You take part no longer."),
    TournamentAction.CLOSE: N_("It does not take place."),
}


class TournamentTalk:
    """One tournament."""

    def __init__(
        self,
        visit: LineContext,
        tournaments: TournamentActions,
        tournament: str,
        is_turn: Callable[[str], bool],
    ) -> None:
        """`is_turn` tells of a table whether it waits for the own move."""
        self._visit = visit
        self._tournaments = tournaments
        self._tournament = tournament
        self._is_turn = is_turn
        self._page: TournamentPage | None = None

    @property
    def title(self) -> str:
        """Its title."""
        title = "" if self._page is None else self._page.line.title
        return _("Tournament {title}").format(title=title)

    @property
    def usual(self) -> Sequence[str]:
        """The commands that are of use now."""
        page = self._page
        if page is None:
            return ()
        goes = ["rounds", "go"] if page.games else []
        return ["list", *goes, *(WORDS[act] for act in page.acts)]

    @property
    def acts(self) -> Acts:
        """Looking at it, its games, and what can be done with it."""
        return {
            "list": self._list, "rounds": self._rounds, "terms": self._terms, "go": self._go,
            **{word: self._doing(act) for act, word in WORDS.items()},
        }  # fmt: skip

    @property
    def meanings(self) -> Mapping[str, str]:
        """The help texts of the commands of a tournament."""
        return {
            "list": N_("list: how everybody stands; list NAME: how somebody did against each"),
            "go": N_("go: to your next game; go N: to a game of the rounds, also to look on"),
            "join": N_("join: take part"),
            "leave": N_("leave: take part no longer"),
            "invite": N_("invite NAME: invite somebody"),
        }

    async def open(self) -> None:
        """Look it up, and say what it is like and how one stands."""
        page = await self._look()
        line = page.line
        self._visit.say(labelled(line.title, ", ".join((*own_facts(line), state_of(line)[0]))))
        self._visit.say(*terms_of(page))
        self._tell_players(page)
        self._tell_own(page)

    async def _look(self) -> TournamentPage:
        page = self._page = await self._tournaments.page(self._tournament)
        return page

    # Telling

    def _tell_players(self, page: TournamentPage) -> None:
        if any(one.games for one in page.players):
            self._visit.say(*(standing_told(page, one) for one in page.players))
            return
        names = [name_told(one) for one in page.players]
        self._visit.say(labelled(_("taking part"), listed(names) or _("nobody")))
        if page.invited:
            self._visit.say(labelled(_("invited"), listed(page.invited)))

    def _tell_own(self, page: TournamentPage) -> None:
        """Which games one has to play, those first that wait for one."""
        for game in _unplayed(page):
            others = listed(name for name in game.names if name not in _own_names(page))
            told = _("You play {names} in round {round}.")
            if self._is_turn(game.table):
                told = _("You play {names} in round {round}: it is your turn.")
            self._visit.say(told.format(names=others, round=game.round))
        if page.line.is_mine and page.line.stage == Stage.RUNNING and not _unplayed(page):
            self._visit.say(_("You have no game to play here just now."))

    async def _list(self, rest: str) -> None:
        page = await self._look()
        if rest and page.heads:
            one = page.players[one_named(rest, [player.name for player in page.players])]
            self._visit.say(*course_told(page, one))
            return
        self._tell_players(page)
        self._tell_own(page)

    async def _rounds(self, rest: str) -> None:
        page = await self._look()
        lines = [game_told(game) for game in page.games]
        self._visit.say(*(told_from(lines, number_in(rest)) if lines else ()))
        if not lines:
            self._visit.say(_("No game has begun yet."))

    async def _terms(self, _rest: str) -> None:
        self._visit.say(*terms_of(await self._look()), ties())

    # Doing

    async def _go(self, rest: str) -> None:
        page = await self._look()
        games, number = page.games, number_in(rest)
        if 1 <= number <= len(games):
            await self._tournaments.go_to(games[number - 1])
            return
        unplayed = sorted(_unplayed(page), key=lambda game: not self._is_turn(game.table))
        if rest or not unplayed:
            raise NotPossible(N_("say the number of a game after it; rounds tells them"))
        await self._tournaments.go_to(unplayed[0])

    def _doing(self, act: TournamentAction) -> Callable[[str], object]:
        async def do(rest: str) -> None:
            page = await self._look()
            said, sure = without_yes(rest) if act in _SURE else (rest, True)
            if act == TournamentAction.INVITE and not said:
                raise NotPossible(N_("say a name after it"))
            if not sure and act in page.acts:
                self._visit.say(_(_SURE[act]).format(word=spelt(WORDS[act])))
                return
            await self._tournaments.act(self._tournament, act, said)
            await self._tell_done(act, said)

        return do

    async def _tell_done(self, act: TournamentAction, name: str) -> None:
        if act == TournamentAction.INVITE:
            self._visit.say(_("{name} is invited.").format(name=name))
        elif act in _DONE:
            self._visit.say(_(_DONE[act]))
        self._tell_own(await self._look())


def _unplayed(page: TournamentPage) -> list[GameLine]:
    return [game for game in page.games if game.is_own and not game.is_over and game.table]


def _own_names(page: TournamentPage) -> list[str]:
    return [player.name for player in page.players if player.is_own]
