"""The `ssh` people have, in a real terminal."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest

from nim_tui.server.terminal.messages import NO_KEY, ONLY_RECORD, spoken
from tests.e2e.needs import needs
from tests.e2e.window import ENDED, Terminal
from tests.nim_tui.server.ssh.serving import HOST, Served, serving
from tests.waiting import PATIENCE, wait_until

pytestmark = [pytest.mark.slow, *needs("ssh", "tmux")]

LINE = "The server closes."


def french(line: str) -> str:
    said = spoken(line, {"LANG": "fr_FR.UTF-8"})
    return said.replace("\u202f", " ").replace("\u00a0", " ")


class InAThread:
    """A server with a loop of its own, so that tests may wait as people do."""

    def __init__(self, guests: bool) -> None:
        self._guests = guests
        self._ready = threading.Event()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with serving(guests=self._guests, banner="Be kind.") as self.served:
            self._ready.set()
            await self._stop.wait()

    def start(self) -> Served:
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        return self.served

    def stop_politely(self) -> None:
        """As a SIGTERM would."""
        stopping = self.served.ssh_server.tell_all_and_stop(LINE, 5)
        asyncio.run_coroutine_threadsafe(stopping, self._loop).result(PATIENCE)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE)


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[InAThread]:
    """A server; with guests where a test says so."""
    server = InAThread(guests=getattr(request, "param", False))
    server.start()
    try:
        yield server
    finally:
        server.close()


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """A key file as ssh-keygen makes it."""
    path = tmp_path / "id"
    made = asyncssh.generate_private_key("ssh-ed25519")
    path.write_bytes(made.export_private_key())
    path.chmod(0o600)
    return path


def ssh(server: InAThread, key: Path | None, *more: str) -> list[str]:
    """The command line of `ssh`, which reads nobody's settings and asks nothing."""
    options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentityAgent=none"]
    if key is None:
        options.append("PubkeyAuthentication=no")
    words = ["ssh", "-F", "/dev/null", "-p", str(server.served.port)]
    for option in options:
        words += ["-o", option]
    return [*words, *([] if key is None else ["-i", str(key)]), *more, f"ana@{HOST}"]


def run(words: list[str], *command: str) -> subprocess.CompletedProcess[str]:
    """Run `ssh` without a terminal."""
    return subprocess.run(
        [*words, *command], check=False, capture_output=True, text=True, timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


def said(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The server's own lines among the errors."""
    lines = [line.strip() for line in done.stderr.splitlines()]
    return [
        line for line in lines if line and not line.startswith(("Warning:", "Be kind", "Pseudo-"))
    ]


class SshTerminal(Terminal):
    """A terminal in which `ssh` runs."""

    def visit(self, words: list[str], *, terminal: str = "tmux-256color", shows: str) -> None:
        """Open `ssh` in a fresh window of 80 x 24."""
        line = " ".join(words)
        script = f"TERM={terminal} {line}; echo '{ENDED}'$?; exec sleep 600"
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", "sh", "-c", script)
        self.tmux("set-option", "-g", "status", "off")
        self.tmux("set-option", "-g", "escape-time", "0")
        self.wait_for(shows)

    def is_given_back(self) -> bool:
        """Whether nothing of the app is left: screen, mouse, cursor."""
        cursor = self.tmux("display-message", "-p", "#{cursor_flag}").strip()
        return cursor == "1" and not self.alternate_screen_is_on() and not self.mouse_is_asked_for()


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[SshTerminal]:
    """A terminal of 80 x 24."""
    terminal = SshTerminal(f"nim-tui-ssh-{os.getpid()}-{tmp_path.name}", tmp_path)
    try:
        yield terminal
    finally:
        terminal.close()


def test_a_visit_from_first_paint_to_the_shell(
    server: InAThread, key: Path, terminal: SshTerminal
) -> None:
    terminal.visit(ssh(server, key), shows="welcome-here")
    terminal.wait_for("size-80x24.")
    assert terminal.alternate_screen_is_on()
    terminal.type("x")
    terminal.wait_for("key-1-x.")
    terminal.type("é")
    terminal.wait_for("key-2-é.")
    terminal.keys("Escape")
    terminal.wait_for("key-3-escape.")
    terminal.keys("Down")
    terminal.wait_for("key-4-down.")
    terminal.resize(100, 30)
    terminal.wait_for("size-100x30.")
    terminal.tmux("set-buffer", "three words here")
    terminal.tmux("paste-buffer", "-p")
    terminal.wait_for("paste-16.")
    terminal.type("\x1b[<0;3;1M\x1b[<0;3;1m")
    terminal.wait_for("click-1.")
    terminal.type("q")
    terminal.wait_for(f"{ENDED}0")
    assert terminal.is_given_back()


@pytest.mark.nightly
def test_compressed(server: InAThread, key: Path, terminal: SshTerminal) -> None:
    terminal.visit(ssh(server, key, "-C"), shows="welcome-here")
    terminal.type("x")
    terminal.wait_for("key-1-x.")


@pytest.mark.parametrize(
    "name",
    ["xterm", *(pytest.param(one, marks=pytest.mark.nightly) for one in ("vt100", "xterm-direct"))],
)
def test_terminals(server: InAThread, key: Path, terminal: SshTerminal, name: str) -> None:
    terminal.visit(ssh(server, key), terminal=name, shows="welcome-here")
    assert server.served.house.visits[0].terminal == name
    terminal.type("q")
    terminal.wait_for(f"{ENDED}0")


def test_a_clean_stop(server: InAThread, key: Path, terminal: SshTerminal) -> None:
    terminal.visit(ssh(server, key), shows="welcome-here")
    server.stop_politely()
    terminal.wait_for(LINE, f"{ENDED}0")
    assert terminal.is_given_back()


def test_a_crash_and_back(server: InAThread, key: Path, terminal: SshTerminal) -> None:
    terminal.visit(ssh(server, key), shows="welcome-here")
    terminal.type("c")
    terminal.wait_for("Sorry, an error occurred and was logged. Enter: continue; Ctrl+C: leave.")
    assert terminal.is_given_back()
    terminal.keys("Enter")
    terminal.wait_for("welcome-here")
    assert terminal.alternate_screen_is_on()


def test_a_client_that_is_killed(server: InAThread, key: Path, terminal: SshTerminal) -> None:
    terminal.visit(ssh(server, key), shows="welcome-here")
    shell = int(terminal.tmux("display-message", "-p", "#{pane_pid}"))
    children = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
    os.kill(int(children[0]), signal.SIGKILL)
    wait_until(lambda: len(server.served.house.gone) == 1)
    assert server.served.figure("sessions_open") == 0


@pytest.mark.parametrize("server", [True], indirect=True)
def test_a_guest(server: InAThread, terminal: SshTerminal) -> None:
    terminal.visit(ssh(server, None), shows="welcome-here")
    assert server.served.house.visits[0].fingerprint is None


def test_no_guest(server: InAThread) -> None:
    done = run(ssh(server, None))
    assert done.returncode == 255
    assert NO_KEY in done.stderr
    assert "Permission denied" in done.stderr


def test_the_fingerprint_is_the_one_that_ssh_shows(server: InAThread, key: Path) -> None:
    server.served.house.banned.add(asyncssh.read_private_key(key).get_fingerprint("sha256"))
    done = run(ssh(server, key))
    assert done.returncode == 255
    assert "not you" in done.stderr.splitlines()
    assert "Permission denied" in done.stderr
    assert server.served.figure("refused_not_admitted") >= 1


def test_lines_are_in_the_language_of_the_client(
    server: InAThread, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    for hiding in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(hiding, raising=False)
    done = run(ssh(server, key, "-o", "SendEnv=LANG"), "ls")
    assert said(done) == [french(ONLY_RECORD)]


def test_no_such_command_is_one_line(server: InAThread, key: Path) -> None:
    done = run(ssh(server, key), "ls", "-la")
    assert (said(done), done.stdout, done.returncode) == ([ONLY_RECORD], "", 1)
    done = run(ssh(server, key, "-s"), "sftp")
    assert done.returncode != 0
    assert server.served.figure("refused_subsystem") == 1


def test_a_record(server: InAThread, key: Path) -> None:
    done = run(ssh(server, key), "record", "a1")
    assert (done.stdout, said(done), done.returncode) == ("line of a1\n", [], 0)
    done = run(ssh(server, key), "record", "none")
    assert (said(done), done.returncode) == (["there is no record none"], 1)
