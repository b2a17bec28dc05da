"""The medium bot of *Himalaya*.

From its view alone it evaluates cubes, orders, stupas and delegations, searches every program that
does something, and discounts what a rival can reach first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from nim_tui.bots.bot import best_of
from nim_tui.games.himalaya.plan import Planner, ProgramPlan, Wants
from rules import messages as nouns
from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame
from rules.himalaya.board import CUBES, ORDERS
from rules.himalaya.moves import CAMP, EVENT, PASS, PROGRAM, TAKE, Kind, Move, program
from rules.himalaya.preview import foresee
from rules.himalaya.view import HimalayaView
from rules.messages import N_, Value

LATE: Final = 8
"""The turn from which on event tokens are no longer saved."""
ALIKE: Final = 4
"""The number of programs that may count as equal to the best."""
NEAR: Final = 0.15
"""The greatest difference in worth between equal programs: so two bots do not always agree."""
GLANCED: Final = 4
"""The number of steps searched when time is short."""
THOUGHT_OF: Final = 40
"""The most programs that a beginner considers."""
MARKET_GAIN: Final = 1.5
"""The least gain for which a market day is held."""


@dataclass(frozen=True, slots=True)
class BotTraits:
    """The preferences of a bot's style; with the defaults it has none."""

    fear: float = 0.6
    """The part (0..1) of the rivals' likely moves that is taken into account."""
    barter: float = 1.0
    """The factor on the worth of yaks."""
    envoy: float = 1.0
    """The factor on the worth of delegations."""


class MediumBot:
    """A bot that plans one turn ahead."""

    def __init__(self, taste: BotTraits = BotTraits()) -> None:
        self._taste = taste

    @property
    def instead(self) -> GlancingBot:
        """The bot that answers if this one is late."""
        return GlancingBot(self._taste)

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """Return the best legal move by the bot's estimate, and why."""
        if view.phase == PROGRAM:
            return reason_for(self._planned(view, chance))
        if view.phase == CAMP:
            return _camp(view, legal, chance)
        if view.phase == EVENT:
            return _event(view, legal)
        if view.phase == TAKE:
            return _take(view, legal)
        return _use(view, legal, self._taste)

    def _planned(self, view: HimalayaView, chance: Chance) -> ProgramPlan:
        """Return the best program against the rivals' likely ones; a random one of equals."""
        assert view.seat is not None
        wants = Wants(view, view.seat, self._taste.fear)
        plans = Planner(view, view.seat, leave=wants.leave).best_few(ALIKE)
        best = plans[0]
        return chance.pick(
            [
                plan
                for plan in plans
                if plan.worth > best.worth - NEAR and len(plan.orders) >= len(best.orders)
            ]
        )


class GlancingBot:
    """A bot that searches only the first steps, ignores rivals, and keeps its event tokens."""

    def __init__(self, taste: BotTraits = BotTraits()) -> None:
        self._taste = taste

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """Return a quick choice of move, and the reason for it."""
        if view.phase == PROGRAM:
            return reason_for(Planner(view, view.seat, slots=GLANCED).best())
        if view.phase == CAMP:
            return _camp(view, legal, chance, GLANCED)
        if view.phase == EVENT:
            return _saved()
        if view.phase == TAKE:
            return _take(view, legal)
        return _use(view, legal, self._taste)


def reason_for(plan: ProgramPlan) -> Advice:
    """Return a program with the reason for it."""
    facts: dict[str, Value] = {
        "cubes": nouns.cubes(len(plan.cubes)),
        "orders": nouns.orders(len(plan.filled)),
        "village": plan.village,
    }
    if plan.filled and not plan.cubes:
        reason = N_("can fill {orders} and ends at {village}")
    elif plan.filled:
        reason = N_("can collect {cubes} and fill {orders}; ends at {village}")
    elif plan.cubes:
        reason = N_("can collect {cubes} and ends at {village}")
    else:
        reason = N_("nothing to trade within reach; moves on to {village}")
    return Advice(program(plan.program), reason, facts)


def sensible(view: HimalayaView, legal: Sequence[Move]) -> Sequence[Move]:
    """Return the moves a beginner considers: programs with a gain, in other phases all moves."""
    if view.phase != PROGRAM or view.seat is None:
        return legal
    plans = Planner(view, view.seat).best_few(THOUGHT_OF)
    gaining = [plan for plan in plans if plan.cubes or plan.filled]
    return [program(plan.program) for plan in gaining or plans]


def _camp(view: HimalayaView, legal: Sequence[Move], chance: Chance, slots: int = ORDERS) -> Advice:
    """Return the village with the best program, searched for its first steps only."""
    planner = Planner(view, view.mover, slots=slots)
    move = best_of([(planner.best(move.village).worth, move) for move in legal], chance)
    plan = planner.best(move.village)
    reason = N_("six steps from {village} can collect {cubes}")
    if slots < ORDERS:
        reason = N_("the first steps from {village} can collect {cubes}")
    elif plan.filled:
        reason = N_("six steps from {village} can collect {cubes} and fill {orders}")
    facts: dict[str, Value] = {
        "village": move.village,
        "cubes": nouns.cubes(len(plan.cubes)),
        "orders": nouns.orders(len(plan.filled)),
    }
    return Advice(move, reason, facts)


def _event(view: HimalayaView, legal: Sequence[Move]) -> Advice:
    """Return a profitable market day; late in the game a yeti or snow against the richest rival."""
    plain = Planner(view, view.mover).best()
    markets = [move for move in legal if move.kind == Kind.MARKET and view.goods[move.village]]
    best: tuple[float, Move | None] = (0.0, None)
    for move in markets:
        held = replace(view, markets=(*view.markets, move.village))
        gain = Planner(held, view.mover).best().worth - plain.worth
        best = max(best, (gain, move), key=lambda pair: pair[0])
    if best[1] is not None and best[0] > (0.5 if view.turn >= LATE else MARKET_GAIN):
        reason = N_("with a market day at {village}, you can take its most valuable cube")
        return Advice(best[1], reason, {"village": best[1].village})
    hinder = _hinder(view, legal, plain) if view.turn >= LATE else None
    if hinder is not None:
        facts: dict[str, Value] = {"village": hinder.village, "other": hinder.other}
        return Advice(
            hinder, N_("it blocks the route between {village} and {other} for the leader"), facts
        )
    return _saved()


def _saved() -> Advice:
    return Advice(PASS, N_("an event token may be worth more later"))


def _hinder(view: HimalayaView, legal: Sequence[Move], own: ProgramPlan) -> Move | None:
    """Return a route of the richest rival's likely program that the bot's own does not need."""
    rivals = [seat for seat in range(len(view.players)) if seat != view.mover]
    rival = max(rivals, key=lambda seat: (view.yaks(seat), -seat))
    theirs = _routes(view, rival, Planner(view, rival).best())
    mine = _routes(view, view.mover, own)
    for move in legal:
        if move.kind in (Kind.YETI, Kind.SNOW):
            route = (move.village, move.other)
            if route in theirs and route not in mine:
                return move
    return None


def _routes(view: HimalayaView, seat: int, plan: ProgramPlan) -> set[tuple[int, int]]:
    steps = foresee(view, seat, plan.program)
    return {(min(s.start, s.village), max(s.start, s.village)) for s in steps}


def _take(view: HimalayaView, legal: Sequence[Move]) -> Advice:
    worth = Planner(view, view.mover).worth
    own = view.players[view.mover].cubes
    return why_used(view, max(legal, key=lambda move: worth.cube(move.cube, own)))


def _use(view: HimalayaView, legal: Sequence[Move], taste: BotTraits) -> Advice:
    """Return the most valuable remaining use of the order."""
    return why_used(view, uses(view, legal, taste)[0])


def uses(view: HimalayaView, legal: Sequence[Move], taste: BotTraits = BotTraits()) -> list[Move]:
    """Return the remaining uses of the order, most valuable first."""
    worth = Planner(view, view.mover).worth
    village = view.players[view.mover].caravan
    regions = {region.letter: index for index, region in enumerate(view.board.regions)}

    def value(move: Move) -> float:
        if move.kind == Kind.BARTER:
            return taste.barter * worth.barter(view.filling)
        if move.kind == Kind.OFFER:
            return worth.offering(village)
        if move.kind == Kind.ENVOY:
            return taste.envoy * worth.envoy(regions[move.letter], move.count)
        return 0.01

    return sorted(legal, key=value, reverse=True)


def _own_first(counts: Sequence[int], seat: int) -> list[int]:
    """Return the counts of all seats, that of a seat first."""
    return [counts[seat], *(count for other, count in enumerate(counts) if other != seat)]


def why_used(view: HimalayaView, move: Move) -> Advice:
    """Return a use of an order, or a market day's cube, with its benefit."""
    village = view.players[view.mover].caravan
    if move.kind == Kind.TAKE:
        reason = N_("{cube} is the most useful cube at {village}")
        return Advice(move, reason, {"village": village, "cube": CUBES[move.cube]})
    if move.kind == Kind.BARTER:
        yaks = nouns.yaks(view.board.discs[view.filling].yaks)
        reason = N_("barter at {village} earns {yaks}")
        if view.did:
            reason = N_("barter at {village} also earns {yaks}")
        return Advice(move, reason, {"village": village, "yaks": yaks})
    if move.kind == Kind.OFFER:
        level = view.board.villages[village].level
        reason = N_("a stupa at {village} is worth {points} for religion")
        return Advice(move, reason, {"village": village, "points": level})
    if move.kind == Kind.ENVOY:
        index = [region.letter for region in view.board.regions].index(move.letter)
        own, *others = _own_first(view.delegations[index], view.mover)
        reason = N_("{delegations} can go to region {region}")
        if own + move.count > max(others):
            reason = N_("with {delegations} more, you have the most in region {region}")
        elif own + move.count == max(others):
            reason = N_("with {delegations} more, you are tied for the most in region {region}")
        elif view.did:
            reason = N_("{delegations} can go to region {region} as well")
        facts: dict[str, Value] = {
            "delegations": nouns.delegations(move.count),
            "region": move.letter,
        }
        return Advice(move, reason, facts)
    return Advice(move, N_("no further reward is worth taking"))
