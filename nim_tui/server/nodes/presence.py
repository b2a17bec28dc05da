"""The presence at this node, kept as rows for the others; only changes are written."""

from __future__ import annotations

from nim_tui.server.nodes.node_rows import keep_presence
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.off_loop import LatestWrite


class PresenceRows:
    """The sessions of this node, as they are and as they are kept."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._here: dict[int, tuple[int, str | None]] = {}
        self._kept: dict[int, tuple[int, str | None]] = {}
        self._latest = LatestWrite(database, self._keep_now)
        self.is_open = False
        """Whether this is a node, whose rows may be written."""

    def show(self, visit: int, account: int, at: str | None) -> None:
        """Somebody is here, at this table. Of whom nothing is kept nothing is told."""
        if account >= 0 and self._here.get(visit) != (account, at):
            self._here[visit] = (account, at)
            self._due()

    def show_gone(self, visit: int) -> None:
        """Somebody is here no longer."""
        if self._here.pop(visit, None) is not None:
            self._due()

    def _due(self) -> None:
        if self.is_open:
            self._latest.keep()

    def begin_anew(self) -> None:
        """Nothing is kept any more: everything is kept again."""
        self._kept.clear()
        self.is_open = True
        self._latest.keep()

    @property
    def is_kept(self) -> bool:
        """Whether all is written."""
        return self._here == self._kept

    def keep(self) -> None:
        """Write what could not be written before."""
        if not self.is_kept:
            self._due()

    async def _keep_now(self) -> None:
        here, node = dict(self._here), self._database.node
        changed = {visit: one for visit, one in here.items() if self._kept.get(visit) != one}
        gone = self._kept.keys() - here.keys()
        if node is None or not (changed or gone):
            return
        try:
            await self._database.ask(keep_presence, node, changed, gone)
        except StorageError:
            return  # the next sign of life tries it again
        self._kept = here
