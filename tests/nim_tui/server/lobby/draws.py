"""Games that somebody offers to end: between two and of three, past their first round."""

from __future__ import annotations

from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.tables.game_store import load_record
from nim_tui.tables.record import EndEntry
from tests.nim_tui.server.lobby.steady import Steady
from tests.nim_tui.server.lobby.timed import Timed, timed
from tests.screens.tables import FIRST_TURNS

ENTER, DOWN = "\r", "\x1b[B"
OFFERED, DECLINED, LAPSED = "Ana offers a draw", "declines the draw", "has expired"
LASTS = LobbyLimits().offer_seconds
DRAW = "Draw agreed: nobody wins."
THREE = ("Ana", "Ben", "Cleo")


async def pair(server: Steady, words: str = FIRST_TURNS) -> Timed:
    """Bataille between Ana and Ben, past its first round; both look at it. It is Ana's turn."""
    table = await timed(server, "bataille", "Ana", "Ben", clock=None)
    if words:
        table.play_in_turn(words)
    await table.sit_down("Ana", "Ben")
    return table


async def three(server: Steady) -> Timed:
    """Himalaya of three people, past its first round; all look at it."""
    table = await timed(server, "himalaya", *THREE, clock=None)
    while table.game.is_first_round:
        seat = table.game.waiting[0]
        table.game.play(seat, table.game.legal(seat)[0])
    await table.sit_down(*THREE)
    return table


async def agree(table: Timed, name: str) -> None:
    """Somebody offers to end the game, or agrees to that."""
    await table.held.agreeing.agree(table.server.accounts[name].id)


def decline(table: Timed, name: str) -> None:
    """Somebody wants to play on."""
    table.held.agreeing.decline(table.server.accounts[name].id)


def end(table: Timed) -> EndEntry | None:
    """The end of the game in its record."""
    return load_record(table.server.database, table.id).over
