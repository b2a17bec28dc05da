"""What each game is about, in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from screens.app_api import OnOffer
from screens.colours import Look
from screens.home.pictures import EMBLEMS
from screens.text import N_, _
from screens.widgets.raster import broken
from screens.widgets.text_line import Spans

_LABEL: Final = 9
_BROAD: Final = 68
"""In so many columns all facts stand in one line."""
_SOFT: Final = Look("soft")
_NO_OPPONENT: Final = "random"
"""A level that is there to try things with."""
_DIFFICULTIES: Final = (N_("easy"), N_("medium"), N_("demanding"))


@dataclass(frozen=True, slots=True)
class Pitch:
    """A game in a sentence, and what one wants to know before choosing it; texts to translate."""

    sentence: str
    goal: str
    hidden: str
    players: str
    minutes: int
    difficulty: int
    """1 to 3."""
    colour: str


PITCHES: Final[Mapping[str, Pitch]] = {
    "bataille": Pitch(
        N_("Hunt three submarines you cannot see, with ships that everyone can."),
        N_("sink all submarines or all ships of the other side"),
        N_("where submarines and mines lie"),
        "2",
        30,
        1,
        "first",
    ),
    "submarine": Pitch(
        N_("Send bathyscaphes down and bring up one treasure of each type."),
        N_("find most of the twelve types before the sea is spent"),
        N_("the cards in hands and piles"),
        "2-5",
        60,
        2,
        "key",
    ),
    "himalaya": Pitch(
        N_("Lead a caravan over the passes, with six orders given in secret."),
        N_("lead in two of religion, politics and economy"),
        N_("programs, goods and yaks of the others"),
        "3-4",
        75,
        3,
        "gold",
    ),
    "schwarm": Pitch(
        N_("Explore a deep sea that fights back: whales, waves, crabs."),
        N_("most research points after the last round"),
        N_("the tiles that still lie face down"),
        "2-4",
        75,
        3,
        "good",
    ),
}


def pitch_lines(game: OnOffer, width: int, doing: str = "") -> list[Spans]:
    """What a game is about, broken to so many columns; its name alone where no more is known.

    `doing` stands beside the name: what Enter does.
    """
    pitch = PITCHES.get(game.name)
    told = f"   {doing}" if doing else ""
    if pitch is None:
        return [[(game.title, Look(style="bold")), (told, Look("key"))]]
    head = f"{EMBLEMS.get(game.name, '')}  {game.title}"
    return [
        [(head, Look(pitch.colour, style="bold")), (told, Look("key"))],
        *([(text, Look(style="bold"))] for text in broken(_(pitch.sentence), width)),
        *_labelled(_("goal"), _(pitch.goal), width),
        *_labelled(_("hidden"), _(pitch.hidden), width),
        *_facts(pitch, game, width),
    ]


def _facts(pitch: Pitch, game: OnOffer, width: int) -> list[Spans]:
    """For how many, how long, how hard, against whom: in one line where there is room."""
    dots = "●" * pitch.difficulty + "○" * (len(_DIFFICULTIES) - pitch.difficulty)
    first = [
        _label(_("players")),
        (f"{pitch.players}   ", Look(style="bold")),
        (_("{minutes} min").format(minutes=pitch.minutes) + "   ", _SOFT),
    ]
    hard = [(f"{dots} ", Look("gold")), (_(_DIFFICULTIES[pitch.difficulty - 1]) + "   ", _SOFT)]
    levels = ", ".join(_(level) for level in game.bots if level != _NO_OPPONENT)
    if width >= _BROAD:
        return [[*first, *hard, (_("bots: {levels}").format(levels=levels), _SOFT)]]
    return [first, [(" " * _LABEL, _SOFT), *hard], *_labelled(_("bots"), levels, width)]


def _labelled(label: str, text: str, width: int) -> list[Spans]:
    rows = broken(text, max(width - _LABEL, _LABEL))
    heads = [_label(label), *[_label("")] * len(rows)]
    return [[head, (row, Look())] for head, row in zip(heads, rows)]


def _label(text: str) -> tuple[str, Look]:
    return text.ljust(_LABEL), _SOFT
