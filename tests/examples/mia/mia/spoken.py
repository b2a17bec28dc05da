"""Mia in words, for text mode: its own answers; `default_speech` has the others."""

from nim_tui.plain.default_speech import *
from screens.table.speech import SeatSight
from screens.table.vocabulary import read_vocabulary
from screens.text import _, labelled

from mia.rules.moves import ROLLS
from mia.screen import sentences
from mia.screen.sentences import lives_of

speech = sentences
vocabulary = read_vocabulary("mia.screen")


def question(sight: SeatSight) -> str:  # type: ignore[no-redef]
    """Return the question to the seat."""
    view = sight.view
    if view.answers:
        return _("{roll} was said. Do you believe it?").format(roll=ROLLS[view.said])
    return _("You rolled {roll}. What do you say?").format(roll=ROLLS[view.roll])


def score(sight: SeatSight) -> list[str]:  # type: ignore[no-redef]
    """Return the lives of the players."""
    return [labelled(sight.head(s), lives_of(n)) for s, n in enumerate(sight.view.lives)]


def look(sight: SeatSight, place: str) -> list[str]:  # type: ignore[no-redef]
    """Return what was said and what the seat knows of the dice."""
    view, told = sight.view, []
    if view.said >= 0:
        told.append(labelled(sight.head(view.holder), ROLLS[view.said]))
    if view.roll >= 0:
        told.append(labelled(_("Under the cup"), ROLLS[view.roll]))
    return [*told, *score(sight)]
