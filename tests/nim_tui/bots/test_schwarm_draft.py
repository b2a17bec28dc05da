"""How the hard bot for Der Schwarm takes cards: with the end of the row in sight."""

from __future__ import annotations

import pytest

from nim_tui.games.schwarm.bot import medium_bot
from nim_tui.games.schwarm.judge import HardBot
from rules.advice import Advice
from rules.chance import Chance
from rules.schwarm import SCHWARM
from rules.schwarm.state import SchwarmState
from tests.nim_tui.bots.test_schwarm import OPEN_SEA
from tests.rules.schwarm.positions import position

FETCHER = "station, ship, ship, ship, joker"
"""The hand of somebody who fetches many tiles, and can lay few of them."""


def advice(state: SchwarmState) -> Advice:
    seat = state.mover
    return HardBot().choose(
        SCHWARM, SCHWARM.view(state, seat), SCHWARM.legal(state, seat), Chance(1)
    )


def last_cards(row: str, own: str, rivals: str, tiles: tuple[int, int]) -> SchwarmState:
    """The cards that are left in a row for two who have their order cards."""
    return position(
        row=row,
        cards=(own, rivals),
        hands=tuple(" ".join(["tee"] * number) for number in tiles),
        points=(60, 30),
        face_down=OPEN_SEA,
        taken=(1, 2),
    )


def test_it_pays_for_the_card_that_a_rival_needs() -> None:
    """With ships alone tiles are only kept: whoever takes the last researcher decides that."""
    state = last_cards(
        "ship, researcher", "ship, researcher, researcher, crab, joker", FETCHER, (2, 4)
    )
    said = advice(state)
    assert said.move.word == "card 2"
    told = said.reason.format(**said.facts)
    assert told == "“researcher” would be gone by your next turn"


def test_it_leaves_that_card_to_a_rival_who_has_no_use_for_it() -> None:
    own = "ship, researcher, researcher, crab, joker"
    state = last_cards("ship, researcher", own, "researcher, researcher, crab, crab, joker", (2, 0))
    assert advice(state).move.word == "card 1"


def test_it_does_not_pay_now_for_what_will_be_left() -> None:
    """It has the wave and a station in the end either way: so the station first, for nothing."""
    own = "station, station, station, joker"
    state = last_cards("station, wave, ship, station", own, "ship, ship, researcher, joker", (4, 3))
    assert advice(state).move.word == "card 1"


@pytest.mark.parametrize("row", ["crab, crab, crab, crab", "ship, researcher, crab, crab"])
def test_of_cards_alike_nobody_takes_a_dear_one(row: str) -> None:
    own, rivals = "researcher, ship, station, researcher", "ship, crab, ship, crab"
    state = last_cards(row, own, rivals, (4, 3))
    view, legal = SCHWARM.view(state, 0), SCHWARM.legal(state, 0)
    for bot in (medium_bot(), HardBot()):
        word = bot.choose(SCHWARM, view, legal, Chance(1)).move.word
        taken = int(word.removeprefix("card ")) - 1
        assert state.row[taken] not in state.row[:taken]


def test_what_it_is_worth_is_found_without_changing_anything() -> None:
    state = last_cards("ship, researcher", "ship, ship, ship, crab, joker", FETCHER, (2, 4))
    before = state.copy()
    advice(state)
    assert state == before


def test_hints_for_a_row_see_its_end_too() -> None:
    """The card that decides is weighed beside the other, by what the row leaves to both."""
    state = last_cards(
        "ship, researcher", "ship, researcher, researcher, crab, joker", FETCHER, (2, 4)
    )
    view, legal = SCHWARM.view(state, 0), SCHWARM.legal(state, 0)
    best, other = HardBot().weigh(SCHWARM, view, legal, Chance(1))
    assert best.advice == advice(state)
    assert best.chances[0] >= other.chances[0] > 0
    assert medium_bot().choose(SCHWARM, view, legal, Chance(1)).move != advice(state).move
