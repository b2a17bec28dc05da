"""GameIntro: the pitch, picture, colours and option texts of a game (no Textual).

The app knows the games; screens ask for an intro by the game's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final

from rules.contract import AnyGame
from rules.options import OptionValue
from screens.text import N_, _

DIFFICULTIES: Final = (N_("easy"), N_("medium"), N_("demanding"))


@dataclass(frozen=True, slots=True)
class GamePitch:
    """A game in a sentence, and the facts to choose it by; texts to translate."""

    sentence: str
    goal: str
    hidden: str
    players: str
    minutes: int
    difficulty: int
    """1 to 3."""
    colour: str


Point = tuple[float, float]

Shape = tuple[str, tuple[Point, ...]]
"""A colour and the corners of its area; a later shape covers earlier ones."""


def box(colour: str, left: float, top: float, right: float, bottom: float) -> Shape:
    """A rectangle by its edges, from 0 to 1."""
    return colour, ((left, top), (right, top), (right, bottom), (left, bottom))


def shape(colour: str, *corners: int) -> Shape:
    """Corners in hundredths, across and down by turns."""
    return colour, tuple((x / 100, y / 100) for x, y in zip(corners[::2], corners[1::2]))


def bands(*bands: tuple[str, float]) -> tuple[Shape, ...]:
    """Bands over the whole width, each down to a height."""
    tops = (0.0, *(bottom for _colour, bottom in bands))
    return tuple(box(colour, 0, top, 1, bottom) for (colour, bottom), top in zip(bands, tops))


@dataclass(frozen=True, slots=True)
class CoachWords:
    """The texts of a coached first game, to translate, and where in the game they belong."""

    start: str
    """The set-up chosen for the player, and why."""
    is_set_up: str
    """The sentence once the first moves were made for the player; "" if there are none."""
    set_up_phase: str
    """The name of the phase whose moves are made for the player; "" if there is none."""
    turn: Callable[[Any], int]
    """The number of the player's turn in a view, from 1."""
    matters: Mapping[tuple[str, int], str]
    """What matters now, by the name of the phase and the number of the turn."""
    tips: tuple[str, str]
    """Two things to try in the next game."""
    idle: str = ""
    """The function for the parts of a move that surely have no effect, as `module:attribute`."""
    idle_tip: str = ""
    """What to try after moves with parts that had no effect."""

    def matter(self, view: Any) -> str:
        """Return what matters now; "" where there is nothing to say."""
        text = self.matters.get((view.phase.name, self.turn(view)))
        return _(text) if text else ""

    def idle_parts(self, view: Any, move: Any) -> Sequence[str]:
        """Return a sentence for each part of a move that surely has no effect."""
        module, _colon, name = self.idle.partition(":")
        parts: Sequence[str] = getattr(import_module(module), name)(view, move) if module else ()
        return parts


@dataclass(frozen=True, slots=True)
class GameIntro:
    """The presentation of a game before it is played."""

    pitch: GamePitch | None = None
    emblem: str = ""
    """Two signs that represent the game in a list."""
    picture: Sequence[Shape] = ()
    colours: Mapping[str, str] = field(default_factory=dict)
    """The colours that its screen names beside those of all screens, in the dark theme."""
    option_texts: Mapping[tuple[str, OptionValue], str] = field(default_factory=dict)
    """The effect of an option's value, as a sentence to translate."""
    diagrams: str = ""
    """The diagrams of the rules, as `module:attribute`; imported when rules are read."""
    coach: CoachWords | None = None
    """The texts of a coached first game; None where there is no coach."""


_OF_TABLES: Final[Mapping[tuple[str, OptionValue], str]] = {
    ("hints for all", False): N_("Bots give no hints in games between people."),
    ("hints for all", True): N_("Bots give hints to everyone in a casual game."),
}
"""The effects of values of the settings common to tables of every game."""
_sources: list[Callable[[str], GameIntro]] = []


def take_intros_from(source: Callable[[str], GameIntro]) -> None:
    """Ask this for the intros of games from now on."""
    _sources[:] = [source]


def intro_of(game: str) -> GameIntro:
    """The intro of a game by its name; an empty one for a game that has none."""
    return _sources[0](game) if _sources else GameIntro()


def effect(game: str, option: str, value: OptionValue) -> str:
    """Return the effect of a value of a game's option; "" if the option's meaning says it all."""
    text = intro_of(game).option_texts.get((option, value)) or _OF_TABLES.get((option, value))
    return _(text) if text else ""


def terms_told(game: AnyGame, view: Any) -> list[str]:
    """Return the effects of the options of a view; numbers are left to the score."""
    chosen = getattr(view, "options", view)
    told = [effect(game.name, each.name, getattr(chosen, each.name, None)) for each in game.options]
    return [text for text in told if text] or [_("this game has no options")]
