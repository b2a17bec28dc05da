"""The expected outcome of each order of a program being laid, in signs and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.himalaya.board import NONE, WAYS
from rules.himalaya.moves import TRADE
from rules.himalaya.preview import Foreseen
from rules.himalaya.view import HimalayaView
from screens.himalaya.signs import FAILS, WORKS, cube_letters, cube_name, cube_sign, village_label
from screens.himalaya.standing import lack_words
from screens.text import _


@dataclass(frozen=True, slots=True)
class Note:
    """The expected outcome of an order: in a few signs, in words, and why it would do nothing."""

    order: int
    signs: str = ""
    words: str = ""
    reason: str = ""
    where: str = ""
    """The village of a trade."""

    @property
    def is_idle(self) -> bool:
        """Whether the step would have no effect."""
        return bool(self.reason)


def notes_of(view: HimalayaView, seat: int, steps: Sequence[Foreseen]) -> list[Note]:
    """A note an order."""
    held, filled = [*view.players[seat].cubes], set[int]()
    notes = []
    for step in steps:
        notes.append(_note(view, step, held, filled))
        if step.cube != NONE:
            held[step.cube] += 1
        if step.disc != NONE:
            filled.add(step.village)
            for kind, count in enumerate(view.board.discs[step.disc].demand):
                held[kind] -= count
    return notes


def _note(view: HimalayaView, step: Foreseen, held: Sequence[int], filled: set[int]) -> Note:
    where = village_label(view, step.village)
    if step.start != step.village:
        return Note(step.order, f"→ {step.village}", f"→ {where}")
    if step.cube != NONE:
        text = cube_name(step.cube)
        return Note(step.order, f"+ {cube_sign(step.cube)}", f"+ {text}", where=where)
    if step.disc != NONE:
        yaks = view.board.discs[step.disc].yaks
        text = _("{yaks}-yak order").format(yaks=yaks)
        return Note(step.order, f"{WORKS} {yaks}y", f"{WORKS} {text}", where=where)
    if not step.does_nothing:
        return Note(step.order)
    short, why = _why(view, step, held, filled)
    return Note(step.order, FAILS, f"{FAILS} {short}", why, where if step.order == TRADE else "")


def _why(
    view: HimalayaView, step: Foreseen, held: Sequence[int], filled: set[int]
) -> tuple[str, str]:
    """Why an order would do nothing, in two words and in a sentence."""
    village = step.village
    if step.is_delayed:
        return _("snow"), _("stopped by snow")
    if step.order != TRADE:
        way = _(WAYS[step.order])
        if view.board.neighbours[step.order][village]:
            return _("yeti"), _("a yeti on the {way}").format(way=way)
        text = _("no {way}").format(way=way)
        return text, _("no {way} road at {village}").format(way=way, village=village)
    disc = view.orders[village]
    if disc != NONE and village not in filled:
        demand = view.board.discs[disc].demand
        missing = [max(wanted - has, 0) for wanted, has in zip(demand, held)]
        letters = cube_letters(missing)
        return _("lacks {cubes}").format(cubes=letters), _(
            "no trade at {village}: missing {cubes}"
        ).format(village=village, cubes=lack_words(missing))
    if view.options.one_cube_a_turn and view.goods[village]:
        return _("one a turn"), _("no trade at {village}: one cube a turn").format(village=village)
    return _("nothing"), _("no trade at {village}: no cubes left").format(village=village)
