"""Pages of followed players and of private messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from nim_tui.plain.commands import spelt
from nim_tui.registry import all_games
from nim_tui.server.accounts.store import Account
from nim_tui.server.chat.friends import sender
from nim_tui.server.chat.friends_store import PrivateLine, Talk
from nim_tui.server.moderation.page import ReportService
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.api import MOST_TYPED
from screens.lobby.page import Action, Ask, Opens, Page, Row, by_ear
from screens.text import _, labelled, ngettext
from screens.widgets.raster import fitted

_NAME: Final = 20
_NO_TEXT: Final = N_("add the text, as in: say hello")


class FriendActions:
    """What a person does with another: follow, write, ask to a game."""

    def __init__(self, lobby: Services, person: SessionAccount) -> None:
        self._lobby = lobby
        self._person = person
        self._friends = lobby.friends

    async def followed(self) -> Mapping[int, str]:
        """Return the people that this person follows, by number and name. Raises a Refusal."""
        return await self._friends.of(self._person.account)

    async def meant(self, name: str) -> Account:
        """Return the account of a name. Raises a Refusal."""
        return await self._friends.meant(name)

    async def follow(self, name: str) -> str:
        """Follow a person. Raises a Refusal."""
        other = await self._friends.meant(name)
        await self._friends.follow(self._person.member.id, other.id)
        return _("You follow {name} now. They are not notified.").format(name=other.name)

    async def unfollow(self, name: str) -> str:
        """Stop following a person. Raises a Refusal."""
        other = await self._friends.meant(name)
        await self._friends.unfollow(self._person.member.id, other.id)
        return _("You no longer follow {name}.").format(name=other.name)

    async def tell(self, text: str) -> str:
        """Send a private message, which begins with the name of its reader. Raises a Refusal."""
        other, rest = await self._friends.meant_first(text)
        return await self.write(other, rest)

    async def write(self, other: Account, text: str) -> str:
        """Send a private message. Raises a Refusal."""
        if not text.strip():
            raise NotPossible(_NO_TEXT)
        own, by = sender(self._person)
        await self._friends.send(own, other, text, by=by)
        return _("sent to {name}").format(name=other.name)

    async def ask(self, other: Account, game: str) -> str:
        """Set up a table with a seat for a person; bots fill the others. Raises a Refusal."""
        entry = next((one for one in all_games().values() if game in (one.name, one.title)), None)
        if entry is None:
            raise NotPossible(N_("add the name of a game"))
        bots = [SeatWish(bot=entry.usual)] * (entry.game.seats[0] - 2)
        wishes = [SeatWish(account=self._person.account), SeatWish(invited=other.name), *bots]
        plan = TablePlan(entry.name, wishes, rated_from=self._lobby.limits.rated_moves)
        made = await self._lobby.tables.create(
            self._person.account, plan, by=self._person.bounded_as
        )
        told = _("{name} is asked to play {game}: table {table} waits for them.")
        return told.format(name=other.name, game=entry.title, table=made)


def person_rows(friends: FriendActions, name: str, *, is_followed: bool) -> list[Row]:
    """Return the rows about a person: follow, write, ask to a game."""
    if is_followed:
        change = Action("unfollow", lambda _text: friends.unfollow(name))
        rows = [Row("unfollow", _("Unfollow"), enter=change)]
    else:
        change = Action("follow", lambda _text: friends.follow(name))
        rows = [
            Row("follow", _("Follow"), note=_("be notified when they come online"), enter=change)
        ]

    async def write(_text: str) -> Opens:
        return Opens("talk", name)

    rows.append(Row("talk", _("Messages"), note=_("private, between you two"),
                    enter=Action("tell", write)))  # fmt: skip

    async def games(_text: str) -> Opens:
        return Opens("games", f"//{name}#1")

    told = _("finished games between you two")
    rows.append(Row("versus", _("Head-to-head"), note=told, enter=Action("versus", games)))
    rows.append(Row("ask", _("Invite to a game"), note=_("a table with a seat for them"),
                    enter=_asking(friends, name)))  # fmt: skip
    return rows


def _asking(friends: FriendActions, name: str) -> Action:
    async def ask(game: str) -> str:
        return await friends.ask(await friends.meant(name), game)

    titles = [one.title for one in all_games().values()]
    return Action("ask", ask, ask=Ask(_("Invite {name} to which game?").format(name=name),
                                      choices=titles))  # fmt: skip


async def friends_page(lobby: Services, friends: FriendActions) -> Page:
    """Return the page of the people that the reader follows, those online first."""
    followed, here = await friends.followed(), lobby.talking.present(None)
    people = sorted(followed.items(), key=lambda one: (one[0] not in here, one[1].casefold()))
    return Page(
        title=_("Friends"),
        about=_("players you follow") if people else "",
        rows=[_friend(friends, name, is_here=number in here) for number, name in people],
        empty=_("You follow nobody. Choose a player in People to follow them."),
        hints=[by_ear(_("Type {word} and a name.").format(word=spelt("follow")), "")],
        usual=["list", "follow", "tell", "ask"],
    )


def _friend(friends: FriendActions, name: str, *, is_here: bool) -> Row:
    async def choose(_text: str) -> Opens:
        return Opens("person", name)

    where = _("online") if is_here else _("away")
    return Row(
        name, name, told=labelled(name, where), is_typed=True,
        parts=((name.ljust(_NAME), "item"), (where, "note")),
        enter=Action("person", choose),
        actions=[Action("unfollow", lambda _text: friends.unfollow(name))],
    )  # fmt: skip


async def messages_page(lobby: Services, person: SessionAccount) -> Page:
    """Return the page of the reader's conversations, newest first."""
    talks = await lobby.friends.talks(person.account)
    unread = sum(one.unread for one in talks)
    count = ngettext("{count} unread message", "{count} unread messages", unread)
    return Page(
        title=_("Messages"),
        about=count if unread else "",
        intro=by_ear(_("Type {word} and a number to read.").format(word=spelt("go")), ""),
        rows=[_talk(one) for one in talks],
        empty=_("No private messages. Choose a player in People to write to them."),
        usual=["go", "list", "tell"],
    )


def _talk(talk: Talk) -> Row:
    async def read(_text: str) -> Opens:
        return Opens("talk", talk.name)

    unread = ngettext("{count} new", "{count} new", talk.unread) if talk.unread else ""
    told = labelled(talk.name, ", ".join(filter(None, (unread, talk.last.text))))
    parts = (
        (fitted(talk.name, _NAME), "item"), (fitted(unread, 8), "gold"), (talk.last.text, "note"),
    )  # fmt: skip
    return Row(talk.name, talk.name, told=told, is_typed=True, parts=parts,
               enter=Action("go", read))  # fmt: skip


async def talk_page(
    lobby: Services, person: SessionAccount, friends: FriendActions, company: ReportService,
    name: str,
) -> Page:  # fmt: skip
    """Return the messages between the reader and another, to write, block or report."""
    other = await lobby.friends.meant(name)
    lines = await lobby.friends.talk(person.account, other.id)

    def report(reason: str) -> object:
        return company.report_talk(other, reason, lines)

    write = Action(
        "say", lambda text: friends.write(other, text),
        ask=Ask(_("your message …"), longest=MOST_TYPED, missing=NotPossible(_NO_TEXT)),
    )  # fmt: skip
    return Page(
        title=_("Messages with {name}").format(name=other.name),
        rows=[_message(one, write) for one in lines],
        empty=_("No messages yet."),
        marked=str(lines[-1].id) if lines else "",
        is_numbered=False,
        actions=[write, *_defence(other, company, report)],
        usual=["say", "list", "block", "report"],
    )


def _defence(
    other: Account, company: ReportService, report: Callable[[str], object]
) -> list[Action]:
    """Return the actions against somebody who writes: block, and report with the messages."""
    said = _("{name} is blocked. They are not notified.").format(name=other.name)
    ask = Ask(_("what happened …"), longest=MOST_TYPED, missing=NotPossible(N_("add a reason")))
    return [
        Action("block", lambda _text: company.block(other.name), said),
        Action("report", report, ask=ask),  # type: ignore[arg-type]
    ]


def _message(line: PrivateLine, write: Action) -> Row:
    time = datetime.fromtimestamp(line.time).strftime("%m-%d %H:%M")
    parts = ((f"{time}  ", "note"), (f"{line.name}: ", "gold"), (line.text, "item"))
    told = _("{hour}, {name} says: {text}").format(hour=time, name=line.name, text=line.text)
    return Row(str(line.id), line.name, told=told, detail=line.text, parts=parts, enter=write)
