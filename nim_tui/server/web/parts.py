"""What the door for browsers has beside sessions, as far as a server has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nim_tui.server.lobby.lobby import Lobby
from nim_tui.server.web.notice_pages import NoticePages
from nim_tui.server.web.passkey_desk import PasskeyDesk
from nim_tui.server.web.passkey_pages import PasskeyPages
from nim_tui.server.web.standings_pages import StandingsPages


@dataclass(frozen=True, slots=True)
class PageParts:
    """Pages that ask a house, and whether it takes newcomers."""

    notices: NoticePages | None = None
    passkeys: PasskeyPages | None = None
    standings: StandingsPages | None = None
    is_closed: bool = False

    @classmethod
    def of(
        cls,
        lobby: Lobby,
        end_key: Callable[[str], object],
        *,
        is_closed: bool = False,
        is_open: bool = False,
    ) -> PageParts:
        """Those of a lobby; `end_key` ends what a key has open that opens nothing any more.

        `is_open`: anybody may come in, as a guest or by a key.
        """
        passkeys = PasskeyPages(PasskeyDesk(lobby, end_key), lobby.database.now)
        standings = StandingsPages(lobby, is_open=is_open)
        return cls(NoticePages(lobby.notices.desk), passkeys, standings, is_closed)
