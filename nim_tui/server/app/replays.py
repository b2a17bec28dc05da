"""Records of games that are over, opened over whatever is on the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nim_tui.app.base_app import BaseApp
from nim_tui.app.open_screens import replay_screen
from nim_tui.server.app.person import Person
from nim_tui.server.database.games import ended_row, load
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.tables.record import Header, Line
from rules.messages import Refusal
from screens.lobby.looking_up import look_up
from screens.text import say_refusal


class Replays:
    """Steps through games for one person."""

    def __init__(
        self, app: BaseApp, lobby: Lobby, person: Person, at: Callable[[], str | None]
    ) -> None:
        """`at` tells at which table this person is."""
        self._app = app
        self._lobby = lobby
        self._person = person
        self._at = at

    def open(self, table: str) -> None:
        """Step through a game that is over, once its record is read."""
        look_up(self._app, lambda: self._open(table), "replay")

    async def _open(self, table: str) -> None:
        database, place, account = self._lobby.database, self._at(), self._person.account

        def read() -> tuple[Header, Sequence[Line], int | None]:
            own = ended_row(database, table, account).seat_of(account)
            return (*load(database, table), own)

        try:
            header, lines, own = await self._lobby.long_reads.do(read)
        except Refusal as refusal:
            self._app.notify(say_refusal(refusal), severity="error", markup=False)
            return
        if self._at() == place:  # not, if a table was gone to meanwhile
            self._app.push_screen(replay_screen(header, lines, 0, own))
