"""Tables by lines: whatever is typed is answered, and nobody hears what they may not know."""

from __future__ import annotations

import asyncio
import errno
import os
import random
import unicodedata

import pytest

from nim_tui.bots.bot import bot_chance
from nim_tui.plain.commands import MEANINGS
from nim_tui.registry import all_games, game_named
from nim_tui.tables.bot_runner import BotRunner
from nim_tui.tables.seeds import DrawnSeed, commitment_of
from screens import cast
from tests.nim_tui.plain.talking import SEATS, Talk, talked
from tests.screens.tables import SEARCHED

ODD = ["", ";", ",,;", "\x1b[2J", "look \x00", "?" * 900, "А", "what what", "try", "where", "row",
       "around", "log 99999", "log -1", "rules {", "look 0", "look 99999999999999", "\u202ex",
       "mine", "1", "draw", "view all", "set x", "{name}", "undo", "hint", "again"]  # fmt: skip
SIGNS = {"S", "C"}
"""Categories of Unicode that nothing said may hold: symbols, and what does not print."""
ALLOWED_SYMBOLS = "+=−"


def is_plain(text: str) -> bool:
    """Whether a line has no sign, no box and no control code in it."""
    return all(
        c in ALLOWED_SYMBOLS or unicodedata.category(c)[0] not in SIGNS for c in text
    )  # fmt: skip


def typed_by_chance(talk: Talk, chance: random.Random) -> str:
    """A line somebody may type: odd ones, commands, words of moves, whole moves."""
    seat = talk.play.keyboard.seat
    moves = seat.legal() if len(seat.legal()) < 5000 else seat.legal()[:50]
    words = [word for move in moves[:40] for word in move.word.split()]
    places = ["14", "14.200", "e4", "3.2", "b", "a", "cards", "gold", "ana", *words]
    kind = chance.random()
    if kind < 0.1:
        return chance.choice(ODD)
    if kind < 0.45:
        command = chance.choice([each for each in MEANINGS if each not in ("quit", "hint", "draw")])
        return f"{command} {chance.choice([*places, ''])}".strip()
    if kind < 0.55:
        return " ".join(chance.choices([*words, *ODD], k=chance.randint(1, 4)))
    return chance.choice(moves).word if moves else ""


async def babble(game: str, seed: int, lines: int) -> list[str]:
    """All that is answered to lines by chance."""
    seats = ["Ana", "Ben", "bot:random", "bot:random"][: SEATS[game]]
    talk = Talk(game, seats, seed, forced="made" if seed % 2 else "asked")
    chance, told = random.Random(seed), await talk.begin()
    for _line in range(lines):
        answer = await talk.say(typed_by_chance(talk, chance))
        assert answer
        told += answer
    return told


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", all_games())
def test_whatever_is_typed_is_answered_without_signs(game: str, language: str) -> None:
    for text in talked(language, babble(game, len(language + game), 120)):
        assert is_plain(text), text


async def whole_game(game: str) -> tuple[list[str], Talk]:
    """Two people and bots play to the end by lines; each moves as a bot would."""
    entry = game_named(game)
    seats = ["Ana", "Ben", "bot:random"][: SEATS[game]]
    talk = Talk(game, seats, 11, {**entry.game.automatic})
    bot, told = entry.bot(entry.usual), await talk.begin()
    for number in range(3000):
        seat = talk.play.keyboard.seat
        if talk.table.result is not None:
            break
        line = ""
        if seat.number in seat.waiting and not talk.play.is_passing:
            chance = bot_chance(5, seat.number or 0, number)
            line = bot.choose(entry.game, seat.view(), seat.legal(), chance).move.word
        told += await talk.say(line)
    return told, talk


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=() if game == "bataille" else pytest.mark.slow)
        for game in all_games()
    ],
)
def test_a_whole_game_is_played_by_lines(game: str) -> None:
    told, talk = talked("en", whole_game(game))
    assert talk.table.result is not None
    assert told[-1] == "The game is over. You can still ask about the table, or type quit."
    assert sum("win" in text.casefold() for text in told[-12:]) in (1, 2)
    assert all(map(is_plain, told))


@pytest.mark.parametrize("setting", ["yes", "no"])
def test_a_bot_speaks_at_the_end_unless_remarks_are_off(
    monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    async def resigned() -> list[str]:
        talk = Talk("bataille", ["Ana", "bot:easy"], remarks=setting)
        return [*await talk.begin(), *await talk.say("resign yes")]

    monkeypatch.setattr(cast, "ONE_IN", 1)
    said = talked("en", resigned())
    assert any(text.startswith("Nemo: “") for text in said) == (setting == "yes")


class TestTwoAtOneKeyboard:
    """Ana lays her camp, then Ben sits down."""

    LAID = ("sub 14.200; sub 20.300; sub 3.100", "mine 9")
    ASKED = ("again", "log 99", "look", "look 14", "mine", "where submarines", "score", "what",
             "where mine", "undo", "try A 14", "row 3", "around 14", "who", "look 9")  # fmt: skip
    SECRETS = ("14.200 your", "20.300 your", "3.100", "mine at 9", "submarine at", "20.300")

    async def _ben_asks(self, *, is_passing: bool) -> list[str]:
        talk = Talk("bataille", ["Ana", "Ben"])
        await talk.begin()
        await talk.say("")
        for line in self.LAID:
            await talk.say(line)
        wiped = talk.ear.wiped
        told = await talk.say("")
        assert talk.ear.wiped == wiped + 1
        if not is_passing:
            told += await talk.say("")
        for line in self.ASKED:
            told += await talk.say(line)
        assert not any("14.200 your" in text for text in told)
        return [text for text in told if not text.startswith(("20.300: ", "3.100: "))]

    @pytest.mark.parametrize("is_passing", [True, False])
    def test_nothing_of_ana_is_told_to_ben(self, *, is_passing: bool) -> None:
        told = talked("en", self._ben_asks(is_passing=is_passing))
        assert told
        assert not [text for text in told if any(secret in text for secret in self.SECRETS)]

    async def _words(self) -> tuple[list[str], list[str]]:
        talk = Talk("bataille", ["Ana", "Ben"])
        await talk.begin()
        before = list(talk.conversation.words("sub 14"))
        await talk.say("")
        return before, list(talk.conversation.words("sub "))

    def test_nothing_is_completed_while_the_keyboard_goes_round(self) -> None:
        before, after = talked("en", self._words())
        assert not [word for word in before if "." in word]
        assert "14.200" in after

    async def _in_two_steps(self) -> list[str]:
        talk = Talk("bataille", ["Ana", "Ben"])
        told = await talk.begin()
        told += await talk.say("")
        for line in self.LAID:
            told += await talk.say(line)
        told += await talk.say("again")
        told += await talk.say("")
        return told + await talk.say("")

    def test_who_is_done_hands_the_keyboard_on_and_the_next_takes_it(self) -> None:
        told = talked("en", self._in_two_steps())
        passed = "Pass the keyboard to {name}. {name}, press Enter when nobody else can hear."
        assert told[1] == passed.format(name="Ana")
        assert "Your turn is over. Press Enter, then pass the keyboard to Ben." in told
        assert told[-3] == passed.format(name="Ben")
        assert told[-1] == "Your turn: hide submarine 1 of 3."


async def at_a_table(game: str, seats: list[str], *lines: str) -> list[str]:
    """What is answered to the last line."""
    talk = Talk(game, seats)
    answer = await talk.begin()
    for line in lines:
        answer = await talk.say(line)
    return answer


def test_where_nothing_is_hidden_the_next_is_asked_at_once() -> None:
    told = talked("en", at_a_table("schwarm", ["Ana", "Ben"], "start a3"))
    assert told == ["Ana: first station on a3.", "Ben: place your first station."] or (
        told[-1].startswith("Ana: ")
    )


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["what sub"], "Sub: a submarine stays there for the whole game."),
        (["SUB 14.200"], "You: submarine at 14.200."),
        (["sub"], "Sub: a submarine stays there for the whole game."),
        (["sub 14.200", "undo"], "Undone: sub 14.200."),
        (["draw"], "To offer a draw, type: draw yes."),
        (["draw yes"], "Draw agreed before every player had moved: no result."),
        (["resign"], "To resign, type: resign yes."),
        (["resign yes"], "You resigned. Winner: Nemo."),
        (["resign yes", "resign yes"], "The game is over."),
        (["save"], "The game is saved after every move; you can quit at any time."),
        (["who"], "You, Nemo (easy)."),
        (["rules torpedo"], "Torpedoes and lanes."),
        (["where nobody"], "Unknown: “nobody”."),
        (["look"], "A torpedo hits 1 time in 6."),
        (["sub 99.200"], "“sub 99.200” is not a move."),
    ],
)
def test_what_is_asked_is_answered(lines: list[str], said: str) -> None:
    answer = talked("en", at_a_table("bataille", ["Me", "bot:easy"], *lines))
    assert said in answer[:2]


def test_help_tells_after_the_end_nothing_that_could_only_be_done_before() -> None:
    def helped(*lines: str) -> set[str]:
        told = talked("en", at_a_table("bataille", ["Me", "bot:easy"], *lines, "help"))
        return {text.partition(":")[0].partition(" ")[0].lower() for text in told}

    only_before = {"what", "try", "hint", "undo", "draw", "resign"}
    always = {"look", "score", "log", "who", "quit"}
    assert only_before | always <= helped()
    after = helped("resign yes")
    assert always <= after
    assert not only_before & after


def test_a_bot_that_stands_better_declines_a_draw() -> None:
    async def offered() -> tuple[list[str], Talk]:
        talk = Talk("bataille", ["bot:random", "Ana"], forced="made")
        await talk.begin()
        for words in f"{SEARCHED}; stay; drop A 300; hold".split(";"):
            talk.table.play(talk.table.waiting[0], talk.table.game.parse(words))
        return await talk.say("draw yes"), talk

    (told, talk) = asyncio.run(offered())
    assert told[0] == "Nemo declines a draw."
    assert talk.table.result is None


def test_programs_of_bots_end_when_their_table_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    monkeypatch.setattr(BotRunner, "close", lambda _runner: closed.append("programs"))
    talked("en", at_a_table("bataille", ["Ana", "bot:random"], "quit"))
    assert closed == ["programs"]


class FullDisk:
    """A record on a disk without room."""

    def append(self, _line: object, _waiting: tuple[int, ...] = ()) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def close(self) -> None:
        pass


def test_a_forced_move_that_cannot_be_stored_is_told_and_asked_for() -> None:
    async def told() -> list[str]:
        talk = Talk("bataille", ["Ana", "bot:random"], forced="made")
        seat, table, chance = talk.play.keyboard.seat, talk.table, random.Random(1)
        while not (seat.number in table.waiting and len(seat.legal()) == 1):
            mover = table.waiting[0]
            table.play(mover, chance.choice(table.legal(mover)))
        table.keep(FullDisk())
        return await talk.begin()

    said = asyncio.run(told())
    assert "The move was not saved: No space left on device." in said
    assert said[-1].startswith("Your turn: ")


def test_a_program_is_tried_before_it_is_sealed() -> None:
    told = talked(
        "en", at_a_table("himalaya", ["Me", "bot:easy", "bot:easy"], "camp 5", "try sirtpt")
    )
    assert told[0] == "1, soil: to 10 Tsarang."
    assert told[-1].startswith("Your turn: set six steps")


async def camps_and_programs() -> list[str]:
    """Two people camp in the open; then programs are laid."""
    talk = Talk("himalaya", ["Ana", "Ben", "bot:random"])
    told = await talk.begin()
    for _camp in range(2):
        told += await talk.say(talk.play.keyboard.seat.legal()[0].word)
    assert talk.play.is_passing
    return told + await talk.say("mine")


def test_who_sat_in_the_open_is_alone_before_anything_is_hidden() -> None:
    told = talked("en", camps_and_programs())
    assert sum(text.endswith("choose your starting village.") for text in told) == 2
    assert not [text for text in told if text.startswith("Your turn: lay")]
    assert told[-1].startswith("Pass the keyboard to ")


def test_terms_tell_the_commitment_first_and_seed_and_nonce_at_the_end() -> None:
    key, nonce = "0f" * 16, "a1" * 16
    seed = DrawnSeed(key, nonce, commitment_of(key, nonce))

    async def talk() -> tuple[str, str]:
        one = Talk("submarine", ["Ana", "bot:easy"], seed)
        await one.begin()
        before = await one.say("terms")
        one.table.resign(0)
        return "\n".join(before), "\n".join(await one.say("terms"))

    before, after = talked("en", talk())
    assert seed.commitment in before
    assert key not in before
    assert nonce not in before
    assert f"Seed: {key}." in after
    assert f"Nonce: {nonce}." in after
