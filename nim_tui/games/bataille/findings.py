"""Findings on both fleets and their charges, on the seat's submarines and the search for others."""

from __future__ import annotations

from typing import Final

from nim_tui.games.bataille.estimate import in_sight
from nim_tui.games.bataille.figures import (
    CLEARLY,
    OFTEN,
    Compared,
    Finding,
    Look,
    aim_of,
    first_of,
    lane_of,
)
from rules.bataille.board import CELLS, LANES, PORT, SHIPS, SUBMARINES, SUNK, cell_name, number_of
from rules.bataille.deduction import all_placements
from rules.bataille.events import MineStruck
from rules.bataille.moves import OVER
from rules.bataille.state import BatailleState
from rules.bataille.view import view_of
from rules.messages import N_, Value, charges


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
            N_("Still, after {worse} {ship} strikes a mine in {fewer} of 100 cases, not {more}."),
            facts,
        )
    return Finding(
        N_("After {worse}, a torpedo sinks {ship} in {more} of 100 cases, not {fewer}."),
        N_("A torpedo sinks {ship} in {more} of 100 cases."),
        N_("Still, after {worse} a torpedo sinks {ship} in {fewer} of 100 cases, not {more}."),
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
        N_("After {worse}, a torpedo can reach your {ship} in {more} of 100 cases, not {fewer}."),
        N_("A torpedo can then reach your {ship} in {more} of 100 cases."),
        N_("Still, after {worse} a torpedo can reach your {ship} in {fewer} of 100, not {more}."),
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


SURELY: Final = 20
"""The percentage from which on the enemy counts as sure of a submarine."""
MOSTLY: Final = 50
"""The least difference, in cases of 100, for a ship to be said to keep a square."""


# The seat's submarines


def _kept_off(both: Compared) -> Finding | None:
    """Find a ship on the square above a submarine of the seat that the enemy searches for."""
    found = (_kept_off_at(both, cell) for cell in both.submarines)
    return first_of(found)


def _kept_off_at(both: Compared, cell: int) -> Finding | None:
    kept = both.oftener(lambda state: _has_ship_above(state, both.own, cell), least=MOSTLY)
    if kept is None or _lost_at(both, cell) is None:
        return None
    return Finding(
        N_("Your ship on {number} keeps {name}’s ships off your submarine at {cell}."),
        N_("{name}’s ships can then get above your submarine at {cell}."),
        N_("{worse} keeps {name}’s ships off your submarine at {cell}."),
        both.facts | {"number": number_of(cell), "cell": cell_name(cell)},
    )


def _lost_at(both: Compared, cell: int) -> dict[str, Value] | None:
    """Return how much more often the submarine in a cell is sunk after the worse move."""
    return both.oftener(lambda state: cell in state.lost[both.own], after_worse=True)


def _has_ship_above(state: BatailleState, seat: int, cell: int) -> bool:
    return cell in state.submarines[seat] and number_of(cell) in state.places[seat]


def _shown(both: Compared) -> Finding | None:
    """Find a torpedo of the worse move that reveals where a submarine lies."""
    lane, other = (lane_of(each.move) for each in (both.contrast.worse, both.contrast.better))
    if lane is None or not both.submarines:
        return None
    sure, before = both.known(lane), both.known() if other is None else both.known(other)
    cell = max(sure, key=lambda one: sure[one] - before[one])
    if sure[cell] - before[cell] < CLEARLY:
        return None
    told = N_(
        "{lane} reveals your submarine at {cell}: the enemy’s certainty is {much}%, not {little}%."
    )
    return Finding(
        told, told,
        N_(
            "{worse} hides your submarine at {cell} better: "
            "the enemy’s certainty is {little}%, not {much}%."
        ),
        both.facts | {
            "lane": LANES[lane].name, "cell": cell_name(cell),
            "much": sure[cell], "little": before[cell],
        },
    )  # fmt: skip


def _found(both: Compared) -> Finding | None:
    """Find a submarine that the enemy knows well, and sinks more often after the worse move."""
    sure = both.known()
    likely = sorted(both.submarines, key=lambda one: -sure[one])
    found = (_found_at(both, cell, sure[cell]) for cell in likely if sure[cell] >= SURELY)
    return first_of(found)


def _found_at(both: Compared, cell: int, sure: int) -> Finding | None:
    if _lost_at(both, cell) is None:
        return None
    return Finding(
        N_("{name} suspects your submarine at {cell} ({sure}%), and can hit it after {worse}."),
        N_("{name} suspects your submarine at {cell} ({sure}%), and can hit it."),
        N_("{worse} guards your submarine at {cell}, which {name} suspects ({sure}%)."),
        both.facts | {"cell": cell_name(cell), "sure": sure},
    )


def _sunk(both: Compared) -> Finding | None:
    """Find a submarine of the seat that is sunk more often after the worse move."""
    before = len(both.view.fleets[both.own].lost)
    facts = both.oftener(lambda state: len(state.lost[both.own]) > before, after_worse=True)
    if facts is None:
        return None
    return Finding(
        N_("After {worse}, {name} sinks a submarine in {more} of 100 cases, not {fewer}."),
        N_("{name} then sinks a submarine of yours in {more} of 100 cases."),
        N_("After {worse}, {name} sinks a submarine in {fewer} of 100 cases, not {more}."),
        facts,
    )


# Enemy submarines


def _hit(both: Compared) -> Finding | None:
    """Find an enemy submarine that is sunk more often after the better move."""
    before = len(both.view.fleets[both.enemy].lost)
    facts = both.oftener(lambda state: len(state.lost[both.enemy]) > before)
    if facts is None:
        return None
    aim = aim_of(both, 0)
    if aim:
        return _aimed(both, aim)
    return Finding(
        N_("You sink a submarine in {more} of 100 cases; only {fewer} after {worse}."),
        N_("You sink a submarine in {fewer} of 100 cases; a better move does so more often."),
        N_("After {worse}, you sink a submarine in {more} of 100 cases, not {fewer}."),
        facts,
    )


def _aimed(both: Compared, aim: int) -> Finding | None:
    """Find a charge of the better move in a likelier cell, by the possible layouts."""
    other = aim_of(both, 1)
    placements = all_placements(both.view, both.enemy)
    share = 100 / (placements.total or 1)
    more, fewer = (round(share * placements.using(cell)) if cell else 0 for cell in (aim, other))
    if more - fewer < OFTEN:
        return None
    facts = both.facts | {"cell": cell_name(aim), "more": more, "fewer": fewer}
    is_last = len(both.view.fleets[both.enemy].lost) == SUBMARINES - 1
    price = N_("{worse} aims at {cell}: a submarine lies there in {more} of 100 layouts.")
    if not other:
        return Finding(
            N_("The last submarine lies at {cell} in {more} of 100 layouts; {worse} aims at none.")
            if is_last
            else N_("A submarine lies at {cell} in {more} of 100 layouts; {worse} aims at none."),
            N_("It aims at no submarine, though a charge could hit one."),
            price,
            facts,
        )
    facts["other"] = cell_name(other)
    if not placements.using(other):
        return Finding(
            N_("The last submarine lies at {cell} in {more} of 100 layouts, never at {other}.")
            if is_last
            else N_("A submarine lies at {cell} in {more} of 100 layouts, never at {other}."),
            N_("No submarine lies at {other}, but another charge could hit one."),
            price,
            facts,
        )
    return Finding(
        N_("A submarine lies at {cell} in {more} of 100 layouts, at {other} in {fewer}."),
        N_("A submarine lies at {other} in only {fewer} of 100 layouts."),
        price,
        facts,
    )


def _next_charge(both: Compared) -> Finding | None:
    """Find a next turn's best charge that is likelier to hit after the better move."""
    on = [pair for pair in both.contrast.pairs if all(each.state.phase != OVER for each in pair)]
    more, fewer = (
        round(100 * sum(_best_aim(pair[side].state, both) for pair in on) / (len(on) or 1))
        for side in (0, 1)
    )
    if more - fewer < OFTEN:
        return None
    return Finding(
        N_("Your next charge can then hit in {more} of 100 cases; only {fewer} after {worse}."),
        N_("Your next charge then hits in {fewer} of 100 cases at best."),
        N_("After {worse}, your next charge hits in {more} of 100 cases at best, not {fewer}."),
        both.facts | {"more": more, "fewer": fewer},
    )


def _best_aim(state: BatailleState, both: Compared) -> float:
    """Return the chance that a charge in the likeliest cell hits, by the seat's view."""
    placements = all_placements(view_of(state, both.own), both.enemy)
    return max(placements.using(cell) for cell in CELLS) / (placements.total or 1)


SAFETY: Final[tuple[Look, ...]] = (_kept_off, _shown, _found, _sunk)
SEARCH: Final[tuple[Look, ...]] = (_hit, _next_charge)
"""The findings on the seat's and the enemy's submarines, plainest first."""
