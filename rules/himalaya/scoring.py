"""The final count, step by step, and the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.contract import Result
from rules.himalaya.board import NONE, Board
from rules.himalaya.moves import OVER
from rules.himalaya.state import HimalayaState

ALONE_FIRST: Final = 2
"""The number of influences, of three, in which a player must be first alone to win."""

CHAIN: Final = ("economy", "politics", "religion", "shared")
"""The order of tie-breaks between tribes; the last word means a tie in all (T, R)."""

Standing = tuple[int, ...]
"""Figures to compare, the most important first."""


@dataclass(frozen=True, slots=True)
class Tribes:
    """The basis of the final count. Lists of villages have an unused entry 0."""

    board: Board
    stupas: Sequence[int]
    """The seat on each village, or NONE."""
    delegations: Sequence[Sequence[int]]
    """Per region: delegations by seat."""
    yaks: Sequence[int]
    first: int
    """The seat that went first in the last turn."""

    @property
    def seats(self) -> range:
        """The players."""
        return range(len(self.yaks))

    def religion(self, seat: int) -> int:
        """Return the points for stupas: 1, 2 or 3 each, by the level of the village (T)."""
        levels = (village.level for village in self.board.villages)
        return sum(level for level, owner in zip(levels, self.stupas) if owner == seat)

    def politics(self, among: Sequence[int]) -> list[int]:
        """Return, by seat, 1 point per region in which nobody else of `among` has as many (T)."""
        holders = [region_holder(region, among) for region in self.delegations]
        return [holders.count(seat) for seat in self.seats]

    def place(self, seat: int) -> int:
        """Return the position of a seat in the order of the last turn, from 0."""
        return (seat - self.first) % len(self.yaks)


def region_holder(delegations: Sequence[int], among: Sequence[int]) -> int:
    """Return the player who alone has most delegations in a region, or NONE."""
    most, holder = 0, NONE
    for seat in among:
        sent = delegations[seat]
        if sent > most:
            most, holder = sent, seat
        elif sent == most:
            holder = NONE
    return holder


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the count: the figures compared by `name`, and the seat they decide on.

    `seat` goes out (names "religion", "politics"), wins (name "economy"), or is alone first in an
    influence (names "first_religion" and so on); NONE if the step decides nothing. `decided_by`
    counts the figures that were needed: 0 for the first, 1 for the first tie ...
    """

    name: str
    figures: tuple[tuple[int, Standing], ...]
    """(seat, standing) of each seat not yet out, in seat order."""
    seat: int
    decided_by: int = 0


@dataclass(frozen=True, slots=True)
class Count:
    """The final count, step by step."""

    religion: tuple[int, ...]
    politics: tuple[int, ...]
    economy: tuple[int, ...]
    steps: tuple[Step, ...]
    ranking: tuple[tuple[int, ...], ...]
    recounted: tuple[int, ...] = ()
    """With four players: politics once the first player out has taken delegations back (T)."""

    @property
    def decided(self) -> str:
        """The criterion that decided the winner.

        With three players, "first_religion_politics" and the like mean that the winner is alone
        first in these two, "first_all" in all three; "chain_economy", "chain_politics" and
        "chain_religion" name the first figure of the chain that tells the leaders apart,
        "chain_shared" means that none does. With four players, "last_economy" and so on name the
        figure that tells the last two apart.
        """
        last = self.steps[-1]
        if last.name in _CHAINS:
            return f"{_CHAINS[last.name]}_{CHAIN[last.decided_by]}"
        alone = [step.name for step in self.steps if (step.seat,) == self.ranking[0]]
        if len(alone) > ALONE_FIRST:
            return "first_all"
        return "_".join(["first", *(name.removeprefix("first_") for name in alone)])


_CHAINS: Final = {"chain": "chain", "economy": "last"}
"""The steps that compare by CHAIN, and their prefixes in `Count.decided`."""


def count(tribes: Tribes, points: Sequence[int] | None = None) -> Count:
    """Count the influences, then find the winner by the rules for the number of players.

    `points` are those of religion by seat, if they are not counted by the stupas.
    """
    seats = list(tribes.seats)
    counted = [tribes.religion(seat) for seat in seats] if points is None else points
    religion = tuple(counted)
    politics = tuple(tribes.politics(seats))
    economy = tuple(tribes.yaks)
    if len(seats) == 3:
        steps, ranking = _among_three(religion, politics, economy)
        return Count(religion, politics, economy, tuple(steps), ranking)
    steps, ranking = _among_four(tribes, religion)
    left = [seat for seat in seats if seat != steps[0].seat]
    recounted = tuple(tribes.politics(left))
    return Count(religion, politics, economy, tuple(steps), ranking, recounted)


# Three players


def _among_three(
    religion: Sequence[int], politics: Sequence[int], economy: Sequence[int]
) -> tuple[list[Step], tuple[tuple[int, ...], ...]]:
    """Rank three: first alone in two of three wins; else economy, politics, religion (T, R)."""
    seats = range(len(economy))
    steps = []
    for name, points in (("religion", religion), ("politics", politics), ("economy", economy)):
        alone = tuple((seat, (points[seat],)) for seat in seats)
        steps.append(Step(f"first_{name}", alone, _alone_first(points)))
    firsts = [step.seat for step in steps if step.seat != NONE]
    winner = next((seat for seat in firsts if firsts.count(seat) >= ALONE_FIRST), NONE)
    standings = {seat: (economy[seat], politics[seat], religion[seat]) for seat in seats}
    chain = _by_standing(standings, list(seats))
    if winner == NONE:
        leader = chain[0][0] if len(chain[0]) == 1 else NONE
        figures = tuple(standings.items())
        steps.append(Step("chain", figures, leader, _decided_by(list(standings.values()), max)))
        return steps, chain
    rest = _by_standing(standings, [seat for seat in seats if seat != winner])
    return steps, ((winner,), *rest)


def _alone_first(points: Sequence[int]) -> int:
    most = max(points)
    return points.index(most) if points.count(most) == 1 else NONE


def _by_standing(
    standings: Mapping[int, Standing], seats: list[int]
) -> tuple[tuple[int, ...], ...]:
    """Return groups of seats with equal figures, best first."""
    groups: dict[Standing, list[int]] = {}
    for seat in seats:
        groups.setdefault(standings[seat], []).append(seat)
    return tuple(tuple(groups[standing]) for standing in sorted(groups, reverse=True))


# Four players


def _among_four(
    tribes: Tribes, religion: Sequence[int]
) -> tuple[list[Step], tuple[tuple[int, ...], ...]]:
    """Drop the least religious, then the least political; the richer of the last two wins (T)."""
    left = list(tribes.seats)
    yaks = tribes.yaks
    stupas = [list(tribes.stupas).count(seat) for seat in left]
    sent = [sum(region[seat] for region in tribes.delegations) for seat in left]
    pious = {seat: (religion[seat], stupas[seat], yaks[seat]) for seat in left}
    first_out = _least(tribes, "religion", pious)
    left.remove(first_out.seat)
    politics = tribes.politics(left)
    mighty = {seat: (politics[seat], sent[seat], yaks[seat]) for seat in left}
    second_out = _least(tribes, "politics", mighty)
    left.remove(second_out.seat)
    rich = {seat: (yaks[seat], politics[seat], religion[seat]) for seat in left}
    best = _by_standing(rich, left)
    winner = best[0][0] if len(best[0]) == 1 else NONE
    decided_by = _decided_by(list(rich.values()), max)
    last = Step("economy", tuple(rich.items()), winner, decided_by)
    return [first_out, second_out, last], (*best, (second_out.seat,), (first_out.seat,))


def _least(tribes: Tribes, name: str, standings: Mapping[int, Standing]) -> Step:
    """Return the step that drops the lowest seat; in a tie the later in the last turn (R)."""
    seat = min(standings, key=lambda seat: (standings[seat], -tribes.place(seat)))
    decided_by = _decided_by(list(standings.values()), min)
    return Step(name, tuple(standings.items()), seat, decided_by)


def _decided_by(standings: list[Standing], best: Callable[[list[Standing]], Standing]) -> int:
    """Return the number of figures needed after the first; all if a tie remains."""
    wanted = best(standings)
    for length in range(1, len(wanted) + 1):
        if sum(standing[:length] == wanted[:length] for standing in standings) == 1:
            return length - 1
    return len(wanted)


_ONCE: Final = {"first": "first_economy", "chain": "chain", "last": "economy"}
"""The words of older records for the same reasons, by the first word of today's."""


def count_of(state: HimalayaState) -> Count:
    """Return the count as if the game ended now."""
    yaks = [state.yaks(seat) for seat in range(len(state.caravans))]
    return count(Tribes(state.board, state.stupas, state.delegations, yaks, state.first))


def result(state: HimalayaState) -> Result | None:
    """Return the winner and the deciding figures; None before the end of the game."""
    if state.phase != OVER:
        return None
    counted = count_of(state)
    figures = {"religion": counted.religion, "politics": counted.politics}
    if counted.recounted:
        figures["politics_recounted"] = counted.recounted
    figures["economy"] = counted.economy
    kind, _, _ = counted.decided.partition("_")
    return Result(counted.ranking, counted.decided, figures, once=(_ONCE[kind],))
