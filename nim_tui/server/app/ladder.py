"""Ladders as one person sees them, and what they do there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from nim_tui.registry import all_games
from nim_tui.server.accounts.service import day
from nim_tui.server.accounts.store import NoSuchAccount, account_named, no_such_account
from nim_tui.server.contests.ladder import OPEN, within_reach
from nim_tui.server.contests.ladder_store import (
    LadderChallenge,
    LadderData,
    LadderPlace,
    NotOnLadder,
    has_ladder,
)
from nim_tui.server.lobby.table_requests import Navigator
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.tables.terms import CLOCKS, clock_text, contest_clocks
from rules.messages import N_
from screens.lobby.pages_api import (
    LadderAction,
    LadderPage,
    LadderRow,
    PastChallenge,
    PendingChallenge,
)
from screens.text import _

_DAY: Final = 86_400


class LadderActions:
    """The ladder actions and pages of one person."""

    def __init__(self, lobby: Services, person: SessionAccount, table: Navigator) -> None:
        self._lobby = lobby
        self._person = person
        self._table = table

    @property
    def _member(self) -> int:
        """Raises a Refusal for whom nothing is kept."""
        if self._person.known is not None and self._person.known.is_passing:
            raise no_such_account(self._person.account)
        return self._person.account

    def games(self) -> Sequence[tuple[str, str]]:
        """Those that two can play."""
        return [(one.name, one.title) for one in all_games().values() if has_ladder(one.name)]

    def clocks(self) -> Sequence[str]:
        """By the calendar, or for a whole game."""
        return contest_clocks()

    async def page(self, game: str) -> LadderPage:
        """The ladder of a game."""
        sheet = await self._lobby.ladders.sheet(game)
        own, terms = self._person.number, self._lobby.ladders.terms
        order = tuple(one.account for one in sheet.people)
        rungs = [self._rung(sheet, one, order) for one in sheet.people]
        recent = [_settled(one, sheet.names) for one in sheet.recent]
        place = order.index(own) + 1 if own in order else None
        return LadderPage(game, rungs, recent, terms.ladder_reach, terms.ladder_days, place)

    def _rung(self, sheet: LadderData, one: LadderPlace, order: tuple[int, ...]) -> LadderRow:
        own, terms = self._person.number, self._lobby.ladders.terms
        asked = next((c for c in sheet.standing if c.challenged == one.account), None)
        asks = next((c for c in sheet.standing if c.challenger == one.account), None)
        reach = within_reach(order, own or 0, terms.ladder_reach)
        has_asked = sum(c.challenger == own for c in sheet.standing) >= terms.ladder_challenges
        may = one.account in reach and asked is None and not has_asked
        return LadderRow(
            name=one.name,
            is_own=one.account == own,
            is_here=self._lobby.attendance.is_here(one.account),
            won=one.won,
            played=one.played,
            asked=self._asked(asked, sheet.names),
            asks=self._asked(asks, sheet.names),
            enter=_enter(own, asked, asks, may=may),
            undo=_undo(own, one.account, asked, asks),
        )

    def _asked(
        self, one: LadderChallenge | None, names: Mapping[int, str]
    ) -> PendingChallenge | None:
        if one is None:
            return None
        days = max(0, int((one.ends - self._lobby.database.now()) // _DAY))
        clock = _(clock_text(one.clock))
        who, whom = (names.get(each, "") for each in (one.challenger, one.challenged))
        return PendingChallenge(one.id, who, whom, clock, days, one.table or "")

    async def join(self, game: str) -> None:
        """Stand on it."""
        await self._lobby.handing_over.take(self._person.bounded_as)
        await self._lobby.ladders.join(game, self._member)

    async def leave(self, game: str) -> None:
        """Stand on it no longer."""
        await self._lobby.handing_over.take(self._person.bounded_as)
        await self._lobby.ladders.leave(game, self._member)

    async def challenge(self, game: str, name: str, clock: str) -> None:
        """Ask somebody for their place."""
        other, plan = await self._lobby.database.look(account_named, name), CLOCKS.get(clock)
        if other is None or plan is None:
            raise NoSuchAccount(N_("nobody is called {name}"), name=repr(name))
        await self._lobby.handing_over.take(self._person.bounded_as)
        await self._lobby.ladders.challenge(game, (self._member, other.id), plan)

    async def accept(self, asked: PendingChallenge) -> None:
        """Accept a challenge, and sit down."""
        found = await self._lobby.ladders.asked_of(self._member)
        one = next((each for each in found if each.id == asked.number), None)
        if one is None:
            raise NotOnLadder(N_("this challenge waits for no answer any more"))
        await self._table.sit_down(await self._lobby.ladders.accept(one, self._member))

    async def turn_down(self, asked: PendingChallenge) -> None:
        """Say no, or take one's own back."""
        await self._lobby.ladders.turn_down(asked.number, self._member)

    async def go_to(self, table: str) -> None:
        """Play or watch."""
        await self._table.sit_down(table)


def _enter(
    own: int | None, asked: LadderChallenge | None, asks: LadderChallenge | None, *, may: bool
) -> LadderAction | None:
    """Return the action of Enter on a player whom these two challenges concern."""
    mine = asks if asks is not None and asks.challenged == own else asked
    if asks is not None and asks.challenged == own and asks.state == OPEN:
        return LadderAction.ACCEPT
    if mine is not None and mine.challenged == own and mine.state == OPEN:
        return LadderAction.ACCEPT
    played = [one for one in (asked, asks) if one is not None and one.table is not None]
    if any(own in (one.challenger, one.challenged) for one in played):
        return LadderAction.PLAY
    if may:
        return LadderAction.CHALLENGE
    return LadderAction.WATCH if played else None


def _undo(
    own: int | None, who: int, asked: LadderChallenge | None, asks: LadderChallenge | None
) -> LadderAction | None:
    """Return the action of `x` on a player whom these two challenges concern."""
    if asks is not None and asks.challenged == own and asks.state == OPEN:
        return LadderAction.TURN_DOWN
    if asked is not None and asked.challenger == own and asked.state == OPEN:
        return LadderAction.TAKE_BACK
    return LadderAction.LEAVE if who == own else None


def _settled(one: LadderChallenge, names: Mapping[int, str]) -> PastChallenge:
    who, whom = (names.get(each, "") for each in (one.challenger, one.challenged))
    return PastChallenge(who, whom, one.state, day(one.settled or one.made))
