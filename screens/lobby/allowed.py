"""What may be done in the lobby now."""

from __future__ import annotations

from collections.abc import Callable

from screens.lobby.app_api import LobbyApi
from screens.lobby.listed import Doing, LobbyTable


def may_do(
    action: str, here: LobbyApi, marked: Callable[[], LobbyTable | None], *, is_typing: bool
) -> bool:
    """Visits are for admins, reviews of games that are over; typed keys are letters.

    Invitations to the server are where newcomers need one, to seats of a table for its host.
    """
    match action:
        case "search":
            return not is_typing
        case "leave_field":
            return is_typing
        case "review" | "pass_on":
            return finished(marked()) is not None
        case "link":
            table = marked()
            return table is not None and table.may_invite
        case "invite":
            return here.entrance.may_invite
        case "visits":
            return here.moderating.is_admin
    return True


def finished(table: LobbyTable | None) -> LobbyTable | None:
    """The table, if its game is over."""
    return table if table is not None and table.doing == Doing.REPLAY else None
