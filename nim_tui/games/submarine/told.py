"""Parts of the sentences of *Submarine* on why one move is better than another."""

from __future__ import annotations

from typing import Any, Final

from nim_tui.bots.contrast import Contrast, Reason
from rules.messages import N_, Value
from rules.submarine.board import COLUMN_OF
from rules.submarine.moves import Move
from rules.submarine.state import SubmarineState

MORE: Final = 20
"""The least difference, in cases of 100, that is named."""
_NEARLY: Final = 90
"""The cases of 100 from which on no number is given: the bot's choice decides, not the cards."""


def nearly_always(cases: int) -> bool:
    """Whether something follows so often, in cases of 100, that no number is given."""
    return cases > _NEARLY


def certainly(more: int, less: int) -> bool:
    """Whether something nearly always follows one move, and hardly ever the other."""
    return nearly_always(more) and less <= 100 - _NEARLY


def moves_of(contrast: Contrast) -> tuple[Move, Move]:
    """Return the better and the worse move, as moves of this game."""
    better: Any = contrast.better.move
    worse: Any = contrast.worse.move
    return better, worse


def facts_of(contrast: Contrast, **facts: Value) -> dict[str, Value]:
    """Return facts with the word of the worse move."""
    return {"worse": contrast.worse.move.word, **facts}


def columns_ahead(state: SubmarineState, seat: int) -> int:
    """Return the columns where a boat can still stop in this crossing."""
    own = state.bathyscaphes[seat]
    ahead = {COLUMN_OF[cell] for cell, count in enumerate(own) if count}
    return sum(column > state.boats[seat] for column in ahead)


def tribute(after_better: int, after_worse: int, facts: dict[str, Value]) -> Reason:
    """Name a tribute that an opponent must pay."""
    if certainly(after_better, after_worse):
        return Reason.of(
            N_("{name} is likely to owe you tribute; not after {worse}."),
            N_("No opponent is likely to owe you tribute after this move."),
            facts,
        )
    if not after_worse:
        return Reason.of(
            N_("{name} owes you tribute in {a} of 100 cases; not after {worse}."),
            N_("No opponent is likely to owe you tribute after this move."),
            facts,
        )
    if nearly_always(after_better):
        return Reason.of(
            N_("{name} nearly always owes you tribute; only in {b} of 100 cases after {worse}."),
            N_("{name} owes you tribute in only {b} of 100 cases."),
            facts,
        )
    return Reason.of(
        N_("{name} owes you tribute in {a} of 100 cases; only {b} after {worse}."),
        N_("{name} owes you tribute in only {b} of 100 cases."),
        facts,
    )


def ended_by(after_better: int, after_worse: int, facts: dict[str, Value]) -> Reason:
    """Name a treasure with which an opponent ends the game."""
    if certainly(after_worse, after_better):
        return Reason.of(
            N_("After {worse}, {name} can take {token} and win at once."),
            N_("{name} can then take {token} and win at once."),
            facts,
        )
    return Reason.of(
        N_("After {worse}, {name} wins at once with {token} in {b} of 100 cases, not {a}."),
        N_("{name} then takes {token} and wins in {b} of 100 cases."),
        facts,
    )


def taken(after_better: int, after_worse: int, facts: dict[str, Value]) -> Reason:
    """Name a treasure that an opponent takes."""
    if certainly(after_worse, after_better):
        return Reason.of(
            N_("After {worse}, {name} can take {token}."),
            N_("{name} can then take {token}."),
            facts,
        )
    if nearly_always(after_worse):
        return Reason.of(
            N_("After {worse}, {name} nearly always takes {token}; otherwise in {a} of 100 cases."),
            N_("{name} then nearly always takes {token}."),
            facts,
        )
    return Reason.of(
        N_("After {worse}, {name} takes {token} in {b} of 100 cases; otherwise in {a}."),
        N_("{name} then takes {token} in {b} of 100 cases."),
        facts,
    )


def own_take(after_better: int, after_worse: int, facts: dict[str, Value]) -> Reason:
    """Name a treasure that can still be taken this turn."""
    if certainly(after_better, after_worse):
        return Reason.of(
            N_("You can take {token} this turn; not after {worse}."),
            N_("It leaves you less to take this turn."),
            facts,
        )
    return Reason.of(
        N_("You can take {token} in {a} of 100 cases; only {b} after {worse}."),
        N_("It leaves you less to take this turn."),
        facts,
    )
