"""The judge of *Himalaya*, its hard bot, and the bots' styles.

The rivals' programs are drawn from plans of several kinds of players. Each candidate program is
carried out against the same drawn ones by the rules, to the end of the turn, and the position is
evaluated. Uses of an order are found in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.judging import Features
from nim_tui.bots.levels import AGGRESSIVE, CAUTIOUS, GREEDY, Style
from nim_tui.bots.playout import Barred, Happening, Playout
from nim_tui.bots.search import WORLDS, SearchBot
from nim_tui.games.himalaya.bot import BotTraits, MediumBot, reason_for, uses, why_used
from nim_tui.games.himalaya.explainer import HimalayaExplainer
from nim_tui.games.himalaya.figures import chances_at, figures_of, position_of
from nim_tui.games.himalaya.plan import bar, best_plans, drawn, likely
from rules.advice import Advice, Chances
from rules.chance import Chance
from rules.contract import AnyGame
from rules.himalaya.moves import FILL, OVER, PROGRAM, TAKE, Kind, Move
from rules.himalaya.state import HimalayaState
from rules.himalaya.view import HimalayaView

MATERIAL: Final = 18
"""The number of leading figures that count the three influences alone."""
GOOD: Final = frozenset(range(34))
"""The figures that are good to have, without negative weights; the turn order is not among them."""


def chances(state: HimalayaState) -> tuple[float, ...]:
    """Return the win probability of each seat; joint winners share 1 equally."""
    return chances_at(position_of(state))


def features_of(state: HimalayaState) -> list[Features]:
    """Return each seat's figures."""
    return figures_of(position_of(state))


PROGRAMS: Final = 14
"""The number of programs tried."""
KINDS: Final = (0.1, 0.3, 0.6)
"""The kinds of players, by the part of the rivals' moves that they take into account."""


class HimalayaJudge:
    """A search to the end of the turn."""

    def __init__(self, budget: int = 300, doubt: float = 0.0) -> None:
        self.budget = budget
        self.doubt = doubt
        self.explainer = HimalayaExplainer()
        self.instead = MediumBot()

    def chances(self, state: Any) -> Chances:
        """Return the win probability of each seat."""
        return chances(state)

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> HimalayaWorlds | None:
        """Return the sampled programs of others, or the revealed ones."""
        if view.phase not in (PROGRAM, FILL, TAKE):
            return None
        return HimalayaWorlds(game, view, legal, chance)


class HimalayaWorlds:
    """Sampled tables that fit a seat's view, each with programs for all."""

    cost = 1

    def __init__(
        self, game: AnyGame, view: HimalayaView, legal: Sequence[Move], chance: Chance
    ) -> None:
        assert view.seat is not None
        self._game = game
        self._view = view
        self._legal = legal
        self._seat = view.seat
        self._seed = chance.below(WORLDS)
        self._uses: dict[object, Move] = {}
        """Moves with an order or on a market day, by the facts they depend on."""
        self._rivals = {
            seat: likely(view, seat, KINDS)
            for seat, player in enumerate(view.players)
            if view.phase == PROGRAM and seat != self._seat and not player.program
        }

    def candidates(self) -> list[Advice]:
        """Return the best programs, or uses of an order, most valuable first.

        Of those with equal outcomes only the first.
        """
        if self._view.phase == PROGRAM:
            return [reason_for(plan) for plan in best_plans(self._view, self._seat, PROGRAMS)]
        moves = self._legal
        if self._view.phase == FILL:
            moves = uses(self._view, moves)
        return [why_used(self._view, move) for move in moves]

    def simulate(self, advice: Advice, world: int, barred: Barred | None = None) -> Playout:
        """Play the turn out in a sampled world, to its end."""
        chance = Chance(self._seed + world)
        state: HimalayaState = self._game.sample(self._view, chance)
        for seat, plans in self._rivals.items():
            state.programs[seat] = drawn(plans, chance).program
        if barred is not None:
            bar(self._view, state, barred)
        seat, move, happenings = self._seat, advice.move, list[Happening]()
        while True:
            events = self._game.play(state, seat, move, chance)
            happenings += (Happening(seat, move, event) for event in events)
            if state.phase == OVER or state.turn != self._view.turn:
                return Playout(chances(state), state, tuple(happenings))
            seat = state.waiting()[0]
            move = self._used(state, seat)

    def _used(self, state: HimalayaState, seat: int) -> Move:
        """Return a seat's move with an order, or its choice on a market day."""
        key = _key(state, seat)
        move = self._uses.get(key)
        if move is None:
            move = self._uses[key] = self._found_use(state, seat)
        return move

    def _found_use(self, state: HimalayaState, seat: int) -> Move:
        legal: Sequence[Move] = self._game.legal(state, seat)
        if len(legal) == 1:
            return legal[0]
        view = self._game.view(state, seat)
        advice: Any = MediumBot().choose(self._game, view, legal, Chance(0))
        move: Move = advice.move
        return move


def _key(state: HimalayaState, seat: int) -> object:
    """Return the facts that the use of an order, or of a market day, depends on."""
    goods = (
        (tuple(state.goods), tuple(state.orders), tuple(map(tuple, state.cubes)))
        if state.phase == TAKE
        else ()
    )
    return (
        seat, state.caravans[seat], state.filling, state.did, state.envoys, tuple(state.stupas),
        tuple(map(tuple, state.delegations)), tuple(map(tuple, state.discs)), tuple(state.tokens),
        goods,
    )  # fmt: skip


def hard_bot() -> SearchBot:
    """Return the hard bot."""
    return SearchBot(HimalayaJudge())


_TASTES: Final[dict[Style, BotTraits]] = {
    CAUTIOUS: BotTraits(fear=1.0),
    GREEDY: BotTraits(barter=1.3),
    AGGRESSIVE: BotTraits(fear=0.3, envoy=1.3),
}


def medium(style: Style) -> MediumBot:
    """Return a medium bot: keeps out of the way, prefers yaks, or wants power."""
    return MediumBot(_TASTES[style])


def hard(style: Style) -> SearchBot:
    """Return a hard bot with the same preference between nearly equal moves."""
    return SearchBot(HimalayaJudge(), medium(style))


_AT_THE_CARAVAN = (Kind.BARTER, Kind.OFFER, Kind.DONE, Kind.TAKE)


def spot(view: HimalayaView, move: Move) -> str:
    """Return the village of the caravan, for uses of its order and cubes taken there."""
    return str(view.players[view.mover].caravan) if move.kind in _AT_THE_CARAVAN else ""
