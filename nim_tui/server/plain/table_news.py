"""News around a game: absent players, offers, rematches; clocks and votes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from nim_tui.plain.commands import vocabulary
from nim_tui.plain.text import listed
from nim_tui.server.play.seated import SeatedPlayer
from rules.contract import Event
from rules.messages import N_
from screens.app_api import DrawOffer, NotPossible
from screens.lobby.api import SeatState
from screens.lobby.seats_dialog import counts_text, seat_name, seat_notes
from screens.table.agreement import offer_text, rematch_text
from screens.table.vocabulary import folded
from screens.text import _, labelled, ngettext


def time_said(seconds: float) -> str:
    """Return a time in words, to the second within an hour: "4 minutes and 5 seconds"."""
    minutes, rest = divmod(max(int(seconds), 0), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = [
        ngettext("{count} day", "{count} days", days) if days else "",
        ngettext("{count} hour", "{count} hours", hours) if hours else "",
        ngettext("{count} minute", "{count} minutes", minutes) if minutes and not days else "",
    ]
    is_short = not (days or hours)
    if is_short and (rest or not minutes):
        parts.append(ngettext("{count} second", "{count} seconds", rest))
    return listed(parts)


MARKS: Final = (60, 20, 10)
"""Seconds left at which the time is announced."""

_NEAR: Final = 0.05
"""Seconds of difference that are ignored."""


class ClockNews:
    """The clock announcements so far, and an alarm for the next one."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._is_turn = False
        self._next = 0
        self._alarm: asyncio.TimerHandle | None = None

    def news(self, left: float | None, *, is_turn: bool) -> list[str]:
        """Return the lines due with this many seconds left; None if time is not counted."""
        if left is None or not is_turn:
            self.close()
            return []
        if self._is_turn and left > self._next + _NEAR:
            self._set(left)
            return []
        began, self._is_turn = not self._is_turn, True
        if not began and not self._next:
            return []
        self._next = next((mark for mark in MARKS if mark < left - _NEAR), 0)
        self._set(left)
        if began:
            return [_("You have {time}.").format(time=time_said(left))]
        return [_("{time} left").format(time=time_said(round(left)))]

    def _set(self, left: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._next:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(left - self._next, _NEAR), self._wake)

    def close(self) -> None:
        """Stop, as it is no longer the reader's turn, or they left."""
        self._is_turn, self._next = False, 0
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


PATIENCE: Final = 3.0
"""Seconds until a person who left is reported as absent."""


class PresenceNews:
    """The people reported as absent."""

    def __init__(self, wake: Callable[[], None]) -> None:
        """`wake` is called once somebody has been absent for long enough."""
        self._wake = wake
        self._since: dict[int, float] = {}
        """The loop time at which each empty seat was first seen."""
        self._told: set[int] = set()
        self._alarm: asyncio.TimerHandle | None = None

    def news(self, seats: Sequence[SeatState]) -> list[str]:
        """Return the lines due about these seats."""
        now, told = asyncio.get_running_loop().time(), []
        for number in [number for number in self._since if number >= len(seats)]:
            del self._since[number]  # a game that is over has no seats to wait for
        for number, seat in enumerate(seats):
            if seat.is_own or seat.is_lent or seat.away is None:
                self._since.pop(number, None)
                if number in self._told and seat.away is None:
                    told.append(_("{name} is online.").format(name=seat_name(seat)))
                self._told.discard(number)
            elif now - self._since.setdefault(number, now) >= PATIENCE - 0.01:
                if number not in self._told:
                    told.append(_("{name} is away.").format(name=seat_name(seat)))
                self._told.add(number)
        self._watch(now)
        return told

    def _watch(self, now: float) -> None:
        self.close()
        due = [since for number, since in self._since.items() if number not in self._told]
        if due:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(min(due) + PATIENCE - now, self._wake)

    def close(self) -> None:
        """Stop reporting."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


class TableNewsLines:
    """The commands about the seats of a table, and the news of them."""

    def __init__(
        self, table: SeatedPlayer, say: Callable[[str], None], wake: Callable[[], None],
        is_first_round: Callable[[], bool], *, is_by_calendar: bool,
        before: TableNewsLines | None,
    ) -> None:  # fmt: skip
        """`is_by_calendar`: absence is normal and not reported.

        Facts told `before` are not repeated.
        """
        self._table = table
        self._say = say
        self._is_first_round = is_first_round
        self._is_by_calendar = is_by_calendar
        self._clock = ClockNews(wake)
        self._company: PresenceNews = PresenceNews(wake) if before is None else before._company
        self._offer: str = "" if before is None else before._offer
        self._wanted: str = "" if before is None else before._wanted

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """The commands about the seats."""
        return {
            "seats": self._seats, "clock": self._clocks, "vote": self._vote, "lend": self._lend,
            "sit": self._sit, "draw": self._draw, "resign": self._resign,
            "rematch": self._rematch,
        }  # fmt: skip

    # News

    def news(self, *, is_turn: bool) -> list[str]:
        """Return the lines due now."""
        seats = self._table.seats()
        own = next((seat for seat in seats if seat.is_own), None)
        company = [] if self._is_by_calendar else self._company.news(seats)
        told = [*company, *self._offer_news(), *self._rematch_news()]
        left = None if own is None else own.left
        return [*told, *self._clock.news(left, is_turn=is_turn)]

    def _offer_news(self) -> list[str]:
        offer = self._table.agreement().offer
        text = "" if offer is None else offer_text(offer, is_first_round=self._is_first_round())
        before, self._offer = self._offer, text
        if offer is None or text == before:
            return []
        return [text, _how_to_answer(offer)] if offer.is_asked else [text]

    def _rematch_news(self) -> list[str]:
        rematch = self._table.rematch()
        is_known = any(rematch.waits_for) or not rematch.is_ready
        text = rematch_text(rematch) if is_known else ""
        before, self._wanted = self._wanted, text
        return [text] if text and text != before else []

    def close(self) -> None:
        """Stop telling news."""
        self._clock.close()
        self._company.close()

    # Commands

    def _seats(self, _rest: str) -> None:
        seats, counts = self._table.seats(), self._table.counts_from()
        if not seats:
            self._say(_("No players left at this table."))
            return
        self._say(counts_text(counts))
        for seat in seats:
            name = _("{name} (you)").format(name=seat.name) if seat.is_own else seat_name(seat)
            self._say(labelled(name, ", ".join(seat_notes(seat, counts, time_said))))
        names = [seat_name(seat) for seat in seats if seat.may_vote]
        if names:
            text = _("To vote for a stand-in for {names}, type vote and the name.")
            self._say(text.format(names=", ".join(names)))

    def _clocks(self, _rest: str) -> None:
        timed = [seat for seat in self._table.seats() if seat.left is not None]
        if not timed:
            self._say(_("no clock"))
        for seat in timed:
            name = _("You") if seat.is_own else seat_name(seat)
            left = _("{time} left").format(time=time_said(seat.left or 0.0))
            stands = "" if seat.vacation is None else _("on vacation")
            self._say(labelled(name, ", ".join(filter(None, (left, stands)))))

    async def _vote(self, rest: str) -> None:
        seats = list(enumerate(self._table.seats()))
        wanted = folded(rest)
        meant = [
            number for number, seat in seats
            if seat.may_vote and (not wanted or folded(seat_name(seat)).startswith(wanted))
        ]  # fmt: skip
        if len(meant) != 1:
            raise NotPossible(N_("no vote is possible on this seat now"))
        await self._table.vote(meant[0])

    async def _lend(self, _rest: str) -> None:
        await self._table.lend()

    async def _sit(self, _rest: str) -> None:
        await self._table.take_back()

    async def _draw(self, rest: str) -> None:
        agreement = self._table.agreement()
        answer = vocabulary().canonical(rest)
        if agreement.offer is not None and agreement.offer.is_undo:
            self._say(offer_text(agreement.offer, is_first_round=False))
            self._say(_how_to_answer(agreement.offer))
        elif answer == "yes":
            await self._table.agree()
        elif answer == "no":
            self._table.decline()
        elif agreement.offer is not None:
            self._say(offer_text(agreement.offer, is_first_round=self._is_first_round()))
            self._say(_how_to_answer(agreement.offer))
        else:
            self._say(_("To offer a draw, type: draw yes."))

    async def answer_undo(self, answer: str) -> bool:
        """Answer a request to undo a move; return whether that was an answer."""
        offer = self._table.agreement().offer
        if answer not in ("yes", "no"):
            return False
        if offer is None or not offer.is_undo:
            raise NotPossible(N_("nobody has asked to undo a move"))
        if answer == "yes":
            await self._table.allow_undo()
        else:
            self._table.decline()
        return True

    async def _resign(self, rest: str) -> None:
        if not self._table.seats():
            raise NotPossible(N_("the game is over"))
        if not self._table.can_resign():
            raise NotPossible(
                N_(
                    "you can resign only a two-player game, or a game against bots; type lend "
                    "instead"
                )
            )
        if vocabulary().canonical(rest) == "yes":
            await self._table.resign()
        else:
            self._say(_("To resign, type: resign yes."))

    async def _rematch(self, _rest: str) -> None:
        if not self._table.rematch().can_join:
            raise NotPossible(N_("only the players of a game can start a rematch"))
        await self._table.play_again()


def _how_to_answer(offer: DrawOffer) -> str:
    if offer.is_undo:
        return _("Type undo yes to accept, or undo no to decline.")
    return _("Type draw yes to accept, or draw no to decline.")


_BEFORE: Final = 5
"""The number of earlier events told to a new arrival."""


class ToldEvents:
    """The events told so far."""

    def __init__(self, log: Sequence[Event]) -> None:
        self._told = list(log[: max(len(log) - _BEFORE, 0)])

    def since(self, log: Sequence[Event]) -> tuple[Sequence[Event], int]:
        """Return the undone events, and the index of the first new one; count all as told."""
        common = 0
        for old, new in zip(self._told, log):
            if old is not new and old != new:
                break
            common += 1
        gone, self._told = self._told[common:], list(log)
        return gone, common
