"""What each game is about, in a few words."""

from __future__ import annotations

from typing import Final

from screens.app_api import OnOffer
from screens.colours import Look
from screens.home.pictures import EMBLEMS
from screens.home.pitch import DIFFICULTIES, PITCHES, Pitch
from screens.spans import Spans
from screens.text import _
from screens.widgets.raster import broken

_LABEL: Final = 9
_BROAD: Final = 68
"""In so many columns all facts stand in one line."""
_SOFT: Final = Look("soft")
_NO_OPPONENT: Final = "random"
"""A level that is there to try things with."""


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
    dots = "●" * pitch.difficulty + "○" * (len(DIFFICULTIES) - pitch.difficulty)
    first = [
        _label(_("players")),
        (f"{pitch.players}   ", Look(style="bold")),
        (_("{minutes} min").format(minutes=pitch.minutes) + "   ", _SOFT),
    ]
    hard = [(f"{dots} ", Look("gold")), (_(DIFFICULTIES[pitch.difficulty - 1]) + "   ", _SOFT)]
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
