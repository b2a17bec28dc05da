"""The line above the menu: what is asked, or what there is to wait for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.cells import cell_len

from screens.colours import SIDE_SIGNS, Look, Spans
from screens.people import Told
from screens.table.game_ui import GameUi
from screens.table.model import TableModel
from screens.table.move_phrases import Words
from screens.text import N_, _
from screens.widgets.board import Board

_ASKED: Final = Told(N_("{name}: {question}"), you=N_("Your turn: {question}"))
_PLAYED_FOR: Final = N_('A bot plays for you; " to take over.')
_AROUND: Final = 5
"""Cells of the sign and of what parts a remark from the question."""
_ASKING: Final = Look("gold", style="bold")
_REMARK: Final = Look("ink", style="bold")
_TOLD: Final = Look("key", style="bold")
_SEEN: Final = Told(N_("as {name} sees it"), you=N_("as you saw it"))


def prompt(model: TableModel[Any], ui: GameUi[Any], chosen: Words) -> str:
    """What to say now; `chosen` are the words of a move chosen so far."""
    if model.is_following:
        return "" if model.step_shown is None else ui.sentence(model.step_shown)
    if model.is_replay:
        return _and_last(_where(model), ui)
    if (guide := model.guided_to_end) is not None and model.result is None:
        return guide.farewell
    if model.result is not None:
        return ui.verdict(model.result)
    if model.is_my_turn:
        words = ui.vocabulary.shown(chosen)
        asked = model.people.say(_ASKED, {"question": ui.ask(model.view)}, name=model.seat.number)
        return asked + (f"   [{words} …]" if words else "")
    if (person := model.next_person()) is not None:
        if model.seat in model.persons:
            return _("Your turn is done. Look as long as you like.")
        return _("The keyboard goes to {name}.").format(name=model.people.named(person.number))
    if model.seat.is_saving:
        return _("saving your move …")
    if not model.seat.waiting:
        return _("answered: the others are told in a moment …")
    return _waiting(model, ui)


def prompt_spans(
    model: TableModel[Any], ui: GameUi[Any], question: str, remark: str, room: int
) -> Spans:
    """The question in gold and a remark beside it.

    The remark alone where nothing is asked, or where there is no room for both.
    """
    seat = model.seat.number
    told = [(f"  {remark}", _REMARK)] if remark else []
    if not (model.is_my_turn and not model.is_replay) or seat is None:
        return told or [(f" {question}", _TOLD)]
    sign = (f" {SIDE_SIGNS[seat]} ", Look(ui.seat_ink(seat), style="bold"))
    if remark and cell_len(question + remark) + _AROUND > room:
        return [sign, (remark, _REMARK)]
    return [sign, (question, Look("soft") if remark else _ASKING), *told]


def place_spans(boards: Sequence[Board]) -> Spans:
    """What is to be said of the place the cursor is on."""
    board = next((board for board in boards if board.has_focus), None)
    told = "" if board is None or not board.cursor else board.cursor_name(board.cursor)
    return [(f" {told} ", Look("soft"))] if told else ()


def _where(model: TableModel[Any]) -> str:
    """Where in the record this is, and whose view."""
    assert model.steps is not None
    if model.is_all_open:
        whose = _("all open")
    elif model.seat.number is None:
        whose = _("as a spectator sees it")
    else:
        whose = model.people.say(_SEEN, {}, name=model.seat.number)
    return _("Replay, move {position} of {length}, {whose}").format(
        position=model.steps.position, length=model.steps.length, whose=whose
    )


def _waiting(model: TableModel[Any], ui: GameUi[Any]) -> str:
    """For whom the table waits; of the own seat, where a bot plays on it, there is no word."""
    others = [seat for seat in model.seat.waiting if seat != model.reader]
    names = model.people.listed(others)
    text = _("waiting for {names} …").format(names=names) if names else ""
    if thinking := model.people.thinking(others):
        text = f"{thinking} …"
    if not model.persons and model.seat.number is not None:
        return f"{_(_PLAYED_FOR)}   {text}".rstrip()
    return _and_last(text, ui)


def _and_last(text: str, ui: GameUi[Any]) -> str:
    return f"{text}   {last}" if (last := ui.last_done()) else text
