"""The lobby by lines, which all else comes back to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Final

from nim_tui.plain.commands import Asked, helped
from nim_tui.plain.conversation import not_understood
from nim_tui.plain.reference import Books
from nim_tui.plain.setup import Setup
from nim_tui.registry import CATALOG
from nim_tui.server.app.leaving import leaving_costs
from nim_tui.server.app.moderating import Moderating
from nim_tui.server.app.new_table import NewTables
from nim_tui.server.app.profile import OwnProfile
from nim_tui.server.entrance_words import guest_words
from nim_tui.server.pasted import is_whole_line
from nim_tui.server.plain.doors import Doors
from nim_tui.server.plain.line_table import LineTable
from nim_tui.server.plain.links import Links
from nim_tui.server.plain.lobby_tables import Tables
from nim_tui.server.plain.moderate import Moderate
from nim_tui.server.plain.opener import ServedOpener
from nim_tui.server.plain.page import Acts
from nim_tui.server.plain.strengths import best_told
from nim_tui.server.plain.visit import Visit
from rules.messages import N_
from screens.text import _, ngettext

HEARD: Final = ("language", "forced", "plain")
"""The settings that make a difference here."""


MEANINGS: Final = {
    "look": N_("look N: on which terms a table is, and how strong those are who sit there"),
    "leave": N_("leave N: give your seat at a table back"),
    "replay": N_("replay N: step through a game that is over"),
    "rules": N_("rules GAME WORD: a part of the rules"),
    "what": N_("what: these commands"),
    "quit": N_("quit: leave this server"),
}
"""What commands do in the lobby that do something else at tables."""


class Hall:
    """Somebody in the lobby."""

    def __init__(
        self,
        visit: Visit,
        table: LineTable,
        codes: Mapping[str, Callable[[], Awaitable[str]]],
        profile: OwnProfile,
        moderating: Moderating,
    ) -> None:
        """`codes` are what can be asked for and is answered with a code."""
        self._visit = visit
        self._table = table
        self._codes = codes
        self.tables = Tables(visit, table, sees_all=moderating.is_admin)
        self._links = Links(visit, table, self.tables)
        self._books = Books(visit.conversation, visit.settings, visit.keep, HEARD)
        self._doors = Doors(visit, table, profile, self._books, lambda: self._shared)
        self._moderate = Moderate(visit, moderating, self.tables)
        self._new_tables = NewTables(visit.lobby, visit.person, table, self._note_game)
        self._is_leaving = False
        """Whether the next line leaves the server, if it says so again."""

    def _note_game(self, game: str) -> None:
        if self._visit.settings.note_game(game):
            self._visit.keep()

    @property
    def is_passing(self) -> bool:
        """One person listens."""
        return False

    @property
    def question(self) -> str:
        """What to do."""
        return _("Lobby. Say tables, new, join, watch, people, say, help or quit.")

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """What can be asked for."""
        tables = self.tables
        return {
            "tables": tables.tell, "ours": lambda rest: tables.tell(rest, only_mine=True),
            "free": tables.tell_free, "over": tables.tell_finished, "new": self._new,
            "look": tables.look, "join": self._links.join, "watch": tables.watch,
            "leave": tables.give_back,
            "replay": lambda rest: self._table.replay(tables.meant(rest)),
            "review": lambda rest: self._table.review(tables.meant(rest)),
            **self._table.talk.commands, **self._books.acts, "best": self._best,
            **self._doors.acts,
            **{word: partial(self._code, ask) for word, ask in self._codes.items()},
            "invite": self._invite, "withdraw": self._links.withdraw,
            "record": self._links.tell_record,
            **self._moderate.acts,
            "what": lambda _rest: self._visit.say(*helped(self.commands, MEANINGS)),
            "quit": self._quit,
        }  # fmt: skip

    @property
    def meanings(self) -> Mapping[str, str]:
        """What commands do here that do something else at tables."""
        return MEANINGS

    @property
    def _shared(self) -> Acts:
        """What belongs to the own profile as well."""
        talk, books = self._table.talk.commands, self._books.acts
        code = self._codes["code"]
        return {
            "unblock": talk["unblock"], "code": partial(self._code, code),
            "settings": books["settings"], "set": books["set"],
        }  # fmt: skip

    def words(self, text: str) -> Sequence[str]:
        """The names of the games."""
        return list(CATALOG) if " " in text else ()

    def begin(self) -> None:
        """Nothing, before it is known who is here."""

    def greet(self) -> None:
        """Say where one is, and what waits."""
        visit = self._visit
        visit.say(_("Welcome to nim_tui, {name}.").format(name=visit.person.name))
        if visit.person.is_guest:
            visit.say(guest_words(by_browser=visit.person.by_browser))
        people = len(visit.lobby.shown.people_here())
        visit.say(ngettext("{count} person is here", "{count} people are here", people))
        waiting = visit.lobby.table_list.waiting_for(visit.person.number)
        if waiting:
            visit.say(ngettext("{count} game waits for your move: say join",
                               "{count} games wait for your move: say join", waiting))  # fmt: skip
        visit.say(
            _("Say help to hear all words, also those for your profile, ladders and tournaments.")
        )

    async def hear(self, line: str, asked: Asked | None) -> None:
        """Do what was asked."""
        if asked is None or asked.command != "quit":
            self._is_leaving = False
        if asked is not None:
            act = self.commands[asked.command]
            await self._visit.attempt(lambda: act(asked.rest))
        elif is_whole_line(line):
            await self._visit.attempt(lambda: self.come(line))
        elif line.casefold() in CATALOG:
            await self._visit.attempt(lambda: self._new(line))
        elif line:
            self._visit.say(not_understood(line))

    async def come(self, text: str) -> None:
        """Go where an id, an address or an invitation leads. Raises a Refusal."""
        await self._links.come(text)

    async def _invite(self, rest: str) -> None:
        """To a table by its number or id; without one to the server, where that is needed."""
        ask = self._codes.get("invite")
        if ask is None or rest:
            await self._links.invite(rest)
        else:
            await self._code(ask, rest)

    def _new(self, rest: str) -> None:
        """`new GAME`, or `new GAME SEATS`, after which options alone are asked for."""
        first, _blank, seats = rest.partition(" ")
        game = self._books.game(first)
        if not game:
            return
        visit, conversation = self._visit, self._visit.conversation
        opener = ServedOpener(visit.say, self._table, self._new_tables, visit.person.name)
        setup = Setup(conversation, game, opener)
        if seats:
            setup.take_seats(seats)
        conversation.push(setup)

    async def _best(self, _rest: str) -> None:
        lobby = self._visit.lobby
        lines = await lobby.long_reads.do(lambda: best_told(lobby.database))
        self._visit.say(*(lines or [_("nobody is rated yet")]))

    async def _code(self, ask: Callable[[], Awaitable[str]], _rest: str) -> None:
        code = await ask()
        self._visit.say(_("The code is {code}.").format(code=" ".join(code)))
        self._visit.say(code)

    async def _quit(self, _rest: str) -> None:
        visit = self._visit
        costs = leaving_costs(visit.lobby.table_list, visit.person)
        if costs and not self._is_leaving:
            self._is_leaving = True
            visit.say(_(costs), _("Say quit again to leave this server."))
            return
        await visit.conversation.leave()

    async def close(self) -> None:
        """Somebody leaves."""
