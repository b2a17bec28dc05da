"""What can happen, as events; those that come often are made once and shared.

Facts: `cell`, `from` cells "e4"; `card` a name of CARDS, `cards` several, parted by commas;
`action` of a joker; `capacity` a word; `price`, `points`, `round`, `number`, `steps` and the
like numbers; `victim` a seat; `tile` a kind; `direction` a word of the compass.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules.contract import Event
from rules.messages import Fact
from rules.schwarm.cards import CAPACITIES, CARD_NAMES
from rules.schwarm.cells import CELL_NAMES, COMPASS
from rules.schwarm.moves import Move
from rules.schwarm.scoring import Final, Network
from rules.schwarm.tiles import KINDS


@cache
def started(seat: int, cell: int) -> Event:
    """A first station with a researcher."""
    return Event("started", seat, {"cell": CELL_NAMES[cell]})


def row(number: int, cards: Sequence[int]) -> Event:
    """A round begins: its row of action cards is laid out."""
    names = ", ".join(CARD_NAMES[card] for card in cards)
    return Event("row", None, {"round": number, "cards": names}, reveals=True)


@cache
def took(seat: int, card: int, price: int) -> Event:
    """A card is taken from the row."""
    return Event("took", seat, {"card": CARD_NAMES[card], "price": price})


@cache
def ordered(seat: int, number: int, capacity: int, price: int) -> Event:
    """An order card is taken, and a capacity card with it."""
    facts: dict[str, Fact] = {"number": number, "capacity": CAPACITIES[capacity], "price": price}
    return Event("ordered", seat, facts)


@cache
def waited(seat: int) -> Event:
    """Who can pay for nothing they still need is passed over."""
    return Event("waited", seat)


@cache
def opened(seat: int) -> Event:
    """All cards are taken: they are played now, by `seat` first."""
    return Event("opened", seat)


@cache
def played(seat: int, card: int, action: str, number: int = 0) -> Event:
    """A card is played, for an action; `number` is that of the whale in play which swims."""
    facts: dict[str, Fact] = {"card": CARD_NAMES[card], "action": action}
    if number:
        facts["number"] = number
    return Event("played", seat, facts)


@cache
def wasted(seat: int, card: int) -> Event:
    """A card that can do nothing is played."""
    return Event("wasted", seat, {"card": CARD_NAMES[card]})


@cache
def finished(seat: int) -> Event:
    """A hazard has come to its end, or who plays a card does no more with it."""
    return Event("finished", seat)


@cache
def built(seat: int, cell: int, researchers: int) -> Event:
    """A station is put on land, with a researcher or without."""
    return Event("built", seat, {"cell": CELL_NAMES[cell], "researchers": researchers})


@cache
def manned(seat: int, cell: int) -> Event:
    """A researcher joins a station."""
    return Event("manned", seat, {"cell": CELL_NAMES[cell]})


@cache
def launched(seat: int, cell: int) -> Event:
    """A ship comes onto the water."""
    return Event("launched", seat, {"cell": CELL_NAMES[cell]})


@cache
def sailed(seat: int, cell: int, end: int) -> Event:
    """A ship goes one cell on."""
    return Event("sailed", seat, {"from": CELL_NAMES[cell], "cell": CELL_NAMES[end]})


@cache
def lifted(seat: int, cell: int, kind: int) -> Event:
    """A face-down tile is drawn by the ship that leaves its cell."""
    facts: dict[str, Fact] = {"cell": CELL_NAMES[cell], "tile": KINDS[kind]}
    return Event("lifted", seat, facts, reveals=True)


@cache
def placed(seat: int, cell: int, kind: int, turns: int, points: int) -> Event:
    """A tile is placed, with a buoy on it."""
    facts: dict[str, Fact] = {"cell": CELL_NAMES[cell], "tile": KINDS[kind]}
    return Event("placed", seat, {**facts, "turns": turns, "points": points})


@cache
def moved_buoy(seat: int, cell: int) -> Event:
    """A buoy is taken from a cell, to be put elsewhere."""
    return Event("moved_buoy", seat, {"cell": CELL_NAMES[cell]})


@cache
def linked(seat: int) -> Event:
    """A station links to the queen: a buoy comes onto her cell."""
    return Event("linked", seat)


@cache
def unlinked(seat: int) -> Event:
    """No station links to the queen any more: the buoy comes off her cell."""
    return Event("unlinked", seat)


@cache
def surfaced(seat: int, cell: int) -> Event:
    """A new whale."""
    return Event("surfaced", seat, {"cell": CELL_NAMES[cell]})


@cache
def swam(seat: int, cell: int, end: int) -> Event:
    """A whale goes one cell on."""
    return Event("swam", seat, {"from": CELL_NAMES[cell], "cell": CELL_NAMES[end]})


def rolled(seat: int, move: Move, end: int, ends: str) -> Event:
    """A wave, new (number 0) or in play, rolls and ends on `water`, on `land` or `off` the map."""
    facts: dict[str, Fact] = {"number": move.number + 1, "direction": COMPASS[move.end]}
    cell = CELL_NAMES.get(end, "")
    return Event("rolled", seat, {**facts, "steps": move.count, "cell": cell, "ends": ends})


@cache
def crept(seat: int, start: int, end: int, is_new: bool) -> Event:
    """The crab walks along the coast."""
    facts: dict[str, Fact] = {"from": CELL_NAMES[start], "cell": CELL_NAMES[end]}
    return Event("crept", seat, {**facts, "new": int(is_new)})


@cache
def hit(seat: int, victim: int, cell: int, piece: str, points: int) -> Event:
    """A hazard of `seat` hits a `ship` or `station` of the victim, whose points change hands."""
    facts: dict[str, Fact] = {"victim": victim, "cell": CELL_NAMES[cell]}
    return Event("hit", seat, {**facts, "piece": piece, "points": points})


def scored(seat: int, network: Network, points: int) -> Event:
    """The largest network counts at the end of a round."""
    facts: dict[str, Fact] = {
        "points": points,
        "stations": network.stations,
        "researchers": network.researchers,
        "buoys": network.buoys,
        "ships": network.ships,
    }
    return Event("scored", seat, facts)


def crowned(seat: int, final: Final) -> Event:
    """The end of the game: stations linked to the queen, and shores joined."""
    facts: dict[str, Fact] = {"queen": final.queen, "shores": final.shores, "joined": final.joined}
    return Event("crowned", seat, facts)


@cache
def ended(seat: int | None) -> Event:
    """The game is over: `seat` won alone, or None if several share the first place."""
    return Event("ended", seat)
