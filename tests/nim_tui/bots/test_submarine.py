"""The medium bot for Submarine: legal, reproducible, blind to secrets, and its reasons are true."""

from __future__ import annotations

import pytest

from nim_tui.arena.matches import MatchResult, games_between
from nim_tui.bots.bot import Bot, bot_chance
from nim_tui.bots.levels import RandomBot
from nim_tui.games.submarine.bot import MediumBot
from nim_tui.registry import game_named
from rules.advice import Advice
from rules.chance import Chance
from rules.submarine import SUBMARINE
from rules.submarine.board import (
    CELL_NAMES,
    CELLS_OF,
    COLUMN_OF,
    NONE,
    TOKEN_NAMES,
    TREASURES,
    TYPE_OF,
    cell_at,
)
from rules.submarine.legal import tributes
from rules.submarine.moves import Kind, Move
from rules.submarine.state import SubmarineState
from tests.nim_tui.bots.bots import first_slow, played_by
from tests.rules.submarine.positions import ANA, play, position

MOST_LETTERS = 110


def played(bots: list[Bot], seed: int) -> list[str]:
    """A game between bots; the words played. Every move must be legal, with a reason."""
    chance, spoken = Chance(seed), list[str]()
    state = SUBMARINE.new(len(bots), SUBMARINE.automatic, chance)
    while state.waiting():
        seat = state.waiting()[0]
        legal = SUBMARINE.legal(state, seat)
        said = bots[seat].choose(
            SUBMARINE, SUBMARINE.view(state, seat), legal, bot_chance(seed, seat, len(spoken))
        )
        assert said.move in legal
        assert said.reason.format(**said.facts)
        assert isinstance(said.move, Move)
        SUBMARINE.play(state, seat, said.move, chance)
        spoken.append(said.move.word)
    return spoken


@pytest.mark.parametrize("players", first_slow(2, 3, 4, 5))
def test_it_plays_legal_moves_to_the_end_and_says_why(players: int) -> None:
    assert played([MediumBot()] * players, 1)
    assert played([RandomBot(), *[MediumBot()] * (players - 1)], 2)


def test_it_is_on_offer() -> None:
    entry = game_named("submarine")
    assert entry.bots == ("hard", "medium", "easy")
    assert isinstance(played_by(entry, "medium"), MediumBot)


@pytest.mark.nightly
def test_decisions_are_reproducible() -> None:
    games = [played([MediumBot(), MediumBot()], seed) for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0] != games[2]


# Secrets


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_it_does_not_know_what_its_seat_may_not_know(players: int) -> None:
    """Its advice is the same in the truth and in another state that its view fits as well."""
    differed = 0
    for seed in range(4 // players):
        chance = Chance(seed)
        state, moves = SUBMARINE.new(players, SUBMARINE.automatic, chance), 0
        while state.waiting():
            seat = state.waiting()[0]
            view, other = (
                SUBMARINE.view(state, seat),
                SUBMARINE.sample(SUBMARINE.view(state, seat), Chance(moves)),
            )
            next_seat = (seat + 1) % players
            differed += SUBMARINE.view(other, next_seat) != SUBMARINE.view(state, next_seat)
            drawn = (seed, seat, moves)
            said = MediumBot().choose(
                SUBMARINE, view, SUBMARINE.legal(state, seat), bot_chance(*drawn)
            )
            assert said == MediumBot().choose(
                SUBMARINE,
                SUBMARINE.view(other, seat),
                SUBMARINE.legal(other, seat),
                bot_chance(*drawn),
            )
            play(state, said.move.word)
            moves += 1
    assert differed > 50


def test_it_changes_neither_view_nor_moves() -> None:
    state = position()
    play(state, "boat 3")
    before, legal = repr(SUBMARINE.view(state, ANA)), SUBMARINE.legal(state, ANA)
    listed = [move.word for move in legal]
    view = SUBMARINE.view(state, ANA)
    MediumBot().choose(SUBMARINE, view, legal, Chance(1))
    assert repr(view) == before
    assert [move.word for move in legal] == listed


# Strength


def outcomes(bots: list[Bot], games: int) -> list[MatchResult]:
    return list(games_between(SUBMARINE, {}, bots, 1, games))


@pytest.mark.parametrize(
    ("players", "seat", "games"), first_slow((2, 0, 10), (2, 1, 10), (4, 2, 4))
)
def test_it_beats_the_random_program(players: int, seat: int, games: int) -> None:
    bots: list[Bot] = [RandomBot()] * players
    bots[seat] = MediumBot()
    won = sum(outcome.result.winners == (seat,) for outcome in outcomes(bots, games))
    assert won == games


@pytest.mark.parametrize("players", first_slow(2, 3, 4, 5))
def test_its_games_end_before_the_limit(players: int) -> None:
    games = outcomes([MediumBot()] * players, 3)
    assert all(outcome.result.reason != "round_limit" for outcome in games)


# Reasons


def check(state: SubmarineState, said: Advice) -> None:
    """The facts of a reason are those of the position."""
    seat, move, facts = state.mover, said.move, said.facts
    assert isinstance(move, Move)
    assert "%" not in said.reason
    assert len(said.reason.format(**facts)) <= MOST_LETTERS
    kinds = [TYPE_OF[token] for cell in state.sea for token in cell]
    missing = {kind for kind, token in enumerate(state.boards[seat]) if token == NONE}
    if state.taking != NONE:
        missing.discard(TYPE_OF[state.taking])
    if move.kind == Kind.TAKE:
        cell = cell_at(state.boats[seat], move.level)
        assert facts["token"] == TOKEN_NAMES[move.token]
        assert facts.get("joker", TOKEN_NAMES[move.joker]) == TOKEN_NAMES[move.joker]
        assert facts.get("tribute", 0) in (0, len(tributes(state, seat, cell)))
        assert facts.get("copies", kinds.count(TYPE_OF[move.token])) == kinds.count(
            TYPE_OF[move.token]
        )
        assert ("I miss" in said.reason) <= (TYPE_OF[move.token] in missing)
    if move.kind == Kind.DIVE and "count" in facts:
        wanted = {TYPE_OF[token] for token in state.sea[move.cell]} & missing
        assert facts == {"cell": CELL_NAMES[move.cell], "count": len(wanted)}
        assert ("still stop" in said.reason) == (COLUMN_OF[move.cell] > state.boats[seat])
    if move.kind == Kind.BOAT and "token" in facts:
        tokens = [t for cell in CELLS_OF[move.column] for t in state.sea[cell]]
        assert TOKEN_NAMES.index(str(facts["token"])) in tokens
    if move.kind in (Kind.SWAP, Kind.GIVE) and "count" in facts:
        wanted_tokens = [
            t for c in state.sea for t in c if t in TREASURES and TYPE_OF[t] in missing
        ]
        of_colour = [t for t in wanted_tokens if t % 5 == move.colour]
        assert facts == {"count": len(of_colour), "total": len(wanted_tokens)}


@pytest.mark.parametrize("players", first_slow(2, 3, 5))
def test_facts_in_reasons_are_right(players: int) -> None:
    for seed in range(2):
        chance, moves = Chance(seed), 0
        state, reasons = SUBMARINE.new(players, SUBMARINE.automatic, chance), set[str]()
        while state.waiting():
            seat = state.mover
            said = MediumBot().choose(
                SUBMARINE,
                SUBMARINE.view(state, seat),
                SUBMARINE.legal(state, seat),
                bot_chance(seed, seat, moves),
            )
            check(state, said)
            reasons.add(said.reason)
            play(state, said.move.word)
            moves += 1
            result = SUBMARINE.result(state)
            if result is not None and "win" in said.reason:
                assert result.winners == (seat,)
        assert len(reasons) >= 8
