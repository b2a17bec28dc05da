"""The installed games, one entry each, found by entry points.

A distribution that brings a game declares its name and its GameEntry in the group `nim_tui.games`,
as pyproject.toml does for our own.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, Final

from nim_tui.bots.levels import BLIND, PROGRAM, Slips
from nim_tui.contract import VERSION, ContractVersion
from nim_tui.names import one_of
from rules.contract import package_of
from rules.messages import N_, Phrase, Refusal
from screens.game_intro import GameIntro, take_intros_from
from screens.text import translate_too

if TYPE_CHECKING:
    from nim_tui.bots.bot import Bot
    from nim_tui.bots.levels import Style
    from nim_tui.bots.search import Judge
    from rules.contract import AnyGame
    from screens.table.speech import BoardSpeech


@dataclass(frozen=True, slots=True)
class Gate:
    """A bot among others: its share's interval must reach `least`, or stay below `most` (0..1)."""

    game: str
    bot: str
    others: tuple[str, ...]
    least: float = 0.0
    most: float = 1.0
    games: int = 200
    """The most games played."""
    draws: float = 1.0
    """The limit on the share of games without a single winner."""

    @property
    def name(self) -> str:
        """The name of the file of its games."""
        return "-".join((self.game, self.bot, *self.others))

    @property
    def bar(self) -> str:
        """The bar, in words."""
        return f"at least {self.least:.0%}" if self.least else f"at most {self.most:.0%}"


def hard_gates(game: str, bars: Mapping[int, float]) -> Iterator[Gate]:
    """Yield gates of the hard bot among medium ones: the least share per number of players."""
    for players, least in bars.items():
        yield Gate(game, "hard", ("medium",) * (players - 1), least)


def easy_gates(game: str, *players: int) -> Iterator[Gate]:
    """Yield gates of the easy bot, among random and among medium bots, per number of players."""
    for number in players:
        others = number - 1
        least = 0.8 if number == 2 else 1.5 / number
        yield Gate(game, "easy", ("random",) * others, least)
        most = 0.2 if number == 2 else 0.6 / number
        yield Gate(game, "easy", ("medium",) * others, most=most)


GROUP: Final = "nim_tui.games"
"""The group of entry points that games are found by."""
_OURS: Final = "nim-tui"
"""The distribution whose names of games nobody else can take."""
_LATER: Final = 100
"""The default `place`, after the program's own games."""
logger = logging.getLogger(__name__)

HARD: Final = N_("hard")
MEDIUM: Final = "medium"
EASY: Final = "easy"
_SLIPPING: Final = "nim_tui.bots.levels:EasyBot"
_TELLING: Final = "nim_tui.bots.levels:TellingBot"
_SEARCHING: Final = "nim_tui.bots.search:SearchBot"
_RANDOM: Final = "nim_tui.bots.levels:RandomBot"


class UnknownName(Refusal):
    """No game or bot has this name; the message lists the valid ones."""


@dataclass(frozen=True, slots=True)
class PuzzleRules:
    """The question and rules of a game's puzzles."""

    most_seen: float | None = None
    """The share of positions that the medium bot may solve (0..1); None: as in other games."""
    not_asked: tuple[str, ...] = ()
    """First words of moves never asked for, such as those whose reason would not fit."""


def nowhere(view: Any, move: Any) -> str:
    """Return "": the moves of this game name their places."""
    return ""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """An installed game.

    Its parts are named as `module:attribute`, and imported at first use.
    """

    name: str
    title: str
    rules: str
    screen: str
    own_bots: Mapping[str, str] = field(default_factory=dict)
    own_sparring: Mapping[str, str] = field(default_factory=dict)
    """Bots that serve as a measure for others, but are no fun to play against."""
    own_locale: str = ""
    """The package whose folder `locale` holds the game's own translations, if not ours."""
    own_intro: str = ""
    """The name of its GameIntro."""
    place: int = _LATER
    """The sort order among the games; equal ones are sorted by name."""
    own_styles: str = ""
    """The name of the function that makes `hard` and `medium` bots by style."""
    own_judge: str = ""
    """The name of its judge."""
    own_spot: str = ""
    """The name of the function that gives the place of a move that names none."""
    own_set_ups: str = ""
    """The name of the function that returns the set-ups to be weighed in a review."""
    one_line: str = ""
    """Why reviews draw no second line of what a seat could know; empty if they do."""
    slips: Slips | None = None
    """The mistakes of the easy bot, which is a weakened medium one."""
    own_teller: str = "nim_tui.plain.default_speech"
    """The module that describes the board in words."""
    own_encoding: str = ""
    """The module that encodes moves and views as numbers, for research."""
    gates: tuple[Gate, ...] = ()
    """The strength gates of its bots."""
    puzzles: PuzzleRules = PuzzleRules()
    contract: str = "1.0"
    """The version of the public API that the game was written for (docs/reference/contract.md)."""

    @property
    def game(self) -> AnyGame:
        """The rules."""
        game: AnyGame = _load(self.rules)
        return game

    @property
    def data(self) -> str:
        """The package of the rules, which holds its pages, lessons and puzzles."""
        return package_of(self.game)

    @property
    def intro(self) -> GameIntro:
        """The presentation of the game on the home screen and in the form of a new table."""
        intro: GameIntro = _load(self.own_intro) if self.own_intro else GameIntro()
        return intro

    @property
    def encoding(self) -> Any:
        """The module that encodes the game as numbers. Raises UnknownName if there is none."""
        if not self.own_encoding:
            raise UnknownName(N_("{game} has no research encoding"), game=self.name)
        return import_module(self.own_encoding)

    @property
    def screen_type(self) -> Any:
        """The class of its screen."""
        return _load(self.screen)

    @property
    def bots(self) -> tuple[str, ...]:
        """The bot levels offered to people, best first.

        The random bot is among them only if the game has no other.
        """
        return (*self.own_bots, *([EASY] if self.slips else [])) or (BLIND,)

    @property
    def judge(self) -> Judge | None:
        """The judge that estimates win probabilities, if the game has one."""
        judge: Judge | None = _load(self.own_judge)() if self.own_judge else None
        return judge

    def set_ups(self, moves: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return the set-up of a seat and others beside it, as moves in canonical words.

        `moves` are all of the seat. Each set-up is named by a sentence about its `{share}` of wins,
        to translate; the first is the seat's own, and one without moves is left to the bot. Empty
        if the game has no choice of set-up, or evaluates it move by move.
        """
        found: Mapping[str, Sequence[str]] = (
            _load(self.own_set_ups)(moves) if self.own_set_ups else {}
        )
        return found

    @property
    def spot(self) -> Callable[[Any, Any], str]:
        """The function that gives the place of a move, in the mover's view, if none is named."""
        spot: Callable[[Any, Any], str] = _load(self.own_spot) if self.own_spot else nowhere
        return spot

    @property
    def teller(self) -> BoardSpeech:
        """The teller that puts the game's board into words."""
        module: Any = import_module(self.own_teller)
        teller: BoardSpeech = module
        return teller

    @property
    def adviser(self) -> Bot:
        """The bot that gives hints: one that evaluates moves, if there is one."""
        judge = self.judge
        if judge is None:
            return self.bot(self.bots[0])
        searching: Bot = _load(_SEARCHING)(judge)
        return searching

    @property
    def easiest(self) -> str:
        """The level of the weakest bots that do not play at random, if there are any."""
        return EASY if EASY in self.bots else self.bots[0]

    @property
    def usual(self) -> str:
        """The default bot level."""
        return MEDIUM if MEDIUM in self.own_bots else self.bots[0]

    @property
    def sparring(self) -> tuple[str, ...]:
        """All bot levels; those for games between bots alone come last."""
        return (*self._seated, *self.own_sparring)

    @property
    def _seated(self) -> tuple[str, ...]:
        """The bot levels that may sit at a table: those offered, and that of old records."""
        return tuple(dict.fromkeys((*self.bots, BLIND)))

    def bot(self, level: str, *, sparring: bool = False, style: Style | None = None) -> Bot:
        """Return a bot of this level, with a playing style if one is given.

        Without `sparring` it must be a level that may sit at a table. The bot evaluates moves if
        the game has a judge. For a program that is not at hand the easiest bot plays. Raises
        UnknownName.
        """
        bot = self._bot(level, sparring=sparring, style=style)
        if not self.own_judge or hasattr(bot, "weigh"):
            return bot
        telling: Bot = _load(_TELLING)(bot, partial(_made, self.own_judge))
        return telling

    def _bot(self, level: str, *, sparring: bool, style: Style | None) -> Bot:
        if level == PROGRAM:
            level = self.easiest
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


def _intro_of(name: str) -> GameIntro:
    entry = all_games().get(name)
    return GameIntro() if entry is None else entry.intro


take_intros_from(_intro_of)  # screens need not know where games are found


@cache
def all_games() -> dict[str, GameEntry]:
    """Return the installed games by name, sorted by their `place`, then by name.

    A game is left out, with one line in the log and in `left_out`, if its entry does not load, if
    it was written for a version of the public API that this program does not serve, or if two
    distributions bring its name (the program's own games keep theirs).
    """
    _LEFT_OUT.clear()
    points: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        points.setdefault(point.name, []).append(point)
    found = (_entry(name, rivals) for name, rivals in points.items())
    entries = sorted((entry for entry in found if entry), key=lambda one: (one.place, one.name))
    translate_too(entry.own_locale for entry in entries if entry.own_locale)
    return {entry.name: entry for entry in entries}


_LEFT_OUT: Final[list[Phrase]] = []


def left_out() -> tuple[Phrase, ...]:
    """Return why installed games are left out, a sentence each."""
    all_games()
    return tuple(_LEFT_OUT)


def _leave_out(name: str, owner: str, why: str | Phrase) -> None:
    logger.warning("the game %s of %s is left out: %s", name, owner, why)
    told = N_("the game {name} of {owner} is left out: {why}")
    _LEFT_OUT.append(Phrase(told, {"name": name, "owner": owner, "why": why}))


def _entry(name: str, points: list[EntryPoint]) -> GameEntry | None:
    """Return the entry of a name, if it is the only one, or the only one of our own."""
    owners = sorted(_distribution(point) for point in points)
    if len(points) > 1:
        both = " + ".join(owners)
        logger.warning("two games are called %s, of %s", name, both)
        told = N_("two games are called {name}, of {owners}")
        _LEFT_OUT.append(Phrase(told, {"name": name, "owners": both}))
        points = [point for point in points if _distribution(point) == _OURS]
    if len(points) != 1:
        return None
    try:
        entry = points[0].load()
        if not isinstance(entry, GameEntry) or entry.name != name:
            raise TypeError(f"{points[0].value} is no entry of that name")
        asked = ContractVersion.parse(entry.contract)
    except Exception as error:  # foreign code may raise anything
        _leave_out(name, owners[0], " ".join(f"{type(error).__name__}: {error}".split()))
        return None
    if VERSION.serves(asked):
        return entry
    needs = N_("it needs contract {asked}, this program has {version}")
    versions = {"asked": str(asked), "version": str(VERSION)}
    _leave_out(name, owners[0], Phrase(needs, versions))
    return None


def _distribution(point: EntryPoint) -> str:
    return point.dist.name.lower().replace("_", "-") if point.dist is not None else "nobody"


def load_all() -> None:
    """Import every part of every game ahead of time."""
    for entry in all_games().values():
        _load(entry.rules)
        _load(entry.screen)
        for level in entry.bots:
            entry.bot(level)


def game_named(name: str) -> GameEntry:
    """Return the game of this name. Raises UnknownName."""
    entry = all_games().get(name.lower())
    if entry is None:
        raise UnknownName(
            N_("unknown game {name}; {right}"),
            name=repr(name[:40]),
            right=one_of(name, all_games()),
        )
    return entry


def game_of_record(name: str) -> GameEntry:
    """Return the game of a record. Raises UnknownName."""
    entry = all_games().get(name)
    if entry is None:
        told = repr(name[:40])
        raise UnknownName(N_("this is a game record of {game}, which is not installed"), game=told)
    return entry
