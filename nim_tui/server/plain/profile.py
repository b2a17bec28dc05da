"""The own account by lines: ratings, games, keys, whom one has blocked, and the way to notices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nim_tui.plain.commands import spelt
from nim_tui.plain.text import listed, numbered
from nim_tui.server.accounts.service import AccountService
from nim_tui.server.moderation.report_service import ReportService
from nim_tui.server.plain.notice_page import NoticeTalk
from nim_tui.server.plain.page import Acts, number_in, open_page, without_yes
from nim_tui.server.plain.table import LineTable
from nim_tui.server.plain.tables import TableCommands
from nim_tui.server.plain.visit import LineContext
from nim_tui.server.ratings.words import course_told, strength_told
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.pages_api import OwnKey
from screens.lobby.ssh_keys import LONGEST_NAME
from screens.text import _, labelled, ngettext


class ProfileTalk:
    """The profile of one person in text mode."""

    def __init__(
        self,
        visit: LineContext,
        profile: AccountService,
        table: LineTable,
        more: Acts,
        company: ReportService,
    ) -> None:
        """`more` is what can be asked for here as in the lobby: codes, settings."""
        self._visit = visit
        self._profile = profile
        self._company = company
        self._table = table
        self._tables = TableCommands(visit, table)
        self._more = more
        self._keys: Sequence[OwnKey] = ()

    @property
    def title(self) -> str:
        """The title of the profile, with its owner's name."""
        return _("Profile of {name}").format(name=self._visit.person.name)

    @property
    def usual(self) -> Sequence[str]:
        """The ways on."""
        return ("list", "over", "keys", "notices", "blocked", "settings")

    @property
    def acts(self) -> Acts:
        """Ratings, games, keys, notices, people, settings."""
        tables, table = self._tables, self._table
        return {
            "list": self._list, "over": lambda rest: tables.tell_finished(rest, only_mine=True),
            "replay": lambda rest: table.replay(tables.meant(rest)),
            "review": lambda rest: table.review(tables.meant(rest)),
            "keys": self._tell_keys, "name": self._name, "remove": self._remove,
            "notices": self._notices, "blocked": self._blocked, **self._more,
        }  # fmt: skip

    @property
    def meanings(self) -> Mapping[str, str]:
        """The help texts of the commands of the profile."""
        return {
            "list": N_("list: who you are here, and your ratings"),
            "replay": N_("replay N: step through a game that is over"),
            "over": N_("over N: your games that are over, from number N on"),
        }

    async def open(self) -> None:
        """Say who one is, and how strong."""
        await self._list("")

    async def _list(self, _rest: str) -> None:
        profile, say = await self._profile.shown(), self._visit.say
        since = _("member since {day}").format(day=profile.since)
        say(labelled(profile.name, since))
        if profile.played:
            games = ngettext("{count} game", "{count} games", profile.played)
            told = _("You played {games} with others; left before the end: {left}.")
            say(told.format(games=games, left=profile.left))
        for game in profile.games:
            say(labelled(game.title, strength_told(game)), course_told(game))
        if not profile.games:
            say(_("You have no rating yet."))

    # Keys

    async def _look(self) -> None:
        self._keys = await self._profile.keys()

    async def _tell_keys(self, _rest: str) -> None:
        await self._look()
        if not self._keys:
            self._visit.say(_("No key opens this account yet."))
            self._tell_code()
            return
        for number, key in enumerate(self._keys, start=1):
            self._visit.say(numbered(number, _key(key), is_typed=bool(key.name)))
        told = _(
            "To name one, say {name}, its number and a name;"
            " to remove one, {remove} and its number."
        )
        self._visit.say(told.format(name=spelt("name"), remove=spelt("remove")))
        self._tell_code()

    def _tell_code(self) -> None:
        self._visit.say(_("For a code that adds a key, say {word}.").format(word=spelt("code")))

    async def _meant(self, typed: str) -> OwnKey:
        if not self._keys:
            await self._look()
        number = number_in(typed)
        if not 1 <= number <= len(self._keys):
            raise NotPossible(N_("say the number of a key after it; keys tells them"))
        return self._keys[number - 1]

    async def _name(self, rest: str) -> None:
        first, _blank, name = rest.partition(" ")
        key, name = await self._meant(first), name.strip()[:LONGEST_NAME]
        await self._profile.name_key(key.fingerprint, name)
        await self._look()
        told = _("Key {number} is called {name} now.") if name else _("Key {number} has no name.")
        self._visit.say(told.format(number=first, name=name))

    async def _remove(self, rest: str) -> None:
        said, sure = without_yes(rest)
        key = await self._meant(said)
        if not sure:
            told = _("Whoever holds it is you here no longer. If you mean it: {word} {number} yes.")
            self._visit.say(_key(key), told.format(word=spelt("remove"), number=said))
            return
        await self._profile.remove_key(key.fingerprint)
        await self._look()
        self._visit.say(_("The key is removed; what it had open has ended."))

    # Others

    async def _notices(self, _rest: str) -> None:
        await open_page(self._visit, NoticeTalk(self._visit, self._profile.notices))

    async def _blocked(self, _rest: str) -> None:
        names = [one.name for one in await self._company.people() if one.is_blocked]
        if not names:
            self._visit.say(_("You have blocked nobody."))
            return
        self._visit.say(_("You hear nothing of {names}.").format(names=listed(names)))
        told = _("Say {word} and a name to hear of them again.")
        self._visit.say(told.format(word=spelt("unblock")))


def _key(key: OwnKey) -> str:
    """A key by its name, or where it has none by its fingerprint."""
    name = key.name or _("without a name, {fingerprint}").format(fingerprint=key.fingerprint)
    added = _("added on {day}").format(day=key.since)
    here = _("you are here with it") if key.is_here else ""
    return ", ".join(part for part in (name, added, here) if part)
