"""Who won how often: the games of one person against each bot level and each other person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nim_tui.tables.results import Outcome
from rules.default_names import default_number


@dataclass(slots=True)
class Count:
    """Games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


Opponent = tuple[str, bool]
"""A name or the level of a bot, and whether it is one."""


def tally(outcomes: Iterable[Outcome], own: str) -> Mapping[str, Mapping[Opponent, Count]]:
    """By game and opponent, the games of the person called `own`.

    A game counts once against each opponent, however many bots of one level were at it: it was
    won by who is ranked before the best of them, drawn by who is ranked beside them. One without
    a result does not count.
    """
    counts: dict[str, dict[Opponent, Count]] = {}
    for outcome in outcomes:
        seat = own_seat(outcome, own)
        if seat is None or not outcome.ranking:
            continue
        for other, rank in _best_ranks(outcome, seat).items():
            count = counts.setdefault(outcome.game, {}).setdefault(other, Count())
            own_rank = _rank(outcome, seat)
            count.won += own_rank < rank
            count.drawn += own_rank == rank
            count.lost += own_rank > rank
    return counts


def own_seat(outcome: Outcome, own: str) -> int | None:
    """Where the person called so sat; alone against bots without a name, it was they too."""
    persons = [n for n, seat in enumerate(outcome.seats) if seat.bot is None]
    for number in persons:
        if own and outcome.seats[number].name == own:
            return number
    if len(persons) != 1:
        return None
    (number,) = persons
    is_nameless = default_number(outcome.seats[number].name) is not None
    return number if is_nameless or not own else None


def _best_ranks(outcome: Outcome, own: int) -> Mapping[Opponent, int]:
    """Each opponent, and how far ahead the best of them came."""
    ranks: dict[Opponent, int] = {}
    for seat, plan in enumerate(outcome.seats):
        if seat != own:
            other = (plan.name, False) if plan.bot is None else (plan.bot, True)
            ranks[other] = min(_rank(outcome, seat), ranks.get(other, len(outcome.ranking)))
    return ranks


def _rank(outcome: Outcome, seat: int) -> int:
    groups = enumerate(outcome.ranking)
    return next((rank for rank, group in groups if seat in group), len(outcome.ranking))
