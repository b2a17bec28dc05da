"""Hard bots: how moves are tried, and what their answers depend on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from nim_tui.arena.matches import play_out
from nim_tui.bots.bot import Bot, bot_chance
from nim_tui.bots.playout import Barred, Playout, SampledWorlds
from nim_tui.bots.search import SearchBot, race, weighed
from nim_tui.games.himalaya.judge import HimalayaJudge, HimalayaWorlds, chances
from nim_tui.games.submarine.figures import chances as submarine_chances
from nim_tui.registry import HARD, all_games
from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame, Move
from rules.himalaya.game import HIMALAYA
from rules.himalaya.moves import PROGRAM
from rules.himalaya.state import HimalayaState
from rules.playouts import play_at_random
from rules.submarine.game import SUBMARINE
from tests.nim_tui.bots.bots import first_slow
from tests.screens.bots import FirstBot

SEARCHING = [
    name
    for name, entry in all_games().items()
    if HARD in entry.bots and isinstance(entry.bot(HARD), SearchBot)
]


def programming(seats: int, seed: int) -> HimalayaState:
    """A table where programs are to be laid."""
    chance = Chance(seed)
    state = HIMALAYA.new(seats, {}, chance)
    while state.phase != PROGRAM:
        seat = state.waiting()[0]
        HIMALAYA.play(state, seat, HIMALAYA.legal(state, seat)[seed], chance)
    return state


def test_the_better_move_is_tried_more_often_and_found() -> None:
    """Luck of a world weighs on all alike."""
    tried: dict[str, list[int]] = defaultdict(list)

    def simulate(move: str, world: int) -> Playout:
        tried[move].append(world)
        own = ord(move) / 1000 + Chance(world).below(100) / 100
        return Playout((own, 1 - own))

    ranking = race("abcdefgh", simulate, own=0, budget=96)
    assert [runner.candidate for runner in ranking][:2] == ["h", "g"]
    assert len(tried["h"]) > len(tried["a"])
    assert tried["h"][: len(tried["a"])] == tried["a"]
    assert sum(map(len, tried.values())) <= 96 + 8
    assert all(len(set(worlds)) == len(worlds) for worlds in tried.values())


@pytest.mark.parametrize(("gain", "found"), [(0.01, "a"), (0.4, "b")])
def test_the_first_move_is_held_on_to_unless_another_is_surely_better(
    gain: float, found: str
) -> None:
    """Both are tried in the same worlds, where luck may differ between them."""

    def simulate(move: str, world: int) -> Playout:
        own = 0.3 + Chance(world * 2 + (move == "b")).below(30) / 100 + gain * (move == "b")
        return Playout((own, 1 - own))

    ranking = race("abcdef", simulate, own=0, budget=120, doubt=2.0)
    assert ranking[0].candidate == found
    assert ranking[0].tries == max(runner.tries for runner in ranking)
    worst = race(
        "fedcba", lambda move, _world: Playout((ord(move) / 1000, 0.0)), own=0, budget=9, doubt=2.0
    )
    assert worst[0].candidate == "f"


def test_nothing_is_told_to_be_worth_more_than_what_is_chosen() -> None:
    """The first move is held on to although another came to more, by luck."""
    state = programming(3, 5)
    view = HIMALAYA.view(state, 1)
    tried = HimalayaWorlds(HIMALAYA, view, HIMALAYA.legal(state, 1), Chance(4)).candidates()

    class Lucky:
        """Worlds where the first move is worth a little less than the others."""

        cost = 1

        def candidates(self) -> list[Advice]:
            return tried

        def simulate(self, advice: Advice, world: int, _barred: Barred | None = None) -> Playout:
            own = 0.4 + Chance(world).below(100) / 1000 * (advice.move == tried[1].move)
            return Playout((0.0, own, 1 - own))

    found = weighed(Lucky(), tried, view, 60, doubt=99.0)
    assert found[0].advice.move == tried[0].move
    assert max(each.chances[1] for each in found) == found[0].chances[1]


def test_one_move_needs_no_trial() -> None:
    (only,) = race(["x"], lambda _move, _world: Playout((0.3, 0.7)), own=1, budget=8)
    assert only.chances == pytest.approx((0.3, 0.7))


@pytest.mark.parametrize("seats", [3, 4])
def test_chances_in_himalaya_are_of_one(seats: int) -> None:
    state = programming(seats, 3)
    assert sum(chances(state)) == pytest.approx(1)
    state.stupas[1:6] = [0] * 5
    state.delegations = [[3] + [0] * (seats - 1) for _region in state.delegations]
    assert chances(state)[0] == max(chances(state)) > 0.7


def test_programs_are_weighed_with_the_chances_of_all() -> None:
    state = programming(3, 5)
    view = HIMALAYA.view(state, 1)
    worlds = HimalayaWorlds(HIMALAYA, view, HIMALAYA.legal(state, 1), Chance(4))
    found = weighed(worlds, worlds.candidates(), view, 60)
    assert len(found) > 3
    assert all(sum(one.chances) == pytest.approx(1) for one in found)
    assert all(one.advice.reason.format(**one.advice.facts) for one in found)
    words = {one.advice.move.word for one in found}
    assert len(words) == len(found)


def test_the_same_is_answered_whatever_others_have_sealed() -> None:
    """Programs that are sealed are hidden: equal views, equal answers."""
    bot, answers = SearchBot(HimalayaJudge(60)), set()
    for sealed in (0, 4000, 15000):
        state = programming(3, 5)
        HIMALAYA.play(state, 0, HIMALAYA.legal(state, 0)[sealed], Chance(1))
        view, legal = HIMALAYA.view(state, 1), HIMALAYA.legal(state, 1)
        answers.add(bot.choose(HIMALAYA, view, legal, bot_chance(1, 1, 3)).move.word)
    assert len(answers) == 1


@pytest.mark.nightly
@pytest.mark.parametrize("name", first_slow(*SEARCHING))
def test_a_whole_game_is_legal_and_the_same_again(name: str) -> None:
    """Against the quickest of bots, and with few simulations."""
    entry = all_games()[name]
    bot = entry.bot(HARD)
    assert isinstance(bot, SearchBot)
    bot.judge.budget = 8
    seats: list[Bot] = [bot, *[FirstBot()] * (entry.game.seats[0] - 1)]
    games = [play_out(entry.game, entry.game.automatic, seats, 11) for _again in range(2)]
    assert games[0] == games[1]


class Asked:
    """A bot that counts how often it is asked, and draws among the first moves."""

    def __init__(self, among: int) -> None:
        self.among = among
        self.times = 0

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        self.times += 1
        return Advice(chance.pick(legal[: self.among]), "")


class AskedAnew(SampledWorlds):
    """The same worlds, in which nothing is remembered."""

    def simulate(self, advice: Advice, world: int, barred: Barred | None = None) -> Playout:
        self._chosen.clear()
        return super().simulate(advice, world, barred)


def own_turn(kind: type[SampledWorlds], bot: Bot) -> SampledWorlds:
    """Return the rest of a turn of Submarine: others' hidden cards do not change what one sees."""
    chance = Chance(4)
    state = SUBMARINE.new(3, {}, chance)
    play_at_random(SUBMARINE, state, chance, Random(4).random, 60)
    view, legal = SUBMARINE.view(state, state.mover), SUBMARINE.legal(state, state.mover)
    moves = [Advice(move, "") for move in legal]
    until = view.turn + 2
    return kind(
        SUBMARINE, view, moves, bot, lambda state: state.turn >= until, submarine_chances, 5
    )


@pytest.mark.parametrize("among", [1, 3])
def test_worlds_that_look_alike_are_thought_about_once(among: int) -> None:
    shared, anew = Asked(among), Asked(among)
    ours, theirs = own_turn(SampledWorlds, shared), own_turn(AskedAnew, anew)
    for world in range(8):
        for advice in ours.candidates():
            assert ours.simulate(advice, world) == theirs.simulate(advice, world)
    if among == 1:
        assert shared.times < anew.times
    else:
        assert shared.times > anew.times / 2, "a drawn choice is drawn again in each world"
