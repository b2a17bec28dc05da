"""Tournaments as scenes: open, in the middle, and over."""

from __future__ import annotations

from typing import Any, Final

from nim_tui.server.contests.tournament_sheet import TournamentData
from nim_tui.server.contests.tournament_store import TournamentPlan
from nim_tui.server.storage.off_loop import at_once
from nim_tui.server.storage.schema import PRIVATE, RUNNING
from nim_tui.server.tables.record_store import end_game
from nim_tui.tables.record import EndEntry
from tests.screens.lobby.scenes import LONG_NAME, QUARTER, THREE_DAYS
from tests.screens.lobby.server import A_MINUTE, Server

NAMES: Final = ("Ana", "Ben", "Cleo", "Dan", LONG_NAME, "Zoé", "Eva", "Finn")


def tournament(
    server: Server, *names: str, game: str = "bataille", seats: int = 2, **terms: Any
) -> str:
    """Set up a tournament by the first name, joined by the others; return its id."""
    server.later(A_MINUTE)
    plan: dict[str, Any] = {"size": max(len(names), 4), "clock": QUARTER, **terms}
    host, *others = (server.account(name).id for name in names)
    made = at_once(server.lobby.tournaments.set_up(host, TournamentPlan(game, seats=seats, **plan)))
    for other in others:
        at_once(server.lobby.tournaments.join(made, other))
    return made


def sheet(server: Server, made: str) -> TournamentData:
    """Return the standings and games of a tournament."""
    return at_once(server.lobby.tournaments.sheet(made, server.account("Ana").id))


def play_round(server: Server, made: str, *, draws: int = 0) -> None:
    """End all running games: some drawn, the others won by the last name in the alphabet."""
    found = sheet(server, made)
    played = [game for game in found.games if game.status == RUNNING]
    for number, game in enumerate(played):
        names = [found.players[one].name for one in game.board]
        late = (0, 1) if number < draws else (names.index(min(names)),)
        server.held(game.table or "").table.run_out(late)


def an_evening(server: Server) -> str:
    """Set up six people, Ana among them, after two rounds of five; return its id."""
    server.arrive("Ben", "Cleo", "Dan", "Zoé", LONG_NAME)
    made = tournament(server, *sorted(NAMES[:6]), title="Thursday cup", begins_full=False)
    at_once(server.lobby.tournaments.begin(made, server.account("Ana").id))
    play_round(server, made)
    play_round(server, made, draws=1)
    return made


def several(server: Server) -> None:
    """Set up one tournament of each kind, as Ana sees them."""
    an_evening(server)
    tournament(server, "Ben", "Cleo", title="Spring", clock=THREE_DAYS, size=8)
    himalaya: dict[str, Any] = {
        "game": "himalaya",
        "seats": 4,
        "clock": THREE_DAYS,
        "bot": "medium",
    }
    tournament(server, "Zoé", "Ben", title="Four at a table", size=6, **himalaya)
    invited = tournament(server, "Dan", title="Dan's birthday", visibility=PRIVATE)
    dan = server.account("Dan").id
    at_once(server.lobby.tournaments.invite(invited, dan, server.account("Ana").id))
    over = tournament(server, "Ana", "Ben", "Cleo", "Eva", title="Last year", clock=THREE_DAYS)
    play_round(server, over)


def four_at_a_table(server: Server) -> None:
    """Set up six people and tables of four, with one of three games over."""
    made = tournament(
        server, "Ana", "Ben", "Cleo", "Dan", LONG_NAME, "Zoé", game="himalaya", seats=4,
        clock=THREE_DAYS, title="Long journey",
    )  # fmt: skip
    game = sheet(server, made).games[0]
    assert game.table is not None
    end_game(server.database, game.table, EndEntry(((2,), (0, 3), (1,)), "points"))
    server.lobby.held.let_go(game.table)


def eight(server: Server) -> None:
    """Set up eight people, by correspondence, with half of the games over."""
    made = tournament(server, *NAMES, clock=THREE_DAYS, title="Winter")
    played = [game for game in sheet(server, made).games if game.round <= 4]
    for number, game in enumerate(played):
        server.held(game.table or "").table.run_out((number % 2,) if number % 5 else (0, 1))
