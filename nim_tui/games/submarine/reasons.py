"""Reasons for a move of *Submarine*, of a bot or of two compared, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.contrast import Contrast, Reason
from nim_tui.games.submarine.estimate import Estimate
from nim_tui.games.submarine.plan import PlannedAction
from nim_tui.games.submarine.position import PlannedPosition
from rules.advice import Advice
from rules.messages import N_, Value
from rules.submarine.board import (
    CELL_NAMES,
    COLOUR_OF,
    COLUMN_OF,
    NONE,
    RIGHT,
    TOKEN_NAMES,
    TREASURES,
    TYPE_OF,
    cell_at,
)
from rules.submarine.moves import DONE, Kind, Move
from rules.submarine.state import SubmarineState


def why_place(position: PlannedPosition, move: Move) -> Advice:
    """Return the reason for a bathyscaphe on level 1, before the first turn."""
    if any(COLUMN_OF[cell] == move.column for cell in position.own):
        return Advice(move, N_("bathyscaphes in the same column can act in the same turn"))
    return Advice(move, N_("bathyscaphes in more columns give the boat more stops"))


def why_finish(move: Move, column: int) -> Advice:
    """Return the reason for moving the boat to where the last treasures can be taken."""
    reason = N_("taking what is within reach in column {column} ends the game with a win")
    return Advice(move, reason, {"column": column})


def why_stop(move: Move, plan: Sequence[PlannedAction], *, forced: bool) -> Advice:
    """Return the reason for a stop of the boat, with the turn planned there, or for leaving."""
    column = move.column
    if column == RIGHT:
        if forced:
            return Advice(move, N_("no bathyscaphe is further right"))
        return Advice(move, N_("leaving is worth more than any stop further right"))
    for step in plan:
        if step.move.kind == Kind.TAKE and step.new_type:
            facts: dict[str, Value] = {"column": column, "token": TOKEN_NAMES[step.move.token]}
            reason = N_("{token} in column {column} is a missing type you can pay for")
            return Advice(move, reason, facts)
    if not plan:
        reason = N_("column {column} leaves later stops that may be worth more")
        return Advice(move, reason, {"column": column})
    first = plan[0].move
    if first.kind == Kind.TAKE:
        facts = {"column": column, "token": TOKEN_NAMES[first.token]}
        return Advice(move, N_("{token} in column {column} is worth its price as a joker"), facts)
    facts = {"column": column, "cell": CELL_NAMES[first.cell]}
    return Advice(move, N_("a bathyscaphe in column {column} is better placed at {cell}"), facts)


def why_leave(move: Move) -> Advice:
    """Return the reason for leaving though a stop would bring something."""
    return Advice(move, N_("leaving keeps your cards, and your bathyscaphes in place"))


def why_idle() -> Advice:
    """Return the reason for no more actions though one would bring something."""
    return Advice(DONE, N_("stopping keeps your cards, and your bathyscaphes in place"))


def why_bar(move: Move) -> Advice:
    """Return the reason for a dive to where tributes are due to the mover, near the game's end."""
    facts: dict[str, Value] = {"cell": CELL_NAMES[move.cell], "column": COLUMN_OF[move.cell]}
    return Advice(
        move, N_("from {cell}, ending the game in column {column} costs your opponents more"), facts
    )


def why_done(*, forced: bool) -> Advice:
    """Return the reason for no more actions this turn."""
    if forced:
        return Advice(DONE, N_("no bathyscaphe here can do more"))
    return Advice(DONE, N_("no action here gains more than it costs"))


def why_dive(position: PlannedPosition, move: Move) -> Advice:
    """Return the reason for a bathyscaphe's move to another cell."""
    cell = move.cell
    kinds = len({kind for place, kind, _ in position.wanted if place == cell})
    facts: dict[str, Value] = {"cell": CELL_NAMES[cell], "count": kinds}
    if not kinds:
        start = cell_at(position.boat, move.level)
        facts = {"cell": CELL_NAMES[cell], "from": CELL_NAMES[start]}
        return Advice(
            move, N_("{cell} is a better place than {from} to wait or to move on from"), facts
        )
    if COLUMN_OF[cell] > position.boat:
        reason = N_(
            "{cell} holds {count} of the types you lack, and your boat can still stop there"
        )
        return Advice(move, reason, facts)
    return Advice(
        move, N_("{cell} holds {count} of the types you lack, for the next crossing"), facts
    )


def why_take(
    estimate: Estimate, position: PlannedPosition, move: Move, *, finishing: bool = False
) -> Advice:
    """Return the reason for taking a token, by card or by joker."""
    column, kind = position.boat, TYPE_OF[move.token]
    facts: dict[str, Value] = {"token": TOKEN_NAMES[move.token], "column": column}
    is_new = move.token in TREASURES and position.missing[kind]
    if is_new and position.missing.count(True) == 1:
        return Advice(move, N_("{token} is the last missing type: it wins the game"), facts)
    if finishing and position.treasures[column] == 1:
        reason = N_("{token} is the last treasure of column {column}: the game ends with a win")
        return Advice(move, reason, facts)
    if finishing:
        reason = N_("taking what is within reach in column {column} ends the game with a win")
        return Advice(move, reason, facts)
    facts["tribute"] = len(estimate.due[cell_at(column, move.level)])
    if is_new:
        facts["copies"] = estimate.copies[kind]
        return _why_new(position, move, facts)
    return _why_joker(move, facts)


def _why_new(position: PlannedPosition, move: Move, facts: dict[str, Value]) -> Advice:
    if move.joker != NONE:
        facts["joker"] = TOKEN_NAMES[move.joker]
        if COLOUR_OF[move.token] not in position.hand:
            return Advice(
                move, N_("{token} is a missing type; {joker} replaces the colour you lack"), facts
            )
        if facts["tribute"]:
            return Advice(
                move, N_("{token} is a missing type; {joker} saves a tribute of {tribute}"), facts
            )
        return Advice(move, N_("{token} is a missing type; {joker} saves a card"), facts)
    if facts["copies"] == 1:
        return Advice(move, N_("{token} is a missing type, and the last of it in the sea"), facts)
    if facts["tribute"]:
        reason = N_(
            "{token} is a missing type, worth a tribute of {tribute}; {copies} left in the sea"
        )
        return Advice(move, reason, facts)
    return Advice(
        move, N_("{token} is a missing type without tribute; {copies} left in the sea"), facts
    )


def _why_joker(move: Move, facts: dict[str, Value]) -> Advice:
    """Return the reason for taking a shell, or a treasure of a type already held."""
    if move.joker != NONE:
        facts["joker"] = TOKEN_NAMES[move.joker]
        return Advice(move, N_("{token} is worth more to your opponents than {joker}"), facts)
    if facts["tribute"]:
        return Advice(
            move, N_("{token} will serve as a joker, worth a tribute of {tribute}"), facts
        )
    return Advice(move, N_("{token} turns a card into a joker, without tribute"), facts)


def why_part_with(position: PlannedPosition, move: Move) -> Advice:
    """Return the reason for giving, exchanging or keeping a hand card."""
    if move == DONE:
        return Advice(move, N_("every card in your hand is worth keeping"))
    if position.hand.count(move.colour) > 1:
        return Advice(move, N_("you hold another card of this colour"))
    total = len(position.wanted)
    count = sum(colour == move.colour for _, _, colour in position.wanted)
    facts: dict[str, Value] = {"count": count, "total": total}
    return Advice(move, N_("{count} of {total} treasures of missing types have this colour"), facts)


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
