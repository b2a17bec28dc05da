"""GameIntro: the pitch, picture, colours and option texts of a game (no Textual).

The app provides the games; screens ask for an intro by the game's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules.contract import AnyGame
from rules.options import OptionValue
from screens.coach_words import CoachWords
from screens.text import N_, _

DIFFICULTIES: Final = (N_("easy"), N_("medium"), N_("demanding"))


@dataclass(frozen=True, slots=True)
class GamePitch:
    """A game in a sentence, with facts that help to choose it; texts to translate."""

    sentence: str
    goal: str
    hidden: str
    players: str
    minutes: int
    difficulty: int
    """The difficulty, from 1 to 3."""
    colour: str


Point = tuple[float, float]

Polygon = tuple[str, tuple[Point, ...]]
"""A colour and the corners of its area; later shapes cover earlier ones."""


def box(colour: str, left: float, top: float, right: float, bottom: float) -> Polygon:
    """Return a rectangle of a colour; edges are fractions from 0 to 1."""
    return colour, ((left, top), (right, top), (right, bottom), (left, bottom))


def shape(colour: str, *corners: int) -> Polygon:
    """Return a shape by its corners in hundredths: across, down, across, down ..."""
    return colour, tuple((x / 100, y / 100) for x, y in zip(corners[::2], corners[1::2]))


def bands(*bands: tuple[str, float]) -> tuple[Polygon, ...]:
    """Return bands over the whole width, each down to a height from 0 to 1."""
    tops = (0.0, *(bottom for _colour, bottom in bands))
    return tuple(box(colour, 0, top, 1, bottom) for (colour, bottom), top in zip(bands, tops))


@dataclass(frozen=True, slots=True)
class GameIntro:
    """The presentation of a game to people about to choose it."""

    pitch: GamePitch | None = None
    emblem: str = ""
    """Two signs for the game in a list."""
    picture: Sequence[Polygon] = ()
    colours: Mapping[str, str] = field(default_factory=dict)
    """The colours of the game's own screen, in the dark theme."""
    option_texts: Mapping[tuple[str, OptionValue], str] = field(default_factory=dict)
    """The effect of an option's value, as a sentence to translate."""
    diagrams: str = ""
    """The diagrams of the rules, as `module:attribute`; imported only for readers of the rules."""
    position: str = ""
    """The function that draws the boards of a view, as `module:attribute`; "" for none."""
    coach: CoachWords | None = None
    """The texts of a coached first game; None without a coach."""


_OF_TABLES: Final[Mapping[tuple[str, OptionValue], str]] = {
    ("hints for all", False): N_("Bots give no hints in games between people."),
    ("hints for all", True): N_("Bots give hints to everyone in a casual game."),
}
"""The effects of the table settings common to all games."""
_sources: list[Callable[[str], GameIntro]] = []


def take_intros_from(source: Callable[[str], GameIntro]) -> None:
    """Set the source of intros."""
    _sources[:] = [source]


def intro_of(game: str) -> GameIntro:
    """Return the intro of a game; an empty one if it has none."""
    return _sources[0](game) if _sources else GameIntro()


def effect(game: str, option: str, value: OptionValue) -> str:
    """Return the effect of a value of a game's option; "" if the option's meaning suffices."""
    text = intro_of(game).option_texts.get((option, value)) or _OF_TABLES.get((option, value))
    return _(text) if text else ""


def terms_told(game: AnyGame, view: Any) -> list[str]:
    """Return the effects of a view's options, without numbers, which the score shows."""
    chosen = getattr(view, "options", view)
    told = [effect(game.name, each.name, getattr(chosen, each.name, None)) for each in game.options]
    return [text for text in told if text] or [_("this game has no options")]
