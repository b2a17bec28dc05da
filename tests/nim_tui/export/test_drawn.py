"""Games as pages, pictures and asciicasts: each shows the board after each move, and is sound."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from functools import cache
from html import unescape
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from rich.segment import Segment
from rich.style import Style

from nim_tui.app.themes import theme_named
from nim_tui.export.finished_game import FinishedGame
from nim_tui.export.html_page import HtmlReplay
from nim_tui.export.pictures import Cast, Drawn, Sitting, frames, picture
from nim_tui.registry import all_games
from screens.widgets.raster import colour
from tests.nim_tui.export.conftest import game_of

SMALL = Sitting(columns=80, rows=24)


def drawn_of(game: FinishedGame, *positions: int, sitting: Sitting = SMALL) -> list[Drawn]:
    async def draw() -> list[Drawn]:
        return [frame async for frame in frames(game, sitting, positions)]

    return asyncio.run(draw())


@cache
def drawn(name: str = "bataille") -> dict[int, Drawn]:
    """Some positions of a game by their numbers, all open, drawn once for all tests."""
    game = game_of(name)
    numbers = (0, 1, 2, 8, 9, len(game.moves))
    return dict(zip(numbers, drawn_of(game, *numbers)))


def text_of(frame: Drawn) -> str:
    return "\n".join("".join(segment.text for segment in line) for line in frame)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name == "bataille" else pytest.mark.slow)
        for name in all_games()
    ],
)
def test_each_position_is_drawn_all_open(name: str) -> None:
    last = len(game_of(name).moves)
    for position in (0, 9, last):
        frame = drawn(name)[position]
        where = f"before move {position + 1}" if position < last else f"after move {last}"
        assert re.search(f"Replay, .*{where} of {last}, everything", text_of(frame))
        assert {sum(segment.cell_length for segment in line) for line in frame} == {80}
        assert len(frame) == 24


@pytest.mark.parametrize(
    "name",
    ["bataille", *(pytest.param(name, marks=pytest.mark.slow) for name in ("himalaya", "schwarm"))],
)
def test_nobody_points_at_anything(name: str) -> None:
    """The light of a cursor has a ground that these boards have nowhere else."""
    light = colour("light", theme_named(SMALL.theme).variables).rich_color
    for frame in drawn(name).values():
        grounds = {segment.style.bgcolor for line in frame for segment in line if segment.style}
        assert grounds
        assert light not in grounds


@pytest.mark.slow
def test_a_seat_sees_what_it_saw_then() -> None:
    game = game_of()
    both = text_of(drawn()[8])
    own = text_of(drawn_of(game, 8, sitting=replace(SMALL, seat=1))[0])
    assert "as Ben O'Hara saw it" in own
    assert own != both


def test_pictures_have_colours_where_the_terminal_is_to_have_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = game_of()
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = drawn_of(game, 8)
    monkeypatch.setenv("NO_COLOR", "1")
    assert drawn_of(game, 8) == coloured


class Sound(HTMLParser):
    """Notes which tags a page has, and what it would load."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loads += [name for name, _ in attrs if name in {"src", "href", "srcset", "data"}]


def test_a_page_steps_through_the_game_and_loads_nothing() -> None:
    game = game_of()
    page = HtmlReplay(game, "en").whole([drawn()[number] for number in (0, 1, 2)])
    sound = Sound()
    sound.feed(page)
    assert sound.loads == []
    assert "url(" not in page
    assert "default-src 'none'" in page
    lines, shown, told = (json.loads(_given(page, name)) for name in ("lines", "frames", "told"))
    assert len(shown) == 3
    rows = [re.sub("<[^>]+>", "", lines[number]) for number in shown[2]]
    assert f"before move 3 of {len(game.moves)}, everything" in unescape("\n".join(rows))
    assert len(told) == len(game.moves)


def _given(page: str, name: str) -> str:
    found = re.search(rf"[ ,]{name} = (.*?)(?:, (?:frames|told) = |;\n)", page)
    assert found is not None
    return found[1]


def test_what_is_drawn_is_never_markup() -> None:
    wild = "</script><b>&\u2028\u2800"
    page = HtmlReplay(game_of(), "en").whole([[[Segment(wild, Style(color="#010203"))]]])
    assert page.count("</script>") == 1
    assert "\u2028" not in page
    (line,) = json.loads(_given(page, "lines"))
    assert unescape(re.sub("<[^>]+>", "", line)) == wild
    assert "&lt;/script&gt;&lt;b&gt;&amp;" in line


def test_a_picture_is_sound_and_loads_nothing() -> None:
    game = game_of()
    text = picture(drawn()[8], game.title)
    tree = ElementTree.fromstring(text)
    assert tree.tag.endswith("svg")
    assert "url(h" not in text
    assert "@font-face" not in text
    assert "Bataille" in "".join(tree.itertext())


def test_an_asciicast_shows_each_move_in_time() -> None:
    game = game_of()
    cast = Cast(game.title, 80, 24, pace=0.5)
    header = json.loads(cast.header())
    assert header == {"version": 2, "width": 80, "height": 24, "title": game.title}
    shown = [drawn()[number] for number in (0, 8, 9)]
    events = [json.loads(cast.line(each)) for each in shown]
    assert [(at, kind) for at, kind, _ in events] == [(0, "o"), (0.5, "o"), (1, "o")]
    screen = [""] * 24
    for (_at, _kind, text), wanted in zip(events, shown):
        for row, line in re.findall(r"\x1b\[(\d+);1H(.*?)(?=\x1b\[\d+;1H|$)", text, re.DOTALL):
            screen[int(row) - 1] = re.sub(r"\x1b\[[\d;]*m", "", line)
        assert "\n".join(screen) == text_of(wanted)
    assert len(events[2][2]) < len(events[0][2]) / 2
