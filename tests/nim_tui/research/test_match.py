"""Matches against OpenSpiel's search: as much time for both, seats in turn, and going on."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from nim_tui.arena.matches import Pairing
from nim_tui.research import ismcts
from nim_tui.research.environment import Environment
from nim_tui.research.ismcts import IsmctsBot, Paced, TimeBudget
from nim_tui.research.match import ISMCTS, main, play_one
from nim_tui.research.spiel import NimState, game_of
from nim_tui.research.subject import subject_of
from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame, Move

Clock = Callable[[], float]
SHORT: Final = {"turn_limit": 2}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Processor time that passes only by being looked at: a millisecond each time."""
    looks = count()

    def process_time() -> float:
        return next(looks) / 1000

    monkeypatch.setattr(ismcts, "process_time", process_time)
    return process_time


class Slow:
    """A bot that takes so many milliseconds."""

    def __init__(self, clock: Clock, milliseconds: int) -> None:
        self._clock, self._milliseconds = clock, milliseconds

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """The first move, once the time has passed."""
        for _ in range(self._milliseconds):
            self._clock()
        return Advice(legal[0], "late")


def ask(bot: Any, spiel: Any, seed: int = 1) -> Advice:
    """What a bot answers at the beginning of a game."""
    subject, chance = spiel.subject, Chance(seed)
    state = subject.game.new(subject.seats, subject.options, chance)
    seat = state.waiting()[0]
    legal = subject.game.legal(state, seat)
    advice: Advice = bot.choose(subject.game, subject.game.view(state, seat), legal, chance)
    assert advice.move in legal
    return advice


def test_the_other_bot_is_allowed_the_mean_of_the_first() -> None:
    pace = TimeBudget(expected=0.2)
    assert pace.allowance() == pytest.approx(0.2)
    pace.took(0.4)
    assert pace.allowance() == pytest.approx(0.3)


def test_what_is_left_over_is_kept_and_what_was_used_too_much_is_wanting() -> None:
    pace = TimeBudget(expected=0.2)
    pace.used(0.05)
    assert pace.allowance() == pytest.approx(0.35)
    pace.used(0.5)
    assert pace.allowance() == pytest.approx(0.05)
    pace.used(0.3)
    assert pace.allowance() == 0
    pace.took(0.6)
    assert pace.allowance() == pytest.approx(0.75)


def test_a_bot_s_time_is_taken(clock: Clock) -> None:
    pace = TimeBudget(expected=0.0)
    advice = ask(Paced(Slow(clock, 99), pace), game_of("bataille"))
    assert advice.reason == "late"
    assert pace.allowance() == pytest.approx(0.1 / 2)


def simulations(monkeypatch: pytest.MonkeyPatch, name: str, seconds: float) -> list[int]:
    """How many a decision of IS-MCTS took, part by part."""
    done: list[int] = []
    search, simulate = ismcts.TimedIsmcts.run_search, ismcts.TimedIsmcts.run_simulation
    depth: list[Any] = []

    def run_search(self: Any, state: Any) -> Any:
        done.append(0)
        return search(self, state)

    def run_simulation(self: Any, state: Any) -> Any:
        done[-1] += not depth
        depth.append(state)
        try:
            return simulate(self, state)
        finally:
            depth.pop()

    with monkeypatch.context() as patched:
        patched.setattr(ismcts.TimedIsmcts, "run_search", run_search)
        patched.setattr(ismcts.TimedIsmcts, "run_simulation", run_simulation)
        spiel = game_of(name, options=SHORT if name == "bataille" else None)
        ask(IsmctsBot(spiel, TimeBudget(seconds)), spiel)
    return done


@pytest.mark.usefixtures("clock")
def test_the_search_goes_on_for_as_long_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    (few,) = simulations(monkeypatch, "bataille", 0.03)
    (many,) = simulations(monkeypatch, "bataille", 0.06)
    assert 20 <= few <= 30
    assert few + 30 == many
    assert simulations(monkeypatch, "bataille", 0.0) == [ismcts.FEWEST]


@pytest.mark.usefixtures("clock")
def test_the_parts_of_a_move_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    done = simulations(monkeypatch, "himalaya", 0.08)
    assert sum(done) <= 80
    assert max(done) - min(done) <= max(done) // 2


def won_at_once(course: Environment) -> list[int]:
    """The actions that end a game as a win of who takes them."""
    seat, found = course.seat, list[int]()
    assert seat is not None
    for action in course.actions:
        after = course.copy()
        after.choose(action)
        if after.is_over and after.returns()[seat] == 1:
            found.append(action)
    return found


def nearly_won(name: str) -> Environment:
    """A position in which some action wins at once, and some does not."""
    for seed in range(50):
        course, pick = Environment(subject_of(name), Chance(seed)), Random(seed)
        last = deque[Environment](maxlen=8)
        while not course.is_over:
            last.append(course.copy())
            course.choose(pick.choice(course.actions))
        for before in last:
            if 0 < len(won_at_once(before)) < len(before.actions):
                return before
    raise AssertionError("no game ends so")


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("name", ["submarine", "schwarm"])
def test_the_search_takes_what_wins_at_once(name: str) -> None:
    course, spiel = nearly_won(name), game_of(name)
    search = ismcts.TimedIsmcts(spiel, Chance(1))
    search.seconds = 0.2
    assert search.step(NimState(spiel, course)) in won_at_once(course)


def test_its_luck_comes_from_the_chance_it_is_given() -> None:
    spiel = game_of("bataille", options=SHORT)
    words = [ask(IsmctsBot(spiel, TimeBudget(0.0)), spiel, seed).move.word for seed in (1, 1, 2, 3)]
    assert words[0] == words[1]
    assert len(set(words)) > 1


def test_equal_seeds_come_to_equal_games() -> None:
    pairing = Pairing(("random", ISMCTS), 5)
    one, other = (play_one("bataille", SHORT, 0.0, True, pairing) for _ in range(2))
    assert (one.moves, one.ranking, one.reason) == (other.moves, other.ranking, other.reason)
    assert one.lineup == ("random", ISMCTS)


def test_a_match_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "match.jsonl"
    words = ["himalaya", "--bot", "random", "--keep", str(kept), "--seconds", "0"]
    main([*words, "--games", "1"])
    before = kept.read_text("utf-8")
    assert "ismcts" in capsys.readouterr().out
    main([*words, "--games", "3", "--json"])
    facts = json.loads(capsys.readouterr().out)
    assert kept.read_text("utf-8").startswith(before)
    games = [json.loads(line) for line in kept.read_text("utf-8").splitlines()[1:]]
    assert [game["lineup"].index("random") for game in games] == [0, 1, 2]
    assert {game["seed"] for game in games} == {1}
    assert facts["games"] == 3
    assert {bot["bot"]: bot["games"] for bot in facts["bots"]} == {"random": 3, ISMCTS: 6}


@pytest.mark.parametrize(
    "words", [["chess"], ["bataille", "--bot", "deep"], ["bataille", "--players", "3"]]
)
def test_impossible_matches_are_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(words)
    assert refused.value.code == 2
    assert "error:" in capsys.readouterr().err
