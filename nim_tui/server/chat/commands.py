"""Chat commands, for the chat field and by lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from nim_tui.server.moderation.report_service import ReportService
from nim_tui.server.plain.visit import LineContext
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.values import ChatMessage, PersonHere
from screens.text import _, ngettext

_USUAL: Final = 10
"""So many remarks are told unless another number is said."""
_MOST_PEOPLE: Final = 60


class ChatCommands:
    """The chat commands for the place where a person is."""

    def __init__(self, visit: LineContext, at: Callable[[], str | None]) -> None:
        """`at` tells at which table that is."""
        self._visit = visit
        self._at = at
        self._company = ReportService(visit.lobby, visit.person, at)

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """The commands of the chat."""
        return {
            "say": self._say, "chat": self._chat, "people": self._people,
            "block": self._block, "unblock": self._unblock, "report": self._report,
        }  # fmt: skip

    async def _say(self, rest: str) -> None:
        lobby, person, at = self._visit.lobby, self._visit.person, self._at()
        if not rest:
            raise NotPossible(N_("say what is to be told after it"))
        is_aside = lobby.talking.is_aside(at, person.number)
        await lobby.talking.say(person.account, rest, at, by=person.bounded_as)
        told = _("told to those who look on") if is_aside else _("told")
        self._visit.say(told)

    async def _chat(self, rest: str) -> None:
        lobby, number, at = self._visit.lobby, self._visit.person.number, self._at()
        await lobby.talking.blocks.known()
        await lobby.talking.speakers(at, number)  # by which what was said is read
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else _USUAL
        remarks = list(lobby.talking.said(at, number))[-count:] if count else []
        self._visit.say(*([_remark(one) for one in remarks] or [_("nothing was said yet")]))

    def _people(self, _rest: str) -> None:
        here = self._visit.lobby.shown.people_here(self._at())
        told = [_place(one) for one in here[:_MOST_PEOPLE]]
        self._visit.say(ngettext("{count} person is here", "{count} people are here", len(here)))
        self._visit.say(*told)
        if len(here) > _MOST_PEOPLE:
            left = len(here) - _MOST_PEOPLE
            self._visit.say(ngettext("{count} more", "{count} more", left))

    async def _block(self, rest: str) -> None:
        await self._company.block(_named(rest))
        self._visit.say(_("You hear nothing of {name} any more.").format(name=rest[:40]))

    async def _unblock(self, rest: str) -> None:
        await self._company.unblock(_named(rest))
        self._visit.say(_("You hear of {name} again.").format(name=rest[:40]))

    async def _report(self, rest: str) -> None:
        """The name is as much of the beginning as somebody around is called."""
        around = [person.name for person in await self._company.people()]
        fitting = [name for name in around if rest.casefold().startswith(f"{name.casefold()} ")]
        name = max(fitting, key=len, default=rest.partition(" ")[0])
        reason = rest[len(name) :].strip()
        await self._company.report(_named(name), reason)
        self._visit.say(_("The admins are told of {name}.").format(name=name[:40]))


def _named(name: str) -> str:
    if not name:
        raise NotPossible(N_("say a name after it"))
    return name


def _remark(remark: ChatMessage) -> str:
    told = _("{hour}, {name} says: {text}")
    if remark.is_aside:
        told = _("{hour}, {name} says to those who look on: {text}")
    return told.format(hour=remark.hour, name=remark.name, text=remark.text)


def _place(person: PersonHere) -> str:
    if not person.table:
        return person.name
    return _("{name}, at the table {table}").format(name=person.name, table=person.table)
