"""The plain mode between pipes and at terminals: what starts it, what ends it, what it loads."""

from __future__ import annotations

import os
import pty
import re
import resource
import select
import subprocess
import sys
import termios
from collections.abc import Mapping
from pathlib import Path

import pytest

from nim_tui.plain.run import LONGEST_READ, LineReader, spellable
from nim_tui.settings import Settings, save_settings
from nim_tui.tables.store import settings_path
from nim_tui.terminals import speaks_lines

ROOT = Path(__file__).parents[3]
START = [sys.executable, "-m", "nim_tui"]
ASK = "Home. Type new, saved, learn, puzzle, help or quit."


@pytest.fixture
def env(tmp_path: Path) -> Mapping[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("NIM_TUI", "LC_", "LANG"))}
    return {**kept, "NIM_TUI_HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}


def talk(
    env: Mapping[str, str], typed: str, *words: str, encoding: str = "utf-8"
) -> subprocess.CompletedProcess[str]:
    """A run of the program with what is typed into a pipe."""
    return subprocess.run(
        [*START, *words], input=typed, capture_output=True, text=True, encoding=encoding,
        cwd=ROOT, env=env, timeout=60, check=False,
    )  # fmt: skip


def loaded(env: Mapping[str, str], typed: str, *words: str) -> set[str]:
    """The modules that a run has loaded at its end."""
    told = (
        "import atexit, sys; sys.argv = ['nim-tui', *%r];"
        " atexit.register(lambda: sys.stderr.write('\\n'.join(sys.modules)));"
        " from nim_tui.__main__ import main; main()"
    )
    run = subprocess.run(
        [sys.executable, "-c", told % (words,)], input=typed, capture_output=True, text=True,
        cwd=ROOT, env=env, timeout=60, check=False,
    )  # fmt: skip
    return set(run.stderr.split())


@pytest.mark.parametrize("words", [["--plain"], []])
def test_the_end_of_input_ends_it_quietly(env: Mapping[str, str], words: list[str]) -> None:
    run = talk(env, "", *words)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[-1] == ASK


def test_a_disk_that_takes_nothing_is_told_in_lines(env: Mapping[str, str]) -> None:
    run = subprocess.run(
        [*START, "--plain"], input="new bataille\n\n\nquit\nquit\n", capture_output=True,
        text=True, cwd=ROOT, env={**env, "PYTHONDONTWRITEBYTECODE": "1"}, timeout=60, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")
    assert "The table cannot be saved: File too large." in run.stdout
    assert run.stdout.splitlines()[-1] == "The settings were not saved: File too large."


def test_home_loads_neither_games_nor_screens(env: Mapping[str, str], tmp_path: Path) -> None:
    folders = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    usual = {**{k: v for k, v in env.items() if k != "NIM_TUI_HOME"}, **folders}
    names = loaded(usual, "", "--plain")
    assert "nim_tui.plain.conversation" in names
    roots = {name.partition(".")[0] for name in names}
    needless = {"textual", "rich", "asyncio", "click", "msgspec", "datetime", "tempfile", "shutil"}
    assert not roots & needless
    assert not [name for name in names if name.startswith("rules.") and name.count(".") > 1]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["bataille", "himalaya"])
def test_a_table_loads_its_own_game_alone(env: Mapping[str, str], game: str) -> None:
    names = loaded(env, f"new {game}\n\n\nlook\nwhat\nscore\n", "--plain")
    assert f"rules.{game}.view" in names
    assert not [name for name in names if name.partition(".")[0] == "textual"]
    others = {"bataille", "submarine", "himalaya", "schwarm"} - {game}
    entries = {f"nim_tui.games.{other}{part}" for other in others for part in ("", ".entry")}
    assert not [name for name in names - entries if others & set(name.split("."))]


@pytest.mark.slow
def test_a_game_is_kept_at_the_end_of_input_and_gone_on_with(env: Mapping[str, str]) -> None:
    first = talk(env, "new bataille\n\n\nsub 14.200\n", "--plain")
    assert first.returncode == 0
    again = talk(env, "saved\ncontinue 1\nmine\n", "--plain")
    assert re.search(r"^1\. Bataille sous les mers, with \w+ \(easy", again.stdout, re.MULTILINE)
    assert "You: submarines at 14.200." in again.stdout


@pytest.mark.slow
def test_play_learn_and_replay_are_talked_about_too(env: Mapping[str, str]) -> None:
    played = talk(env, "sub 14.200\nquit\n", "play", "bataille", "--seed", "7", "--plain")
    _table, offer, _question, moved = played.stdout.splitlines()[:4]
    assert offer.startswith("New to this game? Type coach")
    assert moved == "You: submarine at 14.200."
    lesson = talk(env, "skip\n", "learn", "bataille", "--plain")
    assert "Step 1 of" in lesson.stdout
    assert "Step 2 of" in lesson.stdout
    [record] = (Path(env["NIM_TUI_HOME"]) / "tables").glob("*.jsonl")
    shown = talk(env, "next\n", "replay", str(record), "--plain")
    assert "After move 1 of 1. Next, back, go, or quit?" in shown.stdout


def test_it_speaks_french(env: Mapping[str, str]) -> None:
    run = talk(env, "réglages\nquitter\n", "--lang", "fr", "--plain")
    assert "Accueil. Tapez nouveau, parties, leçons, problème, aide ou quitter." in run.stdout


@pytest.mark.slow
def test_a_setting_turns_another_language_on(env: Mapping[str, str]) -> None:
    run = talk(env, "set language fr\naide\nset language xx\n", "--plain")
    assert run.stdout.splitlines()[-1].startswith("Accueil.")
    assert "Accueil." in talk(env, "", "--plain").stdout


def test_a_line_without_end_is_cut(env: Mapping[str, str]) -> None:
    run = talk(env, "x" * 300_000 + "\nquit\n", "--plain")
    assert run.returncode == 0
    assert max(map(len, run.stdout.splitlines())) < 200
    assert run.stdout.count("too long") == 1


def test_bytes_that_are_no_text_are_answered(env: Mapping[str, str]) -> None:
    env = {**env, "PYTHONIOENCODING": "utf-8:strict"}
    run = subprocess.run(
        [*START, "--plain"], input=b"\xff\xfe\x00\nquit\n", capture_output=True, cwd=ROOT, env=env,
        timeout=60, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, b"")


def test_a_reader_that_goes_away_ends_it_quietly(env: Mapping[str, str]) -> None:
    process = subprocess.Popen(
        [*START, "--plain"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        cwd=ROOT, env=env,
    )  # fmt: skip
    assert process.stdout
    assert process.stdin
    assert process.stderr
    try:
        while (line := process.stdout.readline()).decode().strip() != ASK:
            assert line, "it ended"
        process.stdout.close()
        process.stdin.write(b"help\nhelp\n")
        process.stdin.close()
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == b""
    finally:
        process.kill()
        process.stderr.close()


def test_letters_that_cannot_be_written_are_written_without_accents(
    env: Mapping[str, str],
) -> None:
    plain = {**env, "PYTHONIOENCODING": "ascii", "LANG": "fr_FR"}
    run = talk(plain, "aide\n", "--plain", encoding="ascii")
    assert "lecons" in run.stdout
    assert "?" not in run.stdout
    assert spellable("« l’été »", "ascii") == '" l\'ete "'


class TestWhenItIsChosen:
    """Asked for, or where there is no screen."""

    @pytest.fixture(autouse=True)
    def _home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NIM_TUI_HOME", str(tmp_path))

    @pytest.mark.parametrize(
        ("environment", "is_chosen"),
        [
            ({"TERM": "xterm"}, False),
            ({"TERM": "xterm", "NIM_TUI_PLAIN": "1"}, True),
            ({"TERM": "xterm", "NIM_TUI_PLAIN": "0"}, False),
            ({"TERM": "dumb"}, True),
            ({}, True),
        ],
    )
    def test_at_a_terminal(self, environment: dict[str, str], *, is_chosen: bool) -> None:
        main, side = pty.openpty()
        with open(side, "r+b", buffering=0) as raw, open(os.dup(side), "w") as writing:
            reading = open(os.dup(raw.fileno()))  # noqa: SIM115
            assert speaks_lines(reading, writing, environment) is is_chosen
            reading.close()
        os.close(main)

    def test_by_a_setting(self) -> None:
        save_settings(settings_path(), Settings(plain="always"))
        main, side = pty.openpty()
        with open(side) as reading, open(os.dup(side), "w") as writing:
            assert speaks_lines(reading, writing, {"TERM": "xterm"})
        os.close(main)

    def test_in_a_pipe(self, tmp_path: Path) -> None:
        with (tmp_path / "pipe").open("w+") as file:
            assert speaks_lines(file, file, {"TERM": "xterm"})


def test_a_long_line_is_read_in_bounds(tmp_path: Path) -> None:
    (tmp_path / "lines").write_text("a" * (3 * LONGEST_READ) + "\nnext\n")
    with (tmp_path / "lines").open() as file:
        lines = LineReader(file, is_typed=False)
        assert len(lines.read() or "") == LONGEST_READ
        assert lines.read() == "next\n"
        assert lines.read() is None


class Typing:
    """The program at a terminal of its own."""

    def __init__(self, env: Mapping[str, str]) -> None:
        main, side = pty.openpty()
        termios.tcsetwinsize(side, (60, 80))
        self._main = main
        self.process = subprocess.Popen(
            [*START, "--plain"], stdin=side, stdout=side, stderr=side, cwd=ROOT,
            env={**env, "TERM": "xterm"}, start_new_session=True,
        )  # fmt: skip
        os.close(side)

    def until(self, text: str) -> str:
        """What is written until a text has come."""
        told = ""
        while text not in told:
            ready, _, _ = select.select([self._main], [], [], 30)
            assert ready, told
            told += os.read(self._main, 65536).decode()
        return told

    def type(self, keys: str) -> None:
        """Keys, once lines can be edited: those that come sooner are not."""
        for _try in range(3000):
            if not termios.tcgetattr(self._main)[3] & termios.ICANON:
                break
            select.select([], [], [], 0.01)
        os.write(self._main, keys.encode())

    def close(self) -> int:
        """End the input."""
        self.type("\x04")
        code = self.process.wait(timeout=30)
        os.close(self._main)
        return code


def test_at_a_terminal_words_are_completed_and_lines_come_back_to_nobody_else(
    env: Mapping[str, str],
) -> None:
    terminal = Typing(env)
    terminal.until(ASK)
    terminal.type("new ba\t\n")
    terminal.until("Who plays")
    terminal.type("Ana, Ben\n")
    terminal.until("Options?")
    terminal.type("\n")
    terminal.until("Ana, press Enter when nobody else can hear.")
    terminal.type("\n")
    terminal.until("submarine 1 of 3")
    terminal.type("su\t14.2\t; sub 20.300; sub 3.100\n")
    terminal.until("place your mine (level 100, not above a submarine)")
    terminal.type("mine 9\n")
    terminal.until("pass the keyboard to Ben.")
    terminal.type("\n")
    assert "\n" * 60 in terminal.until("Ben, press Enter when nobody else can hear.").replace(
        "\r", ""
    )
    terminal.type("\n")
    terminal.until("submarine 1 of 3")
    terminal.type("\x1b[A\x1b[A\x1b[A\n")
    told = terminal.until("submarine 1 of 3")
    terminal.type("what sub\n")
    told += terminal.until("submarine 1 of 3")
    assert "14.200" not in told
    assert terminal.close() == 0
