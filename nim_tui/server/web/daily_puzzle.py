"""The puzzle of the day on the first page, with its position as its solver sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import date
from html import escape
from typing import Final

from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response

from nim_tui.app.practice import today
from nim_tui.puzzles.chooser import daily, with_puzzles
from nim_tui.puzzles.puzzle import Puzzle
from nim_tui.puzzles.puzzle_file import WrittenPuzzle
from nim_tui.registry import all_games, game_named
from nim_tui.server.web.drawn_page import press
from nim_tui.server.web.page import EMPTY, Html, language_asked, tag
from nim_tui.server.web.pictures import svg
from rules.messages import Refusal
from screens.game_intro import intro_of
from screens.reading.diagrams import position_of
from screens.text import _

POSITION: Final = "/puzzle.svg"
"""The path of the picture of today's position; its address names day and language."""
_ONE_DAY: Final = "public, max-age=86400"


def _drawn(game: str, written: WrittenPuzzle) -> bytes | None:
    """Return the position as an SVG file; None if the game draws none, or refuses the puzzle."""
    try:
        puzzle = Puzzle(game_named(game).game, written)
    except Refusal:
        return None
    board = position_of(game, puzzle.table.view(puzzle.seat))
    return None if board is None else svg(board)


class DailyPuzzle:
    """The part of the first page about the puzzle of the day, and its picture."""

    def __init__(self) -> None:
        self._day: date | None = None
        self._pictures: dict[str, asyncio.Task[bytes | None]] = {}
        """The picture of the day by language: each is drawn once."""

    def section(self, request: BaseRequest, asked: str, images: Mapping[str, Html]) -> Html:
        """Return the part of the page; `images` has the pictures of games that draw no position."""
        games = with_puzzles(all_games())
        if not games:
            return EMPTY
        game, written = daily(games, today())
        title = game_named(game).title
        told = _("Find the best move. Difficulty {number}").format(number=round(written.difficulty))
        shown = [
            tag("h2", _("Puzzle of the day · {game}").format(game=title)),
            tag("p", told),
            press(f"/puzzle/daily{asked}", _("Solve it")),
        ]
        image = _position(request) if intro_of(game).position else images[game]
        return tag("section", image, tag("div", *shown), id="puzzle")

    async def answer(self, request: BaseRequest) -> Response:
        """Return the picture of today's position, drawn in a thread the first time."""
        day = today()
        if self._day != day:
            self._day, self._pictures = day, {}
        games = with_puzzles(all_games())
        if not games:
            return Response(status=404)
        language = language_asked(request)
        if language not in self._pictures:
            drawing = asyncio.to_thread(_drawn, *daily(games, day))
            self._pictures[language] = asyncio.create_task(drawing)
        picture = await asyncio.shield(self._pictures[language])
        if picture is None:
            return Response(status=404)
        lasts = _ONE_DAY if request.query.get("day") == str(day) else "no-store"
        headers = {hdrs.CACHE_CONTROL: lasts, hdrs.VARY: hdrs.ACCEPT_ENCODING}
        response = Response(body=picture, content_type="image/svg+xml", headers=headers)
        response.enable_compression()
        return response


def _position(request: BaseRequest) -> Html:
    """Return the picture of today's position."""
    source = f"{POSITION}?day={today()}&language={language_asked(request)}"
    told = _("The position of the puzzle")
    return Html(f'<img src="{escape(source)}" alt="{escape(told)}">')
