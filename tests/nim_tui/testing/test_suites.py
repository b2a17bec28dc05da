"""The suites fail for a game that breaks its contract, and one that leaks a secret."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from nim_tui.registry import GameEntry, all_games
from nim_tui.testing.contract import ContractSuite
from nim_tui.testing.playthroughs import Playthrough, count
from nim_tui.testing.secrets import SecretsSuite
from nim_tui.testing.tables import said_in_text_mode, two_worlds
from nim_tui.testing.walks import settings_of
from rules.chance import Chance
from rules.contract import Event, event
from screens.table.speech import SeatSight
from tests.rules import tiny
from tests.rules.tiny import Bid, Tiny, TinyMove, TinyState


def failing(game: Tiny) -> set[str]:
    """Return the tests of the suites of rules that a game fails."""
    setting = next(settings_of(game))
    known: dict[str, Any] = {"self": None, "setting": setting, "game": game}
    found = set()
    for name, test in [*vars(ContractSuite).items(), *vars(SecretsSuite).items()]:
        if not name.startswith("test_"):
            continue
        inner: Callable[..., None] = getattr(getattr(test, "hypothesis", None), "inner_test", test)
        asked = inspect.signature(inner).parameters
        for seed in range(6):
            tried = {**known, "seed": seed, "depth": 3 * seed}
            try:
                inner(**{parameter: tried[parameter] for parameter in asked})
            except (Exception, pytest.fail.Exception):
                found.add(name)
    return found


class Changed(Tiny):
    """A game to be broken."""

    def legal(self, state: TinyState, seat: int) -> list[TinyMove]:
        """Return the legal moves."""
        return tiny.legal(state, seat)

    def play(self, state: TinyState, seat: int, move: TinyMove, chance: Chance) -> list[Event]:
        """Play a move."""
        return [*self.steps(state, seat, move, chance)]


@event
class LoudBid(Event):
    """A bid whose token everybody hears."""

    seat: int
    token: int | None


class SaysBidsAloud(Changed):
    """A game whose events tell what no view shows."""

    def steps(self, state: TinyState, seat: int, move: TinyMove, chance: Chance) -> Iterator[Event]:
        """Play a move."""
        for told in tiny.steps(state, seat, move, chance):
            yield LoudBid(told.seat, told.token) if isinstance(told, Bid) else told


class OrdersMovesByTheBag(Changed):
    """A game whose order of moves tells the next token in the bag."""

    def legal(self, state: TinyState, seat: int) -> list[TinyMove]:
        """Return the legal moves."""
        moves = tiny.legal(state, seat)
        return moves[:: -1 if state.bag[-1] % 2 else 1]


class ChangesBeforeItRefuses(Changed):
    """A game that a refused move changes."""

    def play(self, state: TinyState, seat: int, move: TinyMove, chance: Chance) -> list[Event]:
        """Play a move."""
        if move not in tiny.legal(state, seat):
            state.round += 1
        return [*self.steps(state, seat, move, chance)]


class TestUnbroken(ContractSuite, SecretsSuite):
    """The game as it is, changed in nothing."""

    games = (Changed(),)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "failed"),
    [
        (Changed(), ""),
        (SaysBidsAloud(), "test_events_tell_a_seat_no_more_than_its_view"),
        (OrdersMovesByTheBag(), "test_a_seat_has_the_same_moves_in_its_sample"),
        (ChangesBeforeItRefuses(), "test_an_illegal_move_is_refused_and_changes_nothing"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_broken_game_fails(game: Tiny, failed: str) -> None:
    found = failing(game)
    assert failed in found if failed else found == set()


def test_two_worlds_differ_at_a_door_that_tells_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entry = GameEntry("tiny", "Tiny", "tests.rules.tiny:TINY", "screens.table.screen:GameScreen")
    monkeypatch.setitem(all_games(), "tiny", entry)
    setting = next(settings_of(tiny.TINY))
    true, dreamt = two_worlds(setting, 5, 3)
    assert true.view(true.waiting[0]) == dreamt.view(dreamt.waiting[0])
    assert said_in_text_mode(true) == said_in_text_mode(dreamt)
    states = iter(repr(one._course.state) for one in (true, dreamt))

    def score(_sight: SeatSight) -> list[str]:
        return [next(states)]

    monkeypatch.setattr("nim_tui.plain.default_speech.score", score)
    worlds = two_worlds(setting, 5, 3)
    assert said_in_text_mode(worlds[0]) != said_in_text_mode(worlds[1])


def test_a_playthrough_shows_who_sees_what() -> None:
    text = Playthrough("short", tiny.TINY, ("Ana", "Ben"), {}, seed=3, moves=2).text()
    assert "told to Ana: bid, Ana, token" in text
    assert "told to Ben, others: bid, Ana" in text


def test_sequences_are_counted_in_any_order_and_may_end_early() -> None:
    state = tiny.TINY.new(2, {}, Chance(1))
    first, second = (len(tiny.TINY.legal(state, seat)) for seat in (0, 1))
    assert count(tiny.TINY, state, 1) == first + second
    assert count(tiny.TINY, state, 2) == 2 * first * second
    assert count(tiny.TINY, state, 2, lambda _state, _move: True) == first + second


def test_the_plug_in_imports_nothing_where_it_is_not_used() -> None:
    heavy = ("textual", "hypothesis", "syrupy", "pyte", "screens", "rules", "msgspec")
    told = f"import sys, nim_tui.testing.plugin; print([*set({heavy}) & sys.modules.keys()])"
    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "[]\n"
