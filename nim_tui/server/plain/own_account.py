"""The user's account in text mode: sign-up, settings, codes, invitations; profiles."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final

import msgspec

from nim_tui.plain.commands import CommandLine, spelt
from nim_tui.plain.conversation import LineDialog
from nim_tui.plain.text import listed
from nim_tui.server.accounts.names import account_name
from nim_tui.server.accounts.registration import Registrar, SignInResult, has_code, name_asked
from nim_tui.server.accounts.store import NameTaken, is_free, keep_settings
from nim_tui.server.bots.owner import WORDS as BOT_ORDERS
from nim_tui.server.pages import Pages
from nim_tui.server.plain.page import Acts, PageCommands, open_page
from nim_tui.server.plain.table import LineTable
from nim_tui.server.plain.tables import TableCommands
from nim_tui.server.plain.visit import LineContext
from nim_tui.server.play.seated import Complain
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.off_loop import LatestWrite
from nim_tui.settings import Settings
from rules.messages import N_, Refusal
from screens.app_api import NotPossible
from screens.text import _


class OwnAccount:
    """The stored settings of the user's account, its codes and its invitations."""

    def __init__(
        self, lobby: Services, person: SessionAccount, registrar: Registrar, settings: Settings,
        complain: Complain,
    ) -> None:  # fmt: skip
        """`complain` reports that something could not be saved."""
        self._lobby = lobby
        self._person = person
        self._registrar = registrar
        self._settings = settings
        self._complain = complain
        self._kept = LatestWrite(lobby.database, self._keep)
        self._lessons = dict(settings.lessons)
        """The person's progress in lessons."""

    @property
    def codes(self) -> Mapping[str, Callable[[], Awaitable[str]]]:
        """The commands that are answered with a code."""
        if self._registrar.invites:
            return {"code": self.new_code, "invite": self._invitation}
        return {"code": self.new_code}

    def keep(self) -> None:
        """Save the settings with the account."""
        if self._person.known is not None and not self._person.known.is_passing:
            self._kept.keep()

    def keep_lessons(self) -> None:
        """Save the progress in lessons, if it has changed."""
        if self._settings.lessons != self._lessons:
            self.keep()

    async def _keep(self) -> None:
        kept = msgspec.Raw(msgspec.json.encode(self._settings))
        try:
            await self._lobby.database.ask(keep_settings, self._person.account, kept)
        except (Refusal, OSError) as trouble:
            self._complain(trouble)

    async def new_code(self) -> str:
        """Return a link code, valid for ten minutes, that adds another key to this account."""
        return await self._registrar.new_code(self._person.member)

    async def _invitation(self) -> str:
        """Return an invitation code for a new user."""
        if self._person.is_guest:
            raise NotPossible(N_("only members can invite new users"))
        return await self._registrar.invite(self._person.account)


class SignUp(LineDialog):
    """The sign-up: asks until a name is taken, or the person leaves."""

    def __init__(
        self,
        visit: LineContext,
        registrar: Registrar,
        named: Callable[[SignInResult], Awaitable[None]],
        leave: Callable[[], Awaitable[None]],
    ) -> None:
        self._visit = visit
        self._registrar = registrar
        self._named = named
        self._leave = leave
        self._asked = ""
        """The name that is taken when typed again, or by Enter."""

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """The commands of the sign-up; any other line may be a name."""
        return {"quit": lambda _rest: None}

    @property
    def question(self) -> str:
        """Return the question for a name."""
        if self._asked:
            text = _("Take the name “{name}”? Press Enter, or type another name.")
            return text.format(name=self._asked)
        return name_asked(by_browser=self._visit.person.by_browser)

    def begin(self) -> None:
        """Greet the person, and say what else they can type."""
        identity = self._visit.lobby.identity
        self._visit.say(_("Welcome to {name}.").format(name=identity.name))
        self._visit.say(*filter(None, identity.told("welcome").splitlines()))
        if not_opened := self._registrar.not_opened:
            self._visit.say(not_opened)
        if self._registrar.needs_invitation:
            self._visit.say(_("New here? Type a name and your invitation code."))
        if self._visit.person.by_browser:
            known = _(
                "Already have an account? Type your name and a link code (command code in the "
                "lobby of your other session)."
            )
        else:
            known = _(
                "To add this key to an account, type the account’s name and a link code from "
                "its lobby."
            )
        self._visit.say(known)

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Take a confirmed name, or a name with a code; or say why it is refused."""
        if asked is not None and not asked.rest:
            await self._leave()
            return
        typed, before = line or self._asked, self._asked
        self._asked = ""
        if not typed:
            return
        if typed == before or has_code(typed):
            await self._visit.attempt(lambda: self._take(typed))
        elif await self._visit.attempt(lambda: self._check(typed)):
            self._asked = " ".join(typed.split())

    async def _check(self, name: str) -> None:
        self._registrar.check(name)
        if not await self._visit.lobby.database.look(is_free, name):
            raise NameTaken(
                N_("{name} is taken, or too similar to a taken name"), name=repr(account_name(name))
            )

    async def _take(self, typed: str) -> None:
        await self._named(await self._registrar.register(typed))


_MEANINGS: Final[Mapping[str, str]] = {
    "results": N_("results: your games won and lost, by game and opponents"),
    "list": N_("list: your profile and your ratings"),
    "replay": N_("replay N: step through a finished game"),
    "over": N_("over N: your finished games, from number N on"),
}
_RESULTS: Final[Mapping[str, str]] = {
    "list": N_("list: games won, drawn and lost, by game and opponents"),
    "go": N_("go N: the games of the line with this number"),
}
_GAMES: Final[Mapping[str, str]] = {
    "list": N_("list: these games, newest first"),
    "replay": N_("replay N: step through the game with this number"),
}
_BOTS: Final[Mapping[str, str]] = {
    "list": N_("list: your bots"),
    "rename": N_("rename N NAME: give a bot another name"),
    "pause": N_("pause N: the bot takes no new games"),
    "resume": N_("resume N: the bot takes games again"),
    "code": N_("code N: a code that gives the bot another key"),
    "delete": N_("delete N: delete a bot"),
}
_VACATION: Final[Mapping[str, str]] = {
    "list": N_("list: your vacation, and the days left"),
    "take": N_("take N: a vacation of N days, from now on"),
    "end": N_("end: end your vacation; the rest can be taken later"),
}
_NOTICES: Final = ("address", "confirm", "test", "on", "off", "daily", "forget")


async def open_profile(visit: LineContext, pages: Pages, table: LineTable, more: Acts) -> None:
    """Open the dialog of the profile; `more` are further commands. Raises a Refusal."""
    tables, keys = TableCommands(visit, table), PageCommands(visit, lambda: pages.page("keys"))
    acts: Acts = {
        "over": lambda rest: tables.tell_finished(rest, only_mine=True),
        "replay": lambda rest: table.replay(tables.meant(rest)),
        "review": lambda rest: table.review(tables.meant(rest)),
        "keys": keys.tell, "name": keys.act("name"), "remove": keys.act("remove"),
        "notices": lambda _rest: _open_notices(visit, pages),
        "blocked": lambda _rest: _tell_blocked(visit, pages),
        "bots": lambda _rest: _open_bots(visit, pages),
        "vacation": lambda _rest: _open_vacation(visit, pages),
        "results": lambda _rest: _open_results(visit, pages),
        "versus": lambda rest: _open_games(visit, pages, f"//{rest}#1"), **more,
    }  # fmt: skip
    look = lambda: pages.page("profile")  # noqa: E731
    await open_page(visit, PageCommands(visit, look, meanings=_MEANINGS, more=acts))


async def _open_notices(visit: LineContext, pages: Pages) -> None:
    meanings = {"list": N_("list: your notifications and their addresses")}
    talk = PageCommands(visit, lambda: pages.page("notices"), _NOTICES, meanings=meanings)
    await open_page(visit, talk)


async def _open_bots(visit: LineContext, pages: Pages) -> None:
    talk = PageCommands(visit, lambda: pages.page("bots"), BOT_ORDERS, meanings=_BOTS)
    await open_page(visit, talk)


async def _open_results(visit: LineContext, pages: Pages) -> None:
    look, games = partial(pages.page, "results"), partial(_open_games, visit, pages)
    more: Acts = {"versus": lambda rest: open_versus(visit, pages, rest)}
    commands = PageCommands(visit, look, ["go"], meanings=_RESULTS, more=more, opens=games)
    await open_page(visit, commands)


async def open_versus(visit: LineContext, pages: Pages, name: str) -> None:
    """Open the dialog of the games against a player. Raises a Refusal."""
    if not name:
        raise NotPossible(N_("add a name"))
    await _open_games(visit, pages, f"//{name}#1")


async def _open_games(visit: LineContext, pages: Pages, of: str) -> None:
    look = partial(pages.page, "games", of)
    await open_page(visit, PageCommands(visit, look, ["replay"], meanings=_GAMES))


async def _open_vacation(visit: LineContext, pages: Pages) -> None:
    look = lambda: pages.page("vacation")  # noqa: E731
    await open_page(visit, PageCommands(visit, look, ("take", "end"), meanings=_VACATION))


async def _tell_blocked(visit: LineContext, pages: Pages) -> None:
    names = [one.name for one in await pages.company.people() if one.is_blocked]
    if not names:
        visit.say(_("You have blocked nobody."))
        return
    visit.say(_("Blocked: {names}.").format(names=listed(names)))
    told = _("Type {word} and a name to unblock a player.")
    visit.say(told.format(word=spelt("unblock")))
