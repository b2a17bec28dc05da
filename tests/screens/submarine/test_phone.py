"""Submarine on a phone: the layout at every size, what its screen says, and whole games by taps."""

from __future__ import annotations

from itertools import combinations

import pytest
from textual.geometry import Offset, Region, Size

from nim_tui.tables.store import Store
from nim_tui.testing.screens import Looker, do, press, running, settle, text_of
from rules.chance import Chance
from rules.submarine.events import Dived, Took
from screens.colours import SIDE_SIGNS
from screens.people import SeatNames
from screens.submarine import sentences
from screens.submarine.layout import PhoneLayout, sideways, upright
from screens.submarine.short_texts import move_text, row_text
from screens.widgets.text_line import TextLine
from tests.every import by_day, holds_for_each
from tests.screens.conftest import Look, MakeApp
from tests.screens.looking import is_over, where
from tests.screens.submarine.sights import drawn, rows, screen_of, sea_of
from tests.screens.submarine.states import MORE, STATES
from tests.screens.submarine.tables import (
    ACTING,
    FIVE,
    OWING_AMONG_FIVE,
    THREE,
    THREE_JOKERS,
    Position,
)

UPRIGHT = [
    Size(width, height)
    for width in (40, 43, 48, 49, 73, 74, 79)
    for height in (28, 30, 31, 34, 37, 39, 45, 60)
]
SIDEWAYS = [
    Size(width, height)
    for width in (76, 77, 82, 88, 95, 112, 113, 114, 160, 240)
    for height in (17, 18, 20, 22)
]
ASKED = [
    "placing",
    "sailing",
    "acting",
    "taking",
    "giving",
    "exchanging",
    "five",
    "debt-among-five",
    "jokers",
    "ways-to-pay",
    "taken",
    "three",
]
SMALLEST, USUAL, FLAT = (40, 28), (40, 34), (82, 17)
MOST_TAPS = 400


def parts(layout: PhoneLayout) -> list[Region]:
    """Return all regions in cells of the screen."""
    boards = layout.boards
    below = 3 if layout.asking.x == 0 else 1  # the recap stands above the boards, or beside them
    placed = [part.translate((0, below)) for part in (boards.sea, boards.players, boards.hand)]
    return [*placed, layout.asking]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
class TestLayout:
    """The regions of a phone."""

    def test_upright_all_lies_below_each_other(self, players: int) -> None:
        def check(size: Size) -> None:
            layout = upright(size, players)
            shown = parts(layout)
            assert [part.y for part in shown] == [3, *(part.bottom for part in shown[:-1])]
            assert shown[-1].bottom == size.height - 1
            assert all(part.x >= 0 and part.right <= size.width for part in shown)
            self.check_boards(layout)

        holds_for_each(UPRIGHT, check)

    def test_sideways_the_sea_has_the_full_height(self, players: int) -> None:
        def check(size: Size) -> None:
            layout = sideways(size, players)
            shown, recap = parts(layout), Region(layout.asking.x, 1, layout.asking.width, 2)
            assert Region(0, 1, size.width, size.height - 2).contains_region(shown[0])
            assert not any(one.overlaps(other) for one, other in combinations([*shown, recap], 2))
            assert recap.width >= 30
            assert (layout.asking.right, layout.asking.bottom) == (size.width, size.height - 1)
            self.check_boards(layout)

        holds_for_each(SIDEWAYS, check)

    def check_boards(self, layout: PhoneLayout) -> None:
        """Check that each part has the lines it needs, and that no two spots of the sea overlap."""
        plan, boards = layout.boards.plan, layout.boards
        assert boards.sea.size == plan.size
        assert layout.menu_lines >= 5, "two rows of choices"
        assert boards.hand.height >= 1
        assert boards.players.height >= 2
        assert plan.slot(1, 1, 0).width >= 5, "four letters, and one for the colour"
        surfaces = [plan.surface(column) for column in range(8)]
        slots = [plan.slot(column, 4, slot) for column in range(1, 7) for slot in range(4)]
        berths = [plan.berth(column, level) for column in range(1, 7) for level in range(1, 5)]
        spots = [*surfaces[1:-1], *slots, *berths]
        assert all(Region(0, 0, *plan.size).contains_region(spot) for spot in [*spots, *surfaces])
        assert not any(one.overlaps(other) for one, other in combinations(spots, 2))
        assert not surfaces[0].overlaps(surfaces[1])
        assert not surfaces[7].overlaps(surfaces[6])


class TestWhatIsSaid:
    """The texts of a narrow screen."""

    @pytest.mark.slow
    @pytest.mark.parametrize("size", by_day([(SMALLEST,), (FLAT,), ((43, 39),), ((95, 20),)], 2))
    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize("state", by_day(ASKED, 4))
    async def test_no_question_or_choice_is_cut(
        self, make_app: MakeApp, store: Store, language: str, size: tuple[int, int], state: str
    ) -> None:
        made = (STATES | MORE)[state]
        async with running(make_app(made.open(store), language=language), size) as pilot:
            screen = screen_of(pilot)
            await do(pilot, *made.doing)
            width = screen.arrangement.line_width
            assert len(screen.query_one("#prompt", TextLine).texts[0]) < width
            assert all(len(item.note) <= width - 4 for item in screen.menu.items)
            sea = sea_of(pilot)
            assert sea.region.size == (sea.picture.width, sea.picture.height)

    @pytest.mark.parametrize(
        ("position", "said"),
        [(THREE_JOKERS, "▲ You  2   ▼ Ben  0"), (THREE, "▲ You  1   ▼  1   ◆  1"), (FIVE, "▲2 ▼2")],
        ids=["two", "three", "five"],
    )
    async def test_the_headline_counts_everybodys_treasures(
        self, make_app: MakeApp, position: Position, said: str
    ) -> None:
        async with running(make_app(position.table()), USUAL) as pilot:
            headline = rows(pilot)[0]
            assert said in headline
            assert all(sign in headline for sign in SIDE_SIGNS[: position.players])

    async def test_each_player_has_a_line(self, make_app: MakeApp) -> None:
        async with running(make_app(FIVE.table()), (43, 39)) as pilot:
            shown = rows(pilot)
            assert "treasures    of 12 cards jokers" in text_of(pilot.app)
            assert any("Ben   ······KL····     2    13" in row for row in shown)
            assert any("Dan   ··C········R     2     7 Sr" in row for row in shown)

    async def test_lack_of_room_leaves_the_own_line_and_the_cards_of_others(
        self, make_app: MakeApp
    ) -> None:
        async with running(make_app(FIVE.table()), SMALLEST) as pilot:
            assert "You   ·········NP·" in text_of(pilot.app)
            assert "cards  ▼  13  ◆  10  ■   7  ○  15" in text_of(pilot.app)

    async def test_waiting_boats_do_not_hide_the_levels(self, make_app: MakeApp) -> None:
        """Four boats wait on the left, beside the first two levels."""
        async with running(make_app(FIVE.table()), (43, 39)) as pilot:
            sea = sea_of(pilot)
            shown = [row.ljust(43) for row in rows(pilot)[3 : 3 + sea.size.height]]
            edges = [row[0] + row[42] for row in shown]
            assert [edges[sea.plan.top(level)].strip("■○ ") for level in (1, 2, 3, 4)] == [*"1234"]

    @pytest.mark.parametrize(
        ("size", "unlit", "lit"), [((40, 34), "amp b", "key·r"), ((43, 39), "amph b", "key ·r")]
    )
    async def test_without_colours_a_dot_marks_what_can_be_taken(
        self, make_app: MakeApp, size: tuple[int, int], unlit: str, lit: str
    ) -> None:
        async with running(make_app(FIVE.table(), theme="mono"), size) as pilot:
            sea = sea_of(pilot)
            sea.put_cursor("1.1")
            await settle(pilot)
            assert drawn(pilot, "4.3/0") == unlit
            assert drawn(pilot, "3.2/1") == lit

    async def test_more_bathyscaphes_than_fit_lose_their_counts(self, make_app: MakeApp) -> None:
        async with running(make_app(OWING_AMONG_FIVE.table()), SMALLEST) as pilot:
            assert drawn(pilot, "5.1") == "▲▼■○+5"

    async def test_the_marked_token_says_its_use_and_price(self, make_app: MakeApp) -> None:
        async with running(make_app(FIVE.table()), USUAL) as pilot:
            await press(pilot, "right", "left")
            assert "red key, new type: 1 red +▼○" in text_of(pilot.app)
            assert "pile −2" in text_of(pilot.app)


class TestWords:
    """What nobody types on a phone is said in words, as on no other screen."""

    @pytest.mark.parametrize(
        ("before", "choice", "text"),
        [
            ("boat", "3", "column 3"),
            ("boat", "out", "out"),
            ("place", "2", "column 2"),
            ("take", "2", "from level 2"),
            ("dive 1 to", "3.2", "column 3, level 2"),
            ("take 2", "Lg with Sr", "green lamp with red shell"),
            ("", "take 2 Rp", "take purple ring"),
            ("take 1 Dg with", "Sp", "pay with purple shell"),
            ("swap", "red", "red"),
        ],
    )
    def test_rows(self, before: str, choice: str, text: str) -> None:
        assert row_text(before.split(), choice.split()) == text

    def test_moves(self) -> None:
        assert move_text(["boat", "4"]) == "boat to column 4"
        assert move_text(["dive", "1", "to", "3.2"]) == "dive to level 2 of column 3"
        assert move_text(["done"]) == "done"

    def test_the_log(self) -> None:
        people = SeatNames(("Ana", "Ben"), None)
        took = Took(1, "Hr", "Sp", "4.1", 1, 2)
        assert sentences.in_words(took, people) == (
            "▼ Ben takes red helmet at level 1 of column 4 with purple shell"
        )
        dived = Dived(0, "6.1", "2.2")
        assert sentences.in_words(dived, people) == (
            "▲ Ana: dive from level 1 of column 6 to level 2 of column 2"
        )

    async def test_a_place_to_dive_to_says_what_is_there(self, make_app: MakeApp) -> None:
        """It does not only say that no bathyscaphe is there yet."""
        async with running(make_app(ACTING.table()), USUAL) as pilot:
            await press(pilot, "d", "3")
            sea = sea_of(pilot)
            for spot in sorted(sea.lit)[:2]:
                sea.put_cursor(spot, by_hand=True)
                await settle(pilot)
                column, level = spot.split(".")
                told = " ".join(text_of(pilot.app).split())
                assert f"dive to level {level} of column {column}:" in told


async def tap_a_choice(pilot: Looker, chance: Chance) -> None:
    """Tap a lit place of the sea or a row of the menu, whichever is there."""
    screen, sea = screen_of(pilot), sea_of(pilot)
    menu, whole = screen.menu, Region(0, 0, *pilot.app.size)
    shown = len(menu.items[: (menu.lines + 1) // 3])
    row = chance.below(max(shown, 1))
    spots = [where(sea, spot) for spot in sorted(sea.lit)]
    menu_spots = [menu.region.offset + Offset(4, 3 * row)] if menu.items else []
    spot = chance.pick(spots if spots and (not menu_spots or chance.below(3)) else menu_spots)
    assert whole.contains_point(spot)
    await pilot.click(offset=spot)
    await settle(pilot)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "players"), by_day([(USUAL, 2), (FLAT, 3), (SMALLEST, 5)], 2), ids=str
)
async def test_a_whole_game_by_taps(make_app: MakeApp, size: tuple[int, int], players: int) -> None:
    table, chance = Position(players, 4).table(round_limit=1), Chance(7)
    async with running(make_app(table), size) as pilot:
        for _ in range(MOST_TAPS):
            if is_over(pilot):
                break
            await tap_a_choice(pilot, chance)
        assert is_over(pilot), text_of(pilot.app)


class TestPictures:
    """Pictures of phones."""

    def test_a_token_marked(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FIVE.table()), "right left", size=(43, 39))

    def test_sideways(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(THREE_JOKERS.table()), "t", size=FLAT)

    def test_few_lines(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(OWING_AMONG_FIVE.table()), size=SMALLEST)
