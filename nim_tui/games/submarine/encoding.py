"""The encoding of *Submarine*: moves and views as numbers, for research."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nim_tui.research.encoding import (
    Counts,
    Each,
    Maybe,
    NumberField,
    Numbering,
    OneOf,
    Recent,
    RecordField,
)
from rules.submarine.board import (
    CARDS_PER_COLOUR,
    CELLS,
    COLOURS,
    DEPTH,
    LEVELS,
    NONE,
    RIGHT,
    SETUPS,
    TOKEN_NAMES,
    TOKENS,
    TYPES,
)
from rules.submarine.moves import BOATS, DIVES, DONE, GIVES, PLACES, SWAPS, Phase
from rules.submarine.view import Player, SubmarineView

_BY_CARD: Final = "by card"


def _names() -> Iterator[str]:
    for moves in (PLACES[1:], BOATS[1:], GIVES, SWAPS, (DONE,), *DIVES):
        yield from (move.word for move in moves)
    for level in LEVELS:
        yield from (f"take {level} {name}" for name in TOKEN_NAMES)
    yield _BY_CARD
    yield from (f"with {name}" for name in TOKEN_NAMES)


def _cut(word: str) -> tuple[str, ...]:
    """Cut `take 2 Mr with Kb` into the token, then the joker; there may be dozens of either."""
    if not word.startswith("take "):
        return (word,)
    taken, apart, joker = word.partition(" with ")
    return (taken, f"with {joker}" if apart else _BY_CARD)


NUMBERING: Final = Numbering(tuple(_names()), _cut, most_parts=2)

CARDS: Final = CARDS_PER_COLOUR * len(COLOURS)
WORLDS: Final = 8
FACTS: Final = 6
"""The numbers of worlds, and of facts per world, that are encoded."""
_HIGHEST_FACT: Final = 64 * (max(SETUPS) + 1) * 8
LONGEST: Final = 60
"""The crossings of the longest game among programs; longer ones count the same."""


def layout(seats: int) -> RecordField:
    """Return the layout of a seat's view."""
    token, tokens = NumberField(0, TOKENS[-1]), Counts(TOKENS)
    player = RecordField(
        Player,
        bathyscaphes=Each(NumberField(0, SETUPS[seats].bathyscaphes), len(CELLS)),
        boat=OneOf(range(RIGHT + 1)),
        board=Each(Maybe(token), len(TYPES)),
        jokers=tokens,
        hand_size=NumberField(0, CARDS),
        hand=Counts(range(len(COLOURS)), CARDS_PER_COLOUR),
        pile=Each(OneOf(range(NONE, len(COLOURS))), CARDS),
        exchanges=NumberField(0, LONGEST),
    )
    return RecordField(
        SubmarineView,
        seat=OneOf(range(seats)),
        waiting=Counts(range(seats)),
        phase=OneOf(tuple(Phase)),
        turn=NumberField(0, LONGEST * 7 * seats),
        mover=OneOf(range(seats)),
        crossing=NumberField(0, LONGEST),
        round_limit=Maybe(NumberField(0, LONGEST)),
        sea=Each(tokens, len(CELLS)),
        players=Each(player, seats),
        worlds=Each(Each(NumberField(0, _HIGHEST_FACT), FACTS), WORLDS),
        discards=Each(NumberField(0, CARDS_PER_COLOUR), len(COLOURS)),
        left_over=NumberField(0, CARDS),
        ready=Each(NumberField(0, SETUPS[seats].bathyscaphes), DEPTH),
        collecting=Counts(LEVELS),
        laid=tokens,
        owed=Recent(OneOf(range(seats)), seats),
        taking=OneOf(TOKENS),
        taking_from=OneOf(CELLS),
        reason=OneOf(("types", "column", "cards", "round_limit")),
    )
