"""Names and bots as people type them."""

from __future__ import annotations

import pytest

from nim_tui.names import one_of, printable
from nim_tui.registry import GameEntry, UnknownName, all_games, game_named
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.seat_plans import (
    BOT_NAMES,
    UnsuitableSeat,
    clean_name,
    seat_from,
    seats_from,
)
from screens.people import default_number

BATAILLE = all_games()["bataille"]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ana", "Ana"),
        ("  Ana   Lind ", "Ana Lind"),
        ("Zoe\u0308", "Zoë"),
        ("Jean-Luc d'Or_2", "Jean-Luc d'Or_2"),
        ("Ærøskøbing", "Ærøskøbing"),
        ("Ольга", "Ольга"),
        ("x" * 16, "x" * 16),
    ],
)
def test_a_name_is_cleaned(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "typed",
    [
        "", "   ", "x" * 17, "A\x1b[31m", "A\x00", "A\x07", "A\nB", "A\tB", "A\u202eB", "A\u200bB",
        "a\u0301\u0301", "日本", "A🙂", "\u1160\u1160", "\uffa0", "\ud800", "a/b",
        "<b>", "a:b", "[b]",
    ],
)  # fmt: skip
def test_an_odd_name_is_refused_in_one_printable_line(typed: str) -> None:
    with pytest.raises(UnsuitableSeat) as refused:
        clean_name(typed)
    assert str(refused.value).isprintable()


def test_a_seat_is_a_person_or_a_bot() -> None:
    assert seat_from("Ana", BATAILLE) == SeatPlan("Ana")
    assert seat_from(" BOT:Medium ", BATAILLE) == SeatPlan("Nemo", "medium")
    with pytest.raises(UnknownName, match="did you mean medium"):
        seat_from("bot:mediun", BATAILLE)
    with pytest.raises(UnknownName, match=r"choose one of: hard, medium, easy$"):
        seat_from("bot:", BATAILLE)


def test_two_of_a_name_are_told_apart() -> None:
    names = [seat.name for seat in seats_from(["Ana", "Ana", "bot:random", "bot:random"], BATAILLE)]
    assert names == ["Ana", "Ana 2", "Nemo", "Argo"]
    long = "Maximilian J. Smithe"[:14] + "xy"
    names = [seat.name for seat in seats_from([long] * 3, BATAILLE)]
    assert len(set(names)) == 3
    assert all(clean_name(name) == name for name in names)


def test_bots_have_names_of_their_own() -> None:
    seats = seats_from(["bot:random", "nemo", "bot:easy", "Vega", "bot:random"], BATAILLE)
    assert [seat.name for seat in seats] == ["Argo", "nemo", "Atlas", "Vega", "Triton"]
    assert len({seat.name for seat in seats_from(["bot:random"] * 20, BATAILLE)}) == 20
    levels = {level for entry in all_games().values() for level in entry.sparring}
    for name in BOT_NAMES:
        assert clean_name(name) == name
        assert name.casefold() not in levels
        assert default_number(name) is None


def test_a_bot_may_be_asked_for_by_name() -> None:
    seats = seats_from(["Ana", "bot:easy", "BOT:Medium:vega", "bot:easy:Vega"], BATAILLE)
    assert [seat.name for seat in seats[1:]] == ["Nemo", "Vega", "Vega 2"]
    assert [seat.bot for seat in seats[1:]] == ["easy", "medium", "easy"]
    with pytest.raises(UnknownName, match="no bot 'kraker'; did you mean kraken"):
        seat_from("bot:easy:kraker", BATAILLE)


def test_you_is_nobodys_name() -> None:
    def named(*texts: str) -> list[str]:
        return [seat.name for seat in seats_from(texts, BATAILLE)]

    assert named("You", "bot:random") == ["Player 1", "Nemo"]
    assert named("bot:random", "vous") == ["Nemo", "Player 2"]
    assert named("Player 2", "You", "YOU") == ["Player 2", "Player 3", "Player 4"]


def test_a_seat_cannot_be_made_with_an_odd_name() -> None:
    with pytest.raises(ValueError, match="plain form"):
        SeatPlan(" Ana")


def test_games_are_found_in_any_case_and_suggested(tiny: GameEntry) -> None:
    assert game_named("Bataille") is BATAILLE
    assert game_named("tiny") is tiny
    with pytest.raises(UnknownName, match="did you mean bataille"):
        game_named("batalle")
    with pytest.raises(UnknownName, match=f"choose one of: {', '.join(all_games())}$"):
        game_named("chess")


def test_every_part_of_an_offer_can_be_loaded() -> None:
    for entry in all_games().values():
        assert entry.game.name == entry.name
        assert entry.game.title == entry.title
        assert "random" not in entry.bots, "it is for tests"
        assert "random" in entry.sparring
        for level in entry.bots:
            assert callable(entry.bot(level).choose)
        for level in entry.sparring:
            assert callable(entry.bot(level, sparring=True).choose)


def test_a_sparring_partner_is_given_no_seat_among_people() -> None:
    assert "turtle" not in BATAILLE.bots
    assert seat_from("bot:turtle", BATAILLE, sparring=True) == SeatPlan("Nemo", "turtle")
    with pytest.raises(UnknownName, match=r"choose one of: hard, medium, easy$"):
        seat_from("bot:turtle", BATAILLE)


def test_text_from_outside_is_shown_on_one_bounded_line() -> None:
    assert printable("a\x1b[2J\n\u202eb") == "a\\x1b[2J\\n\\u202eb"
    assert printable("fini\u202f; non\u00a0: 2") == "fini ; non : 2"
    assert printable("\udcff") == "\\udcff"
    assert len(printable("\x1b" * 10_000, 100)) == 100
    assert printable("Ærø") == "Ærø"


def test_the_nearest_name_is_suggested_or_all_are_told() -> None:
    assert str(one_of("ply", ["play", "games"])) == "did you mean play?"
    assert str(one_of("x" * 10_000, ["play", "games"])) == "choose one of: play, games"
    assert str(one_of("x", [])) == "none"
