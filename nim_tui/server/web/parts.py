"""What the door for browsers has beside sessions, as far as a server has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nim_tui.server.lobby.lobby import Lobby
from nim_tui.server.web.notice_pages import NoticePages
from nim_tui.server.web.passkey_desk import PasskeyDesk
from nim_tui.server.web.passkey_pages import PasskeyPages


@dataclass(frozen=True, slots=True)
class PageParts:
    """Pages that ask a house, and whether it takes newcomers."""

    notices: NoticePages | None = None
    passkeys: PasskeyPages | None = None
    is_closed: bool = False

    @classmethod
    def of(
        cls, lobby: Lobby, end_key: Callable[[str], object], *, is_closed: bool = False
    ) -> PageParts:
        """Those of a lobby; `end_key` ends what a key has open that opens nothing any more."""
        passkeys = PasskeyPages(PasskeyDesk(lobby, end_key), lobby.database.now)
        return cls(NoticePages(lobby.notices.desk), passkeys, is_closed)
