"""Pictures of a table of the server: chat, seats, clocks, and the end on time."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, Doing, Looker, settle, typing
from tests.screens.conftest import Look
from tests.screens.lobby.scenes import (
    a_draw_offered,
    laid_with_clocks,
    one_is_away,
    one_is_lent,
    sitting_at,
    two_at_a_board,
    visitor,
)
from tests.screens.lobby.server import Server

pytestmark = pytest.mark.slow


def ringing(server: Server, seconds: float) -> Doing:
    """Return an action: let time pass until the clock of the table rings."""

    async def ring(pilot: Looker) -> None:
        table = visitor(pilot).who.at
        assert table is not None
        server.run_out(table, seconds)
        await settle(pilot)

    return ring


class TestTalk:
    """The chat box."""

    def test_talk_over_a_table(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, two_at_a_board), "'", typing("we shall"))

    def test_talk_over_a_table_large(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, two_at_a_board), "'", size=LARGE, bars=True)


class TestSeats:
    """The box of the seats."""

    def test_here_away_and_to_be_voted_about(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, one_is_away), '"', "down")

    def test_lent_and_by_the_calendar(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, one_is_lent), '"')


class TestHeadline:
    """Clocks and absences, beside the game's headline."""

    def test_clocks_of_four(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, one_is_away))

    def test_clocks_of_four_large(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, one_is_away), size=LARGE)


class TestOffers:
    """Offers, on a line of their own."""

    def test_a_draw_is_offered(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, a_draw_offered))

    def test_agreeing_is_asked_once_more(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, a_draw_offered), "equals_sign down")


class TestTheEnd:
    """An end on time, or by a person."""

    def test_out_of_time(self, server: Server, look: Look) -> None:
        scene = sitting_at(server, laid_with_clocks)
        look(server.visitor("Ana"), scene, ringing(server, 900))
