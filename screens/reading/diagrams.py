"""Diagrams of the rules: parts of a board, drawn by the game from an example position.

A page names a diagram by a fence `board NAME`. The text inside the fence is the same diagram
without colours, for readers of the plain Markdown; `make diagrams` writes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from textual.geometry import Offset

from rules.chance import Chance
from rules.contract import AnyGame, settle_options
from rules.options import OptionValue
from screens.colours import Spans, text_of
from screens.game_intro import intro_of
from screens.widgets.raster import Raster

Diagrams = Mapping[str, Callable[[int], Raster]]
"""The diagrams of a game by name; each is drawn for a width, in the current language and signs."""

WIDEST: Final = 72
"""The most columns of a diagram, in a terminal of 80 and in the plain Markdown."""

FENCE: Final = re.compile(
    r"^```board (?P<name>[\w-]+)\n(?P<drawn>.*?)^```$\n?", re.MULTILINE | re.DOTALL
)
"""A diagram in the Markdown of a page: its name, and its text without colours."""
_GAP: Final = 3
"""The columns between diagrams side by side."""


def diagrams_of(game: str) -> Diagrams:
    """Return the diagrams of a game by its name; empty if it has none."""
    module, _colon, name = intro_of(game).diagrams.partition(":")
    diagrams: Diagrams = getattr(import_module(module), name) if module else {}
    return diagrams


def position_of(game: str, view: Any) -> Raster | None:
    """Draw the boards of a view, with what that seat may know; None if the game cannot."""
    module, _colon, name = intro_of(game).position.partition(":")
    return getattr(import_module(module), name)(view) if module else None


def with_diagrams(game: str, text: str, room: int) -> Iterator[str | Raster]:
    """Yield the Markdown of a page with its diagrams in place, each drawn for `room` columns.

    A fence with a name unknown to the game stays in the Markdown.
    """
    known = diagrams_of(game)
    end = 0
    for fence in FENCE.finditer(text):
        if fence["name"] in known:
            yield text[end : fence.start()]
            yield known[fence["name"]](min(room, WIDEST))
            end = fence.end()
    yield text[end:]


def played(
    game: AnyGame,
    seat: int | None,
    *turns: str,
    seats: int = 2,
    seed: int = 1,
    options: Mapping[str, OptionValue] | None = None,
) -> Any:
    """Return the view of a seat after these turns: "0: sub 14.200; mine 9", with the seat first."""
    chance = Chance(seed)
    state = game.new(seats, settle_options(game, options or {}), chance)
    return _play(game, state, seat, turns, chance)


def played_on(game: AnyGame, view: Any, *turns: str, seed: int = 1) -> Any:
    """Return the view of the same seat after more turns, from a position that fits its view."""
    chance = Chance(seed)
    return _play(game, game.sample(view, chance), view.seat, turns, chance)


def _play(game: AnyGame, state: Any, seat: int | None, turns: Sequence[str], chance: Chance) -> Any:
    for turn in turns:
        mover, _colon, moves = turn.partition(":")
        for move in moves.split(";"):
            game.play(state, int(mover), game.parse(move), chance)
    return game.view(state, seat)


def beside(room: int, *parts: Raster) -> Raster:
    """Put diagrams side by side as far as `room` columns allow, the others below."""
    lines: list[list[Raster]] = []
    for part in parts:
        if not lines or _width((*lines[-1], part)) > room:
            lines.append([])
        lines[-1].append(part)
    return stacked(*map(_side_by_side, lines))


def _width(parts: Sequence[Raster]) -> int:
    return sum(part.width for part in parts) + _GAP * (len(parts) - 1)


def _side_by_side(parts: Sequence[Raster]) -> Raster:
    whole = Raster(_width(parts), max(part.height for part in parts))
    x = 0
    for part in parts:
        whole.paste(Offset(x, 0), part)
        x += part.width + _GAP
    return whole


def stacked(*parts: Raster) -> Raster:
    """Put diagrams below each other."""
    whole = Raster(max(part.width for part in parts), sum(part.height for part in parts))
    y = 0
    for part in parts:
        whole.paste(Offset(0, y), part)
        y += part.height
    return whole


def written(*lines: Spans) -> Raster:
    """Draw lines of text as a diagram, such as a legend or a panel."""
    raster = Raster(max(len(text_of(line)) for line in lines), len(lines))
    for y, line in enumerate(lines):
        x = 0
        for text, look in line:
            raster.stamp(x, y, text, look)
            x += len(text)
    return raster
