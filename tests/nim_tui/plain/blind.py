"""Somebody who plays by ear: types nothing but what the lines themselves offered."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable, Sequence

MOST_LINES = 6000
_RANGE = re.compile(r"(\d+) to (\d+)")
_CARD = re.compile(r"(Card \d+):")
_STACK = re.compile(r"Stack (\d+):")
_TURN = re.compile(r"(R\d): ")

Say = Callable[[str], Awaitable[Sequence[str]]]


def alternatives(text: str) -> list[str]:
    """What a list offers: "3, 7 to 9 or port" is six things."""
    found: list[str] = []
    for part in re.split(r", | or ", text):
        span = _RANGE.fullmatch(part)
        if span:
            found += [str(n) for n in range(int(span[1]), int(span[2]) + 1)]
        elif part:
            found.append(part)
    return found


def offers(answer: Sequence[str], before: str) -> list[str]:
    """The words that an answer to `what` offers to be typed next, after those asked about."""
    found: list[str] = []
    for line in answer:
        text = line.removesuffix(".")
        if text.startswith(("Your turn", "Six letters")):
            continue
        if card := _CARD.match(text):
            found.append(card[1].lower())
        elif stack := _STACK.match(text):
            found.append(f"place {stack[1]}")
        elif turn := _TURN.match(text):
            found.append(f"{before} {turn[1].lower()}")
        elif text.startswith("Turn-order card"):
            found.append("order")
        elif cell := re.match(r"Sub N\.(\d+), where N is (.*)", text):
            found += [f"sub {number}.{cell[1]}" for number in alternatives(cell[2])]
        else:
            found += _listed(text, before)
    return found


def _listed(text: str, before: str) -> list[str]:
    """A sentence that lists words; one that only explains offers nothing that is a move."""
    head, colon, rest = text.partition(": ")
    if not colon:
        return _spread(text)
    if re.match(r"\d+ choices?$", rest):
        return _spread(head)
    if before and head.casefold() == before.casefold() and " " in rest.split(",")[0]:
        return [] if not _RANGE.match(rest) else [f"{head} {end}" for end in alternatives(rest)]
    return [f"{start} {end}" for start in _spread(head) for end in alternatives(rest)]


def _spread(text: str) -> list[str]:
    """Things that are listed behind words they share: "wave new n, ne or e"."""
    first, *others = alternatives(text) or [text]
    shared = " ".join(first.split()[:-1])
    return [first, *(f"{shared} {other}".strip() for other in others)]


async def play_by_ear(say: Say, first: Sequence[str], seed: int) -> list[str]:
    """Play until the game is over; all that was said. Raises AssertionError where one is stuck."""
    chance, told, asked = random.Random(seed), [*first], first
    for _line in range(MOST_LINES):
        question = told[-1]
        if question.startswith("The game is over"):
            return told
        if question.startswith("Your turn: set six steps"):
            typed = "".join(chance.choices("sirttt", k=6))
        else:
            typed = await _found(say, chance, told)
        asked = await say(typed)
        told += asked
    raise AssertionError(told[-20:])


async def _found(say: Say, chance: random.Random, told: list[str]) -> str:
    """A move that was put together from what was offered, word by word where it must be."""
    before, tried = "", list[str]()
    for _try in range(40):
        found = offers(await say(f"what {before}".strip()), before)
        before = chance.choice(found) if found else ""
        tried.append(before)
        if before and not _is_refused(await say(f"try {before}")):
            return before
        if _is_refused(await say(f"what {before}".strip())):
            before = ""
    raise AssertionError((told[-1], tried))


def _is_refused(answer: Sequence[str]) -> bool:
    refusals = (
        "No move begins",
        "Type try and a complete move",
        "You have all your action cards",
        "“",
    )
    return answer[0].startswith(refusals)
