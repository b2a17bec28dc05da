"""Pictures of a table of the server: talk, seats, clocks, and the end by the clock."""

from __future__ import annotations

from tests.screens.conftest import LARGE, Look
from tests.screens.lobby.scenes import (
    a_draw_offered,
    camps_not_laid,
    laid_with_clocks,
    one_is_away,
    one_is_lent,
    sitting_at,
    slow_to_camp,
    two_at_a_board,
    two_with_clocks,
    visitor,
)
from tests.screens.lobby.server import Server
from tests.screens.looking import Doing, Looker, settle, typing


def ringing(server: Server, seconds: float) -> Doing:
    """A deed: so much time goes by that the clock of the table rings."""

    async def ring(pilot: Looker) -> None:
        table = visitor(pilot).who.at
        assert table is not None
        server.run_out(table, seconds)
        await settle(pilot)

    return ring


class TestTalk:
    """The box for talk."""

    def test_talk_over_a_table(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, two_at_a_board), "'", typing("we shall"))

    def test_talk_over_a_table_large(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, two_at_a_board), "'", size=LARGE)

    def test_talk_over_a_table_in_french(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana", language="fr"), sitting_at(server, two_at_a_board), "'")


class TestSeats:
    """The box with the seats."""

    def test_here_away_and_to_be_voted_about(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, one_is_away), '"', "down")

    def test_here_away_and_to_be_voted_about_in_french(self, server: Server, look: Look) -> None:
        app = server.visitor("Ana", language="fr")
        look(app, sitting_at(server, one_is_away), '"', "down")

    def test_after_a_vote(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, one_is_away), '"', "down enter")

    def test_seats_large(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, one_is_away), '"', size=LARGE)

    def test_lent_and_by_the_calendar(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, one_is_lent), '"')

    def test_lent_and_by_the_calendar_in_french(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana", language="fr"), sitting_at(server, one_is_lent), '"')

    def test_ones_own_seat_is_lent(self, server: Server, look: Look) -> None:
        scene = sitting_at(server, slow_to_camp)
        look(server.visitor("Ana"), scene, ringing(server, 61), '"')

    def test_giving_up_is_asked_twice(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, two_with_clocks), '"', "up enter")

    def test_giving_up_is_asked_twice_in_french(self, server: Server, look: Look) -> None:
        app = server.visitor("Ana", language="fr")
        look(app, sitting_at(server, two_with_clocks), '"', "up enter")


class TestHeadline:
    """Clocks, and who is away, beside the game."""

    def test_clocks_of_two(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, laid_with_clocks))

    def test_clocks_and_away(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, two_with_clocks))

    def test_clocks_and_away_in_french(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana", language="fr"), sitting_at(server, two_with_clocks))

    def test_clocks_of_four(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, one_is_away))

    def test_clocks_of_four_large(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, one_is_away), size=LARGE)

    def test_as_a_spectator(self, server: Server, look: Look) -> None:
        look(server.visitor("Eva"), sitting_at(server, two_with_clocks))

    def test_keys_at_a_table(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, two_with_clocks), "question_mark")


class TestOffers:
    """What others offer stands on a line of its own."""

    def test_a_draw_is_offered(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, a_draw_offered))

    def test_a_draw_is_offered_in_french(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana", language="fr"), sitting_at(server, a_draw_offered))

    def test_agreeing_is_asked_once_more(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, a_draw_offered), "equals_sign down")

    def test_another_wants_to_play_again(self, server: Server, look: Look) -> None:
        async def wanted(pilot: Looker) -> None:
            table = visitor(pilot).who.at
            assert table is not None
            server.agree(table, "Ana")
            server.want_again(table, "Ben")
            await settle(pilot)
            pilot.app.clear_notifications()

        look(server.visitor("Ana"), sitting_at(server, a_draw_offered), wanted)


class TestTheEnd:
    """The clock, or a person, ends a game."""

    def test_out_of_time(self, server: Server, look: Look) -> None:
        scene = sitting_at(server, laid_with_clocks)
        look(server.visitor("Ana"), scene, ringing(server, 900))

    def test_out_of_time_in_french(self, server: Server, look: Look) -> None:
        scene = sitting_at(server, laid_with_clocks)
        look(server.visitor("Ana", language="fr"), scene, ringing(server, 900))

    def test_both_out_of_time(self, server: Server, look: Look) -> None:
        scene = sitting_at(server, camps_not_laid)
        look(server.visitor("Ana"), scene, ringing(server, 900))

    def test_given_up(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), sitting_at(server, two_with_clocks), '"', "up enter enter")
