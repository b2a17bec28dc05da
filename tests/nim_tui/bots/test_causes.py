"""Causes are named where they carry the difference of two moves, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from nim_tui.bots.causes import CauseFinder, parts_of
from nim_tui.bots.contrast import Consequence, Contrast, Explainer, Figure, Part, Reason
from nim_tui.bots.judging import logit_parts, shares
from nim_tui.bots.playout import Barred, Playout
from rules.advice import Advice
from rules.chance import Chance
from rules.messages import Phrase


class Word(NamedTuple):
    """A move of an invented game."""

    word: str


class Seated(NamedTuple):
    """A view of an invented game."""

    seat: int


WEIGHTS = (1.0, 0.5)
GOOD, BAD = Advice(Word("good"), ""), Advice(Word("bad"), "")
THEFT = Word("theft")


@dataclass(frozen=True)
class Invented:
    """Worlds of gold and wood; after the bad move a rival steals gold, unless that is barred."""

    stolen: float = 2.0
    wood: float = 0.0
    """The wood that the bad move brings."""
    noise: float = 0.0
    cost: int = 1

    def candidates(self) -> Sequence[Advice]:
        return [GOOD, BAD]

    def simulate(self, advice: Advice, world: int, barred: Barred | None = None) -> Playout:
        luck = self.noise * (Chance(7 * world + 3 * (advice is BAD)).below(101) / 50 - 1)
        is_robbed = advice is BAD and barred is None
        gold = 3.0 + luck - (self.stolen if is_robbed else 0.0)
        rows = ((gold, self.wood if advice is BAD else 0.0), (2.0, 0.0))
        return Playout(shares(rows, WEIGHTS), (rows, is_robbed))


class Sentences:
    """Names gold and wood."""

    names: Mapping[str, str] = MappingProxyType({})
    worlds = 40

    def split(self, better: Playout, worse: Playout, own: int) -> Mapping[Figure, float]:
        parts = logit_parts(better.state[0], worse.state[0], WEIGHTS, own)
        return {
            (name, "own" if seat == own else "theirs"): part
            for seat, row in enumerate(parts)
            for name, part in zip(("gold", "wood"), row)
        }

    def consequences(self, playout: Playout, _own: int) -> Mapping[Consequence, Barred]:
        return {Consequence(1, "theft"): Barred(1, THEFT)} if playout.state[1] else {}

    def cause(self, part: Part, _contrast: Contrast) -> Reason | None:
        told = Phrase(part.group, {})
        return Reason(told, told)

    def reply(self, what: Consequence, _contrast: Contrast) -> Reason | None:
        told = Phrase(str(what.what), {})
        return Reason(told, told)

    def price(self, part: Part, _contrast: Contrast) -> Phrase | None:
        return Phrase(f"but {part.group}", {})


def told(worlds: Invented, explainer: Explainer | None = None) -> tuple[str, ...] | None:
    """The sentences for the good move; None where the moves are alike."""
    explainer = explainer or Sentences()
    found = CauseFinder(explainer, worlds, Seated(0)).between(GOOD, BAD)
    return None if found.is_alike else tuple(str(each) for each in found.praise)


def test_the_figure_that_differs_and_the_reply_are_named() -> None:
    assert told(Invented()) == ("gold", "theft")


def test_what_speaks_for_the_worse_move_is_named_as_its_price() -> None:
    assert told(Invented(wood=2.0)) == ("gold", "theft", "but wood")
    assert told(Invented(wood=0.2)) == ("gold", "theft")


@pytest.mark.parametrize("worlds", [Invented(stolen=0.0), Invented(0.05), Invented(0.3, noise=6.0)])
def test_of_moves_that_are_alike_nothing_is_told(worlds: Invented) -> None:
    """Equal, better by less than two points of win probability, or by no more than luck."""
    assert told(worlds) is None


def test_a_reply_is_not_told_where_the_difference_stays_without_it() -> None:
    class Unbarred(Invented):
        """Worlds in which the gold goes all the same."""

        def simulate(self, advice: Advice, world: int, barred: Barred | None = None) -> Playout:
            return super().simulate(advice, world)

    assert told(Unbarred()) == ("gold",)


def test_of_replies_that_weigh_the_same_the_first_to_happen_is_told() -> None:
    """In every process: the order of a set of them would be another in each."""

    class Replies(Sentences):
        """Names the thefts of nine thieves."""

        def consequences(self, playout: Playout, _own: int) -> Mapping[Consequence, Barred]:
            thefts = [f"theft {number}" for number in range(9)] if playout.state[1] else []
            return {Consequence(1, theft): Barred(1, THEFT) for theft in thefts}

    assert told(Invented(), Replies()) == ("gold", "theft 0")


def test_a_part_that_has_no_sentence_is_passed_over() -> None:
    class Tongueless(Sentences):
        """Has no word for gold."""

        def cause(self, part: Part, contrast: Contrast) -> Reason | None:
            return None if part.group == "gold" else super().cause(part, contrast)

    assert told(Invented(), Tongueless()) == ("theft",)
    assert CauseFinder(Tongueless(), Invented(), Seated(0)).between(GOOD, BAD).topic == ""


@pytest.mark.parametrize(("wood", "topic"), [(0.0, "gold"), (-5.0, "wood"), (-3.0, "gold")])
def test_moves_turn_on_what_carries_most_of_the_gain(wood: float, topic: str) -> None:
    worlds = Invented(wood=wood)
    assert CauseFinder(Sentences(), worlds, Seated(0)).between(GOOD, BAD).topic == topic


def test_parts_add_up_to_the_gain() -> None:
    explainer, worlds = Sentences(), Invented(wood=1.0, noise=1.0)
    contrast = CauseFinder(explainer, worlds, Seated(0)).contrast(GOOD, BAD)
    parts = parts_of(explainer, contrast)
    assert sum(part.gain for part in parts) == pytest.approx(contrast.gain, abs=5e-4)
    assert [part.group for part in parts] == ["gold", "wood"]


def test_parts_of_a_logit_add_up_for_any_rows() -> None:
    chance = Chance(5)

    def rows() -> Any:
        return [tuple(chance.below(400) / 100 - 2 for _ in range(4)) for _seat in range(3)]

    weights = (0.7, -1.2, 0.4, 2.0)
    for own in (0, 1, 2) * 5:
        better, worse = rows(), rows()
        parts = logit_parts(better, worse, weights, own)
        gain = shares(better, weights)[own] - shares(worse, weights)[own]
        assert sum(map(sum, parts)) == pytest.approx(gain, abs=5e-3)


def test_frequencies_of_few_worlds_are_rounded_to_tens() -> None:
    pairs = [(Playout((1.0,), n < 16), Playout((0.0,), False)) for n in range(40)]
    contrast = Contrast(Seated(0), GOOD, BAD, pairs)
    assert contrast.cases(lambda playout: playout.state) == (40, 0)
    many = Contrast(Seated(0), GOOD, BAD, [*pairs, *pairs])
    assert many.cases(lambda playout: playout.state and playout is not None) == (40, 0)
    fine = Contrast(Seated(0), GOOD, BAD, [*pairs, *pairs, (Playout((1.0,), True), pairs[0][1])])
    assert fine.cases(lambda playout: playout.state) == (41, 0)
