"""Chat commands: the same words in text mode, and after a slash in the chat field."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nim_tui.names import one_of
from nim_tui.plain.commands import asked, helped, spelt
from nim_tui.registry import GameEntry, all_games
from nim_tui.server.chat.friends_page import FriendActions
from nim_tui.server.moderation.page import ReportService
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.values import ChatMessage, PersonHere
from screens.text import _, ngettext

_USUAL: Final = 10
"""The default number of messages shown."""
_MOST_PEOPLE: Final = 60
_SEEN: Final = ("say", "chat", "people")
"""Commands of no use in a chat field, where messages and people are seen."""


class ChatPlace:
    """The place where a person chats: the lobby or a table."""

    def __init__(
        self, services: Services, person: SessionAccount, at: Callable[[], str | None]
    ) -> None:
        """`at` returns the id of the table, None in the lobby."""
        self.services = services
        self.person = person
        self.at = at
        self.reports = ReportService(services, person, at)
        self.friends = FriendActions(services, person)

    async def do(self, line: str) -> Sequence[str]:
        """Run the command at the start of a line; return its answer. Raises a Refusal."""
        found = asked(line, (*CHAT_COMMANDS, "help"))
        if found is None:
            words = [f"/{spelt(word)}" for word in (*CHAT_COMMANDS, "help")]
            word = f"/{line.partition(' ')[0][:40]}"
            raise NotPossible(
                N_("unknown chat command {word}; {right}"),
                word=repr(word), right=one_of(word, words),
            )  # fmt: skip
        if found.command == "help":
            words = [word for word in CHAT_COMMANDS if word not in _SEEN]
            return [f"/{line}" for line in helped(words, CHAT_MEANINGS)]
        return await CHAT_COMMANDS[found.command].run(self, found.rest)


@dataclass(frozen=True, slots=True)
class ChatCommand:
    """A command word, its meaning, and its function, which returns the lines of its answer."""

    word: str
    meaning: str
    run: Callable[[ChatPlace, str], Awaitable[Sequence[str]]]


async def _say(place: ChatPlace, rest: str) -> Sequence[str]:
    talking, person, at = place.services.talking, place.person, place.at()
    if not rest:
        raise NotPossible(N_("add the text, as in: say hello"))
    is_aside = talking.is_aside(at, person.number)
    await talking.say(person.account, rest, at, by=person.bounded_as)
    return [_("sent to spectators") if is_aside else _("sent")]


async def _chat(place: ChatPlace, rest: str) -> Sequence[str]:
    talking, number, at = place.services.talking, place.person.number, place.at()
    await talking.blocks.known()
    await talking.speakers(at, number)  # after which the messages are read
    count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else _USUAL
    messages = list(talking.said(at, number))[-count:] if count else []
    return [_message(one) for one in messages] or [_("no messages yet")]


async def _people(place: ChatPlace, _rest: str) -> Sequence[str]:
    here = place.services.shown.people_here(place.at())
    count = ngettext("{count} person online", "{count} people online", len(here))
    lines = [count, *(_person(one) for one in here[:_MOST_PEOPLE])]
    if len(here) > _MOST_PEOPLE:
        left = len(here) - _MOST_PEOPLE
        lines.append(ngettext("{count} more", "{count} more", left))
    return lines


async def _block(place: ChatPlace, rest: str) -> Sequence[str]:
    await place.reports.block(_named(rest))
    return [_("{name} is blocked. They are not notified.").format(name=rest[:40])]


async def _unblock(place: ChatPlace, rest: str) -> Sequence[str]:
    await place.reports.unblock(_named(rest))
    return [_("{name} is unblocked.").format(name=rest[:40])]


async def _report(place: ChatPlace, rest: str) -> Sequence[str]:
    """Report a person; the name is the longest start of the text that names someone around."""
    around = [person.name for person in await place.reports.people()]
    fitting = [name for name in around if rest.casefold().startswith(f"{name.casefold()} ")]
    name = max(fitting, key=len, default=rest.partition(" ")[0])
    return [await place.reports.report(_named(name), rest[len(name) :].strip())]


async def _follow(place: ChatPlace, rest: str) -> Sequence[str]:
    return [await place.friends.follow(_named(rest))]


async def _unfollow(place: ChatPlace, rest: str) -> Sequence[str]:
    return [await place.friends.unfollow(_named(rest))]


async def _tell(place: ChatPlace, rest: str) -> Sequence[str]:
    return [await place.friends.tell(_named(rest))]


async def _ask(place: ChatPlace, rest: str) -> Sequence[str]:
    """Ask a person to a game: its name is the last word, or the last words."""
    other, game = await place.services.friends.meant_first(_named(rest))
    named = (one.name for one in all_games().values() if game.casefold() in _words_of(one))
    return [await place.friends.ask(other, next(named, game))]


def _words_of(game: GameEntry) -> Sequence[str]:
    return (game.name.casefold(), game.title.casefold())


_ALL: Final = (
    ChatCommand("say", N_("say TEXT: write in the chat"), _say),
    ChatCommand("chat", N_("chat N: the last N messages"), _chat),
    ChatCommand("people", N_("people: who is online"), _people),
    ChatCommand("tell", N_("tell NAME TEXT: a private message"), _tell),
    ChatCommand("ask", N_("ask NAME GAME: invite a player to a game"), _ask),
    ChatCommand("follow", N_("follow NAME: be notified when a player comes online"), _follow),
    ChatCommand("unfollow", N_("unfollow NAME: stop following a player"), _unfollow),
    ChatCommand("block", N_("block NAME: hide a player’s messages"), _block),
    ChatCommand("unblock", N_("unblock NAME: show a player’s messages again"), _unblock),
    ChatCommand("report", N_("report NAME REASON: report a player to the moderators"), _report),
)
CHAT_COMMANDS: Final[Mapping[str, ChatCommand]] = {one.word: one for one in _ALL}
CHAT_MEANINGS: Final[Mapping[str, str]] = {one.word: one.meaning for one in _ALL}
"""The meanings of chat commands, by word; texts to translate."""


def _named(name: str) -> str:
    if not name:
        raise NotPossible(N_("add a name"))
    return name


def _message(message: ChatMessage) -> str:
    told = _("{hour}, {name} says: {text}")
    if message.is_aside:
        told = _("{hour}, {name} says to spectators: {text}")
    return told.format(hour=message.hour, name=message.name, text=message.text)


def _person(person: PersonHere) -> str:
    if not person.table:
        return person.name
    return _("{name}, at table {table}").format(name=person.name, table=person.table)


class ChatRoom:
    """The chat of the place where a person is, for their screen."""

    def __init__(
        self, services: Services, person: SessionAccount, at: Callable[[], str | None]
    ) -> None:
        """`at` returns the id of the table, None in the lobby."""
        self._place = ChatPlace(services, person, at)
        self._answer: tuple[str | None, Sequence[ChatMessage]] = (None, ())
        """The place of the last command, and its answer."""

    def people(self) -> Sequence[PersonHere]:
        """Return the people in this place: on the server, or at the table."""
        return self._place.services.shown.people_here(self._place.at())

    def talk(self) -> Sequence[ChatMessage]:
        """Return the messages of this place, followed by the answer to the last command."""
        place = self._place
        said = place.services.talking.said(place.at(), place.person.number)
        at, answer = self._answer
        return [*said, *answer] if answer and at == place.at() else said

    @property
    def is_aside(self) -> bool:
        """Whether the person's messages go to spectators alone."""
        place = self._place
        return place.services.talking.is_aside(place.at(), place.person.number)

    async def say(self, text: str) -> None:
        """Send a message here; after a slash, run a command. Raises a Refusal.

        Two slashes begin a message that begins with one.
        """
        place, own = self._place, self._place.person
        if text.startswith("/") and not text.startswith("//"):
            lines = await place.do(text[1:])
            self._answer = (place.at(), [ChatMessage("", "", line) for line in lines])
            return
        text = text.removeprefix("/") if text.startswith("//") else text
        await place.services.talking.say(own.account, text, place.at(), by=own.bounded_as)
        self._answer = (None, ())
