"""What waits for somebody who comes in: told once, wherever they go from there."""

from __future__ import annotations

from contextlib import suppress

from nim_tui.registry import offer_named
from nim_tui.server.database.blocks import blocked_by
from nim_tui.server.database.schema import OPEN
from nim_tui.server.database.tournament_pages import TournamentRow
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.server.lobby.presence import ConnectedUser
from rules.messages import N_, Refusal


async def greet(lobby: Lobby, guest: ConnectedUser) -> None:
    """Tell of the challenges that somebody is to answer, and of tournaments they are invited to.

    And first, that the server stops soon, if it does.
    """
    if lobby.desk.is_draining:
        guest.be_told(lobby.desk.farewell, {})
    with suppress(Refusal):  # it stands on the pages of ladders and tournaments
        blocked = await lobby.database.look(blocked_by, guest.who.account)
        for one in await lobby.ladders.asked_of(guest.who.account):
            if one.challenger in blocked:
                continue
            title = offer_named(one.game).title
            told = N_(
                "A challenge on the ladder of {game} waits for your answer: in the lobby, "
                "under Ladder."
            )
            guest.be_told(told, {"game": title})
        for row in await lobby.tournaments.seen_by(guest.who.account):
            if _is_to_come(row, guest.who.account) and row.host not in blocked:
                told = N_(
                    "You are invited to a tournament, {title}: in the lobby, under Tournaments."
                )
                guest.be_told(told, {"title": row.title})


def _is_to_come(row: TournamentRow, account: int) -> bool:
    """Whether somebody is invited to a tournament and has not come yet."""
    return row.is_invited and row.status == OPEN and account not in row.accounts
