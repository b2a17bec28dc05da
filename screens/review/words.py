"""The findings of a review, in numbers and words."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Final

from rules.messages import Value
from screens.people import PersonalSentence, SeatNames
from screens.positions import position_name
from screens.review.api import (
    Account,
    ChanceBreakdown,
    CostlyMove,
    GroupShare,
    LossKind,
    ReviewApi,
    SetUpShare,
    TurningPoint,
)
from screens.table.vocabulary import Vocabulary
from screens.text import N_, _, ngettext

NOTICED: Final = 1
"""The least difference of the two chances, in points, that is worth showing."""


def is_told_apart(review: ReviewApi, seat: int) -> bool:
    """Whether a seat's true chance ever differed from what the seat could know."""
    pairs = zip(review.true(seat), review.fair(seat))
    return any(abs(percent(true) - percent(fair)) >= NOTICED for true, fair in pairs)


def percent(chance: float) -> int:
    """Return a chance in per cent, rounded."""
    return round(100 * chance)


def signed(points: int) -> str:
    """Return a change in points with its sign."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def when(review: ReviewApi, step: int) -> str:
    """Return the name of the position after so many moves."""
    return position_name(review.turns[step], step, len(review.turns) - 1)


def placed(move: str, at: str, vocabulary: Vocabulary) -> str:
    """Return a move in the reader's words, with its place if the words name none."""
    shown = vocabulary.shown(move)
    return _("{move} at {place}").format(move=shown, place=at) if at else shown


def in_hundred(number: int | str) -> str:
    """Return a percentage in words."""
    return _("{number}%").format(number=number)


def lost(costly: CostlyMove) -> str:
    """Return the win chance that a move cost, in words."""
    return _("{number}%").format(number=f"−{100 * costly.loss:.0f}")


def figure_meanings() -> dict[str, str]:
    """Return the meanings of a seat's figures, by their headings."""
    return {
        _("accuracy"): _("how close the moves were to the best ones; 100 is perfect"),
        _("win chance"): _("the win chance at the start and at the end"),
        _("mistakes"): _("win chance lost by this seat’s own moves"),
        _("opponents"): _("win chance gained from the opponents’ mistakes"),
        _("luck"): _("how far draws and spins were above or below average"),
        _("hidden"): _("what came as a surprise, because nobody could know it"),
        _("unevaluated"): _("choices that the evaluation does not cover"),
    }


def figures_of(review: ReviewApi, seat: int) -> list[str]:
    """Return the figures of a seat, in the order of their meanings."""
    balance, accuracy = review.balance(seat), review.accuracy(seat)
    span = f"{percent(balance.start)} – {in_hundred(percent(balance.end))}"
    return ["–" if accuracy is None else str(accuracy), span, *map(signed, parts_of(balance))]


def parts_of(balance: ChanceBreakdown) -> list[int]:
    """Return own play, others, draws, unforeseen and unevaluated in points that add up.

    Parts are rounded to whole points; the farthest from theirs take the remaining difference.
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
    """Return the chances around a turning point, and what happened there."""
    text = _("turning point, {before}% to {after}%. {happened}")
    before, after = percent(point.before), percent(point.after)
    return text.format(happened=happened, before=before, after=after).rstrip()


_LOST_IN: Final = PersonalSentence(
    N_("What cost {name} the game: {group}, {points} of win chance over {turns}."),
    you=N_("What cost you the game: {group}, {points} of win chance over {turns}."),
)
_WON_IN: Final = PersonalSentence(
    N_("What won {name} the game: {group}, {points} of win chance over {turns}."),
    you=N_("What won you the game: {group}, {points} of win chance over {turns}."),
)
_OWN: Final = PersonalSentence(
    N_("{name}’s own moves cost {total}; {lost} of that was in {group}."),
    you=N_("Your own moves cost {total}; {lost} of that was in {group}."),
)


def account_told(
    account: Account, seat: int, people: SeatNames, groups: Mapping[str, str]
) -> list[str]:
    """Return why a game went as it did for a seat, in sentences; none where nothing tells."""
    told: list[str] = []
    for share in account.groups:
        facts = _facts(share, groups)
        if told:
            told.append(_("Also: {group}, {points} over {turns}.").format(**facts))
        else:
            text = _LOST_IN if share.change < 0 else _WON_IN
            told.append(people.say(text, facts, name=seat))
    if account.against is not None:
        against = _("Against that: {group}, {points} over {turns}.")
        told.append(against.format(**_facts(account.against, groups)))
    if (own := account.own) is not None:
        shares: dict[str, Value] = {
            "group": _(groups[own.group]),
            "lost": in_hundred(percent(own.loss)),
            "total": in_hundred(percent(own.total)),
        }
        told.append(people.say(_OWN, shares, name=seat))
    return told


def set_up_told(review: ReviewApi, seat: int) -> list[str]:
    """Return what the set-up of a seat is worth beside others, in sentences; maybe none."""
    return [_(one.name).format(share=_share(one)) for one in review.set_up(seat)]


def _share(one: SetUpShare) -> str:
    """Return a share of wins with its standard error."""
    error = sqrt(one.share * (1 - one.share) / one.games)
    return _("{share} (±{error})").format(
        share=in_hundred(percent(one.share)), error=max(1, percent(error))
    )


def _facts(share: GroupShare, groups: Mapping[str, str]) -> dict[str, Value]:
    turns = ngettext("{count} turn", "{count} turns", max(share.turns, 1))
    points = in_hundred(signed(percent(share.change)))
    return {"group": _(groups[share.group]), "points": points, "turns": turns}


def kind_told(kind: LossKind, words: Vocabulary) -> str:
    """Return the text about a verb chosen although another was better."""
    text = _("{times} “{played}” where “{better}” was better: win chance {points}%")
    times = ngettext("{count} time", "{count} times", kind.times)
    played, better = words.shown(kind.played), words.shown(kind.better)
    points = signed(-percent(kind.loss))
    return text.format(times=times, played=played, better=better, points=points)
