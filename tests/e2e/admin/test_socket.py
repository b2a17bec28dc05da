"""The socket: whoever speaks to it, one server a folder, and what a dead one leaves."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import stat
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from nim_tui.server.admin.private_socket import address_of
from nim_tui.server.admin.protocol import MOST_ORDER, SOCKET, ListSessions, Unanswered, ask
from nim_tui.server.admin.socket import MOST_PEERS, PEER_SECONDS
from tests.e2e.admin.server import Server
from tests.nim_tui.server.admin.conftest import command, environment, run_as_process
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.slow

HOSTILE = [
    b"\n", b"{}\n", b"null\n", b"[]\n", b"\x00\xff\xfe\n", b'"list"\n', b'{"do":"quit"}\n',
    b'{"do":"list","more":1}\n', b'{"do":"kick"}\n', b'{"do":"kick","visit":"1"}\n',
    b'{"do":"kick","visit":-1}\n', b'{"do":"kick","visit":1e99}\n',
    b'{"do":"kick","visit":1,"text":"' + b"x" * 401 + b'"}\n',
    b'{"do":"ban","whom":""}\n', b'{"do":"ban","whom":"\\ud800"}\n',
    b'{"do":"ban","whom":"Ana","seconds":1}\n', b'{"do":"ban","whom":"Ana","seconds":1e9}\n',
    b'{"do":"ban","whom":"Ana","by":"' + b"x" * 41 + b'"}\n', b'{"do":"ban","whom":"0.0.0.0/0"}\n',
    b'{"do":"invite","code":"mine"}\n',
    b'{"do":"close","table":"' + b"x" * 500 + b'"}\n', b"[" * 8000 + b"\n",
    b'{"do":"list"}}\n', b"GET / HTTP/1.1\r\n\r\n",
]  # fmt: skip


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that leave it as it was."""
    server = Server(tmp_path_factory.mktemp("lasting") / "data")
    server.start()
    yield server
    server.stop()
    assert not [line for line in server.log if "ERROR" in line]


@contextmanager
def peer(server: Server) -> Iterator[socket.socket]:
    """A connection to the socket."""
    with socket.socket(socket.AF_UNIX) as one:
        one.settimeout(PATIENCE)
        with address_of(server.folder, SOCKET) as address:
            one.connect(address)
        yield one


def rest(one: socket.socket) -> bytes:
    """All that still comes."""
    pieces = []
    try:
        while piece := one.recv(65_536):
            pieces.append(piece)
    except ConnectionError:
        pass
    return b"".join(pieces)


def still_answers(server: Server) -> None:
    assert ask(server.folder, ListSessions())["visits"] == []


def test_what_makes_no_sense_is_refused_and_harms_nobody(lasting: Server) -> None:
    for line in HOSTILE:
        with peer(lasting) as one:
            one.sendall(line)
            answer = rest(one)
        assert answer.count(b"\n") == 1, line
        refusal = json.loads(answer)["refused"]
        assert refusal.isprintable()
        assert 0 < len(refusal) <= 400
    still_answers(lasting)


def test_one_line_in_one_line_out(lasting: Server) -> None:
    with peer(lasting) as one:
        one.sendall(b'{"do":"list"}\n{"do":"stats"}\n')
        assert json.loads(rest(one))["facts"]["visits"] == []
    with peer(lasting) as one:
        one.sendall(b'{"do":"li')
        one.sendall(b'st"}\n')
        assert json.loads(rest(one))["facts"]["visits"] == []


def test_a_line_that_does_not_end_is_dropped(lasting: Server) -> None:
    with peer(lasting) as one:
        try:
            for _ in range(100):
                one.sendall(b"x" * MOST_ORDER)
        except ConnectionError:
            pass
        assert rest(one) == b""
    with peer(lasting) as one:
        one.sendall(b'{"do":"list"}')
        one.shutdown(socket.SHUT_WR)
        assert rest(one) == b""
    still_answers(lasting)


def test_silent_and_slow_peers_are_dropped_and_hold_nobody_up(lasting: Server) -> None:
    with peer(lasting) as silent, peer(lasting) as slow:
        began = time.monotonic()
        stop = threading.Event()

        def drip() -> None:
            while not stop.wait(0.2):
                try:
                    slow.sendall(b" ")
                except OSError:
                    return

        dripping = threading.Thread(target=drip, daemon=True)
        dripping.start()
        still_answers(lasting)
        assert time.monotonic() - began < PEER_SECONDS
        assert rest(silent) == rest(slow) == b""
        assert time.monotonic() - began < PEER_SECONDS * 2
        stop.set()
        dripping.join(PATIENCE)


def test_no_more_peers_than_there_are_places(lasting: Server) -> None:
    with ExitStack() as peers:
        for _ in range(MOST_PEERS):
            peers.enter_context(peer(lasting))
        with pytest.raises(Unanswered):
            ask(lasting.folder, ListSessions())
    wait_until(lambda: run_as_process(lasting.folder, "list").code == 0, "a place")


def test_only_the_owner_may_speak_to_it(server: Server) -> None:
    assert stat.S_IMODE((server.folder / SOCKET).stat().st_mode) == 0o600
    assert stat.S_IMODE(server.folder.stat().st_mode) == 0o700
    server.stop()
    assert not (server.folder / SOCKET).exists()
    assert [path.name for path in server.folder.iterdir() if path.suffix == ".sock"] == []


def test_a_second_server_on_the_folder_is_refused(lasting: Server) -> None:
    second = subprocess.run(
        command("serve", "--port", "0", "--data", lasting.folder),
        env=environment(lasting.folder), capture_output=True, text=True,
        timeout=PATIENCE * 2, check=False,
    )  # fmt: skip
    assert (second.returncode, second.stdout) == (2, "")
    assert second.stderr == f"nim-tui: another server is running in {lasting.folder}\n"
    still_answers(lasting)


@pytest.mark.nightly
def test_a_server_that_died_is_in_nobodys_way(server: Server) -> None:
    server.kill()
    assert (server.folder / SOCKET).exists()
    server.admin("list").is_mistake("no server is running in")
    server.start()
    still_answers(server)


@pytest.mark.nightly
def test_what_is_no_socket_is_left_alone(server: Server) -> None:
    server.stop()
    (server.folder / SOCKET).write_text("mine")
    again = subprocess.run(
        command("serve", "--port", "0", "--data", server.folder),
        env=environment(server.folder), capture_output=True, text=True,
        timeout=PATIENCE * 2, check=False,
    )  # fmt: skip
    assert again.returncode == 2
    assert again.stderr.endswith(f"{SOCKET} is not a socket: remove it\n")
    assert (server.folder / SOCKET).read_text() == "mine"
    server.admin("list").is_mistake("no server is running in")


@pytest.mark.nightly
@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no short cut on this system")
def test_a_folder_with_a_long_path_does_as_well(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 120) / "data"
    server = Server(folder)
    server.start()
    try:
        still_answers(server)
    finally:
        server.stop()
    shutil.rmtree(folder)


@pytest.mark.nightly
def test_a_server_that_hangs_is_told_of(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nim_tui.server.admin.protocol.PATIENCE", 0.5)
    server.process.send_signal(signal.SIGSTOP)
    try:
        with pytest.raises(Unanswered, match="did not answer in time"):
            ask(server.folder, ListSessions())
    finally:
        server.process.send_signal(signal.SIGCONT)
