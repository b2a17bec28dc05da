"""The pages of the lobby in text mode, and their forms: changed value by value, then submitted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from nim_tui.names import one_of
from nim_tui.plain.commands import CommandLine, spelt
from nim_tui.plain.conversation import LineDialog
from nim_tui.plain.rules_reader import about
from nim_tui.plain.text import either, listed
from nim_tui.registry import game_named
from nim_tui.server.clubs.page import WORDS as CLUB_WORDS
from nim_tui.server.contests.ladder_page import WORDS
from nim_tui.server.contests.tournament_actions import tournament_form
from nim_tui.server.contests.tournament_page import WORDS as TOURNAMENT_WORDS
from nim_tui.server.moderation.staff_page import ALL
from nim_tui.server.pages import Pages
from nim_tui.server.plain.own_account import open_profile, open_versus
from nim_tui.server.plain.page import Acts, PageCommands, open_page
from nim_tui.server.plain.table import LineTable
from nim_tui.server.plain.visit import LineContext
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.page import Field, Form
from screens.table.vocabulary import folded
from screens.text import _, labelled


class LobbyPages:
    """The commands that open pages of the lobby."""

    def __init__(
        self,
        visit: LineContext,
        table: LineTable,
        pages: Pages,
        game: Callable[[str], str],
        shared: Callable[[], Acts],
    ) -> None:
        """`game` returns the name of a typed game; `shared` are commands that profiles have too."""
        self._visit = visit
        self._table = table
        self._pages = pages
        self._game = game
        self._shared = shared

    @property
    def acts(self) -> Acts:
        """The commands, by word."""
        return {
            "profile": self._open_profile, "ladder": self._open_ladder,
            "tournaments": self._open_tournaments, "turns": self._open_turns,
            "next": self._go_to_next,
            "versus": lambda rest: open_versus(self._visit, self._pages, rest),
            "friends": self._open_friends,
            "messages": self._open_messages, "clubs": self._open_clubs, "about": self._open_about,
        }  # fmt: skip

    @property
    def staff_acts(self) -> Acts:
        """The commands of moderators; empty for others."""
        if not self._pages.staff.is_moderator:
            return {}
        acts: Acts = {"reports": self._open_reports, "moderate": self._moderate}
        return {**acts, "audit": self._open_audit} if self._pages.staff.is_admin else acts

    async def _open_reports(self, _rest: str) -> None:
        closed = PageCommands(self._visit, partial(self._pages.page, "reports", ALL))
        more: Acts = {"over": closed.tell, **self.staff_acts}
        look = partial(self._pages.page, "reports")
        commands = PageCommands(
            self._visit, look, ["go"], meanings=_REPORTS, more=more, opens=self._open_case
        )
        await open_page(self._visit, commands)

    async def _moderate(self, rest: str) -> None:
        if not rest:
            raise NotPossible(N_("add a name"))
        await self._open_case(f"#{await self._pages.staff.number_of(rest)}")

    async def _open_case(self, of: str) -> None:
        look = partial(self._pages.page, "case", of)
        await open_page(self._visit, PageCommands(self._visit, look, _CASE_WORDS, meanings=_CASE))

    async def _open_audit(self, _rest: str) -> None:
        await PageCommands(self._visit, partial(self._pages.page, "audit")).open()

    async def _open_profile(self, rest: str) -> None:
        if rest:
            raise NotPossible(_NOT_YOURS, word=spelt("versus"))
        await open_profile(self._visit, self._pages, self._table, self._shared())

    async def _open_ladder(self, rest: str) -> None:
        game = self._game(rest) if rest else ""
        if game:
            look = partial(self._pages.page, "ladder", game)
            words = ("terms", "log", *WORDS)
            await open_page(self._visit, PageCommands(self._visit, look, words, meanings=_LADDER))
        elif not rest:
            await PageCommands(self._visit, partial(self._pages.page, "ladders")).open()

    async def _open_tournaments(self, _rest: str) -> None:
        look = partial(self._pages.page, "tournaments")
        more: Acts = {"new": self._new_tournament}
        commands = PageCommands(
            self._visit, look, ["go"], meanings=_TOURNAMENTS, more=more,
            opens=self._open_tournament,
        )  # fmt: skip
        await open_page(self._visit, commands)

    async def _open_friends(self, _rest: str) -> None:
        look = partial(self._pages.page, "friends")
        talk = self._table.talk
        more = {word: talk[word] for word in ("follow", "unfollow", "tell", "ask")}
        await open_page(self._visit, PageCommands(self._visit, look, more=more))

    async def _open_messages(self, _rest: str) -> None:
        look, talk = partial(self._pages.page, "messages"), self._table.talk
        commands = PageCommands(
            self._visit, look, ["go"], meanings=_MESSAGES, more={"tell": talk["tell"]},
            opens=self._open_talk,
        )  # fmt: skip
        await open_page(self._visit, commands)

    async def _open_talk(self, name: str) -> None:
        look = partial(self._pages.page, "talk", name)
        words = ("say", "block", "report")
        await open_page(self._visit, PageCommands(self._visit, look, words, meanings=_TALK))

    async def _open_clubs(self, _rest: str) -> None:
        look = partial(self._pages.page, "clubs")
        commands = PageCommands(
            self._visit, look, ["go", "new"], meanings=_CLUBS, opens=self._open_club
        )
        await open_page(self._visit, commands)

    async def _open_club(self, club: str) -> None:
        if not club:
            return
        look, visit = partial(self._pages.page, "club", club), self._visit
        chat = PageCommands(visit, partial(self._pages.page, "club_chat", club))
        more: Acts = {
            "chat": chat.tell, "new": lambda rest: self._new_tournament(rest, int(club)),
        }  # fmt: skip
        commands = PageCommands(
            visit, look, CLUB_WORDS, meanings=_CLUB, more=more, opens=self._open_tournament
        )
        await open_page(visit, commands)

    async def _open_turns(self, _rest: str) -> None:
        look = partial(self._pages.page, "turns")
        await open_page(self._visit, PageCommands(self._visit, look, ["go"], meanings=_TURNS))

    async def _go_to_next(self, _rest: str) -> None:
        await self._table.sit_down(self._pages.waiting.after(None))

    async def _open_about(self, _rest: str) -> None:
        look, is_admin = partial(self._pages.page, "about"), self._pages.staff.is_admin
        about = PageCommands(self._visit, look, ["message"], meanings=_ABOUT)
        await (open_page(self._visit, about) if is_admin else about.open())

    async def _open_tournament(self, tournament: str) -> None:
        look = partial(self._pages.page, "tournament", tournament)
        words = ("rounds", "terms", "go", *TOURNAMENT_WORDS.values())
        await open_page(self._visit, PageCommands(self._visit, look, words, meanings=_TOURNAMENT))

    def _new_tournament(self, rest: str, club: int | None = None) -> None:
        game = self._game(rest)
        if game:
            form = tournament_form(self._pages.tournaments, game, club)
            self._visit.conversation.push(FormDialog(self._visit, form, self._open_tournament))


_NOT_YOURS: Final = N_(
    "only your own profile is shown here; for games with another player type {word} and a name"
)
_MESSAGES: Final = {
    "list": N_("list: your conversations"),
    "go": N_("go N: read the conversation with this number"),
}
"""The effects of commands in the list of conversations."""
_TALK: Final = {
    "list": N_("list: the messages between you two"),
    "say": N_("say TEXT: write to this player"),
    "block": N_("block: hide this player’s messages"),
    "report": N_("report REASON: report this player, with these messages"),
}
"""The effects of commands in a conversation."""
_CLUBS: Final = {
    "list": N_("list: the clubs, yours first"),
    "go": N_("go N: to the club with this number"),
    "new": N_("new NAME: found a club, as its captain"),
}
"""The effects of commands in the list of clubs."""
_CLUB: Final = {
    "list": N_("list: people, tables and tournaments of the club"),
    "go": N_("go N: to the table or tournament with this number"),
    "join": N_("join: join the club"),
    "leave": N_("leave: leave the club, or decline its invitation"),
    "say": N_("say TEXT: write to the members"),
    "chat": N_("chat: the messages of the club"),
    "invite": N_("invite NAME: invite a player, as the captain"),
    "exclude": N_("exclude NAME: exclude a player from the club, as the captain"),
    "captain": N_("captain NAME: make a member the captain in your place"),
    "joining": N_("joining: let anyone join, or only invited players, as the captain"),
    "report": N_("report NAME REASON: report a member, with the messages of the club"),
    "new": N_("new GAME: set up a tournament of the club"),
    "close": N_("close: close the club with its chat"),
}
"""The effects of commands in a club."""
_TURNS: Final = {
    "list": N_("list: the games that wait for your move"),
    "go": N_("go N: to the game with this number"),
}
"""The effects of commands in the list of games that wait."""
_ABOUT: Final = {
    "list": N_("list: what this server says about itself"),
    "message": N_("message TEXT: set the message of the day; without TEXT, remove it"),
}
"""The effects of commands on the page about the server."""
_CASE_WORDS: Final = (
    "mute", "unmute", "warn", "rename", "ban", "unban", "exclude", "close", "role", "done",
)  # fmt: skip
_CASE: Final = {
    "list": N_("list: the report, its messages, and what was done"),
    "close": N_("close: close the table of this report"),
    "exclude": N_("exclude: exclude the player from the table of this report"),
}
"""The effects of commands about a report or a person."""
_REPORTS: Final = {
    "list": N_("list: the open reports"),
    "go": N_("go N: open report N"),
    "over": N_("over: all reports, closed ones too"),
}
"""The effects of commands in the list of reports."""
_TOURNAMENTS: Final = {
    "list": N_("list N: the tournaments by number, from number N on"),
    "go": N_("go N: to the tournament with this number"),
    "new": N_("new GAME: set up a tournament"),
}
"""The effects of commands in the list of tournaments."""
_TOURNAMENT: Final = {
    "list": N_("list: standings; list NAME: one player’s results"),
    "go": N_("go: to your next game; go N: to game N, also as a spectator"),
    "join": N_("join: join the tournament"),
    "leave": N_("leave: withdraw from the tournament"),
    "invite": N_("invite NAME: invite a player"),
    "rest": N_("rest: a half-point bye in the next round; again: you play it"),
}
"""The effects of commands on the page of a tournament."""
_LADDER: Final = {
    "list": N_("list N: the ladder from rank N on"),
    "log": N_("log: recent games of this ladder"),
    "join": N_("join: join this ladder at the bottom"),
    "leave": N_("leave: leave this ladder"),
    "watch": N_("watch NAME: watch a ladder game"),
    "go": N_("go: to your ladder game"),
    "withdraw": N_("withdraw: withdraw your challenge"),
}
"""The effects of commands on a ladder."""


class FormDialog(LineDialog):
    """A form: asks for values, until Enter alone submits it."""

    def __init__(
        self, visit: LineContext, form: Form, opens: Callable[[str], Awaitable[None]]
    ) -> None:
        """`opens` opens the page of the result."""
        self._visit = visit
        self._form = form
        self._opens = opens

    @property
    def question(self) -> str:
        """The prompt of the form."""
        return _("Options? Type NAME=VALUE, what for the list, quit, or press Enter to create it.")

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """The commands for the choices and the rules, and for leaving the form."""
        leave = self._visit.conversation.leave
        return {
            "what": lambda _rest: self._tell_fields(), "rules": self._rules,
            "quit": lambda _rest: leave(),
        }  # fmt: skip

    def words(self, text: str) -> Sequence[str]:
        """Return the names that may follow."""
        return [f"{one.label}=" for one in self._form.fields]

    def begin(self) -> None:
        """Say the purpose of the form and the present values."""
        values = [
            labelled(one.label[:1].lower() + one.label[1:], one.value)
            for one in self._form.fields
            if one.choices
        ]
        self._visit.say(self._form.title, ", ".join(values))

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Take a value, a question, or Enter to submit."""
        if asked is not None:
            act = self.commands[asked.command]
            await self._visit.attempt(lambda: act(asked.rest))
        elif line:
            await self._visit.attempt(lambda: self._take(line))
        else:
            await self._visit.attempt(self._submit)

    def _rules(self, rest: str) -> None:
        self._visit.say(*about(game_named(self._form.game).game, rest))

    def _tell_fields(self) -> None:
        for one in self._form.fields:
            if one.choices:
                told = _("{name}: {value}").format(name=one.label, value=one.value)
                self._visit.say(labelled(told, either([words for _value, words in one.choices])))
            else:
                self._visit.say(labelled(one.label, one.meaning))

    def _take(self, text: str) -> None:
        """Take NAME=VALUE, or NAME VALUE. Raises NotPossible."""
        field, value = self._field_in(text)
        self._form = field.put(_chosen(field, value) if field.choices else value)
        changed = self._form.field(field.id)
        if changed is not None:
            self._visit.say(labelled(changed.label, changed.value))

    def _field_in(self, text: str) -> tuple[Field, str]:
        """Return the field and the value that a text names. Raises NotPossible."""
        first, sign, value = text.partition("=")
        for field in self._form.fields:
            for word in (field.id, field.label):
                if sign and folded(first.strip()) == folded(word):
                    return field, value.strip()
                if not sign and folded(text).startswith(f"{folded(word)} "):
                    return field, text[len(word) :].strip()
        mistyped = first if sign else text.partition(" ")[0]
        raise NotPossible(
            N_("unknown name {name}; {right}"),
            name=repr(mistyped[:40]),
            right=one_of(mistyped, [one.label for one in self._form.fields]),
        )

    async def _submit(self) -> None:
        made = await self._form.submit()
        await self._visit.conversation.leave()
        await self._opens(made.of)


def _chosen(field: Field, text: str) -> Any:
    """Return the typed choice. Raises NotPossible."""
    wanted = folded(text)
    for value, words in field.choices:
        if wanted in (folded(str(value)), folded(words)):
            return value
    values = listed(words for _value, words in field.choices)
    raise NotPossible(N_("{name} can be: {values}"), name=field.label, values=values)
