"""Ending the game of a table by agreement, as its people ask for it at whichever node."""

from __future__ import annotations

import logging

from nim_tui.server.lobby.draw_offers import CannotOffer, DrawOffers
from nim_tui.server.lobby.shared_board import SharedBoard
from nim_tui.server.lobby.table_base import TableBase
from rules.contract import IllegalMove
from rules.messages import N_, Refusal

logger = logging.getLogger(__name__)


class Agreeing:
    """Has people make, take and decline the offers of one table, or its owner do so for them."""

    def __init__(self, base: TableBase, offers: DrawOffers, board: SharedBoard) -> None:
        self._base = base
        self._offers = offers
        self._board = board

    async def agree(self, account: int) -> None:
        """Offer to end the game by agreement, or agree to that. Raises a Refusal, OSError.

        Whom a bot plays for answers, but offers nothing.
        """
        if await self._base.ownership.pass_on("agree", account):
            return
        seat = self._base.people.seat_of(account)
        if seat is None:
            raise IllegalMove(N_("you do not play at this table"))
        if self._base.people.is_lent(seat) and self._offers.by is None:
            raise CannotOffer(N_("a bot plays for you: take your seat back first"))
        await self._offers.agree(seat)
        self._board.show()

    def decline(self, account: int) -> None:
        """Decline to end the game, or take back to have offered that."""
        seat = self._base.people.seat_of(account)
        if not self._base.ownership.is_own:
            self._base.database.start(self._decline_there(account))
        elif seat is not None:
            self._offers.decline(seat)

    async def _decline_there(self, account: int) -> None:
        try:
            await self._base.ownership.pass_on("decline", account)
        except Refusal:
            logger.warning("that an offer was declined did not reach the owner of its table")
