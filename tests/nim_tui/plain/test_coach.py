"""A coach in text mode: begun by a command, heard in lines, and asked before a serious mistake."""

from __future__ import annotations

import pytest

from nim_tui.registry import all_games
from screens.text import LANGUAGES, _
from tests.nim_tui.coaching import ASKED, warn_of_ship_a
from tests.nim_tui.plain.talking import Talk, speaking, talked
from tests.nim_tui.plain.test_play import is_plain

TO_MOVE = "Your turn: move a ship 1 to 3 squares."


@pytest.fixture(autouse=True)
def warned_of_ship_a(monkeypatch: pytest.MonkeyPatch) -> None:
    warn_of_ship_a(monkeypatch)


def answers(*lines: str) -> list[list[str]]:
    """What is answered to each of these lines, after a coach was asked to help."""

    async def talk() -> list[list[str]]:
        table = Talk("bataille", ["Ana", "bot:easy"])
        await table.begin()
        return [await table.say(line) for line in ("coach", *lines)]

    told: list[list[str]] = talked("en", talk())
    return told


def test_it_sets_up_and_says_what_matters_before_the_question() -> None:
    ((*_before, set_up, matter, question),) = answers()
    assert set_up == "Coach: Your submarines do not touch: finding one does not give away the next."
    assert matter.startswith("Coach: A charge falls under the ship that moves")
    assert question == TO_MOVE


def test_what_matters_is_said_once_a_turn() -> None:
    _begun, asked, moved = answers("look 16", "C 24")
    assert not [line for line in (*asked, *moved) if line.startswith("Coach")]


def test_a_warning_asks_and_an_empty_line_goes_back() -> None:
    _begun, warned, back = answers("A 16", "")
    assert warned == [
        "Coach: wait a moment.",
        "This leaves 8.200 open.",
        "This costs 14 points of win chance.",
        ASKED,
    ]
    assert back == [TO_MOVE]


def test_the_better_move_is_told_only_when_it_is_asked_for() -> None:
    _begun, warned, why = answers("A 16", "why")
    assert "C 24" not in " ".join(warned)
    assert why == ["Better: C 24.", ASKED]


def test_a_hint_can_be_asked_for_before_the_answer() -> None:
    _begun, _warned, hinted = answers("A 16", "hint")
    assert hinted[0].startswith("A bot would play: ")
    assert hinted[-1] == ASKED


@pytest.mark.parametrize("wrong", ["maybe", "yes no", "A", "resign yes", "@"])
def test_what_is_no_answer_plays_nothing_and_is_asked_again(wrong: str) -> None:
    _begun, _warned, again, back = answers("A 16", wrong, "no")
    assert again[0].startswith("Unknown command")
    assert (again[-1], back) == (ASKED, [TO_MOVE])


def test_the_table_can_be_asked_about_before_the_answer() -> None:
    _begun, _warned, looked, played = answers("A 16", "look 16", "y")
    assert looked[0].startswith("16, lanes R3 and C4")
    assert (looked[-1], played[0]) == (ASKED, "You: A moves to 16.")


def test_after_a_yes_the_rest_of_the_line_is_played() -> None:
    _begun, warned, played = answers("A 16; drop 300", "yes")
    assert warned[-1] == ASKED
    assert played[:2] == ["You: A moves to 16.", "You: A drops at 16.300, miss."]


def test_another_move_takes_the_place_of_the_one_warned_of() -> None:
    _begun, _warned, moved = answers("A 16", "C 24; drop 100")
    assert moved[:2] == ["You: C moves to 24.", "You: C drops at 24.100, near miss."]


def test_it_is_stopped_and_asked_back_and_keeps_what_it_noted() -> None:
    _begun, _warned, _played, off, moved, on, end = answers(
        "A 16; drop 300", "yes", "coach no", "A 22", "coach", "resign yes"
    )
    assert off == ["The coach is off.", TO_MOVE]
    assert moved[0] == "You: A moves to 22."
    assert on[-1].startswith("Your turn: ")
    assert "Try next: Review turn 1, move 9: A 16 cost 14 points of win chance." in end


def test_when_the_game_is_over_it_does_not_begin() -> None:
    async def talk() -> list[str]:
        table = Talk("bataille", ["Ana", "bot:easy"])
        await table.begin()
        await table.say("resign yes")
        return await table.say("coach")

    told = talked("en", talk())
    assert told[0] == "A coach helps only in your first 8 turns."
    assert not [line for line in told if line.startswith("Try next")]


def test_it_helps_one_person_alone() -> None:
    assert Talk("bataille", ["Ana", "bot:easy"]).play.coach is not None
    assert Talk("bataille", ["Ana", "Ben"]).play.coach is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", all_games())
def test_nothing_it_says_of_a_game_needs_to_be_seen(game: str, language: str) -> None:
    words = all_games()[game].intro.coach
    assert words is not None
    with speaking(language):
        said = [
            words.start,
            words.is_set_up,
            *words.matters.values(),
            *words.topics.values(),
            *words.tips,
            words.idle_tip,
        ]
        assert [_(text) for text in said if text and not is_plain(_(text))] == []
