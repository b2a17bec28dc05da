"""Scenes of a server that are set once the app runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from nim_tui.server.app.app import VisitorApp
from nim_tui.server.storage.off_loop import at_once
from nim_tui.server.storage.schema import PRIVATE
from nim_tui.tables.clock import ClockPlan
from nim_tui.testing.screens import Doing, Looker, settle
from screens.lobby.updates import LobbyFollower
from tests.screens.lobby.server import Server
from tests.screens.tables import ANA_CAMP, BEN_CAMP, WON

LONG_NAME: Final = "Maximiliane-Rose"
LONG_TITLE: Final = "Thursdays at eight, whoever is here then"
QUARTER: Final = ClockPlan("game", 900)
THREE_DAYS: Final = ClockPlan("days", 3 * 86_400)
A_MINUTE_A_MOVE: Final = ClockPlan("move", 60)

Scene = Callable[[Server], object]


def visitor(pilot: Looker) -> VisitorApp:
    """Return the running app."""
    app: object = pilot.app
    assert isinstance(app, VisitorApp)
    return app


def setting(server: Server, scene: Scene) -> Doing:
    """Return an action: set a scene, show it at once, and remove old toasts."""

    async def set_it(pilot: Looker) -> None:
        scene(server)
        await settle(pilot)
        pilot.app.clear_notifications()
        await shown(pilot)

    return set_it


async def shown(pilot: Looker) -> None:
    """Show all changes at once, without the usual delay."""
    await settle(pilot)
    for screen in pilot.app.screen_stack:
        if isinstance(screen, LobbyFollower):
            screen.show_lobby()
    await settle(pilot)


def sitting_at(server: Server, scene: Callable[[Server], str]) -> Doing:
    """Return an action: set a scene and open its table, without old toasts."""

    async def sit(pilot: Looker) -> None:
        table = scene(server)
        await settle(pilot)
        pilot.app.clear_notifications()
        await visitor(pilot).table.sit_down(table)
        await settle(pilot)

    return sit


def busy_evening(server: Server) -> None:
    """Set up tables of all kinds as Ana sees them, people and chat."""
    server.arrive("Ben", "Cleo", "Dan", LONG_NAME, "Zoé")
    server.close_table(server.table("schwarm", "Dan", "Zoé", title="Given up"))
    server.play(server.table("bataille", "Ana", "Ben"), WON)
    server.table("schwarm", "Ben", "Cleo", clock=QUARTER)
    server.table("himalaya", "Ben", "?Ana", "", title="Family", visibility=PRIVATE)
    server.table("submarine", "Ana", "bot:medium", "", clock=THREE_DAYS)
    server.table("submarine", LONG_NAME, "Ben", "Cleo", "?Dan", "", title=LONG_TITLE, clock=QUARTER)
    server.play(server.table("bataille", "Ana", "Cleo", title="Rematch"), ANA_CAMP)
    server.table("himalaya", "Ben", "Ana", "bot:medium", clock=A_MINUTE_A_MOVE)
    server.table("schwarm", LONG_NAME, "", title="Beginners")
    server.say("Ben", "good evening, is there anybody for a quick game?")
    server.say("Zoé", "in ten minutes")
    server.say(
        LONG_NAME, "ours is open to one more, and it is no quick game, but everybody is kind"
    )
    server.say("Ana", "I come")


def many_tables(server: Server) -> None:
    """Set up more tables than a page holds."""
    hosts = ("Ben", "Cleo", "Dan", "Eva")
    for number in range(60):
        server.table("bataille", hosts[number % 4], "", title=f"Table {number + 1}")


def many_people(server: Server) -> None:
    """Let more people come than fit: 57 with the user."""
    server.arrive(*(f"{first} {n}" for first in ("Ben", "Cleo", "Dan", "Zoé") for n in range(14)))


def rated_games(server: Server) -> None:
    """Set up finished rated games of two kinds."""
    for winner, loser in (("Ben", "Ana"), ("Ben", LONG_NAME), ("Cleo", "Ana")):
        server.win(server.table("bataille", winner, loser), loser=loser)
    server.win(server.table("schwarm", "Zoé", "bot:medium"), loser="Zoé")


def a_long_course(server: Server) -> None:
    """Let Ana have played for long, and Ben often leave."""
    server.arrive("Ben", "Cleo")
    for number in range(24):
        loser = "Ana" if number % 3 == 0 else "Ben"
        server.win(server.table("bataille", "Ana", "Ben"), loser=loser)
    for number in range(5):
        server.win(server.table("schwarm", "Ana", "Cleo"), loser="Cleo" if number else "Ana")
    for _game in range(8):
        table = server.table("bataille", "Cleo", "Ben", clock=A_MINUTE_A_MOVE)
        server.held(table).table.run_out((1,))


def leaver_at_a_table(server: Server) -> None:
    """Set up a table with a free seat whose host often leaves, and a casual one."""
    a_long_course(server)
    server.table("bataille", "Cleo", "", title="For fun", rated_from=None)
    server.table("bataille", "Ben", "", rated_from=20)


def two_at_a_board(server: Server) -> str:
    """Seat Ana and Ben, who is online, after some chat; Ana is to hide her camp."""
    table = server.table("bataille", "Ana", "Ben")
    server.arrive("Ben", at=table)
    server.say("Ben", "good luck!", table)
    server.say("Ana", "the same to you; I hope that your mine lies where I think it does", table)
    server.say("Ben", "The tournament was cancelled.", table)
    return table


def one_is_away(server: Server) -> str:
    """Seat four, with Ben long absent and Cleo for a moment; clocks run."""
    table = server.table("himalaya", "Ana", "Ben", "Cleo", LONG_NAME, clock=QUARTER)
    server.arrive(LONG_NAME, at=table)
    (cleo,) = server.arrive("Cleo", at=table)
    server.later(130)
    cleo.at = None
    server.lobby.comings.moved_about(table)
    server.later(25)
    return table


def one_is_lent(server: Server) -> str:
    """Let a bot stand in for Ben beside another bot; Cleo is absent, by correspondence."""
    table = server.table("himalaya", "Ana", "Ben", "Cleo", "bot:medium", clock=THREE_DAYS)
    at_once(server.held(table).stand_ins.lend(1))
    server.later(4000)
    return table


def slow_to_camp(server: Server) -> str:
    """Seat three, with Ana first to camp and a minute for each move."""
    table = server.table("himalaya", "Ben", "Ana", "Cleo", clock=A_MINUTE_A_MOVE)
    server.arrive("Ben", "Cleo", at=table)
    return table


def two_with_clocks(server: Server) -> str:
    """Seat Ana against Ben, who is absent, with clocks; it is his move."""
    table = server.table("bataille", "Ana", "Ben", clock=QUARTER)
    server.play(table, ANA_CAMP)
    server.later(125)
    return table


def laid_with_clocks(server: Server) -> str:
    """Seat two with both camps complete and clocks; it is Ana's turn."""
    table = server.table("bataille", "Ana", "Ben", clock=QUARTER)
    server.arrive("Ben", at=table)
    server.later(71)
    server.play(table, f"{ANA_CAMP}; {BEN_CAMP}")
    return table


def a_draw_offered(server: Server) -> str:
    """Let Ben, who must wait, offer a draw in the scene laid_with_clocks."""
    table = laid_with_clocks(server)
    server.play(table, "A 17; drop 200; B 14; drop 300; hold")
    server.agree(table, "Ben")
    return table


def camps_not_laid(server: Server) -> str:
    """Seat Ana and Ben, who must both move at once, with clocks."""
    return server.table("bataille", "Ana", "Ben", clock=QUARTER)


def an_invitation(server: Server) -> str:
    """Let Ben set up a private table and invite Ana."""
    server.arrive("Ben")
    return server.table("himalaya", "Ben", "?Ana", "", title="Family", visibility=PRIVATE)
