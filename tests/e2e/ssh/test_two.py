"""Two people with the `ssh` they have, in two terminals, at one table of Bataille."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import eq

import pytest

from rules.bataille import BATAILLE
from tests.e2e.course import rounds
from tests.e2e.needs import needs
from tests.e2e.people import Come, Person, say_all
from tests.e2e.server_process import ServerProcess
from tests.e2e.window import ENDED
from tests.nim_tui.server.lobby.records import ending_of, moves_of, table_ids
from tests.screens.tables import FIRST_TURNS, WON

pytestmark = [pytest.mark.slow, *needs("ssh", "tmux")]

SEED = 7
BEGUN = rounds(FIRST_TURNS, BATAILLE, 2, SEED)
GAME = rounds(WON, BATAILLE, 2, SEED)


@pytest.fixture
def server(servers: Callable[[int], ServerProcess]) -> ServerProcess:
    return servers(SEED)


@pytest.fixture
def pair(server: ServerProcess, person: Come) -> tuple[Person, Person]:
    """Ana and Ben, at a table just begun."""
    ana, ben = person("Ana"), person("Ben")
    ana.begins_with(ben, server, "Your turn: hide submarine 1 of 3")
    return ana, ben


@pytest.mark.nightly
def test_a_whole_game_to_its_end(server: ServerProcess, pair: tuple[Person, Person]) -> None:
    say_all(pair, GAME)
    told = (("You win", "1.▲ You", "2.▼ Ben"), "you won"), (("Ana wins", "2.▼ You"), "won by Ana")
    for one, (results, listed) in zip(pair, told):
        one.wait_for("The end", *results, "submarines lost")
        one.keys("Up", "Enter")
        one.wait_for("Lobby", "No tables yet")
        one.keys("f", "f", "f")
        one.wait_for(listed)
    said = [move for _seat, move in moves_of(server.data)]
    assert sorted(said[:8]) == sorted(WON.split("; ")[:8])
    assert said[8:] == WON.split("; ")[8:]
    over = ending_of(server.data)
    assert over is not None
    assert over.ranking == ((0,), (1,))
    (table,) = table_ids(server.data)
    asked = pair[1].asks(server, "record", table)
    assert (asked.returncode, asked.stderr) == (0, "")
    assert len(asked.stdout.splitlines()) == 2 + len(said)
    pair[0].keys("q")
    pair[0].wait_for(f"{ENDED}0")
    assert pair[0].is_given_back()


@pytest.mark.nightly
def test_a_draw_by_agreement_and_the_same_game_again(
    server: ServerProcess, pair: tuple[Person, Person]
) -> None:
    ana, ben = pair
    say_all(pair, BEGUN)
    ana.wait_for("Your turn: move")
    ana.keys("=", "Down", "Enter")
    ana.wait_for("You offer a draw: waiting for Ben")
    ben.wait_for("Ana offers a draw", "= Accept", "- Decline")
    ben.keys("=")
    ben.wait_for("answer later", "accept", "decline")
    ben.keys("Down", "Enter")
    for one, sign in zip(pair, "▲▼"):
        one.wait_for("The end", "Draw agreed: nobody wins.", f"1.{sign} You")
        one.keys("Up", "Up", "Enter")
    for one in pair:
        one.wait_for("Your turn: hide submarine 1 of 3")
    assert len(table_ids(server.data)) == 2


@pytest.mark.nightly
def test_a_client_killed_comes_back_to_the_same_screen(
    server: ServerProcess, pair: tuple[Person, Person]
) -> None:
    ana, ben = pair
    say_all(pair, BEGUN)
    ana.wait_for("Your turn: move")
    before = ben.looks_anew("waiting for Ana")
    ben.kill_the_game()
    ben.visit(server)
    ben.sits_down("waiting for Ana")
    assert ben.at_rest() == before
    ben.kill_the_game()
    meanwhile, *later = GAME[len(BEGUN) :]
    ana.say(meanwhile[0].words)
    ben.visit(server, shows="your turn")
    ben.keys("Enter")
    ben.wait_for("Your turn: move")
    say_all(pair, later)
    ben.wait_for("Ana wins")


def test_a_server_killed_in_the_middle_goes_on(
    server: ServerProcess, pair: tuple[Person, Person]
) -> None:
    say_all(pair, BEGUN)
    for one in pair:
        one.wait_until(lambda screen: "The game begins" not in screen, "the end of a notice")
    before = [one.looks_anew("turn 3") for one in pair]
    moves = moves_of(server.data)
    assert len(moves) == len(FIRST_TURNS.split("; "))
    server.kill()
    for one in pair:
        one.wait_for(f"{ENDED}255")
    assert moves_of(server.data) == moves
    server.start()
    for one in pair:
        one.visit(server)
        one.sits_down("turn 3")
    for one, screen in zip(pair, before):
        one.looks_anew("turn 3")
        one.wait_until(partial(eq, screen), "the same screen as before")
    say_all(pair, GAME[len(BEGUN) :])
    for one, verdict in zip(pair, ("You win", "Ana wins")):
        one.wait_for("The end", verdict)
    assert moves_of(server.data)[: len(moves)] == moves
    assert len(moves_of(server.data)) == len(WON.split("; "))


@pytest.mark.nightly
def test_a_polite_stop_gives_terminals_back(
    server: ServerProcess, pair: tuple[Person, Person]
) -> None:
    say_all(pair, BEGUN)
    pair[0].wait_for("Your turn: move")
    assert server.stop_politely() == 0
    for one in pair:
        one.wait_for("The server is stopping; all games are kept.", f"{ENDED}0")
        assert one.is_given_back()
    assert "stopped" in server.told
    server.start()
    pair[1].visit(server)
    pair[1].sits_down("waiting for Ana")
