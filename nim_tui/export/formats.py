"""The export formats by name."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence

from nim_tui.export.finished_game import FinishedGame
from nim_tui.export.html_page import HtmlReplay
from nim_tui.export.json_game import facts_of
from nim_tui.export.pictures import Cast, Drawn, Sitting, frames, picture
from nim_tui.export.text_game import sheet

Note = Callable[[int, int], None]
"""Called with the numbers of moves drawn, and of all moves."""


def written(
    game: FinishedGame, form: str, sitting: Sitting, *, move: int | None, pace: float, note: Note
) -> Iterator[str]:
    """Yield the game in a format, piece by piece; a picture shows the end of `move`."""
    whole = range(len(game.moves) + 1)
    match form:
        case "txt":
            yield sheet(game)
        case "json":
            yield facts_of(game)
        case "svg":
            at = whole[-1] if move is None else min(move, whole[-1])
            yield picture(_drawn(game, sitting, [at], note)[0], game.title)
        case "html":
            yield HtmlReplay(game, sitting.language).whole(_drawn(game, sitting, whole, note))
        case _:
            cast = Cast(game.title, sitting.columns, sitting.rows, pace)
            yield cast.header()
            yield from map(cast.line, _drawn(game, sitting, whole, note))


def _drawn(
    game: FinishedGame, sitting: Sitting, positions: Sequence[int], note: Note
) -> list[Drawn]:
    async def draw() -> list[Drawn]:
        drawn: list[Drawn] = []
        async for frame in frames(game, sitting, positions):
            drawn.append(frame)
            note(len(drawn), len(positions))
        return drawn

    return asyncio.run(draw())
