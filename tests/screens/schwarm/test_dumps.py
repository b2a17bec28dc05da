"""Texts of the main screens of Der Schwarm, byte for byte, without colour and in ASCII."""

from __future__ import annotations

from typing import Final

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Region

from nim_tui.testing.screens import LARGE, SMALL, Doing, do, running
from rules.schwarm.board import LINKS
from rules.schwarm.cells import CELL_NAMES, cells_in
from screens.ascii import to_ascii
from screens.schwarm.pieces import draw_lines
from screens.schwarm.signs import TILE_SIGNS, tile_sign
from screens.widgets.raster import Raster
from tests.screens.conftest import MakeApp
from tests.screens.dumping import each_of, in_ascii, kept_without_color, written_on
from tests.screens.schwarm.sights import drawn, pointing, rows, screen_of, taking
from tests.screens.schwarm.tables import (
    CRAB_IN_PLAY,
    ENDED,
    FOUR_PLAYING,
    OVERLAYING,
    POOR,
    SWIMMING,
    Position,
)

TABLES: dict[str, tuple[Position, list[str | Doing]]] = {
    "row": (POOR, []),
    "tile": (OVERLAYING, [taking("place 2"), pointing("h1")]),
    "whale": (SWIMMING, [pointing("e2")]),
    "crab": (CRAB_IN_PLAY, [taking("blue"), pointing("k5")]),
    "nations": (FOUR_PLAYING, ["o"]),
    "networks": (ENDED, ["down enter"]),
}
SCREENS = each_of(TABLES, in_french="row nations networks")
SOME_SCREENS = each_of(TABLES, in_french="row nations networks", days=5)
GLYPHS = pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
SMALL_CELL, LARGE_CELL = (5, 2), (7, 3)
SHAPES: Final = sorted({links for turns in LINKS for links in turns})
NORTHERN: Final = "└┘├┤┴┼│┗┛┣┫┻╋┃"
"""Signs in the middle of a cell that is open to the north, and only such in ASCII."""
NORTHERN_ASCII: Final = "+|H"

pytestmark = pytest.mark.usefixtures("bots_wait")


@pytest.mark.slow
@pytest.mark.parametrize(("language", "screen"), [("en", "tile")])
async def test_ascii(
    make_app: MakeApp, dump: SnapshotAssertion, screen: str, language: str
) -> None:
    """In colour, and with letters for tiles, as all of them would look alike."""
    text = await written(make_app, screen, language=language, glyphs="ascii", no_color=False)
    assert text.isascii()
    assert text.replace("\n", "").isprintable()
    assert text == dump


@pytest.mark.slow
@SCREENS
@pytest.mark.usefixtures("no_color")
async def test_no_color(
    make_app: MakeApp, dump: SnapshotAssertion, screen: str, language: str
) -> None:
    assert await written(make_app, screen, language=language) == dump


@pytest.mark.slow
@SOME_SCREENS
@pytest.mark.usefixtures("no_color")
async def test_ascii_is_the_same_in_other_signs(
    make_app: MakeApp, request: pytest.FixtureRequest, screen: str, language: str
) -> None:
    """But for tiles, which are letters where they are counted and lines where they lie."""
    text = await written(make_app, screen, language=language, glyphs="ascii")
    letters = {sign: tile_sign(kind) for kind, sign in enumerate(TILE_SIGNS)}
    plain = kept_without_color(request, language, screen)
    assert len(text) == len(plain)
    for sign, likeness in zip(plain, text, strict=True):
        assert likeness in (in_ascii(sign), letters.get(sign)), text


async def written(
    make_app: MakeApp,
    screen: str,
    *,
    language: str,
    glyphs: str = "unicode",
    no_color: bool = True,
) -> str:
    """Return the text of a screen of 80 x 24, without colour if requested."""
    position, doing = TABLES[screen]
    app = make_app(position.shared(), language=language, glyphs=glyphs)
    return await written_on(app, *doing, no_color=no_color)


def read_links(lines: list[str]) -> int:
    """Return the links of a tile, read off the two or three lines of its cell."""
    north, across, south = lines if len(lines) == LARGE_CELL[1] else ["", *lines]
    middle = (len(across) - 1) // 2
    sides = (
        north[middle] in "│┃|H" if north else across[middle] in NORTHERN + NORTHERN_ASCII,
        across[middle + 1] in "─━-=",
        south[middle] in "│┃|H",
        across[middle - 1] in "─━-=",
    )
    return sum(is_open << side for side, is_open in enumerate(sides))


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("heavy", [False, True], ids=["light", "heavy"])
@pytest.mark.parametrize("scale", [SMALL_CELL, LARGE_CELL], ids=["small", "large"])
def test_the_links_of_every_tile_are_told_apart(
    scale: tuple[int, int], heavy: bool, glyphs: str
) -> None:
    region = Region(0, 0, *scale)
    for links in SHAPES:
        raster = Raster(*scale)
        draw_lines(raster, region, links, "ink", heavy=heavy)
        lines = ["".join(cell.sign for cell in row) for row in raster.rows]
        if glyphs == "ascii":
            lines = [to_ascii(line) for line in lines]
        assert read_links(lines) == links, lines


@pytest.mark.slow
@GLYPHS
@SIZES
@pytest.mark.usefixtures("no_color")
async def test_the_links_of_every_tile_on_the_sea_can_be_read(
    make_app: MakeApp, glyphs: str, size: tuple[int, int]
) -> None:
    """Also where ships, buoys, whales and waves stand on the tiles."""
    async with running(make_app(ENDED.table(), glyphs=glyphs), size) as pilot:
        await do(pilot, "enter")
        view = screen_of(pilot).model.view
        read = 0
        for cell in cells_in(view.board.sea):
            links = view.links_at(cell)
            if links:
                assert read_links(drawn(pilot, CELL_NAMES[cell])) == links, CELL_NAMES[cell]
                read += 1
        assert read > 20


@pytest.mark.slow
@GLYPHS
@pytest.mark.usefixtures("no_color")
async def test_signs_alone_tell_networks_tiles_and_pieces(make_app: MakeApp, glyphs: str) -> None:
    """Heavy and light lines, bare and covered water, buoys and ships differ without colour."""
    async with running(make_app(SWIMMING.shared(), glyphs=glyphs)) as pilot:
        ship, whale, wave, bare = (drawn(pilot, cell) for cell in ("d2", "f2", "j4", "h6"))
        assert bare == ["     ", "     "]
        assert len(set(drawn(pilot, "b1")[0].strip())) == 1
        assert drawn(pilot, "b1")[0].strip() != bare[0].strip()
        assert "W" in whale[0]
        assert wave[0].endswith("V")
        assert ship != drawn(pilot, "e2")
        own, other = drawn(pilot, "i7")[0], drawn(pilot, "c4")[0]
        assert own.strip() not in ("", other.strip())
        assert set(own) & set("┗┣━╋H=") == set(own) - set(" ")
        assert set(other) & set("├─┬+-.•V") == set(other) - set(" ")


@pytest.mark.slow
@GLYPHS
@pytest.mark.usefixtures("no_color")
async def test_signs_alone_tell_the_cursor_the_lit_and_the_path(
    make_app: MakeApp, glyphs: str
) -> None:
    async with running(make_app(SWIMMING.shared(), glyphs=glyphs)) as pilot:
        await do(pilot, pointing("e2"))
        lit, under, path = (drawn(pilot, cell)[0] for cell in ("f1", "e2", "f3"))
        assert lit[0] == lit[-1] != " "
        assert under[0] + under[-1] == "[]"
        assert path[0] == "1"
        sign = "◆" if glyphs == "unicode" else "@"
        assert sign in rows(pilot)[0]
