"""The number of sequences of legal words from pinned positions, by the game and by the page.

Also random games with both numbers of players, followed by game and page side by side.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from nim_tui.testing.playthroughs import count as counted
from rules.chance import Chance
from rules.contract import Event
from rules.himalaya.events import Goods, Order
from rules.himalaya.game import HIMALAYA
from rules.himalaya.moves import PROGRAM
from rules.himalaya.state import HimalayaState
from tests.rules.himalaya import naive
from tests.rules.himalaya.count_cases import ranking_of, tribes
from tests.rules.himalaya.players import OPTIONS, game
from tests.rules.himalaya.positions import CUBE_LETTERS, position, start, words
from tests.rules.himalaya.reading import public, read

CASES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("perft.toml").read_text("utf-8")
)["case"]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
BY_HAND = 1_000
"""The most sequences after which the slow rules page is followed too."""
BY_NUMBER = ("goods", "orders", "stupas")
"""The fields by village number, as TOML keys are always words."""
WORDS = {"salt": "s", "barley": "b", "tea": "t", "jade": "j", "gold": "g"}


def before(case: dict[str, Any]) -> HimalayaState:
    """Return the position of a case."""
    found: dict[str, Any] = {
        name: {int(key): what for key, what in value.items()} if name in BY_NUMBER else value
        for name, value in case["position"].items()
    }
    return position(**found)


def pinned(case: dict[str, Any]) -> tuple[HimalayaState, naive.Page]:
    """Return the position after the words of a case, in the game and on the page."""
    state = before(case)
    page = read(state)
    for word in case.get("words", ()):
        seat = state.waiting()[0]
        HIMALAYA.play(state, seat, HIMALAYA.parse(word), Chance(0))
        page.say(seat, word)
    return state, page


def count(state: HimalayaState, length: int) -> int:
    """Return the game's number of sequences of `length` words; a program ends its sequence."""
    return counted(HIMALAYA, state, length, lambda state, _move: bool(state.phase == PROGRAM))


def count_by_page(page: naive.Page, length: int) -> int:
    """Return the page's number of sequences of `length` words."""
    if not length:
        return 1
    if page.step == PROGRAM:
        return naive.PROGRAMS * len(page.waiting())
    if length == 1:
        return len(page.menu())
    total = 0
    for word in page.menu():
        new = deepcopy(page)
        new.say(page.mover, word)
        total += count_by_page(new, length - 1)
    return total


@each_case
def test_the_counts_stay_as_pinned(case: dict[str, Any]) -> None:
    state, counts = pinned(case)[0], case["counts"]
    assert [count(state, length) for length in range(1, len(counts) + 1)] == counts


@each_case
def test_the_counts_are_those_of_the_page(case: dict[str, Any]) -> None:
    page, worked_out = pinned(case)[1], 1
    for length, expected in enumerate(case["counts"], start=1):
        if worked_out <= BY_HAND:
            assert count_by_page(page, length) == expected
        worked_out = expected


def drawn(events: list[Event]) -> Mapping[str, list[naive.Draw]]:
    """Return the draws of a move for villages, in the form of the page."""
    found: dict[str, list[naive.Draw]] = {"goods": [], "discs": []}
    for event in events:
        match event:
            case Goods():
                found["goods"].append((event.village, in_letters(event.cubes)))
            case Order():
                found["discs"].append((event.village, in_letters(event.demand)))
    return found


def in_letters(words: str) -> str:
    """Return cubes in the letters of the page."""
    return "".join(WORDS[word] for word in words.split())


def assert_alike(state: HimalayaState, page: naive.Page) -> None:
    """Fail unless both agree on the table, the question and the legal words."""
    assert public(read(state)) == public(page)
    assert page.waiting() == {*state.waiting()}
    for seat in state.waiting():
        if state.phase == PROGRAM:
            assert len(HIMALAYA.legal(state, seat)) == naive.PROGRAMS
        else:
            offered = words(state, seat)
            assert len({*offered}) == len(offered)
            assert {*offered} == page.menu()


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda chosen: "-".join(chosen) or "default")
def test_game_and_page_go_side_by_side(players: int, options: dict[str, bool]) -> None:
    """All that is offered and all that lies on the table, at every word of whole games."""
    for seed in range(12):
        page = read(start(players, seed, **options))
        for step in game(players, seed, **options):
            assert_alike(step.before, page)
            page.say(step.seat, step.word, **drawn(step.events))
        assert_alike(step.after, page)
        result = HIMALAYA.result(step.after)
        assert result is not None
        table = tribes(
            [sum(naive.YAKS[d] for d in own) + 3 * n for own, n in zip(page.kept, page.tokens)],
            stupas=page.stupas,
            delegations=page.sent,
            first=page.first,
        )
        assert result.ranking == ranking_of(table)


def test_the_letters_of_the_cubes() -> None:
    """What `drawn` takes for granted."""
    assert "".join(WORDS.values()) == CUBE_LETTERS
