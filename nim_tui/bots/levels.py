"""Bot levels: random, easy, styled; bots that also evaluate moves.

A quick bot's own scores are not win probabilities: they cannot be compared between bots, nor shown
to people. So the judge tries each move in sampled worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal

from nim_tui.bots.bot import Bot, Replaceable
from nim_tui.bots.search import HELD, Decision, Judge, weighed
from rules.advice import Advice, Weighed
from rules.chance import Chance
from rules.contract import AnyGame, Move
from rules.messages import N_
from screens.people import SeatNames, in_third_person

if TYPE_CHECKING:
    from nim_tui.tables.record import RecordHeader


Leaving = Callable[[Any, Sequence[Any]], Sequence[Any]]
"""A function that drops some of the legal moves in a view, never all."""


@dataclass(frozen=True, slots=True)
class Slips:
    """The mistakes of a beginner."""

    overlooks: int = 0
    """The percentage of decisions in which it sees few of the moves."""
    sees: int = 1
    """The number of moves that it then sees, drawn at random."""
    sensible: str = ""
    """The name of the function that drops idle moves from those it overlooks some of."""
    habits: str = ""
    """The name of the function that drops the moves it never makes."""


def quicker_than(bot: Bot) -> Bot:
    """Return the bot that answers when this one is late: a random one if none is better."""
    return bot.instead if isinstance(bot, Replaceable) else RandomBot()


class RandomBot:
    """A bot that plays any legal move of any game."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """Return a random legal move."""
        return Advice(chance.pick(legal), N_("every legal move looks the same to this bot"))


class TellingBot:
    """A bot that plays as another one does, and evaluates moves by a judge."""

    def __init__(self, own: Bot, judge: Callable[[], Judge]) -> None:
        """`judge` makes the judge at first use."""
        self.own = own
        self._judge = judge

    @property
    def judge(self) -> Judge:
        """The judge that evaluates moves."""
        return self._judge()

    @property
    def instead(self) -> Bot:
        """The quicker bot that answers in place of the wrapped bot."""
        return quicker_than(self.own)

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """Return the move of the wrapped bot."""
        return self.own.choose(game, view, legal, chance)

    def weigh(
        self,
        game: AnyGame,
        view: Any,
        legal: Sequence[Move],
        chance: Chance,
        budget: int | None = None,
    ) -> list[Weighed]:
        """Return the bot's choice, then the alternatives, best first.

        The choice may be worse than an alternative: a beginner guesses.
        """
        decision = Decision(game, view, legal)
        return weighed_by(self.own, self.judge, decision, chance, budget)


def weighed_by(
    bot: Bot, judge: Judge, decision: Decision, chance: Chance, budget: int | None = None
) -> list[Weighed]:
    """Return a bot's choice, then the judge's other candidates, best first, with their chances.

    A move without alternatives is returned alone, without chances.
    """
    game, view, legal = decision.game, decision.view, decision.legal
    own = bot.choose(game, view, legal, chance)
    worlds = judge.worlds(game, view, legal, chance) if len(legal) > 1 else None
    if worlds is None:
        return [Weighed(own)]
    others = [each for each in worlds.candidates() if each.move != own.move]
    tries = judge.budget if budget is None else budget
    return weighed(worlds, [own, *others], view, tries, HELD, capped=False)


BLIND: Final = "random"
"""The level of the bot for tests, which plays any legal move and has no style."""

PROGRAM: Final = N_("exec")
"""The level of a bot that a program of the user plays. A record names the level, and not the
command: whoever opens a record of others must not start a program by it.
"""

Style = Literal["cautious", "greedy", "aggressive"]

CAUTIOUS: Final = "cautious"
"""Afraid of losses, and of others arriving first."""
GREEDY: Final = "greedy"
"""Intent on gathering, and little interested in others."""
AGGRESSIVE: Final = "aggressive"
"""Ready to take risks, and things that others want."""

STYLES: Final[tuple[Style, ...]] = (CAUTIOUS, GREEDY, AGGRESSIVE)
FORMER_STYLES: Final[dict[str, Style]] = {"grasping": GREEDY}
"""Earlier names of styles, still understood."""
TOLD: Final = {
    CAUTIOUS: N_("cautious"),
    GREEDY: N_("greedy"),
    AGGRESSIVE: N_("aggressive"),
}
STYLE_OF: Final[dict[str, Style]] = {
    "Nemo": CAUTIOUS,
    "Argo": AGGRESSIVE,
    "Vega": GREEDY,
    "Atlas": CAUTIOUS,
    "Triton": AGGRESSIVE,
    "Kraken": GREEDY,
    "Calypso": CAUTIOUS,
    "Neptune": AGGRESSIVE,
}
"""The bots by name, in the order tables use them; the same names in every language.

Short names come first, for narrow panels.
"""


def style_of(name: str) -> Style | None:
    """Return the style of the bot of this name, perhaps numbered; None for another name."""
    return STYLE_OF.get(name.partition(" ")[0])


def known_for(names: Sequence[str], levels: Sequence[str | None]) -> tuple[Style | None, ...]:
    """Return each seat's bot style; None for a person, and for a bot that only guesses."""
    return tuple(
        None if level in (None, BLIND, PROGRAM) else style_of(name)
        for name, level in zip(names, levels)
    )


_WHOLE: Final = 100


class EasyBot:
    """A beginner: it plays to win, and overlooks moves."""

    def __init__(self, model: Bot, slips: Slips) -> None:
        self._model = model
        self._slips = slips

    @property
    def instead(self) -> Bot:
        """The bot that answers if the model of this one is late."""
        return quicker_than(self._model)

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """Return the best move, or the best of the few that a beginner sees."""
        slips = self._slips
        legal = _without(slips.habits, view, legal)
        if len(legal) == 1 or chance.below(_WHOLE) >= slips.overlooks:
            return self._model.choose(game, view, legal, chance)
        seen = _some_of(_without(slips.sensible, view, legal), slips.sees, chance)
        if len(seen) > 1:
            advice = self._model.choose(game, view, seen, chance)
            if advice.move in seen:
                return advice
        return Advice(chance.pick(seen), N_("a guess"))


def _without(name: str, view: Any, legal: Sequence[Move]) -> Sequence[Move]:
    """Return the moves that the named function keeps; all without a name."""
    if not name:
        return legal
    module, _colon, attribute = name.partition(":")
    leaving: Leaving = getattr(import_module(module), attribute)
    return leaving(view, legal)


def _some_of(moves: Sequence[Move], count: int, chance: Chance) -> Sequence[Move]:
    """Return `count` of the moves, drawn at random, in their order."""
    left = [*range(len(moves))]
    drawn = [left.pop(chance.below(len(left))) for _ in range(min(count, len(moves)))]
    return [moves[number] for number in sorted(drawn)]


def people_of(header: RecordHeader, own: int | None) -> SeatNames:
    """Return the players as shown to the seat `own`; None: as shown to an outsider."""
    bots = tuple(seat.bot for seat in header.seats)
    names = [seat.name for seat in header.seats]
    return SeatNames(in_third_person(names, bots), own, bots, known_for(names, bots))
