"""The ascii glyph set: every character has an equivalent of its own width."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from nim_tui.app.open_screens import live_screen
from nim_tui.registry import all_games
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from screens.ascii import AsciiFilter, to_ascii
from screens.colours import SIDE_SIGNS

TEXTS = st.text(st.characters(blacklist_categories=["Cc", "Cs"]), max_size=30)
FRENCH = "Hé ! l’œuf de Noël à ÇA – « où »…"


@given(TEXTS)
def test_the_likeness_is_ascii_of_the_same_width(text: str) -> None:
    likeness = to_ascii(text)
    assert likeness.isascii()
    assert len(likeness) == cell_len(text)


@given(st.text(st.characters(max_codepoint=126, min_codepoint=32)))
def test_ascii_is_left_alone(text: str) -> None:
    assert to_ascii(text) == text


def test_french_stays_readable() -> None:
    assert to_ascii(FRENCH) == "He ! l'ouf de Noel a CA - < ou >~"


def test_signs_of_several_code_points_take_the_cells_they_are_shown_in() -> None:
    assert to_ascii("e\u0301 👨‍👩‍👧‍👦 ना \u2068שלום\u2069") == "e ?? ? ????"


def test_signs_of_the_boards_stay_apart() -> None:
    signs = "▲▼▸◂·○●◆›"
    assert to_ascii(signs) == "^v><.o*@>"


def test_the_parts_of_a_bar_stay_apart() -> None:
    assert to_ascii("██▓░░") == "##=.."


def test_frames_are_drawn_with_dashes_and_bars() -> None:
    assert to_ascii("╭─╮│├┤╰─╯") == "+-+|+++-+"


def test_lines_that_meet_tell_their_arms_and_their_weight() -> None:
    assert to_ascii("┌┬┐└┴┘├┼┤") == "...++++++", "a dot is open below alone"
    assert to_ascii("┏┳┓┗┻┛┣╋┫━┃") == ",,,HHHHHH=H", "and heavy lines are no light ones"


def test_the_filter_keeps_styles_and_line_ends() -> None:
    bold = Style(bold=True)
    segments = AsciiFilter().apply([Segment("é·", bold), Segment("x")], Color(0, 0, 0))
    assert segments == [Segment("e.", bold), Segment("x")]


@pytest.mark.parametrize("name", all_games())
def test_no_side_shares_its_sign_with_anything_else_on_the_boards(name: str) -> None:
    game = all_games()[name].game
    sides = SIDE_SIGNS[: max(game.seats)]
    table = Table(game, {}, [SeatPlan(f"Player {n}") for n in range(game.seats[0])], 1)
    speech = live_screen(table).ui.speech
    assert speech is not None
    others = {sign for key in speech.legend() for sign in key.split() if len(sign) == 1}
    alike = {to_ascii(side) for side in sides}
    assert others
    assert not {sign for sign in others - {*sides} if to_ascii(sign) in alike}
    assert len({*map(to_ascii, sides)}) == len(sides)
