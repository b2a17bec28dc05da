"""The moves: `say 31` to `say 21`, `believe`, `doubt`."""

from dataclasses import dataclass

from rules.contract import not_a_move, typed_words

ROLLS = tuple(
    [f"{high}{low}" for high in range(3, 7) for low in range(1, high)]
    + [f"{face}{face}" for face in range(1, 7)]
    + ["21"]
)
"""All that two dice may show, from the lowest to Mia, the higher die first."""
MIA = len(ROLLS) - 1


@dataclass(frozen=True, slots=True)
class MiaMove:
    """A move by its word; `value` is the place of what is said among ROLLS, or -1."""

    word: str
    value: int = -1


SAY = tuple(MiaMove(f"say {roll}", value) for value, roll in enumerate(ROLLS))
BELIEVE = MiaMove("believe")
DOUBT = MiaMove("doubt")
MOVES = {move.word: move for move in (*SAY, BELIEVE, DOUBT)}


def parse(text: str) -> MiaMove:
    """Return the move a text means. Raises NotAMove."""
    word = " ".join(typed_words(text))
    if word not in MOVES:
        raise not_a_move(text)
    return MOVES[word]
