"""Which keys of a table do anything now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from screens.table.agreement import can_answer
from screens.table.model import TableModel

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


def allows(screen: GameScreen[Any], action: str, parameters: tuple[object, ...]) -> bool | None:
    """Whether an action is possible now; None for those that are none of a table's own."""
    model = screen.model
    match action:
        case "type":
            return model.may_move
        case "hint":
            return model.may_move and screen.hints.are_given
        case "word_back":
            return screen.picker.can_go_back
        case "terms":
            return model.seat.deal is not None
        case "undo":
            return not (model.is_replay or model.is_following) and model.undoer().can_undo()
        case "see_again":
            return model.can_see_again
        case "agree" | "decline" | "resign":
            return can_answer(screen.app, model, action)
    return _allows_step(model, action, parameters)


def _allows_step(
    model: TableModel[Any], action: str, parameters: tuple[object, ...]
) -> bool | None:
    """The same for the actions of replays and of the moves of others shown one by one."""
    match action:
        case "step" if model.is_following:
            return parameters == (1,)
        case "step" | "go_to_start" | "go_to_end" | "jump":
            return model.is_replay
        case "whose_view":
            return bool(model.looks)
        case "halt":
            return model.is_following or model.is_replay
        case "skip":
            return model.is_following
    return None
