"""Why one move is better than another in *Submarine*: its figures and events in sentences.

Sentences stay within 76 cells with their facts. A number of cases is given only for the effect of
hidden cards; what nearly always follows is stated without one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from nim_tui.bots.contrast import Consequence, Contrast, Figure, Part, Reason
from nim_tui.bots.judging import logit_parts
from nim_tui.bots.playout import Barred, Happening, Playout
from nim_tui.games.submarine.figures import (
    BOAT_AHEAD,
    HASTE,
    HELD,
    INCOME,
    TEMPO,
    TYPES_HELD,
    named_figures,
)
from nim_tui.games.submarine.holdings import (
    new_type,
    own_boat,
    own_income,
    own_money,
    own_types,
    speaks_for_the_worse,
    their_money,
    their_types,
)
from nim_tui.games.submarine.prospects import why_in_reach, why_out_of_reach
from nim_tui.games.submarine.reasons import (
    MORE,
    certainly,
    ended_by,
    facts_of,
    own_take,
    taken,
    tribute,
)
from rules.messages import N_, Phrase, SeatName
from rules.submarine.board import NONE, TYPES
from rules.submarine.events import Ended, Gave, Paid, Took
from rules.submarine.moves import OVER, Kind

END: Final = "end"
MONEY: Final = "money"
REACH: Final = "reach"
ROOM: Final = "room"
_GROUPS: Final[Mapping[str, str]] = {
    TYPES_HELD: "types",
    HASTE: "types",
    HELD: MONEY,
    INCOME: MONEY,
    TEMPO: ROOM,
    BOAT_AHEAD: ROOM,
}
"""The group of each figure; those called by the letters of types are in reach."""
_LARGE: Final = 0.2
"""The least share of its group that a named figure has."""
_MOSTLY: Final = 0.75
"""The share of lost games ended by the same treasure from which on it is named."""


class SubmarineExplainer:
    """Causes: types, cards and jokers, treasures in reach, and others' next moves."""

    worlds = 12
    names: Mapping[str, str] = MappingProxyType(
        {
            "types": N_("treasure types"),
            MONEY: N_("cards and jokers"),
            REACH: N_("treasures within reach"),
        }
    )

    def split(self, better: Playout, worse: Playout, own: int) -> Mapping[Figure, float]:
        """Split the difference of win probability by figures; all of it if the game is over.

        The hope for a type counts as the type itself once it is held.
        """
        if OVER in (better.state.phase, worse.state.phase):
            return {(END, END): better.chances[own] - worse.chances[own]}
        rows = [
            [named_figures(playout.state, seat) for seat in range(len(playout.chances))]
            for playout in (better, worse)
        ]
        names = tuple(rows[0][own])
        values = [[tuple(row.values()) for row in side] for side in rows]
        parts = logit_parts(values[0], values[1], (1.0,) * len(names), own)
        found: dict[Figure, float] = defaultdict(float)
        for seat, row in enumerate(parts):
            boards = [playout.state.boards[seat] for playout in (better, worse)]
            for name, part in zip(names, row):
                held = [board[TYPES.index(name)] for board in boards] if name in TYPES else [0]
                told = TYPES_HELD if NONE in held and held != [NONE, NONE] else name
                label = told if seat == own else f"{told} {seat}"
                found[_GROUPS.get(told, REACH), label] += part
        return found

    def consequences(self, playout: Playout, own: int) -> Mapping[Consequence, Barred]:
        """Return the tributes, and the treasures taken after the first move."""
        found: dict[Consequence, Barred] = {}
        takes: dict[int, Barred] = {}
        first = playout.happenings[0]
        for happening, following in _with_next(playout.happenings):
            seat, event = happening.seat, happening.event
            move: Any = happening.move
            if move.kind == Kind.TAKE:
                takes[seat] = Barred(seat, move)
            if (seat, move) == (first.seat, first.move) or seat not in takes:
                continue
            match event:
                case Took(token=token):
                    is_end = isinstance(following, Ended) and following.seat == seat
                    kind = "ends" if is_end and seat != own else "takes"
                    found.setdefault(Consequence(seat, (kind, token)), takes[seat])
                case Paid(to=to) | Gave(to=to) if to == own:
                    found.setdefault(Consequence(own, ("paid by", seat)), takes[seat])
        return found

    def cause(self, part: Part, contrast: Contrast) -> Reason | None:
        """Put a part into words, by the largest of its figures that has a sentence."""
        if part.group == END:
            return _end(contrast)
        for figure, gain in part.figures.items():
            if gain < _LARGE * part.gain:
                return None
            told = _figure(figure, contrast)
            if told is not None:
                return told
        return None

    def reply(self, what: Consequence, contrast: Contrast) -> Reason | None:
        """Put into words what an opponent takes or pays, or a take still possible this turn."""
        kind, thing = _read(what.what)
        cases = contrast.cases(lambda playout: what in self.consequences(playout, contrast.own))
        facts = facts_of(contrast, a=cases[0], b=cases[1])
        if kind == "paid by":
            return tribute(*cases, facts | {"name": SeatName(int(thing))})
        facts |= {"name": SeatName(what.seat), "token": thing}
        if kind == "ends":
            return ended_by(*cases, facts)
        if what.seat == contrast.own and thing == new_type(contrast):
            return None  # already named as the cause
        say = own_take if what.seat == contrast.own else taken
        return say(*cases, facts)

    def price(self, part: Part, contrast: Contrast) -> Phrase | None:
        """Put into words the advantage of the worse move."""
        for figure, gain in part.figures.items():
            if gain > _LARGE * part.gain:
                return None
            told = speaks_for_the_worse(figure, contrast)
            if told is not None:
                return told
        return None


def _with_next(happenings: tuple[Happening, ...]) -> Iterator[tuple[Happening, object]]:
    """Yield each happening with the event after it, if any."""
    events = [*(each.event for each in happenings[1:]), None]
    yield from zip(happenings, events)


def _read(what: object) -> tuple[str, str]:
    """Return the kind and the thing of a consequence."""
    kind, thing = what if isinstance(what, tuple) else ("", "")
    return str(kind), str(thing)


_OWN: Final[Mapping[str, Callable[[Contrast], Reason | None]]] = {
    TYPES_HELD: own_types,
    HELD: own_money,
    INCOME: own_income,
    BOAT_AHEAD: own_boat,
}
_THEIR: Final[Mapping[str, Callable[[Contrast, int], Reason | None]]] = {
    TYPES_HELD: their_types,
    HELD: their_money,
}


def _figure(figure: str, contrast: Contrast) -> Reason | None:
    """Put one figure into words; None if no sentence fits."""
    name, _apart, other = figure.partition(" ")
    if other:
        seat = int(other)
        if name in TYPES:
            return why_out_of_reach(contrast, seat, TYPES.index(name))
        their = _THEIR.get(name)
        return None if their is None else their(contrast, seat)
    if name in TYPES:
        return why_in_reach(contrast, TYPES.index(name))
    own = _OWN.get(name)
    return None if own is None else own(contrast)


def _end(contrast: Contrast) -> Reason | None:
    """Name a game that ends before the next turn."""
    own = contrast.own
    won = contrast.cases(lambda playout: playout.state.phase == OVER and playout.chances[own] > 0)
    lost = contrast.cases(lambda playout: playout.state.phase == OVER and playout.chances[own] == 0)
    if won[0] - won[1] >= MORE and won[0] - won[1] >= lost[1] - lost[0]:
        facts = facts_of(contrast, a=won[0], b=won[1])
        if certainly(*won):
            return Reason.of(
                N_("It ends the game, and you win; not after {worse}."),
                N_("It misses a chance to end the game and win."),
                facts,
            )
        return Reason.of(
            N_("The game ends and you win in {a} of 100 cases; only {b} after {worse}."),
            N_("It misses a chance to end the game and win."),
            facts,
        )
    if lost[1] - lost[0] < MORE:
        return None
    return _ended(contrast) or _lost(contrast, lost)


def _ending(playout: Playout, own: int) -> tuple[int, str] | None:
    """Return the opponent who has won by taking a treasure, and the treasure."""
    if playout.state.phase != OVER:
        return None
    takes = [each.event for each in playout.happenings if isinstance(each.event, Took)]
    if not takes or takes[-1].seat == own or not playout.chances[takes[-1].seat]:
        return None
    return takes[-1].seat, takes[-1].token


def _ended(contrast: Contrast) -> Reason | None:
    """Name an opponent who wins, with a treasure if it is mostly the same one."""
    own = contrast.own
    ends = [_ending(worse, own) for _better, worse in contrast.pairs]
    found = Counter(end for end in ends if end is not None).most_common(1)
    if not found:
        return None
    (seat, token), _count = found[0]
    by_any = contrast.cases(lambda playout: (_ending(playout, own) or (own,))[0] == seat)
    by_one = contrast.cases(lambda playout: _ending(playout, own) == (seat, token))
    if by_any[1] - by_any[0] < MORE:
        return None
    facts = facts_of(contrast, name=SeatName(seat), token=token, a=by_any[0], b=by_any[1])
    if by_one[1] >= _MOSTLY * by_any[1]:
        return ended_by(*by_any, facts)
    return Reason.of(
        N_("After {worse}, {name} wins at once in {b} of 100 cases; otherwise in {a}."),
        N_("{name} then wins at once in {b} of 100 cases."),
        facts,
    )


def _lost(contrast: Contrast, lost: tuple[int, int]) -> Reason:
    """Name a lost game, in cases of 100."""
    facts = facts_of(contrast, a=lost[0], b=lost[1])
    if certainly(lost[1], lost[0]):
        return Reason.of(
            N_("After {worse}, the game soon ends and you lose."),
            N_("The game then soon ends and you lose."),
            facts,
        )
    return Reason.of(
        N_("After {worse}, the game ends and you lose in {b} of 100 cases; otherwise in {a}."),
        N_("The game then ends and you lose in {b} of 100 cases."),
        facts,
    )
