"""The bytes of a keystroke: only changed cells are sent."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from rich.console import Console
from rich.segment import Segment
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate
from textual._styles_cache import StylesCache
from textual.app import ComposeResult
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Static

from nim_tui.testing.screens import LARGE, SMALL, press, running, settle, text_of, until
from nim_tui.testing.terminal import heard, with_colours
from rules.bataille.board import LEVELS
from screens.base import BaseScreen
from screens.bataille.screen import BatailleScreen
from screens.textual_patches import private_names
from screens.textual_patches.compositor import (
    DrawnLines,
    PaintsAfterBatches,
    PartialUpdate,
)
from screens.textual_patches.private_names import PrivateName
from screens.widgets.raster import DrawnWidget
from tests.screens.conftest import MakeApp
from tests.screens.looking import table_screen
from tests.screens.tables import SEARCHED, table_after

PATIENCE = 20.0
"""The most seconds until a press has its effect."""
MOST_BYTES = 600
"""The most bytes of any move; `make bench` measures the mean."""
_MOVE_TO = re.compile(r"\x1b\[(\d+);(\d+)H")
_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture
def sent() -> Iterator[list[str]]:
    """Collect all that is sent to the terminal."""
    with heard() as written:
        yield written


def cells(data: str) -> set[tuple[int, int]]:
    """Return the cells that some output writes."""
    found: set[tuple[int, int]] = set()
    places = list(_MOVE_TO.finditer(data))
    ends = [*(place.start() for place in places[1:]), len(data)]
    for place, end in zip(places, ends):
        y, x = int(place[1]) - 1, int(place[2]) - 1
        text = _ESCAPE.sub("", data[place.end() : end]).rstrip("\n")
        found.update((x + step, y) for step in range(len(text)))
    return found


@pytest.mark.parametrize("is_coloured", [True, False])
async def test_drawn_lines_are_those_of_textual(make_app: MakeApp, is_coloured: bool) -> None:
    app = make_app(table_after(SEARCHED))
    async with running(with_colours(app) if is_coloured else app, SMALL) as pilot:
        drawn = [each for each in table_screen(pilot).query(DrawnWidget) if each.region]
        assert len(drawn) > 5
        for widget in drawn:
            whole = widget.region.size.region
            for crop in (whole, whole.shrink((0, 1, 0, 1))):
                ours, theirs = (
                    [
                        [(sign, style) for text, style, _ in strip for sign in text]
                        for strip in lines
                    ]
                    for lines in (
                        DrawnLines().render_widget(widget, crop),
                        StylesCache().render_widget(widget, crop),
                    )
                )
                assert ours == theirs


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
async def test_a_cursor_move_sends_little_and_only_what_changed(
    make_app: MakeApp, sent: list[str], size: tuple[int, int]
) -> None:
    async with running(with_colours(make_app(table_after(SEARCHED))), size) as pilot:
        screen = table_screen(pilot)
        assert isinstance(screen, BatailleScreen)
        board = screen.ui.surface
        names = [board.cursor]
        await press(pilot, "left", "right")
        for key in ("left", "down", "right", "right", "up"):
            sent.clear()
            await press(pilot, key)
            names.append(board.cursor)
            data = "".join(sent)
            regions = [
                region.translate(each.content_region.offset)
                for name in names[-2:]
                for each in screen.ui.boards()
                for spot in (name, *(f"{name}.{level}" for level in LEVELS))
                for region in each.regions(spot)
            ]
            regions += [screen.query_one(told).region for told in ("#signs", "#prompt", "#menu")]
            may_change = {
                (x, y)
                for region in regions
                for x in range(region.x, region.right)
                for y in range(region.y, region.bottom)
            }
            assert cells(data)
            assert cells(data) <= may_change
            parts = 2 if size == LARGE else 1
            assert len(data.encode()) < MOST_BYTES * parts, f"{len(data.encode())} bytes"
        assert all(one != other for one, other in pairwise(names))


@pytest.mark.slow
async def test_what_is_sent_bit_by_bit_is_what_is_drawn_at_once(make_app: MakeApp) -> None:
    """After many small updates nothing stale is left: a full redraw shows the same."""
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "left", "t", "down", "t", "tab", "m", "a", "backspace", "n")
        before = text_of(pilot.app)
        pilot.app.refresh(layout=True)
        await press(pilot, "n", "n", "n")
        assert text_of(pilot.app) == before


GONE = PrivateName("textual._compositor:Gone", "screens/textual_patches/compositor.py", "")


@pytest.mark.slow
async def test_without_its_names_a_table_is_drawn_the_plain_way(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    for is_there in (True, False):
        if not is_there:
            monkeypatch.setattr(private_names, "NAMES", [GONE])
        async with running(make_app(table_after(SEARCHED))) as pilot:
            assert (type(table_screen(pilot)._compositor) is Compositor) != is_there
            drawn.append(text_of(pilot.app))
    assert drawn[0] == drawn[1]


def rendered(update: CompositorUpdate) -> str:
    console = Console(file=io.StringIO(), force_terminal=True, color_system=None)
    return update.render_segments(console)


def test_textual_does_not_yet_crop_by_itself() -> None:
    """When this fails, Textual crops on both sides: our compositor can go."""
    theirs = ChopsUpdate([{0: Strip([Segment("0123456789")])}], [(0, 4, 6)], [[10]])
    ours = PartialUpdate([(0, 4, Strip([Segment("45")]))])
    assert rendered(ours) == "\x1b[1;5H45"
    assert rendered(theirs) != rendered(ours)


class Overlapping(BaseScreen):
    """A text of the whole screen, and a short one over it."""

    DEFAULT_CSS = """
    Overlapping { layers: below above; }
    Overlapping Growing { layer: below; width: 1fr; height: 1; }
    Overlapping #over { layer: above; width: 4; offset-x: 3; }
    """

    def compose(self) -> ComposeResult:
        """The texts."""
        yield Growing("0123456789", id="under")
        yield Growing("abcd", id="over")


async def test_a_span_over_several_widgets_is_cut_at_their_ends(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        screen = Overlapping()
        await pilot.app.push_screen(screen)
        await settle(pilot)
        for growing, text in zip(screen.query(Growing), ("0123456789", "abcd")):
            growing.update(text)
        screen._compositor.update_widgets(set(screen.query(Growing)))
        screen._compositor._dirty_regions = {Region(1, 0, 3, 1), Region(5, 0, 4, 1)}
        update = screen._compositor.render_partial_update()
        assert isinstance(update, PartialUpdate)
        assert [(y, x, strip.text) for y, x, strip in update.pieces] == [
            (0, 1, "12"),
            (0, 3, "a"),
            (0, 5, "cd"),
            (0, 7, "78"),
        ]
        whole = screen._compositor.render_strips()[0].text
        for _y, x, strip in update.pieces:
            assert whole[x : x + len(strip.text)] == strip.text


async def test_what_is_covered_is_not_rendered(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        screen = Overlapping()
        await pilot.app.push_screen(screen)
        await settle(pilot)
        under, over = screen.query(Growing)
        under.renders = over.renders = 0
        screen._compositor._dirty_regions = {over.region}
        assert screen._compositor.render_partial_update() is not None
        assert (under.renders, over.renders) == (0, 1)


class Growing(Static):
    """A text that tells its own size."""

    renders = 0

    def on_resize(self) -> None:
        """Show the size."""
        self.update(f"{self.size.width} wide")

    def render_lines(self, crop: Region) -> list[Strip]:
        """Count the renders."""
        self.renders += 1
        return super().render_lines(crop)


class Two(BaseScreen):
    """Two texts below each other."""

    def compose(self) -> ComposeResult:
        """The texts."""
        yield Growing("before", id="one")
        yield Growing("before", id="other")


async def test_a_partial_paint_asks_only_what_is_due(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        await pilot.app.push_screen(Two())
        await settle(pilot)
        one, other = pilot.app.screen.query(Growing)
        one.renders = other.renders = 0
        one.update("after!")
        await until(pilot, lambda: bool(one.renders))
        assert other.renders == 0


async def test_a_new_layout_is_painted_once(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textual paints once before a resized widget has heard of it, and once after."""
    painted: list[list[str]] = []
    display = PaintsAfterBatches._display

    def note(app: PaintsAfterBatches, screen: Screen[object], update: object) -> None:
        if update is not None:
            painted.append([str(text.render()) for text in screen.query(Growing)])
        display(app, screen, update)  # type: ignore[arg-type]

    monkeypatch.setattr(PaintsAfterBatches, "_display", note)
    async with running(make_app()) as pilot:
        await pilot.app.push_screen(Two())
        await until(pilot, lambda: painted[-1:] == [["80 wide", "80 wide"]])
        await settle(pilot)
        painted.clear()
        pilot.app.screen.query(Growing).first().styles.width = 30
        async with asyncio.timeout(PATIENCE):
            while not painted:
                await asyncio.sleep(0.01)  # a pilot's pause paints at once, before the layout
        await settle(pilot)
    assert painted == [["30 wide", "80 wide"]]


async def test_a_screen_is_styled_once(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual styles it once more when it is shown, and for the classes of its size."""
    styled: list[object] = []
    apply = Stylesheet.apply

    def note(sheet: Stylesheet, node: DOMNode, **more: Any) -> None:
        styled.append(node)
        apply(sheet, node, **more)

    monkeypatch.setattr(Stylesheet, "apply", note)
    async with running(make_app(), (60, 30)) as pilot:
        await pilot.app.push_screen(Two())
        await until(pilot, lambda: len(pilot.app.screen.query(Growing)) == 2)
        await settle(pilot)
        screen = pilot.app.screen
        assert screen.has_class("-narrow", "-high")
        assert [styled.count(text) for text in screen.query(Growing)] == [1, 1]


class Below(BaseScreen):
    """A screen with a text."""

    def compose(self) -> ComposeResult:
        """The text."""
        yield Static("before")


async def test_what_changes_below_an_opaque_screen_draws_nothing(
    make_app: MakeApp, sent: list[str]
) -> None:
    """A lobby below a table changes all the time."""
    async with running(with_colours(make_app())) as pilot:
        below = Below()
        await pilot.app.push_screen(below)
        await pilot.app.push_screen(BaseScreen())
        await settle(pilot)
        sent.clear()
        below.query_one(Static).update("after")
        await settle(pilot)
        assert not below.is_current
        assert "".join(sent) == ""
        pilot.app.pop_screen()
        await settle(pilot)
        assert below.is_current
        assert "after" in text_of(pilot.app)


@pytest.mark.slow
async def test_what_is_drawn_in_a_batch_is_painted_after_it(
    make_app: MakeApp, sent: list[str]
) -> None:
    """A screen composed anew below is a batch, and may take long."""
    async with running(with_colours(make_app())) as pilot:
        below = Below()
        await pilot.app.push_screen(below)
        await settle(pilot)
        word = await drawn_and_not_yet_painted(below, sent)
        with pilot.app.batch_update():
            await asyncio.sleep(0.1)  # ten times as long as it would take to be painted
            assert word not in "".join(sent)
        async with asyncio.timeout(PATIENCE):
            while word not in "".join(sent):
                await asyncio.sleep(0.01)


async def drawn_and_not_yet_painted(below: Below, sent: list[str]) -> str:
    """Return a text that is painted next; on a busy machine perhaps before a look."""
    for number in range(100):
        word = f"after-{number}."
        below.query_one(Static).update(word)
        for _turn in range(20):
            await asyncio.sleep(0)
        if word not in "".join(sent):
            return word
    raise AssertionError("all was painted at once")
