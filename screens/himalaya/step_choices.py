"""The steps of a program as choices of the menu, where fingers lay them."""

from __future__ import annotations

from rules.himalaya.board import NONE, ORDERS, WAYS
from rules.himalaya.moves import LETTERS, PAUSE, TRADE
from rules.himalaya.preview import foresee
from rules.himalaya.view import HimalayaView
from screens.himalaya.forecast import notes_of
from screens.himalaya.signs import ORDER_NAMES, WORKS, disc_text, program_text
from screens.himalaya.slots import Slots
from screens.text import _
from screens.widgets.menu import Item

_LAY, _CLEAR, SEAL = "lay", "clear-step", "seal"


def step_choices(view: HimalayaView, seat: int, slots: Slots, advised: str = "") -> list[Item]:
    """Return the ways on from the slot of the cursor, trade and pause, and clearing or sealing.

    The next step of a program that a hint advises is marked if the steps before are laid.
    """
    is_last = slots.place == ORDERS - 1
    if slots.is_full and is_last:
        return [_seal(slots), _clear(slots)]
    letters = program_text(slots.program)
    place = slots.place if letters[: slots.place] == advised[: slots.place] else ORDERS
    next_letter = advised[place : place + 1]
    steps = [_step(view, seat, slots, order, next_letter) for order in _possible(view, seat, slots)]
    if slots.is_full:
        return [*steps, _seal(slots)]
    return steps if slots.laid[_cleared(slots)] == NONE else [*steps, _clear(slots)]


def _possible(view: HimalayaView, seat: int, slots: Slots) -> list[int]:
    """Return the ways that begin where the slot of the cursor does, trade and pause."""
    start = foresee(view, seat, slots.program)[slots.place].start
    ways = [way for way in range(len(WAYS)) if view.board.neighbours[way][start]]
    return [*ways, TRADE, PAUSE]


def _step(view: HimalayaView, seat: int, slots: Slots, order: int, advised: str) -> Item:
    """Return the choice of a step, with what would come of it."""
    steps = foresee(view, seat, [*slots.program[: slots.place], order])
    note = notes_of(view, seat, steps)[-1].words
    if order == PAUSE:
        note = _("stay here")
    elif steps[-1].disc != NONE:
        note = f"{WORKS} {disc_text(view.board.discs[steps[-1].disc])}"
    letter = LETTERS[order]
    return Item(
        f"{_LAY} {order}", _(ORDER_NAMES[order]), note, letter, is_advised=letter == advised
    )


def _cleared(slots: Slots) -> int:
    """Return the slot that is cleared next: that of the cursor, or the one before it."""
    return slots.place if slots.laid[slots.place] != NONE else max(slots.place - 1, 0)


def _clear(slots: Slots) -> Item:
    place = _cleared(slots)
    note = _(ORDER_NAMES[slots.laid[place]])
    return Item(_CLEAR, _("clear step {number}").format(number=place + 1), note, "←")


def _seal(slots: Slots) -> Item:
    return Item(SEAL, _("seal the program"), program_text(slots.program), "✓")


def take_choice(slots: Slots, item: str) -> bool:
    """Do what a choice says; return whether it is one of a step."""
    name, _blank, order = item.partition(" ")
    if name == _LAY:
        slots.action_lay(int(order))
    elif name == _CLEAR:
        slots.action_clear()
    elif name == SEAL:
        slots.action_seal()
    else:
        return False
    return True
