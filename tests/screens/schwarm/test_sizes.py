"""Der Schwarm at both sizes: all is laid out again on a change, nothing is cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual.geometry import Size

from nim_tui import settings
from nim_tui.testing.screens import LARGE, SMALL, Doing, do, press, running, settle, text_of
from rules.schwarm.cards import CARD_NAMES
from rules.schwarm.moves import OVER, parse
from rules.schwarm.scoring import final
from rules.schwarm.view import SchwarmView
from screens.colours import text_of as said
from screens.schwarm.layout import LayoutNeeds, layout_for
from screens.schwarm.networks_dialog import long_lines, point_lines
from screens.schwarm.side_panels import PlayerPanels
from screens.text import Locale, use_look
from screens.widgets.lines import wrapped
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import saying
from tests.screens.schwarm.sights import pointing, pricing, rows, screen_of, taking
from tests.screens.schwarm.tables import (
    CRAB_IN_PLAY,
    ENDED,
    FIRST_STATION,
    FOUR_ENDED,
    FOUR_PLACING,
    FOUR_PLAYING,
    MIDDLE,
    NEW_CRAB,
    NO_BUOY,
    OVERLAYING,
    PLAYING,
    POOR,
    ROW,
    SAILING,
    SWIMMING,
    THREE_ENDED,
    WHALE_NEAR,
    WHALE_OF_ANA,
    Position,
    three,
)

pytestmark = pytest.mark.usefixtures("bots_wait")

PLACES: dict[str, tuple[Position, Sequence[str | Doing]]] = {
    "first station": (FIRST_STATION, []),
    "row": (ROW, [pricing("5")]),
    "poor": (POOR, []),
    "sixteen cards": (three(5), [pricing("order")]),
    "capacity": (ROW, [pricing("order"), "enter"]),
    "card": (PLAYING, []),
    "ship": (SAILING, [pointing("i3")]),
    "tile": (OVERLAYING, [taking("place 2"), pointing("h1")]),
    "turned that way": (OVERLAYING, [taking("place 2"), pointing("i1"), "t"]),
    "buoy": (NO_BUOY, [pointing("i7"), "enter"]),
    "whale": (SWIMMING, [pointing("e2")]),
    "whale at first": (WHALE_NEAR, []),
    "crab": (CRAB_IN_PLAY, [taking("blue"), pointing("k5")]),
    "four": (FOUR_PLAYING, []),
    "four stacks": (FOUR_PLACING, []),
}
BOXES: dict[str, str] = {"networks": "w", "nations": "o", "log": "g"}
LONGEST = ("Anastasia Maxima", "Bartholomeus Q.", "Cleopatra VII.", "Daniel-Desire")


@pytest.mark.slow
@pytest.mark.parametrize("place", by_day(PLACES, 3))
@pytest.mark.parametrize(
    ("first", "then"),
    [
        pytest.param(SMALL, LARGE, id="larger"),
        pytest.param(LARGE, SMALL, id="smaller", marks=pytest.mark.nightly),
    ],
)
async def test_another_size_is_as_if_it_had_been_so_from_the_start(
    make_app: MakeApp, place: str, first: tuple[int, int], then: tuple[int, int]
) -> None:
    position, doing = PLACES[place]
    async with running(make_app(position.shared()), then) as pilot:
        await do(pilot, *doing)
        wanted = text_of(pilot.app)
    async with running(make_app(position.shared()), first) as pilot:
        await do(pilot, *doing)
        before = text_of(pilot.app)
        await pilot.resize_terminal(*then)
        await settle(pilot)
        assert text_of(pilot.app) == wanted
        await pilot.resize_terminal(*first)
        await settle(pilot)
        assert text_of(pilot.app) == before


@pytest.mark.slow
async def test_another_size_while_steps_are_shown(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The step stays as it is; the table behind it has gone on already."""
    monkeypatch.setitem(settings.PACES, "fast", 3600.0)
    async with running(make_app(NEW_CRAB.shared(), pace="fast")) as pilot:
        await do(pilot, saying("crab i0 4"), "full_stop full_stop full_stop")
        before, view = text_of(pilot.app), screen_of(pilot).model.view
        for size in (LARGE, SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert screen_of(pilot).model.view == view
            assert "Cleo: network scores 6" in text_of(pilot.app)
        assert text_of(pilot.app) == before


@pytest.mark.slow
async def test_another_size_while_typing(make_app: MakeApp) -> None:
    async with running(make_app(ROW.shared())) as pilot:
        await press(pilot, "colon", *"card 2")
        before = text_of(pilot.app)
        for size in (LARGE, SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert any(row.strip().startswith("card 2") for row in rows(pilot))
        assert text_of(pilot.app) == before


def all_views(position: Position) -> list[SchwarmView]:
    """Return the view after each move of a game."""
    table = Position(position.players, position.seed, position.whole, 0).table()
    views = []
    for words in position.words:
        table.play(table.waiting[0], parse(words))
        views.append(table.view(0))
    return views


@pytest.mark.slow
@pytest.mark.parametrize("language", by_day(["en", "fr"], 1))
@pytest.mark.parametrize("size", [SMALL, LARGE, (200, 60)], ids=["small", "large", "huge"])
@pytest.mark.parametrize(
    "position", by_day([ENDED, THREE_ENDED, FOUR_ENDED][::-1], 1), ids=["four", "three", "two"]
)
def test_all_players_have_room_beside_the_sea(
    position: Position, size: tuple[int, int], language: str
) -> None:
    """Of no player a line is cut off, whatever its name and its hand, all game long."""
    use_look(Locale(language, "unicode"))
    names = LONGEST[: position.players]
    layout = layout_for(Size(*size), LayoutNeeds(position.players))
    width = layout.players.width - (4 if layout.table.is_framed else 1)
    for view in all_views(position):
        lines = PlayerPanels(view, names, layout.table, width).lines()
        assert len(lines) + 2 * layout.table.is_framed == layout.players.height
        assert max(cell_len(said(line)) for line in lines) <= width + 1


def test_names_of_cards_are_whole_on_two_lines_where_there_is_room() -> None:
    layout = layout_for(Size(*LARGE), LayoutNeeds(2))
    view = PLAYING.shared().view(0)
    hand = [CARD_NAMES.index(name) for name in ("researcher", "station", "ship", "crab", "joker")]
    players = (replace(view.players[0], cards=tuple(hand)), *view.players[1:])
    view = replace(view, players=players)
    lines = PlayerPanels(view, ("Ana", "Ben"), layout.table, layout.players.width - 4).lines()
    told = " ".join(" ".join(said(line) for line in lines).split())
    assert "cards researcher, station, ship, crab, joker tiles" in told


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
async def test_four_players_are_whole(make_app: MakeApp, size: tuple[int, int]) -> None:
    async with running(make_app(FOUR_PLAYING.shared()), size) as pilot:
        text = text_of(pilot.app)
        assert all(name in text for name in ("Ana", "Ben", "Cleo", "Dan"))
        assert text.count(" network ") + text.count(" worth ") == 4


@pytest.mark.slow
async def test_reserves_are_in_the_box_and_beside_a_large_sea_too(make_app: MakeApp) -> None:
    async with running(make_app(FOUR_PLAYING.shared()), LARGE) as pilot:
        assert text_of(pilot.app).count("reserve ") == 4
        await press(pilot, "o")
        assert text_of(pilot.app).count("reserve: ") == 4


def test_a_reserve_counts_in_the_singular_and_the_plural() -> None:
    view = OVERLAYING.table().view(0)
    found = [text.strip() for text, _look in long_lines(view, ("Ana", "Ben"))]
    assert "reserve: 4 stations, 5 researchers, 2 ships, 28 buoys" in found
    assert "reserve: 3 stations, 4 researchers, 1 ship, 26 buoys" in found


def test_the_queen_bears_a_buoy_of_whoever_is_linked_to_her() -> None:
    """So one fewer is left of the 28: of Ben's 16 lie on tiles."""
    view = WHALE_OF_ANA.table().view(0)
    assert [(len(player.buoys), player.is_linked) for player in view.players][1] == (16, True)
    found = [text.strip() for text, _look in long_lines(view, ("Ana", "Ben", "Cleo"))]
    assert "reserve: 3 stations, 2 researchers, 0 ships, 11 buoys" in found
    assert "reserve: 2 stations, 3 researchers, 0 ships, 20 buoys" in found


class TestNetworksPane:
    """Every line of every nation can be seen, whatever the number of the queen's stations."""

    @pytest.mark.slow
    @pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
    async def test_the_page_is_whole(self, make_app: MakeApp, size: tuple[int, int]) -> None:
        position = ENDED
        table = position.shared()
        view: SchwarmView = table.view(0)
        assert final(view.pieces(0)).queen == 30
        async with running(make_app(table), size) as pilot:
            await press(pilot, "down", "enter")
            page = text_of(pilot.app)
            for line, _look in point_lines(view, 0, table.log(0)):
                assert line.rstrip() in page
            assert "▲ Ana, at the end" in page

    @pytest.mark.parametrize("position", [ENDED, THREE_ENDED, FOUR_ENDED], ids="abc")
    def test_there_is_room_for_all_stations_there_are(self, position: Position) -> None:
        table = position.table()
        view: SchwarmView = table.view(0)
        for seat in range(position.players):
            lines = point_lines(view, seat, table.log(0))
            assert len(wrapped(lines, 18)) == len(lines) <= 18 - 2
            assert view.phase == OVER

    @pytest.mark.slow
    async def test_the_title_tells_when(self, make_app: MakeApp) -> None:
        async with running(make_app(MIDDLE.shared())) as pilot:
            await press(pilot, "w")
            assert "╭─ ▲ Ana, now ─" in text_of(pilot.app)
            await press(pilot, "right")
            assert "╭─ ▼ Ben, now ─" in text_of(pilot.app)
            page = text_of(pilot.app)
            assert "so far" not in page
            assert "as it counts" not in page
