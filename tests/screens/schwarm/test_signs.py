"""Short texts of Der Schwarm: pieces on a cell, notes, questions, figures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.testing.screens import LARGE, press, running, settle, text_of
from rules.schwarm.cells import CELL_NAMED
from rules.schwarm.moves import IDLE as IDLE_PHASE
from rules.schwarm.moves import PLAY
from rules.schwarm.scoring import final
from rules.schwarm.view import SchwarmView
from screens.people import SeatNames
from screens.schwarm.cells import Ghost
from screens.schwarm.help_texts import note, strikes_text
from screens.schwarm.pieces import ships_text
from screens.schwarm.prompts import asking
from screens.schwarm.sentences import sentence
from screens.schwarm.surface import SeaGeometry
from screens.widgets.menu import Menu
from tests.screens.conftest import MakeApp
from tests.screens.looking import go_to, prompt, say
from tests.screens.schwarm.sights import drawn, point, screen_of, sea_of
from tests.screens.schwarm.tables import (
    CRAB_IN_PLAY,
    ENDED,
    FOUR_ENDED,
    LAST_CARD,
    NAMES,
    NEW_CRAB,
    NO_BUOY,
    OVERLAYING,
    PLACING,
    PLAYING,
    ROW,
    SAILING,
    SWIMMING,
    THREE_ENDED,
    WAVE_IN_PLAY,
    Position,
    two,
)

pytestmark = pytest.mark.usefixtures("bots_wait")


def view_of(position: Position) -> SchwarmView:
    """Return the view of the mover."""
    table = position.table()
    view: SchwarmView = table.view(table.waiting[0])
    return view


class TestPieces:
    """Several pieces on one cell."""

    @pytest.mark.parametrize(
        ("counts", "text"),
        [
            ([0, 0], ""),
            ([0, 1], "»▼"),
            ([2, 0], "2▲"),
            ([1, 1], "»2"),
            ([2, 1], "»3"),
            ([1, 0, 1, 1], "»3"),
            ([0, 0, 0, 3], "3■"),
        ],
    )
    def test_ships(self, counts: list[int], text: str) -> None:
        assert ships_text(counts) == text

    @pytest.mark.usefixtures("no_color")
    async def test_whale_and_wave_on_one_cell(self, make_app: MakeApp) -> None:
        async with running(make_app(WAVE_IN_PLAY.table())) as pilot:
            view = screen_of(pilot).model.view
            cell = CELL_NAMED["e5"]
            waves, whales = (cell, *view.waves[1:]), (cell, *view.whales[1:])
            sea_of(pilot).show(replace(view, waves=waves, whales=whales), 0)
            await settle(pilot)
            assert drawn(pilot, "e5")[0].rstrip(" ·").endswith("WV")

    async def test_a_tile_under_a_hazard_keeps_the_colours_of_its_owners(
        self, make_app: MakeApp
    ) -> None:
        async with running(make_app(WAVE_IN_PLAY.table())) as pilot:
            sea, view = sea_of(pilot), screen_of(pilot).model.view
            owned = [c for c in CELL_NAMED.values() if view.links_at(c)]
            owned = [c for c in owned if any(p.buoyed >> c & 1 for p in view.players)]
            assert len(owned) > 3
            for cell in owned:
                region = SeaGeometry(5, 2, 1).cell(cell)
                pictures = []
                for whales in (view.whales, (cell, *view.whales[1:])):
                    sea.show(replace(view, whales=whales, waves=()), 0)
                    pictures.append([row[region.x : region.right] for row in sea.draw().rows])
                bare, under = (rows[region.y : region.bottom] for rows in pictures)
                assert under[0][:-1] == bare[0][:-1]
                assert under[1:] == bare[1:]
                assert under[0][-1].sign == "W"

    @pytest.mark.slow
    @pytest.mark.usefixtures("no_color")
    async def test_a_ghost_over_a_face_down_tile_is_whole(self, make_app: MakeApp) -> None:
        for size, wanted in (((80, 24), "──┼──"), (LARGE, "───┼───")):
            async with running(make_app(SWIMMING.shared()), size) as pilot:
                sea, view = sea_of(pilot), screen_of(pilot).model.view
                assert view.face_down >> CELL_NAMED["b7"] & 1
                sea.preview(ghost=Ghost(CELL_NAMED["b7"], 0b1111, fits=False))
                await settle(pilot)
                lines = drawn(pilot, "b7")
                assert wanted in lines
                assert "≈" not in "".join(lines)


class TestNotes:
    """Notes beside lines of the menu."""

    @pytest.mark.parametrize(
        ("position", "before", "choice", "text"),
        [
            (WAVE_IN_PLAY, ("wave",), ("2",), "on c4"),
            (WAVE_IN_PLAY, ("wave",), ("new",), "queen link"),
            (WAVE_IN_PLAY, ("wave", "2"), ("ne", "4"), "+6: ▼ ship e2 -3, ▼ station g0 -3"),
            (WAVE_IN_PLAY, ("wave", "2"), ("s", "4"), "hits nobody"),
            (CRAB_IN_PLAY, ("blue", "crab"), ("1",), "+5: ▲ station i0 -5"),
            (NEW_CRAB, ("crab", "i0"), ("3",), "+2: ◆ station k5 -2"),
            (NEW_CRAB, (), ("crab", "i0", "2"), "hits nobody"),
            (SWIMMING, ("step",), ("e2",), "+3: ▼ ship e2 -3"),
            (SWIMMING, (), ("step", "f1"), "hits nobody"),
            (PLACING, ("place",), ("2",), "┻3 tee, 1 point"),
            (PLACING, ("place", "3", "i1"), ("r2",), "┐ sw"),
            (OVERLAYING, ("place", "2", "h1"), ("r1",), "├ nes"),
            (ROW, ("order", "2"), ("golden",), "take a golden tile"),
            (ROW, ("order", "1"), ("fast",), "ships: four steps"),
            (PLAYING, (), ("joker",), "any action"),
            (SAILING, (), ("done",), "stop"),
        ],
    )
    def test_what_a_choice_means(
        self, position: Position, before: tuple[str, ...], choice: tuple[str, ...], text: str
    ) -> None:
        assert (
            note(view_of(position), position.begun(*before, *choice), choice, strikes_text) == text
        )

    async def test_the_notes_are_read_in_the_menu(self, make_app: MakeApp) -> None:
        async with running(make_app(SWIMMING.shared())) as pilot:
            notes = [item.note for item in screen_of(pilot).query_one(Menu).items]
            assert "+3: ▼ ship e2 -3" in notes
            assert all(text in text_of(pilot.app) for text in notes)


class TestQuestions:
    """Questions by the words chosen so far."""

    @pytest.mark.parametrize(
        ("position", "chosen", "text"),
        [
            (PLAYING, (), "which card do you play?"),
            (PLAYING, ("station",), "on which land?"),
            (PLAYING, ("joker", "station"), "on which land?"),
            (PLAYING, ("researcher",), "onto which station?"),
            (WAVE_IN_PLAY, ("wave",), "which wave?"),
            (WAVE_IN_PLAY, ("wave", "2"), "which way, and how far?"),
            (PLAYING, ("joker", "wave", "new"), "which way, and how far?"),
            (NEW_CRAB, ("crab",), "which land does the crab start from?"),
            (NEW_CRAB, ("crab", "i0"), "how many steps?"),
            (CRAB_IN_PLAY, ("blue", "crab"), "how many steps?"),
            (SAILING, (), "4 steps for your ships"),
            (two(31), (), "1 step for your ships"),
            (OVERLAYING, (), "place 1 tile"),
            (PLACING, (), "place 3 tiles"),
            (NO_BUOY, ("place", "1", "i7", "r0"), "take the buoy from which cell?"),
            (SWIMMING, (), "4 steps for the whale"),
            (ROW, ("order", "2"), "which capacity (for 9)?"),
        ],
    )
    def test_what_is_asked(self, position: Position, chosen: tuple[str, ...], text: str) -> None:
        assert asking(view_of(position), position.begun(*chosen)) == text

    def test_every_phase_asks(self) -> None:
        for phase in range(PLAY, IDLE_PHASE + 1):
            view = replace(view_of(PLAYING), phase=phase)  # type: ignore[arg-type]
            assert asking(view, PLAYING.begun())


def last_said(table: Table) -> str:
    """Return the last sentence on the events at a table of two."""
    return [text for event in table.log(None) if (text := sentence(event, SeatNames(NAMES[:2])))][
        -1
    ]


class TestLastDone:
    """The last event, after the prompt, on a screen without a log."""

    @pytest.mark.slow
    async def test_while_waiting(self, make_app: MakeApp) -> None:
        async with running(make_app(PLAYING.table())) as pilot:
            await say(pilot, "researcher h0")
            assert prompt(pilot) == "Ben is thinking …   ▲ You: researcher to h0"

    @pytest.mark.slow
    async def test_while_waiting_with_a_log(self, make_app: MakeApp) -> None:
        async with running(make_app(PLAYING.table()), LARGE) as pilot:
            await say(pilot, "researcher h0")
            assert prompt(pilot) == "Ben is thinking …"

    @pytest.mark.slow
    async def test_in_a_replay(self, make_app: MakeApp, store: Store) -> None:
        LAST_CARD.table(store=store).close()
        async with running(make_app()) as pilot:
            await press(pilot, "p", "enter", "end")
            assert prompt(pilot).startswith(
                f"Replay, after move {LAST_CARD.moves} of {LAST_CARD.moves},"
            )
            last = last_said(LAST_CARD.table())
            assert prompt(pilot).endswith(f"   {last}")
            before = Position(2, LAST_CARD.seed, LAST_CARD.whole, len(LAST_CARD.words) - 1).table()
            await press(pilot, "left")
            last = last_said(before)
            assert prompt(pilot).endswith(f"   {last}")


@pytest.mark.slow
@pytest.mark.parametrize("position", [ENDED, THREE_ENDED, FOUR_ENDED], ids=["two", "three", "four"])
async def test_the_figures_of_the_results_add_up(make_app: MakeApp, position: Position) -> None:
    """Points from rounds, for the queen and for shores make the points."""
    table = position.table()
    view: SchwarmView = table.view(0)
    assert table.result is not None
    figures = table.result.figures
    assert list(figures) == ["from_rounds", "queen", "shores", "points"]
    for seat, player in enumerate(view.players):
        rounds, queen, shores, points = (column[seat] for column in figures.values())
        end = final(view.pieces(seat))
        assert (queen, shores, points) == (end.queen, end.shores, player.points)
        assert rounds + queen + shores == points
    async with running(make_app(table)) as pilot:
        text = text_of(pilot.app)
        assert all(name.replace("_", " ") in text for name in figures)
        await go_to(pilot, "replay 0")


async def test_a_hit_that_costs_nothing_reads_zero(make_app: MakeApp) -> None:
    """Of who has no point left."""
    view, step = view_of(SWIMMING), SWIMMING.begun("step", "e2")
    players = tuple(replace(player, points=0) for player in view.players)
    assert note(replace(view, players=players), step, ("e2",), strikes_text) == "+0: ▼ ship e2 0"


@pytest.mark.usefixtures("no_color")
async def test_the_cursor_on_a_path_has_brackets(make_app: MakeApp) -> None:
    async with running(make_app(SWIMMING.shared())) as pilot:
        await point(pilot, "e2")
        assert drawn(pilot, "e2")[0][0] + drawn(pilot, "e2")[0][-1] == "[]"
        assert drawn(pilot, "f3")[0].startswith("1")
