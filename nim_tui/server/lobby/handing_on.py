"""A table whose owner hands it on: another node looks after it from then on, at once."""

from __future__ import annotations

from collections.abc import Callable

from nim_tui.server.lobby.board import Board, written
from nim_tui.server.nodes.leases import LostLease, hand_on
from nim_tui.server.play.clock import TableTime
from nim_tui.server.play.offers import Offers
from nim_tui.server.play.stand_ins import StandInVotes
from nim_tui.server.play.table_base import TableBase
from nim_tui.server.play.turns import TableBots


class HandingOn:
    """Hands one table on while it waits for a person, and nothing is about to happen by itself."""

    def __init__(
        self,
        base: TableBase,
        programs: TableBots,
        time: TableTime,
        *,
        offers: Offers,
        voting: StandInVotes,
        board: Callable[[], Board],
    ) -> None:
        """`board` tells what is known of the table beside its moves."""
        self._base = base
        self._programs = programs
        self._time = time
        self._offers = offers
        self._voting = voting
        self._board = board

    @property
    def is_idle(self) -> bool:
        """Whether it may be handed on: no bot thinks, no clock runs, no vote or offer stands.

        A present wait would be counted anew: so tables with a clock stay.
        """
        base = self._base
        if base.is_over or not base.ownership.is_own or base.ownership.lease is None:
            return False
        stands = self._offers.by is not None or any(self._voting.every_vote().values())
        return not (stands or self._time.is_counted or self._programs.is_at_work)

    async def to(self, node: int) -> bool:
        """Hand it on to another node, and only follow it here; whether that was done.

        Nothing is changed at the table meanwhile. Raises StorageError.
        """
        base = self._base
        async with base.changes.turn:
            lease = base.ownership.lease
            if not self.is_idle or lease is None:
                return False
            try:
                board = written(self._board())
                is_done = await base.database.ask(hand_on, lease, node, board)
            except LostLease:
                base.ownership.lose()
                return False
            if is_done:
                base.ownership.rest()
            return is_done
