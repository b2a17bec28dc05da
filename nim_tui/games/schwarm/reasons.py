"""Reasons for a move of a bot of *Der Schwarm*, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from nim_tui.games.schwarm.hazards import Strike
from nim_tui.games.schwarm.plan import Plan
from nim_tui.games.schwarm.row import RowChoice
from nim_tui.games.schwarm.worth import parts_of
from rules import messages as nouns
from rules.advice import Advice
from rules.chance import Chance
from rules.messages import N_, Phrase, Value
from rules.schwarm.board import POINTS
from rules.schwarm.cards import (
    BRILLIANT,
    CAPACITIES,
    CARD_NAMES,
    CARDS,
    FAST,
    GOLDEN_TILE,
    PROTECTION,
    Action,
)
from rules.schwarm.cells import CELL_NAMES
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import RESEARCH, SAIL, Kind, Move
from rules.schwarm.placing import stacks
from rules.schwarm.scoring import final
from rules.schwarm.state import SchwarmState

_USES: Final[Mapping[Action, str]] = {
    Action.STATION: N_("it can link to the queen"),
    Action.SHIP: N_("it collects tiles"),
    Action.RESEARCHER: N_("it places tiles"),
    Action.WHALE: N_("it hits ships"),
    Action.WAVE: N_("it hits all on its way"),
    Action.CRAB: N_("it hits stations"),
    Action.DOUBLE: N_("two actions in one"),
}
"""The use of an action card, by its action."""
_HELPS: Final[Mapping[int, str]] = {
    FAST: N_("“{capacity}” gives ships 4 steps"),
    GOLDEN_TILE: N_("“{capacity}” brings a golden tile"),
    PROTECTION: N_("“{capacity}” softens hits"),
    BRILLIANT: N_("“{capacity}” doubles researchers"),
}
"""The help of a capacity card."""
_ANY_ACTION: Final = N_("any action")


def start(state: SchwarmState, seat: int, plan: Plan) -> Advice:
    """Return the reason for a first station."""
    reason = N_("{cell} is worth {points}, and the queen is not far")
    return Advice(plan.move, reason, _land(state, plan.move.cell))


def _land(state: SchwarmState, cell: int) -> dict[str, Value]:
    number = state.board.numbers[state.board.place_of[cell]]
    return {"cell": CELL_NAMES[cell], "points": number}


def taken_for_later(
    state: SchwarmState, choice: RowChoice, with_it: SchwarmState, without: SchwarmState
) -> Advice:
    """Return the reason for a card or an order card, though another is worth more by itself.

    `with_it` and `without` are the states once the row is empty, after this choice and the other.
    """
    move, seat = choice.move, state.mover
    is_card = move.kind != Kind.ORDER
    card = CARD_NAMES[state.row[move.number]] if is_card else CAPACITIES[move.capacity]
    facts: dict[str, Value] = {"card": card}
    if not is_card:
        is_lost = without.capacities[seat] != move.capacity
        lost = N_("“{card}” would be gone by your next turn")
        kept = N_("“{card}” is the best capacity left")
        return Advice(move, lost if is_lost else kept, facts)
    gained, other = (
        Counter(each.cards[seat]) - Counter(state.cards[seat]) for each in (with_it, without)
    )
    if not other[state.row[move.number]]:
        return Advice(move, N_("“{card}” would be gone by your next turn"), facts)
    if more := [*(gained - other)]:
        facts["other"] = CARD_NAMES[more[0]]
        return Advice(move, N_("with “{card}” you also get “{other}”"), facts)
    if (saved := with_it.points[seat] - without.points[seat]) > 0:
        facts["points"] = nouns.points(saved)
        return Advice(move, N_("taking “{card}” first saves you {points}"), facts)
    return Advice(move, N_("“{card}” goes best with your other cards"), facts)


def taken(state: SchwarmState, choice: RowChoice) -> Advice:
    """Return the reason for a card or an order card."""
    move, price = choice.move, choice.price
    if move.kind == Kind.ORDER:
        facts: dict[str, Value] = {
            "use": Phrase(_HELPS[move.capacity], {"capacity": CAPACITIES[move.capacity]}),
            "price": nouns.points(price),
        }
        if not price:
            return Advice(move, N_("free, and {use}"), facts)
        return Advice(move, N_("for {price}, {use}"), facts)
    card = CARD_NAMES[state.row[move.number]]
    action = CARDS[state.row[move.number]].action
    used = Phrase(_ANY_ACTION if action is None else _USES[action], {})
    if not price:
        return Advice(move, N_("“{card}” is free: {use}"), {"card": card, "use": used})
    reason = N_("“{card}” for {price}: {use}")
    return Advice(move, reason, {"card": card, "price": nouns.points(price), "use": used})


def struck(strike: Strike) -> Advice:
    """Return the reason for a hazard's target."""
    facts: dict[str, Value] = {
        "points": nouns.points(strike.points),
        "hits": nouns.hits(strike.hits),
    }
    if strike.move.kind == Kind.DONE:
        return Advice(strike.move, N_("further on there is nobody worth hitting"))
    if not strike.points:
        if strike.move.kind == Kind.STEP:
            return Advice(strike.move, N_("nobody to hit: it stays away from your ships"))
        return Advice(strike.move, N_("it hits nobody now, but it must move"))
    return Advice(strike.move, N_("{hits}: gains {points}"), facts)


def planned(state: SchwarmState, seat: int, plan: Plan) -> Advice:
    """Return the reason for any other kind of move."""
    kind = plan.move.kind
    if kind == Kind.PLACE:
        return _placed(state, seat, plan.move)
    if kind in (Kind.LAUNCH, Kind.SAIL):
        return _sailed(state, seat, plan)
    if kind == Kind.DONE:
        return Advice(plan.move, _enough(state))
    if kind in (Kind.STATION, Kind.CREW):
        return _built(state, seat, plan)
    fetched = sum(plan.state.tiles[seat]) - sum(state.tiles[seat])
    if kind == Kind.RESEARCH and fetched:
        points = plan.state.points[seat] - state.points[seat]
        reason = N_("{tiles} can be placed now and score {points}")
        return Advice(
            plan.move, reason, {"tiles": nouns.tiles(-fetched), "points": nouns.points(points)}
        )
    if kind == Kind.SHIP:
        if fetched > 0:
            return Advice(
                plan.move, N_("ships can collect {tiles}"), {"tiles": nouns.tiles(fetched)}
            )
        return Advice(plan.move, N_("a ship can reach a better place"))
    if kind == Kind.DOUBLE:
        return Advice(plan.move, N_("tiles can be collected and placed with one card"))
    return Advice(plan.move, N_("this card has no effect now, but must be played"))


def _enough(state: SchwarmState) -> str:
    if state.phase == SAIL:
        return N_("the ships are best where they are")
    if state.phase == RESEARCH:
        return N_("the remaining tiles are worth more later")
    return N_("no other move is possible")


def _built(state: SchwarmState, seat: int, plan: Plan) -> Advice:
    """Return the reason for a station, or a researcher on one."""
    if plan.state.stations[seat] == state.stations[seat]:
        reason = N_("one more researcher places one more tile each time, and scores")
        return Advice(plan.move, reason)
    facts = _land(state, plan.move.cell)
    before, after = (_shores(table, seat) for table in (state, plan.state))
    if after > before:
        reason = N_("{cell} is worth {points}, on a shore without a station of yours")
        return Advice(plan.move, reason, facts)
    reason = N_("{cell} is worth {points} at the end if linked to the queen")
    return Advice(plan.move, reason, facts)


def _shores(state: SchwarmState, seat: int) -> int:
    shores = 0
    for part in parts_of(state, seat):
        shores |= part.shores
    return shores.bit_count()


def _sailed(state: SchwarmState, seat: int, plan: Plan) -> Advice:
    fetched = sum(plan.state.tiles[seat]) - sum(state.tiles[seat])
    cell = CELL_NAMES[plan.move.cell]
    if plan.move.kind == Kind.LAUNCH:
        reason = N_("a ship on {cell} can collect {tiles}")
        if fetched <= 0:
            reason = N_("a ship on {cell} belongs to your network")
    else:
        reason = N_("this way your ships collect {tiles}")
        if fetched <= 0:
            reason = N_("the ship is more useful away from {cell}")
    return Advice(plan.move, reason, {"cell": cell, "tiles": nouns.tiles(max(0, fetched))})


def _placed(state: SchwarmState, seat: int, move: Move) -> Advice:
    """Return the immediate benefit of placing one tile."""
    after = state.copy()
    SCHWARM.play(after, seat, move, Chance(0))
    kind = stacks(state.tiles[seat])[move.number - 1]
    facts: dict[str, Value] = {"cell": CELL_NAMES[move.cell], "points": nouns.points(POINTS[kind])}
    joined = [final(table.pieces(seat)).joined for table in (state, after)]
    if after.is_linked[seat] and not state.is_linked[seat]:
        return Advice(move, N_("the tile on {cell} links you to the queen"), facts)
    if joined[1] > max(1, joined[0]):
        facts["shores"] = nouns.shores(joined[1])
        return Advice(move, N_("the tile on {cell} joins {shores}"), facts)
    way = [sum(part.tiles for part in parts_of(table, seat)) for table in (state, after)]
    if way[1] < way[0]:
        reason = N_("{points}, and on {cell} it closes a gap between your networks")
        return Advice(move, reason, facts)
    return Advice(move, N_("{points}, and one more buoy on {cell}"), facts)
