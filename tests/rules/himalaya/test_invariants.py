"""Facts that hold at every moment of random games, with all numbers of players and options."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rules.himalaya.board import NONE, VILLAGES
from rules.himalaya.game import HIMALAYA
from rules.himalaya.moves import CAMP, EVENT, FILL, OVER, PROGRAM, TAKE
from rules.himalaya.state import HimalayaState
from tests.rules.himalaya.players import OPTIONS, Step, game
from tests.rules.himalaya.positions import CUBE_LETTERS, offering

SEEDS = range(4)

each_table = pytest.mark.parametrize("players", [3, 4])


@cache
def games(players: int) -> tuple[tuple[Step, ...], ...]:
    """Return some games with this number of players, under each set of options."""
    return tuple(tuple(game(players, seed, **options)) for options in OPTIONS for seed in SEEDS)


def steps(players: int) -> list[Step]:
    """Return all moves of these games."""
    return [step for played in games(players) for step in played]


@each_table
def test_sixty_cubes_are_always_somewhere(players: int) -> None:
    """In the bag, on villages or with players: 18, 15, 12, 9 and 6."""
    for step in steps(players):
        state = step.after
        lying = [goods for goods in state.goods if goods]
        heaps = [state.cube_bag, *lying, *state.cubes]
        assert [sum(heap[kind] for heap in heaps) for kind in range(5)] == [18, 15, 12, 9, 6]
        assert all(number >= 0 for heap in heaps for number in heap)


@each_table
def test_forty_discs_are_always_somewhere(players: int) -> None:
    """In the bag, on villages or with players; the one being filled in the player's hand."""
    for step in steps(players):
        state = step.after
        printed = {kind: disc.copies for kind, disc in enumerate(state.board.discs)}
        found = Counter(dict(enumerate(state.disc_bag)))
        filled = state.caravans[state.mover] if state.phase == FILL else 0
        found.update(state.orders[v] for v in VILLAGES if v != filled)
        del found[NONE]
        for own in state.discs:
            found.update(own)
        if filled and found[state.filling] < printed[state.filling]:
            found[state.filling] += 1
        assert found == printed


@each_table
def test_stupas_and_delegations_are_conserved(players: int) -> None:
    """5 and 15 each; what stands stays to the end, and only the mover's grow."""
    for step in steps(players):
        before, after = step.before, step.after
        for seat in range(players):
            assert after.stupas.count(seat) + after.stupas_left(seat) == 5
            assert sum(there[seat] for there in after.delegations) == 15 - after.delegations_left(
                seat
            )
            assert after.stupas_left(seat) >= 0
            assert after.delegations_left(seat) >= 0
        for village in VILLAGES:
            assert before.stupas[village] in (NONE, after.stupas[village])
        for here, there in zip(before.delegations, after.delegations):
            for seat in range(players):
                assert there[seat] == here[seat] or (there[seat] > here[seat] and seat == step.seat)


@each_table
def test_no_village_offers_cubes_and_an_order(players: int) -> None:
    """Never both; at most five of each."""
    for step in steps(players):
        cubes, orders = offering(step.after)
        assert not {*cubes} & {*orders}
        assert len(cubes) <= 5
        assert len(orders) <= 5


@each_table
def test_five_and_five_are_offered_at_the_beginning_of_a_turn(players: int) -> None:
    """While the bags last: fewer only if a bag is empty."""
    begun = 0
    for step in steps(players):
        state = step.after
        if step.before.turn != state.turn or state.phase == OVER:
            cubes, orders = offering(state)
            assert len(cubes) == 5 or not any(state.cube_bag)
            assert len(orders) == 5 or not any(state.disc_bag)
            begun += 1
    assert begun == 13 * len(games(players))


@each_table
def test_caravans_stand_on_villages(players: int) -> None:
    """From the first camp on, and no two camps are alike."""
    for step in steps(players):
        if step.after.turn:
            assert all(village in VILLAGES for village in step.after.caravans)
        else:
            placed = [village for village in step.after.caravans if village]
            assert len({*placed}) == len(placed)


@each_table
def test_there_are_twelve_turns_and_each_begins_one_to_the_left(players: int) -> None:
    """One after the other, from whoever was drawn."""
    for played in games(players):
        turns = [step.before.turn for step in played]
        assert turns == sorted(turns)
        assert {*turns} == {*range(13)}
        firsts = {step.before.turn: step.before.first for step in played}
        for turn in range(2, 13):
            assert firsts[turn] == (firsts[turn - 1] + 1) % players
        assert HIMALAYA.result(played[-1].after) is not None
        assert all(HIMALAYA.result(step.before) is None for step in played)


@each_table
def test_each_programs_once_a_turn(players: int) -> None:
    """12 programs each."""
    for played in games(players):
        laid = Counter(step.seat for step in played if step.before.phase == PROGRAM)
        assert laid == dict.fromkeys(range(players), 12)


@each_table
def test_yaks_only_grow(players: int) -> None:
    """By discs bartered and tokens, and nothing is worth anything else."""
    for step in steps(players):
        for seat in range(players):
            assert step.after.yaks(seat) >= step.before.yaks(seat)
            assert step.after.discs[seat][: len(step.before.discs[seat])] == step.before.discs[seat]
        assert sum(step.after.tokens) <= 15


@each_table
def test_event_tokens_are_played_once(players: int) -> None:
    """At most 3 each; none without the option."""
    for played in games(players):
        cards = Counter(
            (step.seat, step.word.split()[0])
            for step in played
            if step.before.phase == EVENT and step.word != "pass"
        )
        assert all(number == 1 for number in cards.values())
        assert bool(cards) == played[0].before.options.events


def test_the_games_show_what_is_tested() -> None:
    """Orders filled in every way, tokens, markets, lost orders, inventories, empty bags."""
    happened: Counter[str] = Counter()
    for players in (3, 4):
        for step in steps(players):
            happened.update(event.name for event in step.events)
            happened["a choice at a market"] += step.before.phase == TAKE
            happened["a stupa in the way"] += stupa_in_the_way(step.before)
    wanted = ("walked", "took", "failed", "filled", "bartered", "offered", "sent", "used_up")
    for name in (*wanted, "halted", "paused", "goods", "order", "inventory", "token"):
        assert happened[name] >= 40, name
    for name in (
        "passed",
        "delayed",
        "a choice at a market",
        "a stupa in the way",
    ):
        assert happened[name] >= 10, name
    assert {step.before.phase for step in steps(3)} == {CAMP, EVENT, PROGRAM, FILL, TAKE}
    assert len(CUBE_LETTERS) == 5


def stupa_in_the_way(state: HimalayaState) -> bool:
    """Whether the order being filled is where no stupa can be placed."""
    return state.phase == FILL and state.stupas[state.caravans[state.mover]] != NONE
