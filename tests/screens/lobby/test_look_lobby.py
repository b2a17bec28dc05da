"""Pictures of the way in and of the lobby."""

from __future__ import annotations

from tests.screens.conftest import LARGE, Look
from tests.screens.lobby.scenes import (
    an_invitation,
    busy_evening,
    many_people,
    many_tables,
    rated_games,
    setting,
    shown,
)
from tests.screens.lobby.server import KEEPER, Server
from tests.screens.looking import Looker, typing

NEW_KEY = "SHA256:a-key-that-nobody-knows-so-far-here-or-there"


class TestNaming:
    """The first visit."""

    def test_which_name(self, server: Server, look: Look) -> None:
        look(server.stranger(NEW_KEY))

    def test_a_name_that_is_taken(self, server: Server, look: Look) -> None:
        server.account("Ben")
        look(server.stranger(NEW_KEY), typing("B en"), "enter")

    def test_a_name_of_two_alphabets(self, server: Server, look: Look) -> None:
        look(server.stranger(NEW_KEY), typing("Веn the Tall"), "enter")

    def test_which_name_in_french(self, server: Server, look: Look) -> None:
        look(server.stranger(NEW_KEY, LANG="fr_FR.UTF-8"), typing("admin"), "enter")

    def test_a_code_that_is_wrong(self, server: Server, look: Look) -> None:
        server.account("Ben")
        look(server.stranger(NEW_KEY), typing("Ben 2345-6789-ABCD"), "enter")


class TestLobby:
    """Where everything is found."""

    def test_nobody_else_and_no_table(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"))

    def test_nobody_else_and_no_table_in_french(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana", language="fr"))

    def test_a_busy_evening(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, busy_evening))

    def test_a_busy_evening_large(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, busy_evening), size=LARGE)

    def test_a_busy_evening_in_french(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana", language="fr"), setting(server, busy_evening))

    def test_the_id_of_the_marked_table(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, busy_evening), "down down")

    def test_why_a_table_cannot_be_taken(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, busy_evening), *["down"] * 5, "enter")

    def test_an_invitation(self, server: Server, look: Look) -> None:
        async def invite(pilot: Looker) -> None:
            an_invitation(server)
            await shown(pilot)

        look(server.visitor("Ana"), invite, "down")

    def test_many_people(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, many_people))

    def test_many_people_scrolled_in_french(self, server: Server, look: Look) -> None:
        app = server.visitor("Ana", language="fr")
        look(app, setting(server, many_people), "pagedown pagedown")

    def test_games_that_are_over(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, busy_evening), "f f f")

    def test_only_yours_being_played(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, busy_evening), "m f f")

    def test_a_search(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, busy_evening), "/", typing("ros"), "enter")

    def test_a_search_for_nothing_there_in_french(self, server: Server, look: Look) -> None:
        app = server.visitor("Ana", language="fr")
        look(app, setting(server, busy_evening), "m f f f /", typing("the tall"), "enter")

    def test_typing_a_search(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, busy_evening), "/")

    def test_typing_talk(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, busy_evening), "t", typing("good evening"))

    def test_giving_a_game_up_is_asked_twice(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, busy_evening), *["down"] * 4, "x")

    def test_the_end_of_the_first_page(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, many_tables), "up")

    def test_the_second_page(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, many_tables), "up enter")

    def test_the_second_page_in_french(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana", language="fr"), setting(server, many_tables), "up enter")


class TestBoxesOverTheLobby:
    """Ratings, keys, visits."""

    def test_ratings_of_nobody(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), "b")

    def test_ratings(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, rated_games), "b")

    def test_ratings_in_french(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana", language="fr"), setting(server, rated_games), "b")

    def test_keys(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), "question_mark")

    def test_keys_in_french(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana", language="fr"), "question_mark")

    def test_visits(self, server: Server, look: Look) -> None:
        app = server.visitor(KEEPER)
        server.visits_of("Ben")
        server.visits_of("Maximiliane-Rose", at="dokivuna-107")
        look(app, "v down enter")

    def test_visits_in_french(self, server: Server, look: Look) -> None:
        app = server.visitor(KEEPER, language="fr")
        server.visits_of("Ben")
        look(app, "v down enter")

    def test_a_keeper_is_asked_twice(self, server: Server, look: Look) -> None:
        look(server.visitor(KEEPER), setting(server, busy_evening), "x")
