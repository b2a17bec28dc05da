"""Several people at one keyboard: turns, and cards that nobody else sees."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from nim_tui.testing.screens import LARGE, SMALL, Looker, lines, press, running, text_of
from nim_tui.testing.tables import OPEN
from rules.chance import Chance
from rules.submarine.board import COLOUR_LETTERS, COLOURS
from rules.submarine.events import Drew, Gave, Paid, Swapped
from screens.table.display import Curtain
from screens.table.results import ResultsDialog
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import menu_words, prompt, say
from tests.screens.submarine.sights import board_rows, screen_of
from tests.screens.submarine.tables import (
    EXCHANGING,
    NAMES,
    OWING_TWO,
    PLACING,
    THREE,
    Position,
)

Picture = list[list[tuple[str, str]]]


def picture(pilot: Looker) -> Picture:
    return [[(part.text, str(part.style)) for part in line] for line in lines(pilot.app)]


async def hand_over(pilot: Looker) -> None:
    """Pass the keyboard to the next person, who opens their view."""
    assert menu_words(pilot) == ["hand-over"]
    await press(pilot, "enter")
    assert isinstance(pilot.app.screen, Curtain)
    await press(pilot, OPEN)


@pytest.mark.slow
async def test_the_curtain_names_the_one_whose_turn_it_is(make_app: MakeApp) -> None:
    async with running(make_app(THREE.table(persons=3))) as pilot:
        for name, following in pairwise(["Ana", "Ben", "Cleo", "Ana"]):
            assert isinstance(pilot.app.screen, Curtain)
            assert f"{name}, it is your turn" in text_of(pilot.app)
            assert not any(other in text_of(pilot.app) for other in NAMES if other != name)
            await press(pilot, OPEN)
            assert prompt(pilot).startswith("Your turn:")
            await say(pilot, "done" if name == "Ana" else "boat out; done")
            assert "Your turn is over" in prompt(pilot)
            assert f"pass the keyboard to {following}" in text_of(pilot.app)
            await press(pilot, "enter")


@pytest.mark.slow
async def test_no_curtain_between_moves_of_one_turn(make_app: MakeApp) -> None:
    async with running(make_app(OWING_TWO.table(persons=3))) as pilot:
        await press(pilot, OPEN)
        for give in ("give red", "give purple"):
            assert prompt(pilot).startswith("Your turn:")
            await say(pilot, give)
            assert not isinstance(pilot.app.screen, Curtain)
        assert "D" in board_rows(pilot)["You"].split()[0]


@pytest.mark.slow
async def test_the_curtain_falls_after_each_bathyscaphe_placed(make_app: MakeApp) -> None:
    async with running(make_app(PLACING.table(persons=2))) as pilot:
        await press(pilot, OPEN)
        await say(pilot, "place 6")
        await hand_over(pilot)
        assert prompt(pilot).startswith("Your turn: place a bathyscaphe")


SECRETS = {
    "which card was given to whom": (
        OWING_TWO,
        "give red; give purple; done",
        "give purple; give red; done",
    ),
    "which card went under the pile": (EXCHANGING, "swap red", "swap green"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("position", "one", "other"), SECRETS.values(), ids=SECRETS)
async def test_the_next_persons_screen_depends_on_nothing_hidden(
    make_app: MakeApp, position: Position, one: str, other: str
) -> None:
    """The curtain, the table and the whole log, text and colours alike."""
    seen = []
    for words in (one, other):
        async with running(make_app(position.table(persons=position.players))) as pilot:
            await press(pilot, OPEN)
            await say(pilot, words)
            await press(pilot, "g")
            own = text_of(pilot.app)
            await press(pilot, "escape", "enter")
            pictures = [picture(pilot)]
            await press(pilot, OPEN)
            pictures.append(picture(pilot))
            await press(pilot, "g")
            pictures.append(picture(pilot))
            seen.append((own, pictures))
    assert seen[0][0] != seen[1][0], "the one who moved sees what he did"
    assert seen[0][1] == seen[1][1]


@pytest.mark.slow
@pytest.mark.parametrize("size", by_day([(SMALL,), (LARGE,)], 1), ids=["small", "large"])
async def test_nothing_of_another_hand_is_ever_on_the_terminal(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    """Some turns of three persons, played at random; each sees his own cards alone."""
    table, chance = OWING_TWO.table(persons=3), Chance(3)
    async with running(make_app(table), size) as pilot:
        looked = set()
        await press(pilot, OPEN)
        for _ in range(22):
            if isinstance(pilot.app.screen, ResultsDialog):
                break
            seat = screen_of(pilot).model.seat.number
            assert seat is not None
            looked.add(seat)
            assert_own_cards_alone(pilot, seat, size)
            if menu_words(pilot) == ["hand-over"]:
                await press(pilot, "enter")
                behind = text_of(pilot.app)
                assert not any(f"{colour} " in behind for colour in COLOURS)
                await press(pilot, OPEN)
            else:
                await say(pilot, chance.pick(table.legal(seat)).word)
        assert looked == {0, 1, 2}


def assert_own_cards_alone(pilot: Looker, seat: int, size: tuple[int, int]) -> None:
    """Check that boards and log show only the seat's own cards, and those it gave away."""
    screen = screen_of(pilot)
    log = screen.model.seat.log()
    own = [COLOUR_LETTERS[colour] for colour in screen.model.seat.view().players[seat].hand]
    hands = hands_shown(pilot, size)
    assert len(hands) == len(screen.model.names)
    for other, hand in enumerate(hands):
        known = [letter for letter in hand if letter != "?"]
        if other == seat:
            assert known == own
        else:
            given = [e for e in log if isinstance(e, Gave) and e.seat == seat]
            assert len(known) <= sum(event.to == other for event in given)
    for event in log:
        if event.seat != seat and isinstance(event, Drew | Gave | Swapped | Paid):
            words = screen.ui.sentence(event).split()
            assert words, event
            assert not set(words) & set(COLOURS)


def hands_shown(pilot: Looker, size: tuple[int, int]) -> list[str]:
    """Return the hands on the boards, by seat: a letter per card, or "?"."""
    if size == LARGE:
        return re.findall(r"([rygbp?]*) in hand, draw pile \d+", text_of(pilot.app))
    board = re.compile(r"^.{14}[A-Z·]{12} .{5} ([rygbp?]{0,3})\+\d+", re.MULTILINE)
    return board.findall(text_of(pilot.app))
