"""GameIntro: pitch, picture and option texts that a game brings (no Textual)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from screens.text import N_

DIFFICULTIES: Final = (N_("easy"), N_("medium"), N_("demanding"))


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
