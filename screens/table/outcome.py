"""The winners of a game and the reason for its end, also for ends outside its own rules."""

from __future__ import annotations

from typing import Final

from rules.contract import Result
from screens.people import PersonalSentence, SeatNames
from screens.table.speech import GameSentences
from screens.text import N_, _

_EARLY_ENDS: Final = {
    "resigned": PersonalSentence(N_("{name} resigned."), you=N_("You resigned.")),
    "out_of_time": PersonalSentence(N_("{name} ran out of time."), you=N_("You ran out of time.")),
}
"""Ends that no game's own rules bring about, by their reason."""
_AGREED_ENDS: Final = {
    "agreed": N_("Draw agreed: nobody wins."),
    "aborted": N_("Ended by agreement in the first round: no result."),
}


def places(result: Result) -> list[tuple[int, int]]:
    """Return the rank of each seat, best first; after a shared rank as many are skipped."""
    found: list[tuple[int, int]] = []
    for seats in result.ranking:
        place = len(found) + 1
        found += [(place, seat) for seat in seats]
    return found


def verdict(result: Result, people: SeatNames, speech: GameSentences | None) -> str:
    """Return the sentence of the result: the game's own, unless no rule of the game ended it."""
    if result.reason in _AGREED_ENDS:
        return _(_AGREED_ENDS[result.reason])
    if result.reason in _EARLY_ENDS:
        if result.is_draw:
            return _("Both players ran out of time: nobody wins.")
        text = people.say(_EARLY_ENDS[result.reason], {}, name=result.ranking[1][0])
        return f"{text} {people.winners(result)}"
    return result.reason if speech is None else speech.verdict(result, people)
