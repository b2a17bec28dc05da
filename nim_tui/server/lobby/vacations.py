"""Vacations of players: begun and ended by themselves, told to opponents, obeyed by clocks."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from nim_tui.plain.commands import spelt
from nim_tui.server.lobby.table_list import Foundation
from nim_tui.server.lobby.updates import Messenger
from nim_tui.server.play.live_tables import LiveTables
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.tables.vacations import (
    DAY,
    NoVacation,
    Vacation,
    begin_vacation,
    end_vacation,
    opponents,
    pauses_at,
    vacation_of,
)
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.page import Action, Ask, Page, Row, by_ear
from screens.people import PersonalSentence
from screens.text import _, ngettext

_BEGUN: Final = PersonalSentence(
    N_("{name} is on vacation until {day}: their clock is stopped in your correspondence games.")
)
_ENDED: Final = PersonalSentence(N_("{name} is back from vacation: their clock runs again."))


class VacationService:
    """The vacations of players, with their effect on clocks here."""

    def __init__(self, base: Foundation, held: LiveTables, telling: Messenger) -> None:
        self._database = base.database
        self._days = base.limits.vacation_days
        self._held = held
        self._telling = telling

    async def of(self, account: int) -> Vacation:
        """Return the vacation of an account. Raises StorageError."""
        return await self._database.look(vacation_of, account, self._days)

    async def begin(self, account: int, name: str, days: int) -> float:
        """Begin a vacation of some days; return its end. Raises NoVacation, StorageError."""
        until = await self._database.ask(begin_vacation, account, days, self._days)
        await self.changed(account)
        await self._tell(account, _BEGUN, name=name, day=_day(until))
        return until

    async def end(self, account: int, name: str) -> None:
        """End the present vacation. Raises NoVacation, StorageError."""
        await self._database.ask(end_vacation, account)
        await self.changed(account)
        await self._tell(account, _ENDED, name=name)

    async def _tell(self, account: int, told: PersonalSentence, **facts: str) -> None:
        people = await self._database.look(opponents, account)
        self._telling.tell_people(people, told, facts)

    async def changed(self, account: int) -> None:
        """Let the clocks held here follow the vacations of an account. Raises StorageError."""
        for table, held in tuple(self._held.by_id.items()):
            if held.time.is_by_calendar and held.people.seat_of(account) is not None:
                held.time.pause(await self._database.look(pauses_at, table))


def _day(until: float) -> str:
    return datetime.fromtimestamp(until).strftime("%Y-%m-%d %H:%M")


async def vacation_page(vacations: VacationService, person: SessionAccount) -> Page:
    """Return the page of a player's own vacation. Raises a Refusal."""
    known = await vacations.of(person.member.id)
    days = int(known.left // DAY)
    left = ngettext("{count} day left this year", "{count} days left this year", days)
    if known.until is not None:
        told, change = _("You are on vacation until {day}."), _end(vacations, person)
        told, hint = told.format(day=_day(known.until)), N_("Type {word} to end it.")
    else:
        told, change = _("You are not on vacation."), _begin(vacations, person)
        hint = N_("Type {word} and a number of days.")
    return Page(
        title=_("Vacation"),
        about=_("correspondence games only"),
        intro=_(
            "While you are on vacation, your clock stops in correspondence games, and your "
            "opponents are notified. You can still move."
        ),
        rows=[Row("now", told, told=f"{told} {left}.", note=left, enter=change)],
        actions=[change],
        is_numbered=False,
        usual=[change.word, "list"],
        hints=[by_ear(_(hint).format(word=spelt(change.word)), "")],
    )


def _begin(vacations: VacationService, person: SessionAccount) -> Action:
    async def begin(text: str) -> str:
        number = text.split(maxsplit=1)[0] if text else ""
        if not (number.isascii() and number.isdigit() and len(number) < 4):
            raise NoVacation(N_("add a number of days"))
        until = await vacations.begin(person.member.id, person.name, int(number))
        return _("You are on vacation until {day}.").format(day=_day(until))

    ask = Ask(_("days of vacation …"), longest=10, missing=NotPossible(N_("add a number of days")))
    return Action("take", begin, ask=ask)


def _end(vacations: VacationService, person: SessionAccount) -> Action:
    async def end(_text: str) -> str:
        await vacations.end(person.member.id, person.name)
        return _("Welcome back: your clock runs again.")

    return Action("end", end)
