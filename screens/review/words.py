"""The findings of a review, in numbers and words."""

from __future__ import annotations

from typing import Final

from screens.review.api import ChanceBreakdown, CostlyMove, LossKind, ReviewApi, TurningPoint
from screens.table.vocabulary import Vocabulary
from screens.text import _, ngettext

NOTICED: Final = 1
"""In a hundred: by so much the two chances differ somewhere if it is worth telling them apart."""


def is_told_apart(review: ReviewApi, seat: int) -> bool:
    """Whether somewhere a seat's chance stood otherwise than it could know."""
    pairs = zip(review.true(seat), review.fair(seat))
    return any(abs(percent(true) - percent(fair)) >= NOTICED for true, fair in pairs)


def percent(chance: float) -> int:
    """In a hundred."""
    return round(100 * chance)


def signed(points: int) -> str:
    """A change in hundreds, with its sign."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def after(step: int) -> str:
    """When it stood so."""
    return ngettext("after {count} move", "after {count} moves", step)


def placed(move: str, at: str, vocabulary: Vocabulary) -> str:
    """A move as it is read, with the place that its words do not name."""
    shown = vocabulary.shown(move)
    return _("{move} at {place}").format(move=shown, place=at) if at else shown


def in_hundred(number: int) -> str:
    """So many in a hundred."""
    return _("{number}%").format(number=number)


def lost(costly: CostlyMove) -> str:
    """The chance that a move cost."""
    return _("{number}%").format(number=f"−{100 * costly.loss:.0f}")


def figure_meanings() -> dict[str, str]:
    """Return the meanings of a seat's figures, by their headings."""
    return {
        _("accuracy"): _("closeness to the best moves: 100 means nothing lost"),
        _("win chance"): _("the win chance at the start and at the end"),
        _("mistakes"): _("win chance lost by this seat’s own moves"),
        _("opponents"): _("win chance gained from the opponents’ mistakes"),
        _("luck"): _("draws and spins, compared with the average"),
        _("hidden"): _("hidden things revealed, or not foreseen by the evaluation"),
        _("unevaluated"): _("choices that the evaluation does not cover"),
    }


def figures_of(review: ReviewApi, seat: int) -> list[str]:
    """The figures of a seat, in the order of their meanings."""
    balance, accuracy = review.balance(seat), review.accuracy(seat)
    span = f"{percent(balance.start)} – {in_hundred(percent(balance.end))}"
    return ["–" if accuracy is None else str(accuracy), span, *map(signed, parts_of(balance))]


def parts_of(balance: ChanceBreakdown) -> list[int]:
    """Own play, others, draws, what was unforeseen and not weighed, rounded so that they add up.

    A part that is not the nearest whole number is the one that is farthest from it.
    """
    parts = balance.play, balance.others, balance.draws, balance.hidden, balance.unweighed
    exact = [100 * part for part in parts]
    found = [round(part) for part in exact]
    while missing := percent(balance.end) - percent(balance.start) - sum(found):
        step = 1 if missing > 0 else -1
        left = [step * (part - whole) for part, whole in zip(exact, found)]
        found[left.index(max(left))] += step
    return found


def turning_told(point: TurningPoint, happened: str) -> str:
    """Return where the game turned, what happened there, and the chances around it."""
    text = _("Turning point, move {number}: {happened}: {before}% to {after}%")
    if not happened:
        text = _("Turning point, move {number}: {before}% to {after}%")
    before, after = percent(point.before), percent(point.after)
    return text.format(number=point.number + 1, happened=happened, before=before, after=after)


def kind_told(kind: LossKind, words: Vocabulary) -> str:
    """Return what was done again and again where something else was better."""
    text = _("{times} “{played}” where “{better}” was better: win chance {points}%")
    times = ngettext("{count} time", "{count} times", kind.times)
    played, better = words.shown(kind.played), words.shown(kind.better)
    points = signed(-percent(kind.loss))
    return text.format(times=times, played=played, better=better, points=points)
