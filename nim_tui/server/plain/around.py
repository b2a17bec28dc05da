"""What goes on around a game: who is away, what is offered, who wants another; clocks and votes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nim_tui.plain.commands import vocabulary
from nim_tui.server.app.seated import Seated
from nim_tui.server.plain.own_clock import OwnClock
from nim_tui.server.plain.still_there import StillThere
from nim_tui.server.plain.times import time_said
from rules.messages import N_
from screens.app_api import CannotStart, Offer
from screens.lobby.seats import counts_text, seat_name, seat_notes
from screens.table.agreement import offer_text, rematch_text
from screens.table.vocabulary import folded
from screens.text import _, labelled


class Around:
    """What can be asked of and done with the seats of a table, and what is new of them."""

    def __init__(
        self, table: Seated, say: Callable[[str], None], wake: Callable[[], None],
        is_first_round: Callable[[], bool], *, is_by_calendar: bool, before: Around | None = None,
    ) -> None:  # fmt: skip
        """`is_by_calendar`: nobody is expected to be there, so that it is not told who is away.

        What was told `before` is not told again.
        """
        self._table = table
        self._say = say
        self._is_first_round = is_first_round
        self._is_by_calendar = is_by_calendar
        self._clock = OwnClock(wake)
        self._company: StillThere = StillThere(wake) if before is None else before._company
        self._offer: str = "" if before is None else before._offer
        self._wanted: str = "" if before is None else before._wanted

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """What can be asked for."""
        return {
            "seats": self._seats, "clock": self._clocks, "vote": self._vote, "lend": self._lend,
            "sit": self._sit, "draw": self._draw, "resign": self._resign,
            "rematch": self._rematch,
        }  # fmt: skip

    # What is new

    def news(self, *, is_turn: bool) -> list[str]:
        """What is to be said now."""
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
        """Nobody listens any more."""
        self._clock.close()
        self._company.close()

    # What can be asked for

    def _seats(self, _rest: str) -> None:
        seats, counts = self._table.seats(), self._table.counts_from()
        if not seats:
            self._say(_("Nobody plays here any more."))
            return
        self._say(counts_text(counts))
        for seat in seats:
            name = _("{name} (you)").format(name=seat.name) if seat.is_own else seat_name(seat)
            self._say(labelled(name, ", ".join(seat_notes(seat, counts, time_said))))
        names = [seat_name(seat) for seat in seats if seat.may_vote]
        if names:
            text = _("To let a bot play for {names}, say vote and the name.")
            self._say(text.format(names=", ".join(names)))

    def _clocks(self, _rest: str) -> None:
        timed = [seat for seat in self._table.seats() if seat.left is not None]
        if not timed:
            self._say(_("no clock"))
        for seat in timed:
            name = _("You") if seat.is_own else seat_name(seat)
            left = _("{time} left").format(time=time_said(seat.left or 0.0))
            self._say(labelled(name, left))

    async def _vote(self, rest: str) -> None:
        seats = list(enumerate(self._table.seats()))
        wanted = folded(rest)
        meant = [
            number for number, seat in seats
            if seat.may_vote and (not wanted or folded(seat_name(seat)).startswith(wanted))
        ]  # fmt: skip
        if len(meant) != 1:
            raise CannotStart(N_("there is no vote on this seat now"))
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
            self._say(_("To end the game by agreement, without a winner, say: draw yes."))

    async def answer_undo(self, answer: str) -> bool:
        """Answer who asks to take a move back; whether that was an answer."""
        offer = self._table.agreement().offer
        if answer not in ("yes", "no"):
            return False
        if offer is None or not offer.is_undo:
            raise CannotStart(N_("nobody asks to take a move back"))
        if answer == "yes":
            await self._table.allow_undo()
        else:
            self._table.decline()
        return True

    async def _resign(self, rest: str) -> None:
        if not self._table.seats():
            raise CannotStart(N_("the game is over"))
        if not self._table.can_resign():
            raise CannotStart(
                N_("only a game of two, or against bots alone, can be resigned; say lend instead")
            )
        if vocabulary().canonical(rest) == "yes":
            await self._table.resign()
        else:
            self._say(_("To give the game up, say: resign yes."))

    async def _rematch(self, _rest: str) -> None:
        if not self._table.rematch().can_join:
            raise CannotStart(N_("only those who played a game can play it again"))
        await self._table.play_again()


def _how_to_answer(offer: Offer) -> str:
    if offer.is_undo:
        return _("Say undo yes to agree, or undo no.")
    return _("Say draw yes to agree, or draw no to play on.")
