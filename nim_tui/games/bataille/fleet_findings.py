"""Findings on the fleets: ships that are sunk or seen, and charges."""

from __future__ import annotations

from typing import Final

from nim_tui.games.bataille.estimate import in_sight
from nim_tui.games.bataille.figures import (
    CLEARLY,
    Compared,
    Finding,
    Look,
    aim_of,
    first_of,
    lane_of,
)
from rules.bataille.board import PORT, SHIPS, SUNK, cell_name, number_of
from rules.bataille.deduction import all_placements
from rules.bataille.events import MineStruck
from rules.bataille.state import BatailleState
from rules.messages import N_, charges

# Ships


def _prey(both: Compared) -> Finding | None:
    """Find an enemy ship that is sunk more often after the better move."""
    before = both.view.fleets[both.enemy].floating
    facts = both.oftener(lambda state: _floating(state, both.enemy) < before)
    if facts is None:
        return None
    if lane_of(both.contrast.better.move) is not None:
        return Finding(
            N_("Your torpedo sinks a ship in 1 of {odds} cases; {worse} sinks none."),
            N_("You fire no torpedo, though one could sink a ship."),
            N_("{worse} sinks a ship in 1 of {odds} cases."),
            both.facts | {"odds": both.view.odds},
        )
    return Finding(
        N_("You sink a ship in {more} of 100 cases; only {fewer} after {worse}."),
        N_("You sink a ship in {fewer} of 100 cases; a better move does so more often."),
        N_("After {worse}, you sink a ship in {more} of 100 cases, not {fewer}."),
        facts,
    )


def _floating(state: BatailleState, seat: int) -> int:
    return sum(place != SUNK for place in state.places[seat])


def _lost(both: Compared) -> Finding | None:
    """Find a ship of the seat that is lost more often after the worse move."""
    afloat = [n for n, place in enumerate(both.view.fleets[both.own].places) if place != SUNK]
    found = (_lost_ship(both, ship) for ship in afloat)
    return first_of(found)


def _lost_ship(both: Compared, ship: int) -> Finding | None:
    cases = both.oftener(lambda state: state.places[both.own][ship] == SUNK, after_worse=True)
    if cases is None:
        return None
    facts = cases | {"ship": SHIPS[ship]}
    if _strikes(both, SHIPS[ship]):
        return Finding(
            N_("After {worse}, {ship} strikes a mine in {more} of 100 cases, not {fewer}."),
            N_("{ship} strikes a mine in {more} of 100 cases."),
            N_("After {worse}, {ship} strikes a mine in {fewer} of 100 cases, not {more}."),
            facts,
        )
    return Finding(
        N_("After {worse}, a torpedo sinks {ship} in {more} of 100 cases, not {fewer}."),
        N_("A torpedo sinks {ship} in {more} of 100 cases."),
        N_("After {worse}, a torpedo sinks {ship} in {fewer} of 100 cases, not {more}."),
        facts,
    )


def _strikes(both: Compared, letter: str) -> bool:
    return any(
        isinstance(event, MineStruck) and seat == both.own and event.ship == letter
        for _, playout in both.contrast.pairs
        for seat, _move, event in playout.happenings
    )


def _in_sight(both: Compared) -> Finding | None:
    """Find a ship of the seat that lies in an enemy lane more often after the worse move."""
    seen = {letter: _sightings(both, ship) for ship, letter in enumerate(SHIPS)}
    letter, (fewer, more) = max(seen.items(), key=lambda each: each[1][1] - each[1][0])
    if more - fewer < CLEARLY:
        return None
    return Finding(
        N_("After {worse}, a torpedo can reach {ship} in {more} of 100 cases, not {fewer}."),
        N_("A torpedo can then reach {ship} in {more} of 100 cases."),
        N_("After {worse}, a torpedo can reach {ship} in {fewer} of 100 cases, not {more}."),
        both.facts | {"ship": letter, "more": more, "fewer": fewer},
    )


def _sightings(both: Compared, ship: int) -> tuple[int, int]:
    return both.cases(lambda state: _is_seen(state, both.own, ship))


def _is_seen(state: BatailleState, seat: int, ship: int) -> bool:
    """Whether an enemy submarine lies on a lane with a ship."""
    place = state.places[seat][ship]
    seen = in_sight(state.lanes, state.places, blocking=state.blocking)
    return place > PORT and any(number_of(c) in seen[place] for c in state.submarines[1 - seat])


def _in_lane(both: Compared) -> Finding | None:
    """Find an enemy ship that lies in the seat's lanes more often after the better move."""
    ships = range(len(SHIPS))
    facts = both.oftener(
        lambda state: any(_is_seen(state, both.enemy, ship) for ship in ships), least=CLEARLY
    )
    if facts is None:
        return None
    return Finding(
        N_("You can then fire at a ship in {more} of 100 cases; only {fewer} after {worse}."),
        N_("You can then fire at a ship in only {fewer} of 100 cases."),
        N_("After {worse}, you can fire at a ship in {more} of 100 cases, not {fewer}."),
        facts,
    )


# Charges


def _kept(both: Compared) -> Finding | None:
    """Find more charges on the seat's ships after the better move."""
    more, fewer = (round(mean) for mean in both.means(lambda state: _load(state, both.own)))
    if more <= fewer:
        return None
    return _saved(both, more, fewer) or _counted(both, more, fewer)


def _saved(both: Compared, more: int, fewer: int) -> Finding | None:
    """Find a charge that only the worse move drops, where no submarine lies."""
    cell = aim_of(both, 1)
    if aim_of(both, 0) or not cell or all_placements(both.view, both.enemy).using(cell):
        return None
    return Finding(
        N_("A charge at {cell} cannot hit: you keep {more}, not {fewer}."),
        N_("A charge at {cell} cannot hit, and you keep only {left}."),
        N_("After {worse}, you have {more}, not {fewer}."),
        both.facts | {
            "cell": cell_name(cell), "more": charges(more), "fewer": fewer, "left": charges(fewer),
        },
    )  # fmt: skip


def _counted(both: Compared, more: int, fewer: int) -> Finding:
    facts = both.facts | {"more": charges(more), "fewer": fewer}
    if not fewer:
        return Finding(
            N_("You then have {more}; none after {worse}."),
            N_("You then have no charges left."),
            N_("After {worse}, you have {more}, otherwise none."),
            facts,
        )
    return Finding(
        N_("You then have {more}; only {fewer} after {worse}."),
        N_("You then have only {left}."),
        N_("After {worse}, you have {more}, not {fewer}."),
        facts | {"left": charges(fewer)},
    )


def _load(state: BatailleState, seat: int) -> int:
    fleet = zip(state.places[seat], state.charges[seat])
    return sum(load for place, load in fleet if place != SUNK)


def _armed(both: Compared) -> Finding | None:
    """Find more ships that can drop a charge after the better move."""
    more, fewer = (round(mean) for mean in both.means(lambda state: _loaded(state, both.own)))
    if more <= fewer:
        return None
    return Finding(
        N_("{more} of your ships can then drop charges; only {fewer} after {worse}."),
        N_("Only {fewer} of your ships can then drop charges."),
        N_("After {worse}, {more} of your ships can drop charges, not {fewer}."),
        both.facts | {"more": more, "fewer": fewer},
    )


def _loaded(state: BatailleState, seat: int) -> int:
    fleet = zip(state.places[seat], state.charges[seat])
    return sum(place != SUNK and load > 0 for place, load in fleet)


FLEETS: Final[tuple[Look, ...]] = (_prey, _lost, _in_sight, _in_lane)
CHARGES: Final[tuple[Look, ...]] = (_kept, _armed)
"""The findings on ships and on charges, plainest first."""
