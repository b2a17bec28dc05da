"""Standings of the tribes, and the expected outcome of a program: signs, words and journey."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from rules.himalaya.board import CUBES, NONE, WAYS
from rules.himalaya.moves import LETTERS, OVER, PAUSE, TRADE, Kind, Move
from rules.himalaya.preview import Foreseen, foresee
from rules.himalaya.scoring import Tribes
from rules.himalaya.view import HimalayaView
from screens.himalaya.signs import FAILS, WORKS, cube_letters, cube_name, cube_sign, village_label
from screens.text import _

if TYPE_CHECKING:
    from screens.himalaya.map_layout import Route

TOKENS: Final = (
    (Kind.MARKET, "market"),
    (Kind.YETI, "yeti"),
    (Kind.SNOW, "snow"),
)


def is_open(view: HimalayaView, seat: int) -> bool:
    """Whether a player's cubes and yaks are visible; with screens only the own ones (T)."""
    return view.options.open_screens or view.phase == OVER or view.seat == seat


def figures(view: HimalayaView, seat: int) -> tuple[int, int]:
    """Return the present points of religion and of politics."""
    yaks = [0] * len(view.players)
    tribes = Tribes(view.board, view.stupas, view.delegations, yaks, view.first)
    return tribes.religion(seat), tribes.politics(tribes.seats)[seat]


def lacking(view: HimalayaView, held: Sequence[int], village: int) -> list[int]:
    """Return, per kind, the number of cubes missing for the order of a village."""
    disc = view.orders[village]
    demand = view.board.discs[disc].demand if disc != NONE else (0,) * len(CUBES)
    return [max(wanted - has, 0) for wanted, has in zip(demand, held)]


def lack_words(missing: Sequence[int]) -> str:
    """Return missing cubes in words: "2 gold, 1 tea"."""
    return ", ".join(f"{count} {cube_name(cube)}" for cube, count in enumerate(missing) if count)


@dataclass(frozen=True, slots=True)
class Note:
    """The expected outcome of a step: in a few signs, in words, and why it would do nothing."""

    order: int
    signs: str = ""
    words: str = ""
    reason: str = ""
    where: str = ""
    """The village of a trade, or ""."""
    spoken: str = ""

    @property
    def is_idle(self) -> bool:
        """Whether the step would have no effect."""
        return bool(self.reason)


def notes_of(view: HimalayaView, seat: int, steps: Sequence[Foreseen]) -> list[Note]:
    """Return a note for each step."""
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
        spoken = _("to {village}").format(village=where)
        return Note(step.order, f"→ {step.village}", f"→ {where}", spoken=spoken)
    if step.cube != NONE:
        text = cube_name(step.cube)
        spoken = _("collects {cube}").format(cube=text)
        return Note(step.order, f"+ {cube_sign(step.cube)}", f"+ {text}", "", where, spoken)
    if step.disc != NONE:
        yaks = view.board.discs[step.disc].yaks
        text = _("{yaks}-yak order").format(yaks=yaks)
        spoken = _("fills the {yaks}-yak order").format(yaks=yaks)
        return Note(step.order, f"{WORKS} {yaks}y", f"{WORKS} {text}", "", where, spoken)
    if not step.does_nothing:
        return Note(step.order)
    short, why = _why(view, step, held, filled)
    return Note(step.order, FAILS, f"{FAILS} {short}", why, where if step.order == TRADE else "")


def _why(
    view: HimalayaView, step: Foreseen, held: Sequence[int], filled: set[int]
) -> tuple[str, str]:
    """Return the reason why a step would do nothing, in two words and in a sentence."""
    village = step.village
    if step.is_delayed:
        return _("snow"), _("stopped by snow")
    if step.order != TRADE:
        way = _(WAYS[step.order])
        if view.board.neighbours[step.order][village]:
            return _("yeti"), _("a yeti on the {way} route").format(way=way)
        text = _("no {way}").format(way=way)
        return text, _("no {way} route at {village}").format(way=way, village=village)
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


def idle_steps(view: HimalayaView, move: Move) -> list[str]:
    """Return a sentence for each step of a program that does nothing; empty for other moves.

    Pauses are included only beside another such step, as pauses alone may be intended.
    """
    if move.kind != Kind.PROGRAM or view.seat is None:
        return []
    steps = foresee(view, view.seat, move.program)
    if not any(step.does_nothing for step in steps):
        return []
    reasons = [note.reason for note in notes_of(view, view.seat, steps)]
    told = [
        (number, reason or _("a pause"))
        for number, (step, reason) in enumerate(zip(steps, reasons), start=1)
        if reason or step.order == PAUSE
    ]
    return [_("step {number}: {why}").format(number=number, why=why) for number, why in told]


@dataclass(frozen=True, slots=True)
class Journey:
    """The marks of a program on the map."""

    seat: int = NONE
    legs: Mapping[Route, Sequence[int]] = field(default_factory=dict)
    """The steps, from 1, along each route."""
    trades: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """The trades at each village: "3+g", "5✓", "5✗"."""
    end: int = 0
    """The last village; 0 for none."""
    ways: Mapping[int, str] = field(default_factory=dict)
    """The letters of possible next routes, by the village at their end."""


NO_JOURNEY = Journey()


def journey_of(
    view: HimalayaView, seat: int, steps: Sequence[Foreseen], laid: Sequence[int], place: int
) -> Journey:
    """Return the journey of a program with the slots `laid` and the cursor on slot `place`."""
    legs: dict[Route, list[int]] = {}
    trades: dict[int, list[str]] = {}
    end = view.players[seat].caravan
    for number, (step, order) in enumerate(zip(steps, laid), start=1):
        if order == NONE:
            continue
        end = step.village
        if step.start != step.village:
            route = (min(step.start, step.village), max(step.start, step.village))
            legs.setdefault(route, []).append(number)
        elif order == TRADE:
            trades.setdefault(step.village, []).append(f"{number}{_came_of(step)}")
    return Journey(seat, legs, trades, end, ways_on(view, steps, laid, place))


def ways_on(
    view: HimalayaView, steps: Sequence[Foreseen], laid: Sequence[int], place: int
) -> Mapping[int, str]:
    """Return the letter of each way on from a slot, by village; none if the slot has a step."""
    start = steps[place].start
    return {
        view.board.neighbours[way][start]: LETTERS[way]
        for way in range(len(WAYS))
        if laid[place] == NONE and view.board.neighbours[way][start]
    }


def _came_of(step: Foreseen) -> str:
    if step.cube != NONE:
        return f"+{cube_sign(step.cube)}"
    return FAILS if step.disc == NONE else WORKS
