"""The option `events`: when, and by which players, event tokens are played."""

from __future__ import annotations

import pytest

from rules.himalaya.events import Token
from rules.himalaya.game import HIMALAYA
from rules.himalaya.moves import EVENT, PROGRAM
from rules.himalaya.state import HimalayaState
from tests.rules.himalaya.positions import (
    ANA,
    BEN,
    CLEO,
    DAN,
    EVERYTHING,
    PRINTED,
    is_public,
    names,
    play,
    position,
    refuse,
    run,
    start,
    told,
    words,
)


def table(*unplayed: str, first: int = ANA, turn: int = 1) -> HimalayaState:
    """Return a table about to ask for event tokens, with these left to each of three players."""
    return position(unplayed=unplayed or (EVERYTHING,) * 3, first=first, turn=turn, events=True)


def kinds(state: HimalayaState) -> set[str]:
    """Return the kinds of legal words."""
    return {word.split()[0] for word in words(state)}


def test_without_the_option_there_are_none() -> None:
    """Advanced rule: off by default."""
    state = position()
    assert state.phase == PROGRAM
    refuse(state, "market 7", "yeti 1 5", "snow 1 5", "pass")


@pytest.mark.parametrize("players", [3, 4])
def test_they_are_played_before_programming_from_the_first_player(players: int) -> None:
    """R: clockwise, each plays one or passes; then all program."""
    state = start(players, seed=3, events=True)
    first = state.first
    for village in range(players):
        play(state, f"camp {village + 1}")
    for step in range(players):
        assert (state.phase, state.turn) == (EVENT, 1)
        assert state.waiting() == ((first + step) % players,)
        play(state, ("market 7", "pass", "yeti 1 5", "snow 2 4")[step])
    assert state.phase == PROGRAM
    assert state.waiting() == tuple(range(players))


def test_one_token_of_each_kind() -> None:
    """Advanced rule: market day on any village, yeti and snowstorm on any route."""
    state = table()
    markets = {f"market {village}" for village in range(1, 21)}
    routes = {f"{village} {other}" for _, village, other in PRINTED.routes}
    assert {*words(state)} == {
        *markets,
        *(f"yeti {route}" for route in routes),
        *(f"snow {route}" for route in routes),
        "pass",
    }


def test_each_is_used_once() -> None:
    """Advanced rule: in the whole game; passing uses none."""
    state = table()
    for token in ("market 7", "pass", "snow 1 5", "yeti 2 4"):
        play(state, token, "pass", "pass")
        run(state)
        state.first = ANA
        if state.phase == EVENT:
            state.mover = ANA
            assert token.split()[0] not in kinds(state) - {"pass"}
    assert state.event_tokens[ANA] == 0
    assert state.event_tokens[BEN] == state.event_tokens[CLEO] != 0


@pytest.mark.parametrize(
    ("left", "sorts"),
    [
        ("market", {"market", "pass"}),
        ("yeti snow", {"yeti", "snow", "pass"}),
        (EVERYTHING, {"market", "yeti", "snow", "pass"}),
    ],
)
def test_only_what_is_left_is_played(left: str, sorts: set[str]) -> None:
    """Advanced rule: once."""
    assert kinds(table(left, EVERYTHING, EVERYTHING)) == sorts


@pytest.mark.parametrize(
    ("unplayed", "first", "order"),
    [
        (("", "snow", "yeti"), ANA, [BEN, CLEO]),
        (("market", "", "yeti"), ANA, [ANA, CLEO]),
        (("market", "", "yeti"), CLEO, [CLEO, ANA]),
        (("market", "", ""), BEN, [ANA]),
    ],
)
def test_who_has_none_left_is_skipped(
    unplayed: tuple[str, ...], first: int, order: list[int]
) -> None:
    """Advanced rule: he has nothing to choose."""
    state = table(*unplayed, first=first)
    for seat in order:
        assert state.waiting() == (seat,)
        play(state, "pass")
    assert state.phase == PROGRAM


def test_a_new_turn_skips_who_has_none_left() -> None:
    """Advanced rule: in every turn; with no tokens left at all, programs are laid at once."""
    state = table("market", "", "yeti snow")
    play(state, "market 7", "yeti 1 5")
    run(state)
    assert (state.phase, state.turn, state.waiting()) == (EVENT, 2, (CLEO,))
    play(state, "snow 1 5")
    run(state)
    assert (state.phase, state.turn) == (PROGRAM, 3)


def test_they_begin_with_the_first_player_of_the_turn() -> None:
    """R: the die passes left."""
    state = table()
    play(state, "pass", "pass", "pass")
    run(state)
    assert state.waiting() == (BEN,)
    play(state, "pass", "pass")
    assert state.waiting() == (ANA,)


def test_four_players_have_their_own_tokens() -> None:
    """T: 12 tokens, 3 each."""
    state = position(at=(1, 6, 19, 3), unplayed=(EVERYTHING,) * 4, first=DAN, events=True)
    play(state, "market 7", "market 7", "market 7", "market 7")
    assert state.phase == PROGRAM
    assert len({*state.event_tokens}) == 1


@pytest.mark.parametrize(
    "word", ["yeti 1 2", "snow 20 1", "market 21", "market", "yeti 5", "snow 5 5"]
)
def test_they_lie_on_villages_and_routes_of_the_map(word: str) -> None:
    """Advanced rule: 1 and 2, 20 and 1 are not joined."""
    refuse(table(), word)


def test_a_route_may_be_named_from_either_end() -> None:
    """Words: `yeti 3 9`."""
    state = table()
    events = play(state, "yeti 5 1")
    assert told(events, Token) == [Token(ANA, "yeti", 1, 5)]


def test_they_are_played_face_up() -> None:
    """Advanced rule: all are told, passing too."""
    state = table()
    events = play(state, "market 7", "pass", "snow 3 9")
    assert names(events)[:3] == ["token", "passed", "token"]
    assert all(map(is_public, events))
    looks = [HIMALAYA.view(state, look) for look in (ANA, BEN, CLEO, None)]
    assert all(look.markets == (7,) and (3, 9) in look.snows for look in looks)


def test_nothing_else_is_done_meanwhile() -> None:
    """R: before programming."""
    state = table()
    refuse(state, "program pppppp", "done", "take gold", "camp 3", "barter")
    refuse(state, "pass", "market 7", seat=BEN)
