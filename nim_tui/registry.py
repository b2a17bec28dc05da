"""The games of the program, and the bots, judges and words that each brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from nim_tui.bots.levels import BLIND
from nim_tui.bots.slips import Slips
from nim_tui.names import one_of
from rules.messages import N_, Refusal

if TYPE_CHECKING:
    from nim_tui.bots.bot import Bot
    from nim_tui.bots.levels import Style
    from nim_tui.bots.search import Judge
    from rules.contract import AnyGame
    from screens.table.speech import Teller

HARD: Final = N_("hard")
MEDIUM: Final = "medium"
EASY: Final = "easy"
_SLIPPING: Final = "nim_tui.bots.levels:EasyBot"
_TELLING: Final = "nim_tui.bots.levels:TellingBot"
_SEARCHING: Final = "nim_tui.bots.search:SearchBot"
_RANDOM: Final = "nim_tui.bots.levels:RandomBot"


class UnknownName(Refusal):
    """No game, or no bot, has this name; the message lists those there are."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One game on offer. Its parts are named, and imported only when they are asked for."""

    name: str
    title: str
    rules: str
    screen: str
    own_bots: Mapping[str, str] = field(default_factory=dict)
    own_sparring: Mapping[str, str] = field(default_factory=dict)
    """Bots that show what another is worth, but are no fun to play against."""
    own_styles: str = ""
    """What makes bots that are known for something: `hard` and `medium`, by style."""
    own_judge: str = ""
    """What tells the chances to win."""
    own_spots: str = "nim_tui.review.spots:nowhere"
    """What tells where a move is made that names no place."""
    one_line: str = ""
    """Why reviews draw no second line of what a seat could know; empty where they do."""
    slips: Slips | None = None
    """How the easy bot, a weaker medium one, loses sight."""
    own_teller: str = "nim_tui.plain.default_speech"
    """The module that puts its board into words."""

    @property
    def game(self) -> AnyGame:
        """The rules."""
        game: AnyGame = _load(self.rules)
        return game

    @property
    def screen_type(self) -> Any:
        """The class of its screen."""
        return _load(self.screen)

    @property
    def bots(self) -> tuple[str, ...]:
        """The levels of the bots that people are offered, the best first.

        The one that moves blindly is among them only where there is no other.
        """
        return (*self.own_bots, *([EASY] if self.slips else [])) or (BLIND,)

    @property
    def judge(self) -> Judge | None:
        """What tells the chances to win, if there is something that can."""
        judge: Judge | None = _load(self.own_judge)() if self.own_judge else None
        return judge

    @property
    def spot(self) -> Callable[[Any, Any], str]:
        """Where a move is made, by the view of who makes it, if the move itself does not say."""
        spot: Callable[[Any, Any], str] = _load(self.own_spots)
        return spot

    @property
    def teller(self) -> Teller:
        """What puts its board into words."""
        module: Any = import_module(self.own_teller)
        teller: Teller = module
        return teller

    @property
    def adviser(self) -> Bot:
        """The bot that gives hints: one that can say what moves are worth, where there is one."""
        judge = self.judge
        if judge is None:
            return self.bot(self.bots[0])
        searching: Bot = _load(_SEARCHING)(judge)
        return searching

    @property
    def usual(self) -> str:
        """The level of the bots that people meet unless they choose others."""
        return MEDIUM if MEDIUM in self.own_bots else self.bots[0]

    @property
    def sparring(self) -> tuple[str, ...]:
        """The levels of all bots: those that play against other bots alone come last."""
        return (*self._seated, *self.own_sparring)

    @property
    def _seated(self) -> tuple[str, ...]:
        """What may sit at a table: what is offered, and the blind one, which older records have."""
        return tuple(dict.fromkeys((*self.bots, BLIND)))

    def bot(self, level: str, *, sparring: bool = False, style: Style | None = None) -> Bot:
        """A bot of this level, and of a style, if it is to have one of its own.

        One that may sit at a table, or any for sparring; it can weigh moves too, where the game
        has a judge. Raises UnknownName.
        """
        bot = self._bot(level, sparring=sparring, style=style)
        if not self.own_judge or hasattr(bot, "weigh"):
            return bot
        telling: Bot = _load(_TELLING)(bot, partial(_made, self.own_judge))
        return telling

    def _bot(self, level: str, *, sparring: bool, style: Style | None) -> Bot:
        if level not in (self.sparring if sparring else self._seated):
            right = one_of(level, self.sparring if sparring else self.bots)
            raise UnknownName(
                N_("{game} has no bot {name}; {right}"),
                game=self.name,
                name=repr(level[:40]),
                right=right,
            )
        if level == EASY:
            model = self._bot(MEDIUM, sparring=False, style=style)
            slipping: Bot = _load(_SLIPPING)(model, self.slips)
            return slipping
        if style is not None and self.own_styles:
            return self._styled(level, style)
        bot: Bot = _load({**self.own_sparring, **self.own_bots}.get(level, _RANDOM))()
        return bot

    def _styled(self, level: str, style: Style) -> Bot:
        if level not in (HARD, MEDIUM):
            return self._bot(level, sparring=False, style=None)
        styled: Bot = _load(f"{self.own_styles}:{level}")(style)
        return styled


def _made(path: str) -> Any:
    return _load(path)()


def _load(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


CATALOG: Final = {
    offer.name: offer
    for offer in (
        Offer(
            "bataille",
            "Bataille sous les mers",
            "rules.bataille:BATAILLE",
            "screens.bataille.screen:BatailleScreen",
            {
                HARD: "nim_tui.games.bataille.judge:hard_bot",
                "medium": "nim_tui.games.bataille.bot:MediumBot",
            },
            {"turtle": "nim_tui.games.bataille.quick_bots:TurtleBot"},
            own_styles="nim_tui.games.bataille.judge",
            own_judge="nim_tui.games.bataille.judge:BatailleJudge",
            own_teller="nim_tui.games.bataille.spoken",
            slips=Slips(guessed=35, idle=80, letting_go=("stay", "hold")),
        ),
        Offer(
            "submarine",
            "Submarine",
            "rules.submarine:SUBMARINE",
            "screens.submarine.screen:SubmarineScreen",
            {
                HARD: "nim_tui.games.submarine.judge:hard_bot",
                "medium": "nim_tui.games.submarine.bot:MediumBot",
            },
            own_styles="nim_tui.games.submarine.judge",
            own_judge="nim_tui.games.submarine.judge:SubmarineJudge",
            own_spots="nim_tui.review.spots:submarine",
            own_teller="nim_tui.games.submarine.spoken",
            slips=Slips(guessed=18),
        ),
        Offer(
            "himalaya",
            "Himalaya",
            "rules.himalaya:HIMALAYA",
            "screens.himalaya.screen:HimalayaScreen",
            {
                HARD: "nim_tui.games.himalaya.judge:hard_bot",
                "medium": "nim_tui.games.himalaya.bot:MediumBot",
            },
            own_styles="nim_tui.games.himalaya.judge",
            own_judge="nim_tui.games.himalaya.judge:HimalayaJudge",
            own_spots="nim_tui.review.spots:himalaya",
            own_teller="nim_tui.games.himalaya.spoken",
            one_line=N_("what others hold can be counted, and programs soon lie open"),
            slips=Slips(guessed=22),
        ),
        Offer(
            "schwarm",
            "Der Schwarm",
            "rules.schwarm:SCHWARM",
            "screens.schwarm.screen:SchwarmScreen",
            {
                HARD: "nim_tui.games.schwarm.judge:HardBot",
                "medium": "nim_tui.games.schwarm.bot:medium_bot",
            },
            own_styles="nim_tui.games.schwarm.judge",
            own_judge="nim_tui.games.schwarm.judge:SchwarmJudge",
            own_teller="nim_tui.games.schwarm.spoken",
            slips=Slips(guessed=16),
        ),
    )
}


def load_all() -> None:
    """Import every part of every game now, where nobody waits for it."""
    for offer in CATALOG.values():
        _load(offer.rules)
        _load(offer.screen)
        for level in offer.bots:
            offer.bot(level)


def offer_named(name: str) -> Offer:
    """The game of this name. Raises UnknownName."""
    offer = CATALOG.get(name.lower())
    if offer is None:
        raise UnknownName(
            N_("there is no game {name}; {right}"),
            name=repr(name[:40]),
            right=one_of(name, CATALOG),
        )
    return offer
