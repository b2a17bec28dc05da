"""What each game is about, in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from screens.app_api import OnOffer
from screens.colours import Look
from screens.home.pictures import EMBLEMS
from screens.text import N_, _
from screens.widgets.text_line import Spans

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


def pitch_lines(game: OnOffer) -> list[Spans]:
    """What a game is about, in five lines; its name alone where nothing is known of it."""
    pitch = PITCHES.get(game.name)
    if pitch is None:
        return [[(game.title, Look(style="bold"))]]
    head = f"{EMBLEMS.get(game.name, '')}  {game.title}"
    dots = "●" * pitch.difficulty + "○" * (len(_DIFFICULTIES) - pitch.difficulty)
    return [
        [(head, Look(pitch.colour, style="bold"))],
        [(_(pitch.sentence), Look(style="bold"))],
        [_label(_("goal")), (_(pitch.goal), Look())],
        [_label(_("hidden")), (_(pitch.hidden), Look())],
        [
            _label(_("players")),
            (f"{pitch.players}   ", Look(style="bold")),
            (_("{minutes} min").format(minutes=pitch.minutes) + "   ", Look("soft")),
            (f"{dots} ", Look("gold")),
            (_(_DIFFICULTIES[pitch.difficulty - 1]) + "   ", Look("soft")),
            (_bots(game), Look("soft")),
        ],
    ]


def pitch_block(game: OnOffer, width: int) -> list[Spans]:
    """The same for a narrow column."""
    pitch = PITCHES.get(game.name)
    if pitch is None:
        return []
    dots = "●" * pitch.difficulty + "○" * (len(_DIFFICULTIES) - pitch.difficulty)
    lines: list[Spans] = [[(text, Look())] for text in wrap(_(pitch.sentence), width)]
    return [
        *lines,
        (),
        [(_("players") + "  ", Look("soft")), (pitch.players, Look(style="bold"))],
        [(_("{minutes} min").format(minutes=pitch.minutes), Look("soft"))],
        [(f"{dots} ", Look("gold")), (_(_DIFFICULTIES[pitch.difficulty - 1]), Look("soft"))],
        [(_bots(game), Look("soft"))],
    ]


def _bots(game: OnOffer) -> str:
    """Which bots play it, the best first."""
    return _("bots: {levels}").format(levels=", ".join(map(_, game.bots)))


def _label(text: str) -> tuple[str, Look]:
    return text.ljust(10), Look("soft")
