"""Bots by name, with their level and style, wherever games are listed and at their end."""

from __future__ import annotations

from datetime import datetime

import pytest
from rich.cells import cell_len

from nim_tui.bots.levels import people_of
from nim_tui.plain.questions import end_told
from nim_tui.registry import game_named
from nim_tui.tables.record import RecordHeader, SeatPlan
from rules.contract import Result
from screens.colours import text_of
from screens.home.kept_tables import KeptTable, opponents
from screens.people import SeatNames
from screens.table.result_panels import figure_lines, standing_lines
from screens.table.speech import places

NEMO, ARGO, VEGA = SeatPlan("Nemo", "hard"), SeatPlan("Argo", "hard"), SeatPlan("Vega", "easy")
ANA = SeatPlan("Ana")


def seated(*seats: SeatPlan, own: int | None = 0) -> SeatNames:
    """Return the names of a record with these seats."""
    return people_of(RecordHeader(1, "schwarm", {}, seats, 7), own)


def kept(*seats: SeatPlan, own: int | None = 0) -> KeptTable:
    """Return the same names in a line of the stored games."""
    people = seated(*seats, own=own)
    return KeptTable("1", datetime(2026, 3, 14), "schwarm", "Der Schwarm", people)


@pytest.mark.parametrize(
    ("room", "told"),
    [
        (None, "with Nemo (hard, cautious), Argo (hard, aggressive)"),
        (50, "with Nemo (hard), Argo (hard)"),
        (28, "with Nemo, Argo (hard)"),
        (21, "Nemo, Argo (hard)"),
        (16, "with hard ×2"),
        (10, "hard ×2"),
        (3, "hard ×2"),
    ],
)
def test_as_much_of_the_opponents_as_there_is_room_for(room: int | None, told: str) -> None:
    assert opponents(kept(ANA, NEMO, ARGO), room) == told


def test_bots_of_several_levels_stand_behind_people() -> None:
    game = kept(VEGA, ANA, NEMO, ARGO, SeatPlan("Ben"), own=None)
    assert opponents(game, 40) == "Ana, Ben, Vega (easy), Nemo, Argo (hard)"


def test_a_bot_of_an_older_record_is_called_by_its_level_alone() -> None:
    assert opponents(kept(ANA, SeatPlan("medium", "medium"))) == "with medium"
    assert opponents(kept(ANA, SeatPlan("medium", "medium")), 8) == "medium"


def test_who_only_guesses_has_no_style() -> None:
    assert opponents(kept(ANA, SeatPlan("Nemo", "random"))) == "with Nemo (random)"


THREE = Result(((2,), (0, 1)), "points", {"points": (5, 5, 9)})


def test_places_after_a_shared_one_are_left_free() -> None:
    assert places(Result(((2, 0), (1,)), "points", {})) == [(1, 2), (1, 0), (3, 1)]
    heads = text_of(figure_lines(Result(((2, 0), (1,)), "points", {}), ("Ana", "Ben", "Cleo"))[0])
    assert heads.split() == ["1.◆", "1.▲", "3.▼"]


def test_names_above_figures_are_whole_where_the_labels_leave_room() -> None:
    result = Result(((1,), (0,)), "points", {"types": (4, 12)})
    heads, types = map(text_of, figure_lines(result, ("You", "Anastasia"), 34))
    assert heads.split() == ["1.▼", "Anastasia", "2.▲", "You"]
    assert types.split() == ["types", "12", "4"]
    assert len(heads) == len(types) <= 34


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (120, ["1. ◆ Argo (hard, aggressive)   2. ▲ You   2. ▼ Nemo (hard, cautious)"]),
        (60, ["1. ◆ Argo (hard)   2. ▲ You   2. ▼ Nemo (hard)"]),
        (41, ["1. ◆ Argo (hard, aggressive)   2. ▲ You", "2. ▼ Nemo (hard, cautious)"]),
        (34, ["1. ◆ Argo (hard)   2. ▲ You", "2. ▼ Nemo (hard)"]),
        (22, ["1. ◆ Argo   2. ▲ You", "2. ▼ Nemo"]),
    ],
)
def test_the_standings_name_level_and_style_where_there_is_room(
    width: int, lines: list[str]
) -> None:
    shown = [text_of(line) for line in standing_lines(THREE, seated(ANA, NEMO, ARGO), width)]
    assert [line.strip() for line in shown] == lines
    assert all(cell_len(line) <= width for line in shown)


def test_nobody_has_a_place_in_a_draw() -> None:
    drawn = Result(((0, 1),), "turn_limit", {})
    (line,) = standing_lines(drawn, seated(ANA, NEMO), 80)
    assert text_of(line).strip() == "▲ You   ▼ Nemo (hard, cautious)"


def test_the_standings_are_said_by_lines() -> None:
    teller = game_named("schwarm").teller
    told = end_told(THREE, seated(ANA, NEMO, ARGO), teller, [])
    assert "standings: 1 Argo (hard, aggressive), 2 You, 2 Nemo (hard, cautious)" in told
    drawn = end_told(Result(((0, 1),), "agreed", {}), seated(ANA, NEMO), teller, [])
    assert not any(line.startswith("standings") for line in drawn)
