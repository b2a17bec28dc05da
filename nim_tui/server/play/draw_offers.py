"""Offers to end a game by agreement."""

from __future__ import annotations

import logging
from functools import partial

from nim_tui.server.lobby.shared_board import SharedBoard
from nim_tui.server.play.clock import TableTime
from nim_tui.server.play.offers import CannotOffer, OfferKind, Offers
from nim_tui.server.play.table_base import TableBase
from rules.contract import IllegalMove
from rules.messages import N_, Refusal

logger = logging.getLogger(__name__)


class Agreeing:
    """The offers that people of one table make, take and decline."""

    def __init__(
        self, base: TableBase, offers: Offers, board: SharedBoard, time: TableTime
    ) -> None:
        self._base = base
        self._offers = offers
        self._board = board
        self._time = time

    def must_ask(self, seat: int) -> bool:
        """Whether others must agree before a seat's last move is taken back.

        In games that count, or are played by the clock, once another person was told of it.
        """
        people = self._base.people
        is_earnest = self._time.is_counted or any(map(people.is_rated, people.seats))
        others = [other for other in people.seats if other != seat]
        return is_earnest and self._base.game.is_last_told(seat, others)

    async def agree(self, account: int, kind: OfferKind = OfferKind.END) -> None:
        """Offer something, or agree to that. Raises a Refusal, OSError.

        Whom a bot plays for answers, but offers nothing.
        """
        await self._board.act(partial(self._agree, account, kind))

    async def _agree(self, account: int, kind: OfferKind) -> None:
        seat = self._base.people.seat_of(account)
        if seat is None:
            raise IllegalMove(N_("you do not play at this table"))
        if self._base.people.is_lent(seat) and self._offers.by is None:
            raise CannotOffer(N_("a bot plays for you: take your seat back first"))
        await self._offers.agree(seat, kind)

    def decline(self, account: int) -> None:
        """Decline what is offered, or withdraw one's own offer."""
        seat = self._base.people.seat_of(account)
        if seat is None:
            return
        if self._base.nodes.are_several:
            self._base.database.start(self._declined(seat))
        else:
            self._offers.decline(seat)

    async def _declined(self, seat: int) -> None:
        try:
            await self._board.act(partial(self._decline, seat))
        except Refusal:
            logger.warning("that an offer was declined could not be kept")

    async def _decline(self, seat: int) -> None:
        self._offers.decline(seat)
