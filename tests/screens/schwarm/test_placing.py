"""Placing tiles of Der Schwarm: the tile in hand, its turns, its points, and its buoy."""

from __future__ import annotations

import re

import pytest

from nim_tui.testing.screens import Looker, press, running, text_of
from rules.schwarm.cells import CELL_NAMED
from rules.schwarm.moves import parse
from rules.schwarm.preview import is_brilliant, network_of
from screens.schwarm.cells import Ghost
from screens.schwarm.screen import SchwarmUi
from tests.depth import few_of
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import menu_words, prompt, say
from tests.screens.schwarm.sights import (
    choose,
    drawn,
    last_move,
    lit,
    point,
    screen_of,
    sea_of,
    take,
)
from tests.screens.schwarm.tables import FOUR_PLACING, NO_BUOY, OVERLAYING, PLACING, Position

pytestmark = pytest.mark.usefixtures("bots_wait")

BUOY = re.compile(r"place 1 i7 r0 (\w\d): network (\d+) → (\d+) \(\d left\)")
TOLD = re.compile(r"(\w+) on (\w\d): (\d) points?, network (\d+) → (\d+)")


def ghost_of(pilot: Looker) -> Ghost:
    """Return the tile held over the sea."""
    ghost = sea_of(pilot)._ghost
    assert ghost is not None
    return ghost


def told(pilot: Looker) -> tuple[str, str, int, int, int]:
    """Return the prompt's facts on the tile in hand: kind, cell, points, networks."""
    match = TOLD.search(prompt(pilot))
    assert match, prompt(pilot)
    kind, cell, *numbers = match.groups()
    pays, before, after = map(int, numbers)
    return kind, cell, pays, before, after


class TestInHand:
    """The tile that pays most is in hand at once, over the cell where it links most."""

    async def test_enter_places_it_as_it_is_foretold(self, make_app: MakeApp) -> None:
        table = PLACING.table()
        async with running(make_app(table)) as pilot:
            kind, cell, pays, _before, after = told(pilot)
            assert (kind, pays) == ("curve", 2)
            assert after == max(await self._worths(pilot))
            await point(pilot, cell)
            await press(pilot, "enter")
            assert last_move(table).startswith(f"place 3 {cell}")
            assert network_of(table.view(0), 0).points(is_brilliant=False) == after

    async def _worths(self, pilot: Looker) -> list[int]:
        found = []
        for cell in sorted(lit(pilot)):
            await point(pilot, cell)
            found.append(told(pilot)[-1])
        return found

    async def test_digits_take_another_stack_and_x_stops(self, make_app: MakeApp) -> None:
        table = PLACING.table()
        async with running(make_app(table)) as pilot:
            assert menu_words(pilot) == ["place 1", "place 2", "place 3", "place 4", "done"]
            for stack in ("2", "4", "1"):
                await press(pilot, stack)
                assert screen_of(pilot).picker.chosen == ("place", stack)
                assert sea_of(pilot).cursor in lit(pilot)
            await press(pilot, "x")
            assert last_move(table) == "done"


class TestTurning:
    """The key t goes from one turn that fits to the next."""

    async def test_only_turns_that_fit_come_up(self, make_app: MakeApp) -> None:
        """A curve links on i1 to the ship on h1 if it is open to the west: in two of four turns."""
        table = PLACING.table()
        async with running(make_app(table)) as pilot:
            await take(pilot, "place 3")
            await point(pilot, "i1")
            seen = []
            for _ in range(5):
                assert ghost_of(pilot).fits
                seen.append(ghost_of(pilot).links)
                await press(pilot, "t")
            assert seen == [0b1100, 0b1001, 0b1100, 0b1001, 0b1100]

    @pytest.mark.slow
    async def test_the_turn_shown_is_the_one_placed(self, make_app: MakeApp) -> None:
        table = PLACING.table()
        async with running(make_app(table)) as pilot:
            await take(pilot, "place 3")
            await point(pilot, "i1")
            await press(pilot, "t")
            links = ghost_of(pilot).links
            await press(pilot, "enter")
            assert last_move(table) == "place 3 i1 r3"
            assert table.view(0).links_at(CELL_NAMED["i1"]) == links

    @pytest.mark.slow
    async def test_where_nothing_fits_it_turns_by_quarters(self, make_app: MakeApp) -> None:
        async with running(make_app(PLACING.table())) as pilot:
            await take(pilot, "place 3")
            await point(pilot, "e5")
            seen = []
            for _ in range(4):
                assert not ghost_of(pilot).fits
                seen.append(ghost_of(pilot).links)
                await press(pilot, "t")
            assert len(set(seen)) == 4

    async def test_moving_on_it_turns_to_fit(self, make_app: MakeApp) -> None:
        async with running(make_app(PLACING.table())) as pilot:
            await take(pilot, "place 3")
            for cell in ("h1", "i1", "j2", "i3", "h4"):
                await point(pilot, cell)
                assert ghost_of(pilot).fits, cell
                assert told(pilot)[:2] == ("curve", cell)

    @pytest.mark.slow
    async def test_there_is_nothing_to_turn_without_a_tile(self, make_app: MakeApp) -> None:
        async with running(make_app(PLACING.table())) as pilot:
            await press(pilot, "backspace", "backspace")
            assert "t Rotate" not in text_of(pilot.app)
            await press(pilot, "t")
            assert menu_words(pilot) == ["place", "done"]
            await press(pilot, "p", "1")
            assert "t Rotate" in text_of(pilot.app).splitlines()[-1]


class TestWhatIsTold:
    """Points and networks in the preview come true."""

    @pytest.mark.slow
    @pytest.mark.parametrize("stack", by_day(["1", "2", "3", "4"], 2))
    async def test_each_cell_tells_what_comes_true(self, make_app: MakeApp, stack: str) -> None:
        table = OVERLAYING.table() if stack != "4" else PLACING.table()
        async with running(make_app(table)) as pilot:
            await take(pilot, f"place {stack}")
            for cell in few_of(sorted(lit(pilot)), 3):
                await point(pilot, cell)
                _kind, where, pays, before, after = told(pilot)
                view = table.view(0)
                assert where == cell
                assert before == network_of(view, 0).points(is_brilliant=False)
                points = view.players[0].points
                await press(pilot, "enter")
                assert network_of(table.view(0), 0).points(is_brilliant=False) == after
                assert table.view(0).players[0].points == points + pays
                await press(pilot, "u")
                await take(pilot, f"place {stack}")

    @pytest.mark.slow
    @pytest.mark.usefixtures("no_color")
    async def test_the_tiles_it_would_link_are_heavy(self, make_app: MakeApp) -> None:
        """The curve alone joins the ship; its lines are light again once the cursor has left."""
        async with running(make_app(PLACING.table())) as pilot:
            await take(pilot, "place 3")
            await point(pilot, "i1")
            assert drawn(pilot, "i1")[0].strip(" []·") == "━┓"
            await point(pilot, "h4")
            assert drawn(pilot, "i1")[0].strip(" []·") == ""

    @pytest.mark.slow
    async def test_a_cell_where_it_does_not_fit_tells_why(self, make_app: MakeApp) -> None:
        table = OVERLAYING.table()
        reasons = {
            "e5": "there is a face-down tile on e5",
            "f4": "no tile can be placed on f4",
            "j1": "j1",
            "d0": "d0",
        }
        async with running(make_app(table)) as pilot:
            await take(pilot, "place 2")
            for cell, why in reasons.items():
                await choose(pilot, cell)
                assert why in prompt(pilot)
                assert " point" not in prompt(pilot)
                assert table.moves_played == OVERLAYING.moves
                assert screen_of(pilot).picker.chosen == ("place", "2")


class TestWordByWord:
    """The stack first, then the cell; the tile is shown all the while."""

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "position", by_day([PLACING, OVERLAYING, NO_BUOY, FOUR_PLACING], 1), ids="abcd"
    )
    async def test_one_word_at_a_time(self, make_app: MakeApp, position: Position) -> None:
        """However few moves are left: never a list of stacks and cells in one."""
        async with running(make_app(position.shared())) as pilot:
            await press(pilot, "backspace", "backspace")
            assert menu_words(pilot) == ["place", "done"]
            await take(pilot, "place")
            if not screen_of(pilot).ui.preview.stack:
                assert all(len(item.split()) == 1 for item in menu_words(pilot))
                await take(pilot, menu_words(pilot)[0])
            assert screen_of(pilot).picker.chosen[:2] == ("place", "1")
            assert all(len(choice) == 1 for choice in screen_of(pilot).picker.choices)

    @pytest.mark.slow
    async def test_the_tile_in_hand_is_shown_with_the_last_of_all_too(
        self, make_app: MakeApp
    ) -> None:
        """Two tiles, then one; on every cell, also after moving on and back."""
        table = PLACING.table()
        async with running(make_app(table)) as pilot:
            for words in ("3", "4"):
                await take(pilot, f"place {words}")
                for cell in sorted(lit(pilot)):
                    await point(pilot, cell)
                    assert ghost_of(pilot).cell == CELL_NAMED[cell]
                    assert ghost_of(pilot).fits
                await press(pilot, "backspace", "backspace")
                assert sea_of(pilot)._ghost is None
                if words == "3":
                    await say(pilot, "place 3 i1 r2")

    @pytest.mark.slow
    @pytest.mark.parametrize("stack", by_day(["1", "2", "3", "4"], 1))
    async def test_only_a_tile_of_several_turns_is_said_to_turn(
        self, make_app: MakeApp, stack: str
    ) -> None:
        async with running(make_app(PLACING.table())) as pilot:
            await take(pilot, f"place {stack}")
            for cell in sorted(lit(pilot)):
                await point(pilot, cell)
                links = ghost_of(pilot).links
                await press(pilot, "t")
                assert ("t: rotate" in prompt(pilot)) == (ghost_of(pilot).links != links)

    @pytest.mark.slow
    async def test_the_last_tile_of_a_stack_by_words_while_a_stack_is_chosen(
        self, make_app: MakeApp
    ) -> None:
        """The list of stacks is gone with the last of them."""
        table = PLACING.table()
        async with running(make_app(table)) as pilot:
            await press(pilot, "p")
            assert menu_words(pilot) == ["1", "2", "3", "4"]
            await say(pilot, "place 4 h1 r1")
            assert last_move(table) == "place 4 h1 r1"
            await press(pilot, "p")
            assert menu_words(pilot) == ["1", "2", "3"]

    @pytest.mark.slow
    async def test_how_many_tiles_are_left(self, make_app: MakeApp) -> None:
        table = PLACING.table()
        async with running(make_app(table)) as pilot:
            await take(pilot, "place 3")
            await point(pilot, "i1")
            assert f"({table.view(0).left} left)" in prompt(pilot)


class TestNoBuoyLeft:
    """A tile takes the buoy of another cell."""

    @pytest.mark.slow
    async def test_the_network_is_told_for_each_buoy(self, make_app: MakeApp) -> None:
        """Before the tile is put down and after it, cell by cell; then it comes true."""
        table = NO_BUOY.table()
        async with running(make_app(table)) as pilot:
            await point(pilot, "i7")
            assert "tee on i7: 1 point, with a buoy from elsewhere" in prompt(pilot)
            assert "network" not in prompt(pilot)
            await press(pilot, "enter")
            found = {}
            for cell in sorted(lit(pilot)):
                await point(pilot, cell)
                match = BUOY.search(prompt(pilot))
                assert match, prompt(pilot)
                assert match[1] == cell
                found[cell] = (int(match[2]), int(match[3]))
                ghost = ghost_of(pilot)
                assert (ghost.cell, ghost.fits) == (CELL_NAMED["i7"], True)
        assert len(found) > 3
        for cell, worths in found.items():
            table = NO_BUOY.table()
            before = network_of(table.view(0), 0)
            table.play(0, parse(f"place 1 i7 r0 {cell}"))
            after = network_of(table.view(0), 0)
            brilliant = is_brilliant(table.view(0), 0)
            points = [network.points(is_brilliant=brilliant) for network in (before, after)]
            assert list(worths) == points, cell

    @pytest.mark.slow
    async def test_the_question_names_the_buoy(self, make_app: MakeApp) -> None:
        async with running(make_app(NO_BUOY.table())) as pilot:
            await choose(pilot, "i7")
            await point(pilot, "a3")
            assert "take the buoy from which cell?" in prompt(pilot)
            assert screen_of(pilot).picker.chosen == ("place", "1", "i7", "r0")

    @pytest.mark.slow
    async def test_the_buoy_is_chosen_on_the_sea(self, make_app: MakeApp) -> None:
        table = NO_BUOY.table()
        async with running(make_app(table)) as pilot:
            await choose(pilot, "i7")
            assert screen_of(pilot).picker.chosen == ("place", "1", "i7", "r0")
            owned = {cell for cell in lit(pilot) if "▲" in drawn(pilot, cell)[1]}
            assert owned == lit(pilot)
            await choose(pilot, "j6")
            assert last_move(table) == "place 1 i7 r0 j6"
            assert "▲" in drawn(pilot, "i7")[1]

    @pytest.mark.slow
    async def test_back_leaves_the_buoy_where_it_was(self, make_app: MakeApp) -> None:
        table = NO_BUOY.table()
        async with running(make_app(table)) as pilot:
            await choose(pilot, "i7")
            await press(pilot, "backspace")
            assert screen_of(pilot).picker.chosen != ("place", "1", "i7", "r0")
            assert table.moves_played == NO_BUOY.moves


def test_before_the_boards_are_there_no_tile_can_be_turned() -> None:
    """The bar of keys may ask so early."""
    assert not SchwarmUi().has_tile
