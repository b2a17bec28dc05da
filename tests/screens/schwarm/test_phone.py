"""Der Schwarm on a phone, held upright or sideways: all has its room, and can be pressed."""

from __future__ import annotations

import re
from itertools import product

import pytest
from rich.cells import cell_len
from textual.geometry import Region, Size

from nim_tui.testing.screens import Doing, Looker, do, press, running, settle, text_of
from rules.schwarm import events
from rules.schwarm.cards import CARD_NAMES, CARDS
from rules.schwarm.cells import CELL_NAMED
from rules.schwarm.moves import parse
from rules.schwarm.view import SchwarmView
from screens.base import WIDE
from screens.colours import text_of as said
from screens.people import SeatNames
from screens.schwarm import sentences
from screens.schwarm.cells import Mood, Painter
from screens.schwarm.layout import LayoutNeeds, PlayerTable, SchwarmLayout
from screens.schwarm.phone import aside, layout_sideways, layout_upright
from screens.schwarm.prompts import short_headline
from screens.schwarm.row import CardGrid
from screens.schwarm.side_panels import SlimPlayers
from screens.schwarm.signs import card_text, is_blue, move_text, row_text
from screens.schwarm.strip import hand_chips, stack_chips
from screens.schwarm.surface import SeaGeometry
from screens.text import Locale, use_look
from screens.widgets.panel import Panel
from screens.widgets.raster import Raster
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import HandClock, menu_words, prompt
from tests.screens.schwarm.sights import (
    pointing,
    row_of,
    rows,
    screen_of,
    sea_of,
    taking,
)
from tests.screens.schwarm.tables import (
    CRAB_IN_PLAY,
    ENDED,
    FIRST_STATION,
    FOUR_ENDED,
    FOUR_PLACING,
    MIDDLE,
    PLAYING,
    ROW,
    SAILING,
    SWIMMING,
    THREE_ENDED,
    Position,
    three,
)

pytestmark = pytest.mark.usefixtures("bots_wait")

UPRIGHT = [Size(width, height) for width in range(40, 80) for height in range(28, 64)][::19]
SIDEWAYS = [Size(width, height) for width in range(76, 130) for height in range(17, 23)][::11]
SIDEWAYS += [Size(width, height) for width in range(76, 80) for height in range(23, 28)]
NEEDS = [LayoutNeeds(*each) for each in product((2, 3, 4), (False, True), (0, 1, 2, 3))]
SIXTEEN = three(5)


def check_parts(layout: SchwarmLayout, field: Region, *, top: int = 3) -> None:
    """Check that all parts are whole, and that none covers another; `top` is above the field."""
    assert layout.asking is not None
    asking = layout.asking.translate((0, -top))
    parts = [layout.sea, layout.players, asking, *([layout.strip] if layout.strip else [])]
    assert layout.sea.size == layout.plan.size
    assert all(field.contains_region(part) for part in parts), parts
    assert sum(one.overlaps(other) for one in parts for other in parts) == len(parts), parts


def check_question(layout: SchwarmLayout, needs: LayoutNeeds, *, least: int) -> None:
    """Check that players and choices have their lines, and explanations take those of the hand."""
    assert layout.asking is not None
    assert layout.table.high(needs.players) <= layout.players.height
    assert layout.asking.height == 1 + needs.taken + layout.menu
    assert layout.menu >= least - needs.taken
    assert layout.row == (layout.menu if needs.has_row else 0)
    if layout.strip is not None:
        assert layout.menu >= least


class TestUpright:
    """The sea, the players, the hand and the choices below each other."""

    def test_all_parts_have_their_room_at_every_size(self) -> None:
        for size, needs in product(UPRIGHT, NEEDS):
            layout = layout_upright(size, needs)
            check_parts(layout, Region(0, 0, size.width, size.height - 4))
            assert layout.asking is not None
            assert layout.asking.bottom == size.height - 1
            check_question(layout, needs, least=5)

    @pytest.mark.parametrize(
        ("size", "plan", "choices"),
        [
            ((40, 28), SeaGeometry(3, 2, 1), 5),
            ((40, 34), SeaGeometry(3, 2, 2), 8),
            ((43, 38), SeaGeometry(3, 2, 2), 11),
            ((47, 42), SeaGeometry(4, 2, 2), 11),
            ((60, 50), SeaGeometry(5, 3, 3), 11),
            ((79, 60), SeaGeometry(6, 3, 3), 23),
        ],
    )
    def test_cells_and_choices_grow(
        self, size: tuple[int, int], plan: SeaGeometry, choices: int
    ) -> None:
        layout = layout_upright(Size(*size), LayoutNeeds(3))
        assert (layout.plan, layout.menu) == (plan, choices)


class TestSideways:
    """The sea at the left, everything else at its right."""

    def test_all_parts_have_their_room_at_every_size(self) -> None:
        for size, needs in product(SIDEWAYS, NEEDS):
            layout = layout_sideways(size, needs)
            check_parts(layout, Region(0, 0, size.width, size.height - 2), top=1)
            check_question(layout, needs, least=9)
            if not needs.taken:
                assert layout.asking == aside(size)


def all_views(position: Position) -> list[SchwarmView]:
    """Return the view after every fifth move of a game."""
    table = Position(position.players, position.seed, position.whole, 0).table()
    views = []
    for number, words in enumerate(position.words):
        table.play(table.waiting[0], parse(words))
        if number % 5 == 0:
            views.append(table.view(0))
    return views


@pytest.mark.slow
@pytest.mark.parametrize("language", by_day(["en", "fr"], 1))
@pytest.mark.parametrize("position", by_day([ENDED, THREE_ENDED, FOUR_ENDED], 1))
def test_no_line_of_players_and_hands_is_cut(position: Position, language: str) -> None:
    use_look(Locale(language, "unicode"))
    layouts = [layout_upright(Size(*size), LayoutNeeds(position.players)) for size in UPRIGHT]
    layouts += [layout_sideways(size, LayoutNeeds(position.players)) for size in SIDEWAYS]
    rooms = {(layout.table, layout.players.width, layout.strip) for layout in layouts}
    names = ("Anastasia Maxima", "Bartholomeus Q.", "Cleopatra VII.", "Daniel-Desire")
    for view, (table, width, strip) in product(all_views(position), rooms):
        lines = SlimPlayers(view, names[: position.players], table, width).lines()
        assert max(cell_len(said(line).rstrip()) for line in lines) <= width
        if strip is not None and (cards := view.players[0].cards):
            chips = hand_chips(cards, strip.width, strip.height)
            assert len(chips) <= strip.height
            assert max(cell_len(said(line).rstrip()) for line in chips) <= strip.width


@pytest.mark.slow
@pytest.mark.parametrize("language", by_day(["en", "fr"], 1))
@pytest.mark.parametrize("position", by_day([FOUR_ENDED, THREE_ENDED, ENDED], 1))
def test_the_headline_tells_all_in_forty_cells(position: Position, language: str) -> None:
    """Round, order and what is left of the action, between title and edge."""
    use_look(Locale(language, "unicode"))
    for view in all_views(position):
        text = said(short_headline(view, 27, is_mine=True))
        assert cell_len(text) <= 27, text
        assert all(sign in text for sign in "▲▼◆■"[: position.players])


# Cells


def painted(position: Position, cell: str, plan: SeaGeometry, mood: Mood) -> str:
    """Return a cell of three columns as text, a bar between its lines; marked ones in mono."""
    view = position.table().view(0)
    raster, region = Raster(*plan.size), plan.cell(CELL_NAMED[cell])
    Painter(view, plan, 0, mood != Mood()).paint(raster, CELL_NAMED[cell], mood)
    lines = (raster.rows[y][region.x : region.right] for y in range(region.y, region.bottom))
    return "|".join("".join(cell.sign for cell in line) for line in lines)


SMALL, LOW = SeaGeometry(3, 2, 2), SeaGeometry(3, 2, 1, rim=1)
LIT, HINTED = Mood(is_lit=True), Mood(is_hinted=True)


class TestCells:
    """Each piece has a column of its own in a cell of three columns."""

    @pytest.mark.parametrize(
        ("moves", "cell", "plan", "mood", "shown"),
        [
            pytest.param(163, "g8", SMALL, Mood(), " 5 |  C", id="crab on free land"),
            pytest.param(163, "k5", SMALL, Mood(), "6◆3|   ", id="station and its crew"),
            pytest.param(163, "j1", SMALL, Mood(), "   |▲◤ ", id="ship with its bow"),
            pytest.param(163, "j6", SMALL, Mood(), " █▄|◆◤◆", id="ship and buoy"),
            pytest.param(163, "c4", SMALL, Mood(), "▄▄V| █▼", id="wave over a pipe"),
            pytest.param(163, "k5", SMALL, LIT, "6◆3|· ·", id="lit without colours"),
            pytest.param(163, "e8", LOW, LIT, "·▲1", id="lit in a single line"),
            pytest.param(240, "e7", LOW, HINTED, "✦┤▲", id="pipes in a single line"),
        ],
    )
    def test_pieces(self, moves: int, cell: str, plan: SeaGeometry, mood: Mood, shown: str) -> None:
        """Marks stand where no piece is, even without colours."""
        assert painted(three(moves), cell, plan, mood) == shown


# On the screen


PLACES: dict[str, tuple[Position, list[str | Doing]]] = {
    "first station": (FIRST_STATION, []),
    "row": (SIXTEEN, []),
    "capacity": (ROW, ["end"]),
    "card": (PLAYING, []),
    "ship": (SAILING, [pointing("i3")]),
    "tile": (FOUR_PLACING, [pointing("d6")]),
    "whale": (SWIMMING, [pointing("e2")]),
    "crab": (CRAB_IN_PLAY, [taking("blue"), pointing("k5")]),
    "networks": (MIDDLE, ["w"]),
    "nations": (MIDDLE, ["o"]),
    "end": (ENDED, ["escape"]),
}
SIZES = ["40x28", "76x17", "43x38", "40x34", "60x50", "79x60", "82x17", "95x20"]


@pytest.mark.slow
@pytest.mark.parametrize("size", by_day(SIZES, 3))
@pytest.mark.parametrize("place", by_day(PLACES, 4))
async def test_sea_players_and_question_are_whole(make_app: MakeApp, place: str, size: str) -> None:
    position, doing = PLACES[place]
    width, height = map(int, size.split("x"))
    async with running(make_app(position.shared()), (width, height)) as pilot:
        await do(pilot, *doing)
        screen, whole = screen_of(pilot), Region(0, 1, width, height - 2)
        parts = [sea_of(pilot), screen.query_one("#players"), screen.text_line("prompt")]
        choices = row_of(pilot) if row_of(pilot).display else screen.menu
        parts.append(choices)
        assert all(whole.contains_region(part.region) for part in parts)
        regions = [part.region for part in parts]
        assert sum(one.overlaps(other) for one in regions for other in regions) == len(parts)
        assert sea_of(pilot).region.size == sea_of(pilot).plan.size
        assert choices.region.height >= 2
        assert all(sign in text_of(pilot.app) for sign in "▲▼◆■"[: position.players])


@pytest.mark.slow
async def test_another_shape_is_as_if_it_had_been_so_from_the_start(make_app: MakeApp) -> None:
    """A phone is turned; a row of cards finds its place again."""
    sizes = [(43, 38), (82, 17), (100, 30)]
    wanted = {}
    for size in sizes:
        async with running(make_app(SIXTEEN.shared()), size) as pilot:
            wanted[size] = text_of(pilot.app)
    async with running(make_app(SIXTEEN.shared()), sizes[-1]) as pilot:
        for size in [*sizes, *sizes[::-1]]:
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert text_of(pilot.app) == wanted[size]


def card_lines(pilot: Looker) -> list[int]:
    """Return the lines of the terminal with the prices of the first cards."""
    return [y for y, line in enumerate(rows(pilot)) if "  for 1" in line]


class TestCards:
    """The row of cards as a grid."""

    async def test_the_question_stays_where_the_page_shows_the_keys(
        self, make_app: MakeApp
    ) -> None:
        app = make_app(ROW.shared())
        app.is_touch = True
        async with running(app, (43, 38)) as pilot:
            assert row_of(pilot).region.y == screen_of(pilot).text_line("prompt").region.bottom

    def test_every_card_comes_into_sight_with_the_least_scrolling(self) -> None:
        for width, height, count in product((30, 36, 40, 79), (2, 4, 5, 7, 8, 11), (2, 10, 17)):
            grid, first = CardGrid(width, height), 0
            for here in [*range(count), *range(count)[::-1]]:
                sight = grid.sight(count, here, first)
                assert here in sight
                assert first in sight or here not in grid.sight(count, first, first)
                regions = [grid.region(place, sight) for place in sight]
                assert all(Region(0, 0, width, height).contains_region(r) for r in regions)
                assert sum(a.overlaps(b) for a in regions for b in regions) == len(regions)
                first = sight.start

    @pytest.mark.slow
    async def test_arrows_go_along_and_across(self, make_app: MakeApp) -> None:
        async with running(make_app(SIXTEEN.shared()), (40, 34)) as pilot:
            row = row_of(pilot)
            for key, spot in (("right", "2"), ("down", "5"), ("left", "4"), ("up", "1")):
                await press(pilot, key)
                assert row.cursor == spot

    @pytest.mark.slow
    @pytest.mark.parametrize("size", ["40x34", "82x17"])
    async def test_a_marked_card_stays_where_it_was(self, make_app: MakeApp, size: str) -> None:
        """What is told about it takes lines of the hand, or those of the news beside the sea."""
        width, height = map(int, size.split("x"))
        async with running(make_app(SIXTEEN.shared()), (width, height)) as pilot:
            before = card_lines(pilot)
            await press(pilot, "right")
            upright, beside = screen_of(pilot).remarks, screen_of(pilot).query_one("#since", Panel)
            told = (beside if width >= WIDE[0] else upright).text
            assert "the whale hits ships" in " ".join(told.split()), told
            assert card_lines(pilot) == before

    @pytest.mark.slow
    async def test_hidden_cards_are_counted_and_shown_by_a_press(self, make_app: MakeApp) -> None:
        async with running(make_app(SIXTEEN.shared()), (40, 34)) as pilot:
            row = row_of(pilot)
            number = next(y for y, line in enumerate(rows(pilot)) if "▾5" in line)
            await pilot.click(offset=(38, number))
            await settle(pilot)
            assert row.cursor == "10"
            assert "▴3" in text_of(pilot.app)
            await pilot.click(offset=(38, row.region.y))
            await settle(pilot)
            assert row.cursor == "3"


@pytest.mark.parametrize("size", [(40, 34), (82, 17)])
async def test_a_tapped_card_says_that_another_tap_takes_it(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    app, table = make_app(SIXTEEN.shared()), SIXTEEN.shared()
    app.is_touch, app.clock = True, (clock := HandClock())
    async with running(app, size) as pilot:
        row, played = row_of(pilot), table.moves_played
        assert "▸ again" not in text_of(app)
        clock.now += 1
        await pilot.click("#row", offset=row.regions("2")[0].offset)
        await settle(pilot)
        assert re.search("2 +▸ again", text_of(app))
        assert table.moves_played == played
        clock.now += 1
        await pilot.click("#row", offset=row.regions("1")[0].offset)
        await settle(pilot)
        assert re.search("1 +▸ again", text_of(app))
        assert text_of(app).count("▸ again") == 1


class TestWords:
    """What nobody types on a phone is said in words."""

    @pytest.mark.parametrize(
        ("before", "choice", "text"),
        [
            ("", "blue", "blue card"),
            ("whale", "new", "new whale"),
            ("blue wave", "2", "wave 2"),
            ("wave new", "ne", "northeast"),
            ("wave new ne", "3", "3 steps"),
            ("crab", "1", "1 step"),
            ("joker crab f0", "2", "2 steps"),
            ("order 1", "fast", "fast ship"),
            ("", "step f2", "f2"),
            ("", "launch j5", "launch a ship on j5"),
            ("joker", "station", "station"),
        ],
    )
    def test_rows(self, before: str, choice: str, text: str) -> None:
        view = PLAYING.table().view(0)
        assert row_text(view, before.split(), choice.split()) == text

    @pytest.mark.parametrize(
        ("words", "text"),
        [
            ("sail j5 j4", "ship from j5 to j4"),
            ("step e4", "whale to e4"),
            ("blue wave 1 n 3", "wave 1, north, 3 steps"),
            ("wave new sw 2", "new wave, southwest, 2 steps"),
            ("crab 4", "crab: 4 steps"),
            ("joker station i8", "joker: station on i8"),
            ("order 2 golden", "turn-order card 2 (golden tile)"),
            ("place 9 c4 r2", "tile on c4"),
            ("card 99", "card 99"),
            ("research", "research"),
        ],
    )
    def test_moves(self, words: str, text: str) -> None:
        assert move_text(PLAYING.table().view(0), words.split()) == text

    def test_the_log_names_points_and_directions(self) -> None:
        people = SeatNames(("Ana", "Ben"), None)
        took = events.Took(1, CARD_NAMES[_BLUE], 8)
        assert sentences.in_words(took, people).endswith(f"takes {card_text(_BLUE)} for 8 points")
        free = events.Took(1, "ship", 0)
        assert sentences.in_words(free, people).endswith("takes ship for free")

    def test_a_blue_card_has_one_name(self) -> None:
        """In the log, in hand and in the row."""
        people, name = SeatNames(("Ana", "Ben"), None), card_text(_BLUE)
        assert name.startswith("blue ")
        played = events.Took(0, CARD_NAMES[_BLUE], 3)
        assert name in sentences.sentence(played, people)
        assert name in said(hand_chips([_BLUE], 40, 1)[0])


_BLUE = next(card for card in range(len(CARDS)) if is_blue(card))


@pytest.mark.parametrize(("width", "is_told"), [(4, False), (7, True)])
def test_a_network_has_its_whole_word_or_none(width: int, is_told: bool) -> None:
    """Beside the sea of the narrowest phones there is no room to say it."""
    table = PlayerTable(5, False, 0, False, is_slim=True)
    lines = SlimPlayers(PLAYING.table().view(0), ("Ana", "Ben"), table, width).lines()
    assert [said(line).strip() for line in lines].count("network") == 2 * is_told
    assert "net " not in " ".join(map(said, lines))


async def test_a_press_on_the_players_shows_their_networks(make_app: MakeApp) -> None:
    async with running(make_app(MIDDLE.shared()), (40, 34)) as pilot:
        await pilot.click("#players", offset=(1, 1))
        await settle(pilot)
        assert "researchers" in text_of(pilot.app)


class TestTiles:
    """The stacks below the sea."""

    async def click_stack(self, pilot: Looker, number: int) -> None:
        """Press a stack of tiles."""
        await pilot.click("#strip", offset=(10 * (number - 1) + 4, 0))
        await settle(pilot)

    @pytest.mark.slow
    async def test_a_press_takes_a_tile_in_hand_and_another_rotates_it(
        self, make_app: MakeApp
    ) -> None:
        table = FOUR_PLACING.shared()
        async with running(make_app(table), (40, 34)) as pilot:
            preview = screen_of(pilot).ui.preview
            await self.click_stack(pilot, 3)
            assert preview.stack == 3
            await self.click_stack(pilot, 1)
            assert preview.stack == 1
            before = text_of(pilot.app)
            await self.click_stack(pilot, 1)
            assert preview.stack == 1
            assert text_of(pilot.app) != before

    async def press_choice(self, pilot: Looker, clock: HandClock, choice: str) -> None:
        """Press a choice for the tile in hand; two stand beside each other."""
        column, row = divmod(menu_words(pilot).index(choice), 2)
        clock.now += 1
        await pilot.click("#menu", offset=(20 * column + 4, 3 * row))
        await settle(pilot)

    @pytest.mark.slow
    async def test_one_press_rotates_goes_on_or_places_and_digits_take_stacks(
        self, make_app: MakeApp
    ) -> None:
        app, clock = make_app(FOUR_PLACING.shared()), HandClock()
        app.is_touch, app.clock = True, clock
        async with running(app, (40, 34)) as pilot:
            await do(pilot, pointing("d6"))
            before = text_of(app)
            await self.press_choice(pilot, clock, "rotate")
            assert (sea_of(pilot).cursor, text_of(app) == before) == ("d6", False)
            await press(pilot, "3")
            assert screen_of(pilot).ui.preview.stack == 3
            await self.press_choice(pilot, clock, "next-cell")
            left = screen_of(pilot).model.view.left
            assert sea_of(pilot).cursor != "d6"
            await self.press_choice(pilot, clock, "place-here")
            assert screen_of(pilot).model.view.left == left - 1

    def test_five_stacks_fit(self) -> None:
        view = FOUR_PLACING.table().view(0)
        for width, high in product((30, 40), (1, 2, 3)):
            lines = stack_chips(view, 2, width, high, plain=False)
            assert {cell_len(said(line)) for line in lines} == {width}

    @pytest.mark.slow
    async def test_the_question_tells_what_the_tile_brings(self, make_app: MakeApp) -> None:
        async with running(make_app(FOUR_PLACING.shared()), (40, 34)) as pilot:
            await do(pilot, pointing("d6"))
            assert "On d6: +2, network 6 → 7" in prompt(pilot)
            await do(pilot, pointing("a0") if "a0" in sea_of(pilot).spots else pointing("c5"))
            assert "✗ does not fit" in prompt(pilot)


@pytest.mark.slow
async def test_what_is_small_is_told_in_words(make_app: MakeApp) -> None:
    """Two owners of a pipe, and a wave over it, are read above the question."""
    async with running(make_app(three(163).shared()), (43, 38)) as pilot:
        await do(pilot, pointing("b4"))
        await press(pilot, "right")
        assert "c4: tee, buoys ▼ ▼, wave 2" in text_of(pilot.app)


@pytest.mark.nightly
@pytest.mark.timeout(900)
async def test_a_game_by_presses_alone(make_app: MakeApp) -> None:
    """Each move is a press on a lit cell, a card, or a row of choices that is shown."""
    table = Position(2, 5, "", 0).shared()
    async with running(make_app(table), (40, 34)) as pilot:
        for _ in range(1500):
            if table.result is not None:
                break
            await press_something(pilot)
        assert table.result is not None


async def press_something(pilot: Looker) -> None:
    """Press a lit cell if there is any, else the first card or choice; place a tile that lies."""
    sea, row, menu = sea_of(pilot), row_of(pilot), screen_of(pilot).menu
    words = menu_words(pilot)
    if row.display:
        await pilot.click("#row", offset=(2, 0))
    elif "place-here" in words:
        await pilot.click("#menu", offset=(4, 3 * words.index("place-here")))
    elif sea.lit and not ("done" in words and screen_of(pilot).model.view.left % 2):
        spot = sorted(sea.lit)[0]
        region = sea.regions(spot)[0]
        await pilot.click("#sea", offset=region.offset)
    else:
        line = 3 * words.index("done") if "done" in words else 0
        await pilot.click("#menu", offset=(4, min(line, menu.size.height - 2)))
    await settle(pilot)
