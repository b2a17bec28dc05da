"""The news that the owner of a table tells other nodes about it, beside its moves."""

from __future__ import annotations

from collections.abc import Callable, Collection

from nim_tui.server.lobby.board import Board, written
from nim_tui.server.nodes.port import Nodes
from nim_tui.server.play.table_base import TableBase
from rules.messages import Fact
from screens.people import PersonalSentence


class SharedBoard:
    """Tells of one table; where another node owns it that node tells."""

    def __init__(self, base: TableBase, nodes: Nodes, now: Callable[[], Board]) -> None:
        """`now` tells offers, votes and stand-ins as they are."""
        self._base = base
        self._nodes = nodes
        self._now = now
        self._told = Board()

    def tell(self, table: str, told: PersonalSentence | str, **facts: Fact) -> None:
        """Something happened here that all who look at it are told, by its owner."""
        if self._base.ownership.is_own:
            self._base.observer.tell(table, told, **facts)
        self.show()

    def ask(self, table: str, accounts: Collection[int]) -> None:
        """An offer stands that these have not answered."""
        if self._base.ownership.is_own:
            self._base.observer.ask(table, accounts)
        self.show()

    def show(self) -> None:
        """Let other nodes know offers, votes and stand-ins, if they are other than before."""
        board, ownership = self._now(), self._base.ownership
        if ownership.is_own and board != self._told:
            self._told = board
            self._nodes.keep_board(ownership.lease, written(board))
