"""The winner: most types, then most jokers, then most cards, then several together."""

from __future__ import annotations

from rules.submarine.game import SUBMARINE
from tests.rules.submarine.positions import ANA, BEN, CLEO, board, play, position


def ranked(
    boards: tuple[str, ...], jokers: tuple[str, ...], cards: tuple[str, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return the ranking with these boards, jokers and hands after the last crossing."""
    seats = len(boards)
    state = position(
        subs=["3.1"] * seats, boats=[6] + [7] * (seats - 1), boards=boards, jokers=jokers,
        hands=[own[:3] for own in cards], piles=[own[3:] for own in cards], round_limit=1,
    )  # fmt: skip
    play(state, "boat out")
    while state.waiting():
        play(state, "done")
    result = SUBMARINE.result(state)
    assert result is not None
    assert result.figures["types"] == tuple(len(own.split()) for own in boards)
    assert result.figures["jokers"] == tuple(len(own.split()) for own in jokers)
    assert result.figures["cards"] == tuple(len(own) for own in cards)
    return result.ranking


def test_most_types_win() -> None:
    """T: before everything else."""
    assert ranked(("Ar", "Ab Br"), ("Sr Sy Sg", ""), ("rrrr", "r")) == ((BEN,), (ANA,))


def test_then_most_jokers() -> None:
    """T: shells and surplus treasures alike, before cards."""
    assert ranked(("Ar", "Ab"), ("Sr", "Sy Ag"), ("rrrrr", "r")) == ((BEN,), (ANA,))
    assert ranked(("Ar", "Ab"), ("Ay Ag", "Sy"), ("r", "rrr")) == ((ANA,), (BEN,))


def test_then_most_cards() -> None:
    """T: hand and pile together."""
    assert ranked(("Ar", "Ab"), ("Sr", "Sy"), ("rrrrr", "rrrrrr")) == ((BEN,), (ANA,))
    assert ranked(("Ar", "Ab"), ("Sr", "Sy"), ("rrrr", "rrr")) == ((ANA,), (BEN,))


def test_then_shared() -> None:
    """T: those who are alike in all share the place; the others follow."""
    assert ranked(("Ar", "Ab"), ("Sr", "Sy"), ("rrr", "ggg")) == ((ANA, BEN),)
    assert ranked(("Ar", "Ab", "Ay"), ("Sr", "Sy", "Sg"), ("rrr", "ggg", "gg")) == (
        (ANA, BEN),
        (CLEO,),
    )


def test_who_ends_the_game_need_not_win() -> None:
    """T: the most types decide, whoever took the last treasure."""
    state = position(sea={"3.2": "Mr"}, subs=("3.2", "6.1"), boards=("", "Ar Br"))
    play(state, "boat 3", "take 2 Mr")
    result = SUBMARINE.result(state)
    assert result is not None
    assert result.ranking == ((BEN,), (ANA,))
    assert result.winners == (BEN,)
    assert board(state, ANA) == {"Mr"}
