"""Which keys of a table do anything now."""

from __future__ import annotations

from typing import Any, Protocol

from textual.app import App

from screens.table.agreement import can_answer
from screens.table.hint import Hints
from screens.table.model import TableModel
from screens.table.move_picker import MovePicker


class AllowedFrame(Protocol):
    """What is needed of the screen."""

    model: TableModel[Any]
    picker: MovePicker
    hints: Hints

    @property
    def app(self) -> App[Any]:
        """The app."""


def allows(frame: AllowedFrame, action: str, parameters: tuple[object, ...]) -> bool | None:
    """Whether an action is possible now; None for those that are none of a table's own."""
    model = frame.model
    match action:
        case "type":
            return model.may_move
        case "hint":
            return model.may_move and frame.hints.are_given
        case "word_back":
            return frame.picker.can_go_back
        case "terms":
            return model.seat.deal is not None
        case "undo":
            return not (model.is_replay or model.is_following) and model.undoer().can_undo()
        case "see_again":
            return model.can_see_again
        case "agree" | "decline" | "resign":
            return can_answer(frame.app, model, action)
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
