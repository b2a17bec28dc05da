"""The installed command on a real terminal, played with its keys to the end of a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nim_tui.tables.record import read_record
from nim_tui.testing.tables import OPEN
from tests.e2e.window import ENDED, Terminal

pytestmark = pytest.mark.slow

HOME = "New table"
READ_HOME = "Play a first game"
"""What comes above it for who has none, once that was found out."""
RESULTS = "look at the table"
ASKED = re.compile(r"^ ▲ Your turn: (.*)$", re.MULTILINE)
MOST_ANSWERS = 600


def asked(screen: str) -> str:
    """What the prompt asks, or nothing while it is not the player's turn."""
    found = ASKED.search(screen)
    return found[1] if found else ""


def widest(screen: str) -> int:
    """The length of the longest line."""
    return max(len(row) for row in screen.splitlines())


def boards(screen: str) -> list[str]:
    """The lines of the boards."""
    return [row.rstrip() for row in screen.splitlines()[1:17]]


def start_a_game(terminal: Terminal) -> None:
    """From the home screen: the form, and Enter."""
    terminal.start(shows=HOME)
    terminal.keys("n")
    terminal.wait_for("› Start")
    terminal.keys("Enter")
    terminal.wait_for("hide submarine 1 of 3")


def start_a_seeded_game(terminal: Terminal) -> None:
    """The same game at every run: the program's camp and luck go by the seed."""
    words = ("play", "bataille", "--seats", "You,bot:medium", "--seed", "7")
    terminal.start(*words, shows="hide submarine 1 of 3")


def lay_the_camp(terminal: Terminal) -> None:
    """Type the whole camp in one line."""
    terminal.type(":")
    terminal.wait_for("type a move")
    terminal.type("sub 14.200; sub 22.100; sub 33.300; mine 9")
    terminal.keys("Enter")
    terminal.wait_for("move a ship 1 to 3 squares")


def kept_moves(home: Path) -> list[str]:
    """The moves of the only kept game."""
    (path,) = (home / "tables").iterdir()
    return [line.move for line in read_record(path).lines if hasattr(line, "move")]


def answer(terminal: Terminal, screen: str) -> str:
    """Answer what is asked: Enter on the board, else the first line of the menu."""
    if "torpedo" in asked(screen) and "o hold" in screen:
        terminal.type("o")
    elif "charge" in asked(screen):
        terminal.type("2")
    else:
        terminal.keys("Enter")
    terminal.wait_until(
        lambda now: now != screen and (bool(asked(now)) or RESULTS in now), "the next question"
    )
    return terminal.at_rest()


def test_a_whole_game_to_its_end(terminal: Terminal, home: Path) -> None:
    start_a_seeded_game(terminal)
    lay_the_camp(terminal)
    screen = terminal.screen()
    for _ in range(MOST_ANSWERS):
        if RESULTS in screen:
            break
        screen = answer(terminal, screen)
    assert "submarines lost" in screen
    assert re.search(r"1\. ?(▲ You|▼ Nemo)", screen), screen
    assert re.search(r"You win:|Nemo wins:", screen)
    (path,) = (home / "tables").iterdir()
    assert read_record(path).over is not None
    terminal.keys("Up", "Enter")
    terminal.wait_until(lambda now: HOME in now and "your turn" not in now, "no game to go on with")
    terminal.keys("q")
    terminal.wait_for(f"{ENDED}0")
    assert not terminal.alternate_screen_is_on()
    assert not terminal.mouse_is_asked_for()


def test_submarine_by_enter_alone_to_its_end(terminal: Terminal, home: Path) -> None:
    """Against a program, for one crossing; the page of the end shows how the types grew."""
    seats = ("--seats", "You,bot:random", "--seed", "4", "--option", "round_limit=1")
    terminal.start("play", "submarine", *seats, shows="place a bathyscaphe (5 left)")
    screen = terminal.screen()
    for _ in range(MOST_ANSWERS):
        if RESULTS in screen:
            break
        screen = answer(terminal, screen)
    assert re.search(r"1\.(▲ You|▼ ran)", screen)
    assert re.search(r"│ types +\d+ +\d+ ", screen)
    assert " The end   6 turns\n" in screen
    assert "the last crossing is over" in screen.lower()
    (path,) = (home / "tables").iterdir()
    record = read_record(path)
    assert record.over is not None
    assert record.over.reason == "round_limit"
    terminal.keys("Up", "Enter")
    terminal.wait_for(HOME)
    terminal.keys("q")
    terminal.wait_for(f"{ENDED}0")


def test_killed_in_mid_game_it_goes_on_at_the_same_point(terminal: Terminal, home: Path) -> None:
    start_a_seeded_game(terminal)
    lay_the_camp(terminal)
    terminal.type("a")
    terminal.wait_for("move it where?")
    terminal.keys("Enter")
    terminal.wait_until(lambda now: asked(now).startswith("drop"), "the next question")
    before = terminal.at_rest()
    moves = kept_moves(home)
    terminal.kill_the_game()
    assert kept_moves(home) == moves
    terminal.start(shows="your turn")
    terminal.type("1")
    terminal.wait_until(lambda now: boards(now) == boards(before), "the same boards")
    assert asked(terminal.screen()).startswith("drop")
    assert kept_moves(home) == moves


def test_a_window_that_shrinks_and_grows_loses_nothing(terminal: Terminal) -> None:
    start_a_game(terminal)
    lay_the_camp(terminal)
    terminal.type("b")
    terminal.wait_for("[B …]")
    before = terminal.at_rest()
    terminal.resize(70, 20)
    terminal.wait_for("This screen needs 40 x 28 characters")
    terminal.resize(80, 24)
    terminal.wait_until(lambda now: now == before, "the same screen")
    terminal.resize(120, 40)
    terminal.wait_until(lambda now: "[B …]" in now and widest(now) > 100, "a wide screen")
    terminal.resize(80, 24)
    terminal.wait_until(lambda now: now == before, "the same screen")


def test_keys_typed_ahead_are_heard_one_after_the_other(terminal: Terminal) -> None:
    terminal.start(shows=HOME)
    terminal.keys("n", "Enter", "Enter", "Right", "Enter", "Right", "Enter")
    terminal.wait_for("place your mine (level 100, not above a submarine)")


def test_french_by_the_environment(terminal: Terminal) -> None:
    terminal.start(language="fr_FR.UTF-8", shows="q Quitter")
    terminal.keys("n")
    terminal.wait_for("› Commencer")
    terminal.keys("Enter")
    terminal.wait_for("sous-marin")


def test_a_table_at_once_and_quit_from_it(terminal: Terminal) -> None:
    terminal.start("play", "bataille", "--seats", "Ana,Ben", shows="The table is hidden")
    terminal.keys(OPEN.capitalize())
    terminal.wait_for("Your turn: hide submarine 1 of 3")
    terminal.keys("C-q")
    terminal.wait_for(f"{ENDED}0")
    assert not terminal.alternate_screen_is_on()


def test_the_mouse_takes_what_it_clicks(terminal: Terminal) -> None:
    terminal.start(shows=READ_HOME)
    screen = terminal.at_rest()
    row = next(y for y, text in enumerate(screen.splitlines(), 1) if HOME in text)
    for ending in "Mm":
        terminal.type(f"\x1b[<0;10;{row}{ending}")
    terminal.wait_for("› Start")


def test_a_lesson_is_gone_on_with_and_leaves_no_table(terminal: Terminal, home: Path) -> None:
    terminal.start(shows=HOME)
    terminal.keys("a")
    terminal.wait_for("Search and sink")
    terminal.keys("Enter")
    terminal.wait_for("1/7")
    terminal.type(">")
    terminal.wait_for("2/7")
    terminal.keys("C-q")
    terminal.wait_for(f"{ENDED}0")
    assert list((home / "tables").iterdir()) == []
    terminal.start("learn", "bataille", shows="2/7")
