"""Sentences of *Himalaya* on the outcome of two moves: holdings and their differences.

A figure is described for the seat with the largest part of it, and only if it moves the right way:
more for the player, less for a rival.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from nim_tui.bots.contrast import Contrast, Part, phrase
from nim_tui.bots.playout import Playout
from nim_tui.games.himalaya.figures import (
    Position,
    cube_powers,
    led_alone,
    left_to_spend,
    position_of,
    to_inventory,
)
from rules import messages as nouns
from rules.himalaya.board import CUBES, TOKEN_YAKS, TURNS
from rules.himalaya.events import Inventory, Took
from rules.messages import N_, Noun, Phrase, SeatName, Value

OFTEN: Final = 0.3
"""How much more often (0..1) a seat must lead in a kind of cube for that to be named."""
MOST_OF_IT: Final = 0.5
"""The least share of a part that the named seat has."""

RELIGION, REGIONS, YAKS, HELD = "religion", "regions", "yaks", "cubes"
"""The groups of figures."""

Amount = Callable[[Position, int], int]
"""The amount of something that a seat has."""


def worse_word(contrast: Contrast) -> str:
    """Return the worse move in the fewest letters that name it."""
    move = contrast.worse.move
    word: str = move.word
    return word.removeprefix("program ")


class Sides:
    """The outcomes of two moves: the supported one (here), and the other (there)."""

    def __init__(self, contrast: Contrast, *, is_turned: bool = False) -> None:
        """`is_turned`: the worse move is the supported one."""
        self.own = contrast.own
        self.worse = worse_word(contrast)
        pairs = [pair[::-1] if is_turned else pair for pair in contrast.pairs]
        self.playouts = ([here for here, _there in pairs], [there for _here, there in pairs])
        self.here, self.there = (
            [position_of(playout.state) for playout in side] for side in self.playouts
        )

    @property
    def turn(self) -> int:
        """The turn in which the judge evaluates."""
        return self.here[0].turn

    def means(self, amount: Callable[[Position, int], float], seat: int) -> tuple[float, float]:
        """Return a seat's mean amount, here and there."""
        here, there = (
            sum(amount(each, seat) for each in side) / len(side) for side in (self.here, self.there)
        )
        return here, there

    def taken_at(self, cube: str) -> int:
        """Return the village where the seat most often takes such a cube here; 0 for none."""
        villages = Counter(
            event.village
            for event in (each.event for playout in self.playouts[0] for each in playout.happenings)
            if isinstance(event, Took) and event.seat == self.own and event.cube == cube
        )
        return villages.most_common(1)[0][0] if villages else 0

    def ranks(self, amount: Amount) -> tuple[str, str]:
        """Return the seat's most frequent rank, here and there."""
        here, there = (
            Counter(_rank(each, amount, self.own) for each in side).most_common(1)[0][0]
            for side in (self.here, self.there)
        )
        return here, there


def _rank(position: Position, amount: Amount, seat: int) -> str:
    amounts = [amount(position, each) for each in range(len(position.holdings))]
    ahead = sum(each > amounts[seat] for each in amounts)
    if not ahead:
        return _TIED if amounts.count(amounts[seat]) > 1 else _PLACES[0]
    return _LAST if ahead == len(amounts) - 1 else _PLACES[ahead]


_PLACES: Final = (N_("1st"), N_("2nd"), N_("3rd"))
_TIED: Final = N_("tied for 1st")
_LAST: Final = N_("last place")

Told = tuple[Phrase, Phrase, Phrase]
"""A sentence for a move, one on the other's lack, and the first as the price of the other."""


def told(part: Part, sides: Sides) -> Told | None:
    """Describe the holdings of the seat with most of a part, if that is good for the player."""
    for figure, gain in part.figures.items():
        if gain / part.gain < MOST_OF_IT:
            return None
        seat = int(figure)
        tokens = _tokens(seat, sides) if part.group == YAKS else None
        cubes = _cubes(seat, sides) if part.group == HELD else None
        told = tokens or cubes or _amounts(part.group, seat, sides)
        if told is not None:
            return told
    return None


def _amounts(group: str, seat: int, sides: Sides) -> Told | None:
    """Describe an amount that differs by one or more."""
    for noun, amount in _AMOUNTS[group]:
        here, there = (round(mean) for mean in sides.means(amount, seat))
        if seat == sides.own and here > there:
            rank, instead = sides.ranks(amount)
            if rank == instead or not there:
                return _compared(sides, _HAVE, noun, (here, there))
            return _compared(sides, _RANK, noun, (here, there), (rank, instead))
        if seat != sides.own and here < there:
            return _compared(sides, _RIVAL, noun, (here, there), name=SeatName(seat))
    return None


_HAVE: Final = (
    N_("After the turn you have {amount}; {other} after {worse}."),
    N_("After the turn you have {amount}; another move brings {other}."),
    N_("In favour of {worse}: after the turn you have {amount}, not {other}."),
)
_RANK: Final = (
    N_("After the turn you have {amount} ({rank}); {other} ({instead}) after {worse}."),
    N_("After the turn you have {amount} ({rank}); another move brings {other} ({instead})."),
    _HAVE[2],
)
_RIVAL: Final = (
    N_("After the turn {name} has {amount}; {other} after {worse}."),
    N_("After the turn {name} has {amount}; another move leaves {other}."),
    N_("In favour of {worse}: after the turn {name} has {amount}, not {other}."),
)
_LEFT: Final = (
    N_("You keep {amount} to spend in the {turns} left; {other} after {worse}."),
    N_("You keep {amount} to spend in the {turns} left; another move keeps {other}."),
    N_("In favour of {worse}: you keep {amount} to spend, not {other}."),
)
_AMOUNTS: Final[Mapping[str, Sequence[tuple[Noun, Amount]]]] = {
    RELIGION: [(nouns.religion, lambda at, seat: at.holdings[seat].religion)],
    REGIONS: [
        (nouns.regions, lambda at, seat: at.politics[seat]),
        (nouns.delegations, lambda at, seat: sum(at.holdings[seat].delegations)),
    ],
    YAKS: [(nouns.yaks, lambda at, seat: at.holdings[seat].yaks)],
    HELD: [(nouns.cubes, lambda at, seat: sum(at.holdings[seat].cubes))],
}


def _compared(
    sides: Sides,
    patterns: tuple[str, str, str],
    noun: Noun,
    amounts: tuple[int, int],
    ranks: tuple[str, str] = ("", ""),
    **facts: Value,
) -> Told:
    """Fill the sentences on an amount here and there: for a move, on its lack, and as a price."""

    def filled(pattern: str, at: int) -> Phrase:
        told: dict[str, Value] = {
            "amount": noun(amounts[at]),
            "other": amounts[1 - at],
            "rank": ranks[at],
            "instead": ranks[1 - at],
            "worse": sides.worse,
            **facts,
        }
        return phrase(pattern, told)

    praise, blame, price = patterns
    return filled(praise, 0), filled(blame, 1), filled(price, 0)


def _tokens(seat: int, sides: Sides) -> Told | None:
    """Describe an inventory token that a seat gets here or there alone, if that decides."""
    owners = [[_owners(playout) for playout in side] for side in sides.playouts]
    shares = [
        [sum(got.get(cube) == seat for got in side) / len(side) for cube in CUBES]
        for side in owners
    ]
    good = 1 if seat == sides.own else -1
    leads = [good * (here - there) for here, there in zip(*shares)]
    cube = CUBES[leads.index(max(leads))]
    means = sides.means(lambda at, each: at.holdings[each].yaks, seat)
    if max(leads) < OFTEN or good * (means[0] - means[1]) > 2 * TOKEN_YAKS * max(leads):
        return None
    side = owners[1] if seat == sides.own else owners[0]
    wins = [got.get(cube) for got in side if got.get(cube) != seat]
    other = Counter(wins).most_common(1)[0][0]
    return _token_told(cube, seat, other, sides)


def _owners(playout: Playout) -> Mapping[str, int]:
    """Return the seat that gets the inventory token of each kind at the end of the turn."""
    events = (happening.event for happening in playout.happenings)
    return {
        event.cube: event.seat
        for event in events
        if isinstance(event, Inventory) and event.seat is not None
    }


_TO_YOU: Final = N_("The inventory token for {cube} goes to you; to {name} after {worse}.")
_TO_NAME: Final = N_("The inventory token for {cube} goes to {name}, not to you.")
_YOURS: Final = N_("You get the inventory token for {cube}, but not after {worse}.")
_NOT_YOURS: Final = N_("You do not get the inventory token for {cube}.")
_THEIRS: Final = N_("{name} gets the inventory token for {cube}.")
_NOT_THEIRS: Final = N_("{name} gets no inventory token for {cube}, but one after {worse}.")
_YOURS_FOR: Final = N_("In favour of {worse}: you get the inventory token for {cube}.")
_NOT_THEIRS_FOR: Final = N_("In favour of {worse}: {name} gets no inventory token for {cube}.")


def _token_told(cube: str, seat: int, other: int | None, sides: Sides) -> Told:
    """Describe who gets a token: the seat here, or a rival there."""
    own, worse = sides.own, sides.worse
    facts: dict[str, Value] = {"cube": cube, "worse": worse}
    if seat != own or other is not None:
        facts["name"] = SeatName(seat if other is None or seat != own else other)
    if seat == own:
        patterns = (_YOURS, _NOT_YOURS) if other is None else (_TO_YOU, _TO_NAME)
    else:
        patterns = (_TO_YOU, _TO_NAME) if other == own else (_NOT_THEIRS, _THEIRS)
    praise, blame = (phrase(pattern, facts) for pattern in patterns)
    return praise, blame, phrase(_YOURS_FOR if seat == own else _NOT_THEIRS_FOR, facts)


def _cubes(seat: int, sides: Sides) -> Told | None:
    """Describe the use of the seat's cubes: for a token, or for orders."""
    if seat != sides.own:
        return None
    here, there = (
        [sum(powers) / len(side) for powers in zip(*(cube_powers(each, seat) for each in side))]
        for side in (sides.here, sides.there)
    )
    to_spend, to_lead = (a - b for a, b in zip(here, there))
    if to_lead > max(0.0, to_spend):
        return _lead(seat, sides)
    one = _one_more(seat, sides)
    if one is not None:
        return one
    here_left, there_left = (round(mean) for mean in sides.means(left_to_spend, seat))
    if here_left <= there_left:
        return None
    amounts, turns = (here_left, there_left), nouns.turns(TURNS - sides.turn + 1)
    return _compared(sides, _LEFT, nouns.cubes, amounts, turns=turns)


_LEADS: Final = N_("You hold the most {cube} for the inventory in {turns}, but not after {worse}.")
_LEADS_NOT: Final = N_("You do not hold the most {cube} for the inventory in {turns}.")
_LEADS_FOR: Final = N_("In favour of {worse}: you hold the most {cube}.")
_MORE: Final = N_(
    "It collects one more {cube} than {worse}, at {village}, with {turns} left to spend it."
)
_STILL_MORE: Final = N_(
    "You hold one more {cube} than after {worse}, with {turns} left to spend it."
)
_LESS: Final = N_("You have one less {cube} to spend in the {turns} left.")
_MORE_FOR: Final = N_("In favour of {worse}: you hold one more {cube}.")
_KIND: Final = N_("You hold one more {cube} than after {worse}, and one less {instead}.")
_OTHER_KIND: Final = N_("You hold one more {cube}, and one less {instead}.")
_KIND_FOR: Final = N_("In favour of {worse}: one more {cube}, one less {instead}.")


def _lead(seat: int, sides: Sides) -> Told | None:
    """Describe the kind of cube in which the seat leads here and not there."""
    shares = [
        [
            sum(kind in led_alone(each, seat) for each in side) / len(side)
            for kind in range(len(CUBES))
        ]
        for side in (sides.here, sides.there)
    ]
    leads = [here - there for here, there in zip(*shares)]
    if max(leads) < OFTEN:
        return None
    cube = CUBES[leads.index(max(leads))]
    facts: dict[str, Value] = {
        "cube": cube,
        "turns": nouns.turns(to_inventory(sides.turn) + 1),
        "worse": sides.worse,
    }
    return phrase(_LEADS, facts), phrase(_LEADS_NOT, facts), phrase(_LEADS_FOR, facts)


def _of_kind(kind: int, at: Position, seat: int) -> int:
    return at.holdings[seat].cubes[kind]


def _one_more(seat: int, sides: Sides) -> Told | None:
    """Describe the kinds with one cube more and one less."""
    changes = []
    for kind in range(len(CUBES)):
        here, there = sides.means(partial(_of_kind, kind), seat)
        changes.append(round(here - there))
    if sorted(changes)[1:] != [0, 0, 0, 1] or min(changes) < -1:
        return None
    cube = CUBES[changes.index(1)]
    facts: dict[str, Value] = {"cube": cube, "worse": sides.worse}
    if min(changes) == 0:
        village = sides.taken_at(cube)
        facts |= {"turns": nouns.turns(TURNS - sides.turn + 1), "village": village}
        praise = phrase(_MORE if village else _STILL_MORE, facts)
        return praise, phrase(_LESS, facts), phrase(_MORE_FOR, facts)
    less = CUBES[changes.index(-1)]
    facts["instead"] = less
    blame = Phrase(_OTHER_KIND, {"cube": less, "instead": cube})
    return phrase(_KIND, facts), blame, phrase(_KIND_FOR, facts)
