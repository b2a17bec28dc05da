"""The medium program for Submarine: legal, reproducible, blind to secrets, and no fool."""

from __future__ import annotations

import pytest

from nim_tui.arena.matches import Outcome, games_between
from nim_tui.bots.bot import Advice, Bot, bot_chance
from nim_tui.bots.random_bot import RandomBot
from nim_tui.bots.submarine.bot import MediumBot
from nim_tui.bots.submarine.closing import closing_columns
from nim_tui.bots.submarine.judge import hard_bot
from nim_tui.catalog import offer_named
from rules.chance import Chance
from rules.submarine import SUBMARINE
from rules.submarine.board import (
    CELL_NAMES,
    CELLS_OF,
    COLOUR_LETTERS,
    COLOURS,
    COLUMN_OF,
    NONE,
    TOKEN_NAMES,
    TREASURES,
    TYPE_OF,
    cell_at,
)
from rules.submarine.legal import tributes
from rules.submarine.moves import Kind, Move
from rules.submarine.phases import BOAT
from rules.submarine.state import SubmarineState
from tests.rules.submarine.positions import ANA, play, position, start

MOST_LETTERS = 110


def advice(state: SubmarineState, seed: int = 1) -> Advice:
    """What the program advises whoever must move."""
    seat = state.mover
    return MediumBot().choose(
        SUBMARINE, SUBMARINE.view(state, seat), SUBMARINE.legal(state, seat), Chance(seed)
    )


def word(state: SubmarineState) -> str:
    return advice(state).move.word


def reason(state: SubmarineState) -> str:
    said = advice(state)
    return said.reason.format(**said.facts)


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


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_plays_legal_moves_to_the_end_and_says_why(players: int) -> None:
    assert played([MediumBot()] * players, 1)
    assert played([RandomBot(), *[MediumBot()] * (players - 1)], 2)


def test_it_is_on_offer() -> None:
    offer = offer_named("submarine")
    assert offer.bots == ("hard", "medium", "easy", "random")
    assert isinstance(offer.bot("medium"), MediumBot)


def test_decisions_are_reproducible() -> None:
    games = [played([MediumBot(), MediumBot()], seed) for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0] != games[2]


# Secrets


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


def outcomes(bots: list[Bot], games: int) -> list[Outcome]:
    return list(games_between(SUBMARINE, {}, bots, 1, games))


@pytest.mark.parametrize(("players", "seat", "games"), [(2, 0, 10), (2, 1, 10), (4, 2, 4)])
def test_it_beats_the_random_program(players: int, seat: int, games: int) -> None:
    bots: list[Bot] = [RandomBot()] * players
    bots[seat] = MediumBot()
    won = sum(outcome.result.winners == (seat,) for outcome in outcomes(bots, games))
    assert won == games


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_its_games_end_before_the_limit(players: int) -> None:
    games = outcomes([MediumBot()] * players, 3)
    assert all(outcome.result.reason != "round_limit" for outcome in games)


# Taking


HELD = "Lb Nb Pb Rb"
"""Types that both players have, here."""
QUIET = {
    "1.4": "Lr Ly Lg", "2.4": "Nr Ny Ng", "4.4": "Pr Py Pg", "5.4": "Rr Ry Rg", "6.4": "Lp Np Pp",
}  # fmt: skip
"""Columns that hold nothing else."""


def at_column_3(
    sea: dict[str, str], subs: tuple[str, str], hand: str, jokers: str = "", enemy: str = ""
) -> SubmarineState:
    """Ana's boat is above column 3; the other columns are quiet but for what `sea` names."""
    state = position(
        sea={**QUIET, **sea},
        subs=subs,
        boards=(HELD, f"Lb Nb Pb Rp {enemy}"),
        hands=(hand, "ryg"),
        jokers=(jokers, ""),
    )
    play(state, "boat 3")
    return state


def test_a_new_type_without_tribute_before_one_with() -> None:
    state = at_column_3({"3.1": "Mr", "3.4": "Kr Ky My"}, ("3.1 3.4", "3.2 3.3"), hand="rbg")
    assert word(state) == "take 1 Mr"
    assert reason(state) == "Mr is a type I miss, with no tribute; copies in the sea: 2"


@pytest.mark.parametrize(("scarce", "other"), ["MK", "KM"])
def test_the_scarcer_type_first(scarce: str, other: str) -> None:
    """With one red card for two red treasures."""
    elsewhere = {"2.2": f"{other}y", "4.2": f"{other}g", "5.2": f"{other}b"}
    state = at_column_3({"3.2": "Mr Kr", **elsewhere}, ("3.2", "6.4"), hand="rbg")
    assert word(state) == f"take 2 {scarce}r"
    assert reason(state) == f"{scarce}r is a type I miss, and no other of it is in the sea"


def test_a_joker_where_cards_cannot_pay() -> None:
    state = at_column_3({"3.2": "Mr", "3.4": "Kb"}, ("3.2", "6.4"), hand="ygg", jokers="Sp")
    assert word(state) == "take 2 Mr with Sp"
    assert reason(state) == "Mr is a type I miss; Sp pays for the colour I lack"


def test_a_joker_rather_than_a_dear_tribute() -> None:
    state = at_column_3(
        {"3.3": "Mr", "3.4": "Kb Cg"}, ("3.3", "3.1 3.1 3.2 3.2"), hand="rbg", jokers="Sp"
    )
    assert word(state) == "take 3 Mr with Sp"
    assert reason(state) == "Mr is a type I miss; Sp saves a tribute of 4"


def test_a_card_rather_than_a_joker_where_there_is_no_tribute() -> None:
    state = at_column_3({"3.2": "Mr", "3.4": "Kb"}, ("3.2", "6.4"), hand="rbg", jokers="Sp")
    assert word(state) == "take 2 Mr"


@pytest.mark.parametrize(("enemy", "laid"), [("Md", "Mr"), ("Kd", "Kr")])
def test_it_lays_down_what_helps_the_others_least(enemy: str, laid: str) -> None:
    """Ben, who has one of the two types, lies where he could take what Ana puts down."""
    state = position(
        sea={**QUIET, "3.2": "Ar", "3.4": "Ap Ay"},
        subs=("3.2", "3.2 2.1"),
        boards=(f"{HELD} Mp Kp", f"Lb Nb Pb Rp {enemy[0]}b"),
        hands=("ggg", "ryg"),
        jokers=("Mr Kr", ""),
    )
    play(state, "boat 3")
    assert word(state) == f"take 2 Ar with {laid}"


def test_a_card_for_a_joker_when_nothing_better_is_there() -> None:
    state = at_column_3({"3.2": "Sr Rp", "3.4": "Mg"}, ("3.2", "6.4"), hand="rrr")
    assert word(state) == "take 2 Sr"
    assert reason(state) == "Sr turns a card into a joker, with no tribute"


# The end


def last_of_column(*, own: str, enemy: str) -> SubmarineState:
    """Mr is the last treasure of column 3, and a type Ana misses."""
    state = position(
        sea={"3.2": "Mr"}, subs=("3.2", "6.4"), boards=(own, enemy), hands=("rgb", "ryg")
    )
    play(state, "boat 3")
    return state


def test_it_does_not_end_a_game_that_it_would_lose() -> None:
    assert not word(last_of_column(own="Ar", enemy="Ab Bb Cb Db")).startswith("take")


def test_it_ends_a_game_that_it_wins() -> None:
    state = last_of_column(own="Ar Br Cr", enemy="Ab")
    assert word(state) == "take 2 Mr"
    assert reason(state) == "Mr is the last treasure of column 3: the game ends, and I win"


def test_it_stops_where_it_can_end_a_game_that_it_wins() -> None:
    state = position(
        sea={"3.2": "Mr Ny"},
        subs=("1.1 3.2 5.1", "6.4"),
        boards=("Mb Nb Cr Dr", "Ab"),
        hands=("ryg", "ryg"),
    )
    assert word(state) == "boat 3"
    play(state, "boat 3")
    assert reason(state) == "what I can take in column 3 now ends the game, and I win"
    play(state, word(state))
    assert reason(state).endswith("is the last treasure of column 3: the game ends, and I win")


def test_the_twelfth_type_wins() -> None:
    state = position(
        sea={"3.2": "Mr", "3.4": "Pp Py"},
        subs=("3.2", "6.4 3.1"),
        boards=("Ar Br Cr Dr Gr Hr Kr Lr Nr Pr Rr", "Ab"),
        hands=("rgb", "ryg"),
    )
    play(state, "boat 3")
    assert word(state) == "take 2 Mr"
    assert reason(state) == "Mr is the last type I miss: that wins the game"


# Hard


def about_to_win() -> SubmarineState:
    """Ben misses Mr alone, lies above it, and has one card, of its colour; Ana is in column 3."""
    state = position(
        sea={"3.2": "Mr", "5.4": "Ap Bp Cp", "6.4": "Dp Gp Hp"},
        subs=("3.3", "3.2"),
        boards=("Ay By Cy Dy Gy Hy Ky Ly Ny Py", "Ar Br Cr Dr Gr Hr Kr Lr Nr Pr Rr"),
        hands=("ggg", "r"),
        piles=("bpbp", ""),
    )
    play(state, "boat 3")
    return state


def test_the_hard_bot_bars_a_rival_from_the_last_type() -> None:
    """With its bathyscaphe beside theirs a tribute is due, which they cannot pay as well."""
    state = about_to_win()
    view, legal = SUBMARINE.view(state, ANA), SUBMARINE.legal(state, ANA)
    assert 3 in closing_columns(view)
    said = hard_bot().choose(SUBMARINE, view, legal, Chance(1))
    assert said.move.word in {"dive 3 to 3.1", "dive 3 to 3.2"}


def test_a_column_with_few_treasures_may_soon_end_the_game() -> None:
    state = position(sea={"2.1": "Ar Br", "4.4": "Cr Dr Gr"}, subs=("2.1", "4.4"))
    assert closing_columns(SUBMARINE.view(state, ANA)) == {2}


# Bathyscaphes and boats


def test_the_first_bathyscaphes_lie_in_different_columns() -> None:
    for seed in range(4):
        state = start(2, seed)
        while not state.turn:
            play(state, word(state))
        for own in state.bathyscaphes:
            assert len({COLUMN_OF[cell] for cell, count in enumerate(own) if count}) >= 4


def test_it_dives_where_the_boat_still_comes() -> None:
    """The same missing types lie left and right of the boat."""
    state = at_column_3(
        {"1.2": "Ar Br", "3.4": "Nr Pb", "5.2": "Ay By"}, ("3.1", "6.4"), hand="ryg"
    )
    assert word(state) == "dive 1 to 5.2"
    assert reason(state) == "types I miss in 5.2: 2, and my boat can still stop there this crossing"


def test_it_stops_at_a_free_new_type() -> None:
    state = at_column_3({"3.2": "Mr", "3.4": "Kg"}, ("3.2 5.1", "6.4"), hand="ryg")
    state.boats[ANA], state.phase = 0, BOAT
    assert word(state) == "boat 3"
    assert reason(state).endswith("in column 3 is a type I miss and could pay for")


def test_it_leaves_when_nothing_lies_further_right() -> None:
    state = position(subs=("1.1", "6.4"), boats=(3, 0))
    assert word(state) == "boat out"
    assert reason(state) == "no bathyscaphe of mine lies further right"


# Cards


def all_of_one_colour(colour: str) -> dict[str, str]:
    """A sea whose treasures have one colour, but for one."""
    kinds = [letter + colour for letter in "ABCDGH"]
    return {f"{column}.2": f"{kind} S{colour}" for column, kind in zip(range(1, 7), kinds)}


@pytest.mark.parametrize(("needed", "hand"), [("r", "rgb"), ("g", "rgb"), ("b", "rgb")])
def test_it_keeps_the_colour_it_needs(needed: str, hand: str) -> None:
    state = position(
        sea=all_of_one_colour(needed), subs=("3.1", "6.4"), boats=(7, 0), hands=(hand, "ryg")
    )
    said = advice(state)
    assert said.move.word != f"swap {COLOURS[COLOUR_LETTERS.index(needed)]}"
    assert said.facts == {"count": 0, "total": 6}


def test_it_gives_a_colour_it_has_twice() -> None:
    state = position(
        sea={"3.2": "Mr Kr", "3.4": "Pp Py"},
        subs=("3.2", "3.1"),
        hands=("rgg", "ryg"),
        piles=("", "bb"),
    )
    play(state, "boat 3", "take 2 Mr")
    assert word(state) == "give green"
    state.hands[ANA] = [0, 2, 2]
    assert reason(state) == "I hold another card of this colour"


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


@pytest.mark.parametrize("players", [2, 3, 5])
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
