"""Whether this node looks after a table; what is its owner's to do is passed on to that node."""

from __future__ import annotations

from collections.abc import Callable

from nim_tui.server.nodes.leases import Lease, LostLease
from nim_tui.server.nodes.port import Nodes
from rules.messages import N_


class Ownership:
    """Bots, clock, votes, offers and notices of a table go on at one node alone: its owner."""

    def __init__(
        self,
        nodes: Nodes,
        table: str,
        own: tuple[bool, Lease | None],
        *,
        rest: Callable[[], None],
        lost: Callable[[], None],
    ) -> None:
        """The table is this node's `own` as long as what proves that holds.

        `rest` lets its bots rest; `lost` is called once another node owns it.
        """
        self.is_own, self.lease = own
        self._nodes = nodes
        self._table = table
        self._rest = rest
        self._lost = lost

    def check(self) -> None:
        """Raises LostLease."""
        if not self.is_own:
            raise LostLease(N_("another server looks after this table now"))

    def lose(self) -> None:
        """Let bots and clock rest at once: another node has them."""
        if self.rest():
            self._lost()

    def rest(self) -> bool:
        """Let bots and clock rest, as another node owns the table; whether that was news."""
        was_own, self.is_own = self.is_own, False
        self._rest()
        return was_own

    async def pass_on(self, act: str, account: int, seat: int = -1) -> bool:
        """Have the owner do something that is not this node's to do; whether it was passed on.

        Raises a Refusal.
        """
        if self.is_own:
            return False
        await self._nodes.ask_owner(self._table, act, account, seat)
        return True
