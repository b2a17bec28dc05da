"""A program in a seat: what it is handed, and that no fault of it harms the table."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from nim_tui.arena.matches import play_out
from nim_tui.protocol import program
from nim_tui.protocol.process import LineProcess, ProgramLost
from nim_tui.protocol.program import ProgramBot, program_bot
from nim_tui.registry import game_named
from nim_tui.tables.open_table import bot_runner, programs_at, same_again
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.seat_plans import ANSWER_SECONDS, Program, UnsuitableProgram, program_from
from nim_tui.tables.store import Store, programs_of
from nim_tui.tables.table import Table
from nim_tui.thinking.question import IN_THREAD
from rules.bataille import BATAILLE
from rules.messages import Refusal
from tests.nim_tui.protocol.bots import choosing, python_bot

OFFER = game_named("bataille")
FIRST = 'return turn.legal[0]["word"]'
CAMPS = (("sub 14.200", "sub 3.100", "sub 30.300"), ("sub 15.200", "sub 22.100", "sub 36.300"))


def game_against(command: str, seconds: float = 5.0) -> ProgramBot:
    """Play a game of a program against a random bot; return the program, ended."""
    bot = program_bot(OFFER, command, seconds)
    try:
        play_out(BATAILLE, {"turn_limit": 3}, [bot, OFFER.bot("random")], 1)
    finally:
        bot.close()
    return bot


def failure_of(command: str, seconds: float = 5.0) -> str:
    bot = game_against(command, seconds)
    assert bot.failures == 1
    told = str(bot.failure)
    assert told.endswith("; a bot of level easy plays on")
    assert "\n" not in told
    return told


def test_a_program_plays_a_game_and_is_told_its_end(tmp_path: Path) -> None:
    text = f"""
import client, json

def choose(turn):
    {FIRST}

def ended(turn):
    told = [turn.result, len(turn.events), turn.names, turn.game, turn.seat]
    open({str(tmp_path / "end")!r}, "w").write(json.dumps(told))

client.play(choose, ended=ended)
"""
    bot = game_against(python_bot(tmp_path, text))
    assert bot.failure is None
    end = tmp_path / "end"
    result, events, names, game, seat = json.loads(end.read_text())
    assert result["reason"] == "turn_limit"
    assert result["ranking"] == [[0, 1]]
    assert events > 10
    assert (names, game, seat) == (["Player 1", "Player 2"], "bataille", 0)


def played_to(folder: Path, camp: Sequence[str], seed: int) -> bytes:
    """Everything that a program in the second seat reads up to its first turn at sea."""
    folder.mkdir()
    log = folder / "read"
    body = """
move = next((m for m in turn.legal if m["kind"] == "hold"), turn.legal[0])
return move["word"]"""
    command = choosing(folder, body)
    tee = folder / "tee.sh"
    tee.write_text(f"tee {log} | {command}\n")
    seats = (SeatPlan("Ana"), SeatPlan("bot", "exec"))
    table = Table(BATAILLE, {}, seats, seed)
    store = Store(folder)
    store.open_new(table, {1: Program(f"sh {tee}")})

    async def go() -> None:
        runner = bot_runner(table, lambda: 0.0, _no_trouble, IN_THREAD, _no_trouble)
        for move in (*camp, "mine 9", "A 18", "drop 100"):
            table.play(0, BATAILLE.parse(move))
            await runner.drive()
        runner.close()

    asyncio.run(go())
    assert table.waiting == (0,)
    return log.read_bytes()


def _no_trouble(trouble: Exception) -> None:
    raise AssertionError(trouble)


def test_a_program_reads_the_same_bytes_in_two_worlds_that_its_seat_cannot_tell_apart(
    tmp_path: Path,
) -> None:
    """The other’s submarines lie elsewhere, and the seeds differ."""
    one, other = (
        played_to(tmp_path / str(number), camp, number + 5) for number, camp in enumerate(CAMPS)
    )
    assert one == other
    assert one.count(b'"type":"move"') >= 5, "its camp and its turn"
    for secret in ("3.100", "30.300", "14.200"):
        assert secret.encode() not in one.split(b'"legal"')[0]


def test_a_program_that_ends_gives_its_seat_to_the_easiest_bot(tmp_path: Path) -> None:
    body = f'if len(turn.events) > 3:\n    raise SystemExit("no more")\n{FIRST}'
    assert "it ended: no more" in failure_of(choosing(tmp_path, body))


def test_a_program_that_hangs_is_left_at_its_time(tmp_path: Path) -> None:
    before = time.monotonic()
    assert "did not answer in time" in failure_of(choosing(tmp_path, "time.sleep(60)"), 0.3)
    assert time.monotonic() - before < 20


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("exec:python3 a:b.py", Program("python3 a:b.py")),
        (" EXEC/30: sh bot.sh", Program("sh bot.sh", 30)),
        ("exec/0.5:bot", Program("bot", 0.5)),
        ("exec/600:bot", Program("bot", 600)),
        ("hard/greedy", None),
        ("easy", None),
    ],
)
def test_a_program_may_be_typed_with_a_time(typed: str, meant: Program | None) -> None:
    found = program_from(typed)
    assert found == meant
    if found is not None:
        assert program_from(found.text) == found


@pytest.mark.parametrize("time", ["", "0", "0.05", "601", "1e3", "-1", "nan", "1" * 50, "٣"])
def test_the_time_of_a_program_is_bounded(time: str) -> None:
    with pytest.raises(UnsuitableProgram, match=r"0\.1 to 600 seconds"):
        program_from(f"exec/{time}:bot")


def test_a_program_is_told_its_time(tmp_path: Path) -> None:
    log = tmp_path / "seconds"
    body = f'open({str(log)!r}, "w").write(str(turn.seconds))\n{FIRST}'
    for text in ("exec:", "exec/7.5:"):
        found = program_from(text + choosing(tmp_path, body))
        assert found is not None
        assert game_against(*found).failure is None
        assert float(log.read_text()) == found.seconds
    assert Program("").seconds == ANSWER_SECONDS


def test_a_program_that_does_not_read_is_left_at_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "HELLO_SECONDS", 0.3)
    assert "did not answer in time" in failure_of("sleep 60", 0.3)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("yes", "not a message"),
        ("head -c 200000 /dev/zero", "more than 65536 bytes"),
        ("true", "it ended"),
        ("/nowhere/bot", "it ended: "),
        ("cat", "not a message"),
    ],
)
def test_other_programs_are_no_bots(command: str, why: str) -> None:
    assert why in failure_of(command)


def test_illegal_moves_are_refused_three_times(tmp_path: Path) -> None:
    log = tmp_path / "told"
    text = f"""
import client

client.play(lambda turn: "stay", refused=lambda text: open({str(log)!r}, "a").write(text + "\\n"))
"""
    assert "“stay” is not legal now" in failure_of(python_bot(tmp_path, text))
    assert log.read_text().splitlines() == ["“stay” is not legal now"] * 2


def test_a_refused_move_may_be_answered_again(tmp_path: Path) -> None:
    body = f'if turn.refused < 2:\n    return "nonsense"\n{FIRST}'
    assert game_against(choosing(tmp_path, body)).failure is None


def test_the_next_game_starts_a_failed_program_again(tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    body = f"""
if not os.path.exists({str(flag)!r}):
    open({str(flag)!r}, "w").close()
    raise SystemExit("first time")
{FIRST}"""
    bot = program_bot(OFFER, choosing(tmp_path, body), 5.0)
    for seed in (1, 2):
        play_out(BATAILLE, {"turn_limit": 2}, [bot, OFFER.bot("random")], seed)
    bot.close()
    assert bot.failures == 1
    assert flag.exists()


@pytest.mark.skipif(not os.path.exists("/proc/self/limits"), reason="Linux alone limits this")
def test_a_program_cannot_fill_the_memory(tmp_path: Path) -> None:
    body = "held = bytearray(1100 << 20)\n" + FIRST
    assert "it ended: MemoryError" in failure_of(choosing(tmp_path, body))


def test_a_program_ends_with_its_children(tmp_path: Path) -> None:
    script = tmp_path / "bot.sh"
    script.write_text(f"sleep 1000 &\necho $! > {tmp_path / 'child'}\necho started\nwait\n")
    process = LineProcess(f"sh {script}")
    assert process.line(time.monotonic() + 5) == b"started\n"
    child = int((tmp_path / "child").read_text())
    process.close()
    with pytest.raises(ProgramLost):
        process.line(time.monotonic() + 5)
    deadline = time.monotonic() + 5
    while _lives(child):
        assert time.monotonic() < deadline


def _lives(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


# At a local table


def seated(store: Store, command: str) -> Table:
    seats = (SeatPlan("Ana"), SeatPlan("bot", "exec"))
    table = Table(BATAILLE, {}, seats, 7)
    store.open_new(table, {1: Program(command, 30)})
    return table


def test_the_record_holds_no_command_and_the_table_finds_it_again(store: Store) -> None:
    table = seated(store, "python3 secret_place/bot.py")
    (path,) = store.folder.glob("*.jsonl")
    assert b"secret_place" not in path.read_bytes()
    assert json.loads(path.read_bytes().splitlines()[0])["seats"][1]["bot"] == "exec"
    table.close()
    resumed, _cut = store.resume(path)
    assert programs_at(resumed) == {1: Program("python3 secret_place/bot.py", 30)}
    again = same_again(store, resumed)
    assert programs_at(again) == {0: Program("python3 secret_place/bot.py", 30)}
    resumed.close()
    store.delete(path)
    assert not programs_of(path).exists()


def test_a_record_of_others_starts_nothing_and_the_easiest_bot_plays(store: Store) -> None:
    table = seated(store, "true")
    path = next(store.folder.glob("*.jsonl"))
    table.close()
    programs_of(path).unlink()
    resumed, _cut = store.resume(path)
    told: list[Refusal] = []
    runner = bot_runner(resumed, lambda: 0.0, _no_trouble, IN_THREAD, told.append)
    assert [str(one) for one in told] == [
        "the program of bot is not known: a bot of level easy plays"
    ]
    assert not any(isinstance(bot, ProgramBot) for bot in runner._bots.values())


async def test_a_failure_at_a_table_is_told_once_and_the_game_goes_on(store: Store) -> None:
    table, told = seated(store, "false"), list[Refusal]()
    runner = bot_runner(table, lambda: 0.0, _no_trouble, IN_THREAD, told.append)
    for move in (*CAMPS[0], "mine 9", "A 18"):
        table.play(0, BATAILLE.parse(move))
        await runner.drive()
    runner.close()
    assert [str(one) for one in told] == ["false: it ended; a bot of level easy plays on"]
    assert table.moves_of(1)[0] == 4
