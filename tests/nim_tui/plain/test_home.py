"""Home, setting up, lessons, kept games and replays by lines."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from nim_tui.lessons.lesson_file import lessons_of
from nim_tui.plain.conversation import Conversation
from nim_tui.plain.review import told as told_review
from nim_tui.plain.run import Home
from nim_tui.plain.tables import lesson_dialog
from nim_tui.registry import all_games, game_named
from nim_tui.review.review import BestMove, Review, ReviewedPosition
from nim_tui.settings import Settings
from nim_tui.tables.store import Store
from screens.people import SeatNames
from screens.review.api import CostlyMoveText
from tests.nim_tui.plain.talking import Ear, speaking, talked
from tests.screens.reviews import reviewed_twice


class AtHome:
    """A conversation at home, over a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.ear = Ear()
        self.settings = Settings(forced="asked")
        self.kept = 0
        self.conversation = Conversation(self.ear)
        self.conversation.push(
            Home(self.conversation, lambda: Store(folder), self.settings, self._keep)
        )

    def _keep(self) -> None:
        self.kept += 1

    async def say(self, *lines: str) -> list[str]:
        """What is answered to the last line."""
        for line in lines:
            self.ear.said = []
            await self.conversation.hear(line)
        return self.ear.said


def answered(folder: Path, *lines: str, language: str = "en") -> list[str]:
    """What is answered at home to the last of some lines."""

    async def talk() -> list[str]:
        home = AtHome(folder)
        told = await home.say(*lines)
        await home.conversation.close()
        return told

    told: list[str] = talked(language, talk())
    return told


def test_a_newcomer_may_ask_what_there_is_or_name_a_game(tmp_path: Path) -> None:
    assert answered(tmp_path, "what")[:-1] == answered(tmp_path, "help")[:-3]
    assert answered(tmp_path, "Bataille") == answered(tmp_path, "new bataille")


class TestSettingUp:
    """Who plays, and what is chosen."""

    def test_alone_against_an_easy_bot(self, tmp_path: Path) -> None:
        told = answered(tmp_path, "new bataille", "", "")
        assert told[0] == "Bataille sous les mers: Player 1, Nemo (easy)." or "You" in told[0]

    def test_bots_by_level_and_people_by_name(self, tmp_path: Path) -> None:
        told = answered(tmp_path, "new him", "Ana, medium, Ben", "")
        assert told[0] == "Himalaya: Ana, Nemo (medium), Ben."

    def test_hints_for_all_are_agreed_beforehand(self, tmp_path: Path) -> None:
        agreed = answered(tmp_path, "new bat", "Ana, Ben", "hints for all=yes", "", "", "hint")
        assert "A bot would play" in " ".join(agreed)
        assert "No hints here" in " ".join(
            answered(tmp_path, "new bat", "Ana, Ben", "", "", "hint")
        )

    def test_levels_in_french(self, tmp_path: Path) -> None:
        told = answered(tmp_path, "nouveau him", "Ana, facile, moyen", "", language="fr")
        assert "facile" in told[0]

    @pytest.mark.parametrize(
        ("lines", "said"),
        [
            (["new chess"], "Unknown game; choose one of"),
            (["new"], "Add a game: bataille, "),
            (["new bat", "a,b,c"], "Bataille is for 2 players, not 3"),
            (["new bat", "Ana, x@y"], "A name can contain letters, digits, spaces and . ' - _"),
            (
                ["new bat", "", "blast=true"],
                "Near miss: in the eight squares around, on the same level.",
            ),
            (
                ["new bat", "", "turn_limit=1"],
                "Option turn_limit must be none, or a whole number from 2 to 1000",
            ),
            (["new bat", "", "board=/etc/passwd"], "Bataille has no option"),
            (["new bat", "what"], "Nemo (diving helmet) is cautious."),
            (["new bat", "", "what"], "Blast, yes or no"),
            (
                ["new bat", "", "blast yes"],
                "Near miss: in the eight squares around, on the same level.",
            ),
            (["new bat", "", "turn limit 30"], "Turn limit: 30."),
            (["saved"], "No saved games yet."),
            (["continue 3"], "No game has that number; type saved for the list"),
            (["learn bat"], "1. "),
            (["rules bat mine"], "The mine."),
            (["set name Ana"], "Setting changed."),
            (["set name \x1b[2J"], "A name can contain letters, digits, spaces and . ' - _"),
            (["set plain always"], "Setting changed."),
            (["set theme light"], "Type set, one of these names and a value: Your name, "),
            (["settings"], "Your name: no name."),
            (["set forced moves ask"], "Setting changed."),
            (["games"], "Bataille: Bataille sous les mers."),
            (["review 1"], "No game has that number"),
        ],
    )
    def test_what_is_said_is_answered(self, tmp_path: Path, lines: list[str], said: str) -> None:
        assert answered(tmp_path, *lines)[0].startswith(said)


class TestKeptGames:
    """Listed by number."""

    PLAYED = ("new bataille", "Ana, easy", "", "sub 14.200", "quit")

    def test_they_are_listed_gone_on_with_and_replayed(self, tmp_path: Path) -> None:
        told = answered(tmp_path, *self.PLAYED, "saved")
        assert told[0].startswith("1. Bataille sous les mers, with Nemo (easy, cautious), ")
        told = answered(tmp_path, "continue 1")
        assert told == [
            "Bataille sous les mers: You, Nemo (easy).",
            "You: submarine at 14.200.",
            "Your turn: hide submarine 2 of 3.",
        ]
        told = answered(tmp_path, "replay 1", "next")
        assert told == ["After move 1 of 1. Next, back, go, or quit?"]  # what is hidden is not told

    def test_results_say_whether_mistakes_become_fewer(self, tmp_path: Path) -> None:
        reviewed_twice(Store(tmp_path))
        assert answered(tmp_path, "results")[:2] == [
            "Bataille sous les mers: against random: won 2, drawn 0, lost 0.",
            "Random, last 2 reviews: 1.0 serious mistakes a game.",
        ]

    def test_results_are_silent_on_games_that_are_no_longer_installed(self, tmp_path: Path) -> None:
        store = Store(tmp_path)
        reviewed_twice(store)
        answered(tmp_path, "results")
        for path in store.folder.glob("bataille-*"):
            path.unlink()
        for path in store.folder.parent.glob("*.json"):
            path.write_text(path.read_text().replace('"bataille"', '"gone"'))
        assert answered(tmp_path, "results")[0] == "No game finished yet."

    def test_one_is_deleted_when_it_is_said_twice(self, tmp_path: Path) -> None:
        told = answered(tmp_path, *self.PLAYED, "saved", "delete 1")
        assert told[0].startswith("To delete game 1, ")
        assert answered(tmp_path, "delete 1 yes")[0] == "Deleted."
        assert answered(tmp_path, "saved")[0] == "No saved games yet."

    def test_a_game_that_is_over_is_replayed_as_anybody_saw_it(self, tmp_path: Path) -> None:
        played = (*self.PLAYED[:-1], "sub 20.300", "sub 3.100", "mine 9", "draw yes", "quit")
        assert "Your submarine" in answered(
            tmp_path, *played, "replay 1", "view Ana", "go 5", "look 14.200"
        )[0].replace("your", "Your")
        told = answered(tmp_path, "replay 1", "view all", "go 7", "where submarines")
        assert [text.partition(":")[0] for text in told[:2]] == ["Ana", "Nemo"]
        assert "Draw agreed" in " ".join(answered(tmp_path, "replay 1", "go 99"))


def test_each_step_of_a_lesson_is_saved_at_once(tmp_path: Path) -> None:
    async def taken() -> None:
        home = AtHome(tmp_path)
        await home.say("learn bataille 1")
        before = home.kept
        await home.say("skip", "skip")
        assert home.kept == before + 2
        assert home.settings.lessons == {"bataille/1": 2}

    talked("en", taken())


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", all_games())
def test_every_lesson_is_taken_by_lines(game: str, language: str) -> None:
    async def taken(number: int) -> list[str]:
        ear, settings = Ear(), Settings()
        conversation = Conversation(ear)
        dialog = lesson_dialog(conversation, game, number, settings, lambda: None)
        conversation.push(dialog)
        await dialog.go_on()
        shown = game_named(game).teller.vocabulary.shown
        for step in lessons_of(game)[number - 1].steps:
            words = step.accept[0] if step.accept else dialog.keyboard.seat.legal()[0].word
            await conversation.hear(shown(words))
        assert settings.lessons[f"{game}/{number}"] == len(lessons_of(game)[number - 1].steps)
        return ear.said

    for number in range(1, len(lessons_of(game)) + 1):
        told = talked(language, taken(number))
        end = "Lesson finished." if language == "en" else "Leçon finie."
        assert told[-1].startswith(end)


def test_a_review_is_told() -> None:
    verdict = BestMove("drop 100", "it is better", {}, (0.6, 0.4), (0.5, 0.5))
    steps = (
        ReviewedPosition((0.5, 0.5), (0.5, 0.5), 0, "drop 200", None, verdict),
        ReviewedPosition((0.4, 0.6), (0.4, 0.6), 1, "hold"),
        ReviewedPosition((0.0, 1.0), (0.0, 1.0)),
    )
    said = SimpleNamespace(
        of=lambda _costly: CostlyMoveText("A drops at 9.200, miss"),
        happened=lambda number: f"move {number} was made",
    )
    with speaking():
        vocabulary = game_named("bataille").teller.vocabulary
        people = SeatNames(("Ana", "Ben"), 1)
        told = told_review(Review(1, "x", steps), people, vocabulary, said, {})  # type: ignore[arg-type]
    assert told[0].startswith("You: accuracy none, win chance 50 to 100%, mistakes ")
    text = "Move 1, drop 200 (A drops at 9.200, miss), cost 10%. Better: drop 100."
    assert text in told
    assert "Move 2: turning point, 60% to 100%. move 1 was made" in told
    assert not any(line.startswith("Chance: ") for line in told)
