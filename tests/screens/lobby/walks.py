"""Walks through the lobby of a server, from sight to sight, and their users."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from nim_tui.server.app.app import VisitorApp
from nim_tui.testing.screens import Doing, Looker, settle, typing
from tests.screens.every_screen import Stop
from tests.screens.lobby.ladders import a_ladder
from tests.screens.lobby.scenes import (
    a_draw_offered,
    a_long_course,
    an_invitation,
    busy_evening,
    camps_not_laid,
    laid_with_clocks,
    leaver_at_a_table,
    many_people,
    many_tables,
    one_is_away,
    one_is_lent,
    rated_games,
    setting,
    shown,
    sitting_at,
    slow_to_camp,
    two_at_a_board,
    two_with_clocks,
    visitor,
)
from tests.screens.lobby.server import KEEPER, Server
from tests.screens.lobby.test_invite_links import family
from tests.screens.lobby.test_look_form import CLOCK, SEEN_BY, TITLE, form, line
from tests.screens.lobby.test_look_manners import watched_game
from tests.screens.lobby.test_look_notices import several_kinds
from tests.screens.lobby.test_look_profile import found
from tests.screens.lobby.test_look_table import ringing
from tests.screens.lobby.test_profile import second_key
from tests.screens.lobby.tournaments import an_evening, eight, four_at_a_table, several

Way = Callable[[Server], Sequence[Stop]]
"""The stops of a walk, for a server."""

THURSDAYS: Final = "Thursdays at eight, whoever is here then"
CLEAR: Final = "home shift+end delete"


async def untold(pilot: Looker) -> None:
    """Remove toasts, and show all changes."""
    pilot.app.clear_notifications()
    await shown(pilot)


def inviting(server: Server) -> Doing:
    """Return an action: Ben invites Ana, who is notified."""

    async def invite(pilot: Looker) -> None:
        an_invitation(server)
        await shown(pilot)

    return invite


def won(server: Server) -> None:
    """Let Ana win a game against Ben."""
    server.win(server.table("bataille", "Ana", "Ben"), loser="Ben")


def wanting_again(server: Server) -> Doing:
    """Return an action: the game ends by agreement, and Ben wants a rematch."""

    async def want(pilot: Looker) -> None:
        table = visitor(pilot).who.at
        assert table is not None
        server.agree(table, "Ana")
        server.want_again(table, "Ben")
        await settle(pilot)
        pilot.app.clear_notifications()

    return want


def lobby(server: Server) -> Sequence[Stop]:
    """Return a busy evening: marked tables, refusals, chat, lists and searches."""
    return (
        [setting(server, busy_evening)],
        ["down down"],
        ["down down", "x"],
        ["escape", untold, "down", "enter"],
        [untold, "/"],
        [typing("ros"), "enter"],
        ["/", CLEAR, "enter", "t", typing("good evening")],
        ["escape", "f f f"],
        ["f m f f"],
    )


def searches(server: Server) -> Sequence[Stop]:
    """Return a search without a result, and many people."""
    return (
        [setting(server, busy_evening), "m f f f /", typing("the tall"), "enter"],
        ["/", CLEAR, "enter", "m f", setting(server, many_people)],
        ["pagedown pagedown"],
    )


def boxes(server: Server) -> Sequence[Stop]:
    """Return ratings, keys, and the terms of a rated table."""
    return (
        ["b"],
        ["escape", setting(server, rated_games), "b"],
        ["escape", "question_mark"],
        ["escape", "n", "enter", "up"],
    )


def visits(server: Server) -> Sequence[Stop]:
    """Return the actions of an admin."""
    server.visits_of("Ben")
    server.visits_of("Maximiliane-Rose", at="dokivuna-107")
    return (["v"], ["down enter"], ["escape", setting(server, busy_evening), "x"])


def by_the_clock(server: Server) -> Sequence[Stop]:
    """Return a game that is resigned, and its keys."""
    return (
        [sitting_at(server, two_with_clocks)],
        ["question_mark"],
        ["escape", '"'],
        ["up enter"],
        ["enter"],
    )


def profile(server: Server) -> Sequence[Stop]:
    """Return ratings, their uncertainty, and SSH keys."""
    second_key(server, "Ana")
    return (
        [setting(server, a_long_course), "p", found],
        ["c", found, "down", "x"],
        ["escape escape", "b", found],
    )


def forms(server: Server) -> Sequence[Stop]:
    """Return the forms of every game with its most players, and refusals."""
    most = {"submarine": 3, "himalaya": 1, "schwarm": 2}
    full: list[Stop] = [
        ["escape", form(game, more), SEEN_BY, "right", CLOCK, "right"]
        for game, more in most.items()
    ]
    return (
        *full,
        ["escape", form("bataille"), CLOCK, "left", SEEN_BY, "right"],
        [line("seat 1"), "right", line("start"), "enter"],
    )


def invitations(server: Server) -> Sequence[Stop]:
    """Return the longest possible title and name."""
    return (
        [form("himalaya", 1), TITLE, "enter", typing(THURSDAYS)],
        ["enter", line("seat 1"), "enter", CLEAR, typing("Maximiliane-Rose"), "enter"],
    )


def notices(server: Server) -> Sequence[Stop]:
    """Return kinds of notifications, a failed one, one being typed, and none."""
    several_kinds(server)
    return (
        ["p", found, "n", found],
        ["down"],
        ["x"],
        ["down", "enter"],
    )


def people(server: Server) -> Sequence[Stop]:
    """Return other people, and the actions on one of them."""
    return (
        [setting(server, busy_evening), "w", found, "down"],
        ["enter down"],
        ["enter", typing("rude")],
    )


def tournaments(server: Server) -> Sequence[Stop]:
    """Return the list of tournaments, an open one, and the form."""
    return (
        [setting(server, several), "o", found],
        ["down down"],
        ["enter", found],
        ["escape", found, "n", "down down left", found],
    )


def one_tournament(scene: Callable[[Server], object]) -> Way:
    """Return the page of the only tournament."""
    return lambda server: ([setting(server, scene), "o", found, "enter", found],)


def at_a_table(scene: Callable[[Server], str], *keys: str) -> Way:
    """Return a table, and the screens of some keys there."""
    return lambda server: ([sitting_at(server, scene)], *([key] for key in keys))


def rung(scene: Callable[[Server], str], seconds: float, *keys: str) -> Way:
    """Return a table whose clock rings, and the screens of some keys then."""
    return lambda server: ([sitting_at(server, scene), ringing(server, seconds)], *([*keys],))


WAYS: Final[Mapping[str, Way]] = {
    "empty": lambda server: ([],),
    "no-ladder": lambda server: (["d", found],),
    "lobby": lobby,
    "searches": searches,
    "pages": lambda server: ([setting(server, many_tables), "up"], ["enter"]),
    "invited": lambda server: ([inviting(server)], ["down"]),
    "boxes": boxes,
    "visits": visits,
    "talk": at_a_table(two_at_a_board, "apostrophe", "w e"),
    "seats": at_a_table(one_is_away, "quotation_mark down", "enter"),
    "lent": at_a_table(one_is_lent, "quotation_mark"),
    "own-seat-lent": rung(slow_to_camp, 61, "quotation_mark"),
    "clocks": at_a_table(laid_with_clocks),
    "by-the-clock": by_the_clock,
    "spectator": at_a_table(two_with_clocks),
    "draw-offered": at_a_table(a_draw_offered, "equals_sign down"),
    "again": lambda server: ([sitting_at(server, a_draw_offered), wanting_again(server)],),
    "out-of-time": rung(laid_with_clocks, 900),
    "both-out-of-time": rung(camps_not_laid, 900),
    "profile": profile,
    "leaver": lambda server: (
        [setting(server, leaver_at_a_table), "down", found],
        ["up", found],
    ),
    "forms": forms,
    "invitations": invitations,
    "notices": notices,
    "no-notices": lambda server: (["p", found, "n", found],),
    "people": people,
    "spectators-talk": lambda server: ([sitting_at(server, watched_game), untold, "apostrophe"],),
    "links": lambda server: (
        [setting(server, won), "f f f", "z"],
        ["escape", "f", setting(server, family), "y enter"],
    ),
    "ladder": lambda server: ([setting(server, a_ladder), "d", found, "up"],),
    "challenge": lambda server: ([setting(server, a_ladder), "d", found, "enter"],),
    "tournaments": tournaments,
    "evening": one_tournament(an_evening),
    "eight": one_tournament(eight),
    "four-at-a-table": one_tournament(four_at_a_table),
}
OTHERS: Final = {"visits": KEEPER, "spectator": "Eva", "spectators-talk": "Eva", "challenge": "Eva"}
"""The user of each walk who is not Ana."""


def goer(server: Server, way: str, language: str) -> VisitorApp:
    """Return the app of the user of a walk."""
    return server.visitor(OTHERS.get(way, "Ana"), language=language)
