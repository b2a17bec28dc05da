"""The lobby in text mode, to which every other dialog returns."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Final

from nim_tui.plain.commands import CommandLine, helped, spelt
from nim_tui.plain.conversation import LineDialog, finished, not_understood
from nim_tui.plain.reference import ReferenceCommands
from nim_tui.plain.setup import SetupDialog
from nim_tui.registry import all_games, game_named
from nim_tui.server.accounts.registration import guest_words
from nim_tui.server.accounts.store import NoSuchAccount, account_named
from nim_tui.server.chat.commands import CHAT_MEANINGS
from nim_tui.server.lobby.invite_links import is_whole_line, pasted, wrong_link
from nim_tui.server.lobby.table_actions import leaving_costs
from nim_tui.server.lobby.table_requests import TableRequests
from nim_tui.server.pages import Pages
from nim_tui.server.plain.lobby_pages import LobbyPages
from nim_tui.server.plain.page import Acts, PageCommands, without_yes
from nim_tui.server.plain.table import NEXT, LineTable
from nim_tui.server.plain.tables import ServerTableMaker, TableCommands
from nim_tui.server.plain.visit import LineContext
from nim_tui.server.tables.exclusions import by_host
from nim_tui.server.terminal.client import LEARN, PLAY, SIT, Purpose
from nim_tui.tables.seat_plans import BOT
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.api import HOST_MEANT, TV
from screens.lobby.values import TableAction
from screens.text import _, labelled, ngettext


class Links:
    """The commands for invitations, and other ways to a table."""

    def __init__(self, visit: LineContext, table: LineTable, tables: TableCommands) -> None:
        self._visit = visit
        self._table = table
        self._tables = tables
        self._links = visit.lobby.invite_links

    async def join(self, rest: str) -> None:
        """Take a seat by an invitation, by number or by id, or continue a game. Raises Refusal."""
        meant = pasted(rest)
        if meant.token:
            await self._sit_down_by(meant.token)
        else:
            await self._tables.join(meant.table or rest)

    async def come(self, text: str) -> None:
        """Go where a link leads; only an invitation leads to a seat. Raises a Refusal."""
        if text.strip().casefold() == TV:
            featured = self._visit.lobby.featured
            await self._look_at(await featured.watch(self._visit.person.account))
            return
        meant = pasted(text)
        if meant.token:
            await self._sit_down_by(meant.token)
        elif meant.table:
            await self._look_at(meant.table)
        else:
            raise wrong_link()

    async def sit_down(self, table: str) -> None:
        """Take a free seat of a table, or continue its game; else watch. Raises a Refusal."""
        if (await self._tables.seen(table)).doing in (TableAction.JOIN, TableAction.PLAY):
            await self._tables.join(table)
        else:
            await self._look_at(table)

    async def _look_at(self, table: str) -> None:
        """Go to a visible table, without sitting down."""
        seen = await self._tables.seen(table)
        if seen.doing in (TableAction.JOIN, TableAction.WAIT):
            self._visit.say(_("To take a seat, type: join {table}").format(table=table))
        elif seen.doing == TableAction.REPLAY:
            await self._table.replay(table)
        else:
            await self._table.sit_down(table)

    async def _sit_down_by(self, token: str) -> None:
        person = self._visit.person
        table = await self._links.use(token, person.account, person.address)
        await self._tables.go_if_begun(table)

    async def invite(self, rest: str) -> None:
        """Make an invitation to the person's own table, and say its lines. Raises a Refusal."""
        table, known = self._tables.hosted(rest), self._links.known_as
        token = await self._links.make(table, self._visit.person.account)
        told = _("Invite link to table {id}; anyone with it can take one free seat, once:").format(
            id=table
        )
        self._visit.say(told)
        self._visit.conversation.show(*known.invitation(token))
        if not known.ssh:
            self._visit.say(_(HOST_MEANT))

    async def exclude(self, rest: str) -> None:
        """Exclude a person from the host's own table before the game. Raises a Refusal."""
        number, _blank, name = rest.partition(" ")
        if not name.strip():
            raise NotPossible(N_("add the number of the table, then a name"))
        table, lobby = self._tables.hosted(number), self._visit.lobby
        account = await lobby.database.look(account_named, name.strip())
        if account is None:
            raise NoSuchAccount(N_("no player is called {name}"), name=repr(name))
        host = self._visit.person.account
        await lobby.tables.exclude(table, account.id, by_host(table, host))
        told = _("{name} was excluded from table {table}.")
        self._visit.say(told.format(name=account.name, table=table))

    async def tell_record(self, rest: str) -> None:
        """Say how others get the record of a finished game. Raises a Refusal."""
        table, known = self._tables.meant(rest, TableAction.REPLAY), self._links.known_as
        fetch, export = known.record(table)
        self._show(_("Save the game record to a file:"), fetch)
        self._show(_("Save a page that steps through the game:"), export)
        if page := known.page(table):
            self._show(_("Replay it here, in a browser:"), page)
        if not known.ssh:
            self._visit.say(_(HOST_MEANT))

    def _show(self, told: str, line: str) -> None:
        self._visit.say(told)
        self._visit.conversation.show(line)

    async def withdraw(self, rest: str) -> None:
        """Withdraw all invitations to the person's own table. Raises a Refusal."""
        table = self._tables.hosted(rest)
        count = await self._links.take_back(table, self._visit.person.account)
        told = ngettext("{count} invite link withdrawn", "{count} invite links withdrawn", count)
        self._visit.say(told)


HEARD: Final = ("language", "forced", "remarks", "plain")
"""The settings that matter in text mode."""


MEANINGS: Final = {
    "about": N_("about: this server, its rules and how to reach its admins"),
    "friends": N_("friends: the players you follow"),
    "messages": N_("messages: your private messages"),
    "clubs": N_("clubs: clubs with their own chat, tables and tournaments"),
    "turns": N_("turns: the games that wait for your move, those with the least time first"),
    "next": NEXT,
    "look": N_("look N: options, players and ratings of a table"),
    "leave": N_("leave N: leave your seat at a table"),
    "replay": N_("replay N: step through a finished game"),
    "rules": N_("rules GAME WORD: the section of a game’s rules about a word"),
    "what": N_("what: the list of commands"),
    "quit": N_("quit: leave this server"),
}
"""The effects of commands that differ between lobby and tables."""


class LobbyDialog(LineDialog):
    """The dialog of a person in the lobby."""

    def __init__(
        self,
        visit: LineContext,
        table: LineTable,
        codes: Mapping[str, Callable[[], Awaitable[str]]],
        pages: Pages,
    ) -> None:
        """`codes` are the commands that are answered with a code."""
        self._visit = visit
        self._table = table
        self._codes = codes
        self.tables = TableCommands(visit, table, sees_all=lambda: pages.staff.is_admin)
        self._links = Links(visit, table, self.tables)
        self._books = ReferenceCommands(visit.conversation, visit.settings, visit.keep, HEARD)
        self._opened = LobbyPages(visit, table, pages, self._books.game, lambda: self._shared)
        self._pages = pages
        self._best = PageCommands(visit, lambda: pages.page("leaderboard"))
        self._new_tables = TableRequests(
            visit.lobby, visit.person, table, self._note_game, table.coached
        )
        self._is_leaving = False
        """Whether the command to leave was typed, and waits for its confirmation."""

    def _note_game(self, game: str) -> None:
        if self._visit.settings.note_game(game):
            self._visit.keep()

    @property
    def question(self) -> str:
        """The prompt of the lobby."""
        return _("Lobby. Type tables, new, join, watch, people, say, help or quit.")

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """The commands of the lobby."""
        tables = self.tables
        return {
            "tables": tables.tell, "ours": lambda rest: tables.tell(rest, only_mine=True),
            "free": tables.tell_free, "over": tables.tell_finished, "new": self._new,
            "look": tables.look, "join": self._links.join, "watch": tables.watch,
            TV: lambda _rest: self._links.come(TV),
            "leave": tables.give_back,
            "replay": lambda rest: self._table.replay(tables.meant(rest)),
            "review": lambda rest: self._table.review(tables.meant(rest)),
            **self._table.talk, **self._books.acts, "best": self._best.tell,
            **self._opened.acts,
            **{word: partial(self._code, ask) for word, ask in self._codes.items()},
            "invite": self._invite, "withdraw": self._links.withdraw,
            "exclude": self._links.exclude,
            "record": self._links.tell_record,
            **self._opened.staff_acts, **self._admin_acts,
            "what": lambda _rest: self._visit.say(*helped(self.commands, self.meanings)),
            "quit": self._quit,
        }  # fmt: skip

    @property
    def meanings(self) -> Mapping[str, str]:
        """The help texts of chat commands, and of those that differ at tables."""
        return {**CHAT_MEANINGS, **MEANINGS}

    @property
    def _shared(self) -> Acts:
        """The commands that the lobby and the profile share."""
        talk, books = self._table.talk, self._books.acts
        code = self._codes["code"]
        return {
            "unblock": talk["unblock"], "code": partial(self._code, code),
            "settings": books["settings"], "set": books["set"],
        }  # fmt: skip

    @property
    def _admin_acts(self) -> Acts:
        """The commands of admins; empty for others."""
        if not self._pages.staff.is_admin:
            return {}
        sessions = PageCommands(self._visit, lambda: self._pages.page("sessions"))
        return {"sessions": sessions.tell, "kick": sessions.act("kick"), "close": self._close}

    async def _close(self, rest: str) -> None:
        said, sure = without_yes(rest)
        table = await self.tables.seen(self.tables.meant(said))
        if not sure:
            told = _("To close table “{table}”, type: {word} {number} yes.")
            number = said or table.id
            self._visit.say(told.format(table=table.title, word=spelt("close"), number=number))
        else:
            await self._pages.staff.close(table.id)
            self._visit.say(_("Table closed."))

    def words(self, text: str) -> Sequence[str]:
        """Return the names of the games."""
        return list(all_games()) if " " in text else ()

    def greet(self) -> None:
        """Say the welcome, and the tables where it is the person's turn."""
        visit = self._visit
        identity = visit.lobby.identity
        welcome = _("Welcome to {server}, {name}.")
        visit.say(welcome.format(server=identity.name, name=visit.person.name))
        visit.say(*filter(None, identity.told("welcome").splitlines()))
        if identity.message:
            visit.say(labelled(_("Message of the day"), identity.message))
        if visit.person.is_guest:
            visit.say(guest_words(by_browser=visit.person.by_browser))
        people = len(visit.lobby.shown.people_here())
        visit.say(ngettext("{count} person online", "{count} people online", people))
        waiting = visit.lobby.table_list.waiting_for(visit.person.number)
        if waiting:
            games = ngettext(
                "{count} game is waiting for your move: type join",
                "{count} games are waiting for your move: type join", waiting,
            )  # fmt: skip
            visit.say(games)
        visit.say(_("Type help for all commands, including your profile, ladders and tournaments."))

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Run a command."""
        if asked is None or asked.command != "quit":
            self._is_leaving = False
        if asked is not None:
            act = self.commands[asked.command]
            await self._visit.attempt(lambda: act(asked.rest))
        elif is_whole_line(line):
            await self._visit.attempt(lambda: self.come(line))
        elif line.casefold() in all_games():
            await self._visit.attempt(lambda: self._new(line))
        elif line:
            self._visit.say(not_understood(line))

    async def come(self, text: str) -> None:
        """Go where an id, an address or an invitation leads. Raises a Refusal."""
        await self._links.come(text)

    async def do(self, purpose: Purpose) -> None:
        """Play or learn a game, or sit down at a table. Raises a Refusal."""
        if purpose.action == SIT:
            await self._links.sit_down(purpose.what)
        elif purpose.action == LEARN:
            await finished(self._books.acts["learn"](f"{purpose.what} 1"))
        elif purpose.action == PLAY:
            entry = game_named(purpose.what)
            bots = [f"{BOT}{entry.easiest}"] * (entry.game.seats[0] - 1)
            is_first = entry.name not in self._visit.settings.games
            seats = [self._visit.person.name, *bots]
            await self._table_maker.open(entry, seats, {}, is_coached=is_first)

    async def _invite(self, rest: str) -> None:
        """Invite to a table by number or id; without one, to the server if it needs codes."""
        ask = self._codes.get("invite")
        if ask is None or rest:
            await self._links.invite(rest)
        else:
            await self._code(ask, rest)

    def _new(self, rest: str) -> None:
        """Set up a table by `new GAME`, or `new GAME SEATS`, which asks for options alone."""
        first, _blank, seats = rest.partition(" ")
        game = self._books.game(first)
        if not game:
            return
        visit, conversation = self._visit, self._visit.conversation
        is_first = game not in visit.settings.games
        setup = SetupDialog(conversation, game, self._table_maker, is_first=is_first)
        if seats:
            setup.take_seats(seats)
        conversation.push(setup)

    @property
    def _table_maker(self) -> ServerTableMaker:
        visit = self._visit
        return ServerTableMaker(visit.say, self._table, self._new_tables, visit.person.name)

    async def _code(self, ask: Callable[[], Awaitable[str]], _rest: str) -> None:
        code = await ask()
        self._visit.say(_("Link code: {code}").format(code=" ".join(code)))
        self._visit.say(code)

    async def _quit(self, _rest: str) -> None:
        visit = self._visit
        costs = leaving_costs(visit.lobby.table_list, visit.person)
        if costs and not self._is_leaving:
            self._is_leaving = True
            visit.say(_(costs), _("Type quit again to leave this server."))
            return
        await visit.conversation.leave()
