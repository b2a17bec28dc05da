"""Ladders as scenes: their players and challenges."""

from __future__ import annotations

from typing import Final

from nim_tui.server.storage.off_loop import at_once
from nim_tui.tables.clock import ClockPlan
from tests.screens.lobby.scenes import LONG_NAME, THREE_DAYS
from tests.screens.lobby.server import Server

GAME: Final = "bataille"
NAMES: Final = ("Ben", "Zoé", "Cleo", "Ana", LONG_NAME, "Dan", "Eva")
A_DAY: Final = 86_400.0


def climb(server: Server, *names: str, game: str = GAME) -> None:
    """Let these people join, one below the other."""
    for name in names:
        at_once(server.lobby.ladders.join(game, server.account(name).id))


def ask(server: Server, name: str, other: str, clock: ClockPlan = THREE_DAYS) -> None:
    """Let somebody challenge another."""
    pair = (server.account(name).id, server.account(other).id)
    at_once(server.lobby.ladders.challenge(GAME, pair, clock))


def accept(server: Server, name: str) -> str:
    """Let somebody accept the challenge to them; return its table."""
    account = server.account(name).id
    (one,) = at_once(server.lobby.ladders.asked_of(account))
    return at_once(server.lobby.ladders.accept(one, account))


def turn_down(server: Server, name: str) -> None:
    """Let somebody decline the challenge to them."""
    account = server.account(name).id
    (one,) = at_once(server.lobby.ladders.asked_of(account))
    at_once(server.lobby.ladders.turn_down(one.id, account))


def ladder(server: Server, game: str = GAME) -> list[str]:
    """Return the players of a ladder, from the top."""
    return [one.name for one in at_once(server.lobby.ladders.sheet(game)).people]


def a_ladder(server: Server) -> None:
    """Set up a ladder with finished games, one running, and Dan's challenge to Ana between."""
    server.arrive("Ben", "Dan", LONG_NAME)
    climb(server, *NAMES)
    ask(server, "Zoé", "Ben")
    server.win(accept(server, "Ben"), loser="Zoé")
    server.later(A_DAY)
    ask(server, LONG_NAME, "Ana")
    server.win(accept(server, "Ana"), loser="Ana")
    server.later(A_DAY)
    ask(server, "Ana", LONG_NAME)
    turn_down(server, LONG_NAME)
    server.later(4 * A_DAY)
    ask(server, "Cleo", "Ben")
    accept(server, "Ben")
    ask(server, "Dan", "Ana")
    server.later(A_DAY)
