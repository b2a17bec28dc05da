"""What the commands answer to mistakes, at the start of a server and without one."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import nim_tui.server.serve  # noqa: F401 - not to be held against the first test
from nim_tui.server.storage.migrate import FILE, open_database
from tests.nim_tui.server.admin.conftest import Told, person, run, told


@pytest.fixture(autouse=True)
def guarded() -> None:
    """A server that starts asks its database on the event loop: nobody waits yet."""


EVERY = [
    ["list"], ["bans"], ["invite"], ["kick", "1"], ["ban", "Ana"], ["unban", "Ana"],
    ["close", "x"], ["backup", "copy"], ["stats"],
]  # fmt: skip


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_a_folder_without_a_server_is_told_and_left_alone(
    folder: Path, words: Sequence[str]
) -> None:
    run(folder, *words).is_mistake(f"no server is running in {folder}, and no database was found")
    assert not folder.exists()


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    run(tmp_path / "file", "list").is_mistake("is a file")


def test_a_database_that_is_none_is_told(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    (folder / FILE).write_bytes(b"no database" * 100)
    run(folder, "stats").is_mistake("cannot be used")
    assert (folder / FILE).read_bytes() == b"no database" * 100


WRONG = [
    ([], "Missing command"),
    (["lst"], "did you mean list?"),
    (["kick"], "Missing argument 'SESSION'"),
    (["kick", "0"], "from 1 to 1000000000"),
    (["kick", "one"], "from 1 to 1000000000"),
    (["kick", "9" * 999], "from 1 to 1000000000"),
    (["kick", "1", "x" * 401], "TEXT must have 0 to 400 characters"),
    (["ban"], "Missing argument"),
    (["ban", ""], "a name must have 1 to 120 characters"),
    (["ban", "a", "b" * 401], "REASON must have 0 to 400 characters"),
    (["ban", "Ana\udcff"], "a name is not UTF-8 text"),
    (["ban", "\x1b[2J"], r"\x1b[2J"),
    (["unban", "Ana", "Ben"], "unexpected extra argument"),
    (["close", ""], "a table must have 1 to 120 characters"),
    (["backup"], "Missing argument 'PATH'"),
    (["stats", "--all"], "No such option"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), WRONG, ids=[" ".join(w)[:40] for w, _ in WRONG])
def test_a_mistake_is_answered_in_one_line(folder: Path, words: Sequence[str], said: str) -> None:
    open_database(folder).close()
    run(folder, *words).is_mistake(said)


def test_without_a_server_the_database_is_asked(folder: Path, tmp_path: Path) -> None:
    database = open_database(folder)
    ana = person(database, "Ana")
    database.close()
    for words in (["list"], ["close", "x"]):
        run(folder, *words).is_mistake("no server is running in")
    banned = run(folder, "ban", "Ana", "rude")
    assert (banned.code, banned.out) == (0, "Ana is banned: rude\n")
    assert "no server is running in" in banned.err
    assert "rude" in run(folder, "bans").out
    assert run(folder, "stats", "--json").facts["database"]["bans"] == 1
    run(folder, "unban", ana.fingerprint).is_mistake("is not banned")
    assert run(folder, "unban", "Ana").code == 0
    run(folder, "unban", "Ana").is_mistake("is not banned")
    assert run(folder, "backup", tmp_path / "copy").code == 0
    assert (tmp_path / "copy").is_file()


def starting(folder: Path, *options: object) -> Told:
    """A start that is to fail, in this process, whose log is as before afterwards."""
    handlers, level = [*logging.root.handlers], logging.root.level
    try:
        return told("serve", "--data", folder, *options)
    finally:
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
        logging.getLogger("asyncssh").setLevel(logging.NOTSET)
        logging.raiseExceptions = True


def test_a_port_that_is_taken_is_told(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        starting(folder, "--port", port).is_mistake(
            f"cannot listen on 127.0.0.1 port {port}: Address already in use"
        )


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("192.0.2.1", "cannot listen on 192.0.2.1 port 8022: Cannot assign"),
        ("no.such.invalid", "cannot listen on no.such.invalid port 8022"),
        ("x" * 300, "cannot listen on"),
        ("\x1b[2J", r"cannot listen on \x1b[2J port 8022"),
    ],
)
def test_an_address_that_cannot_be_had_is_told(folder: Path, host: str, said: str) -> None:
    starting(folder, "--host", host).is_mistake(said)


def broken_key(folder: Path) -> None:
    open_database(folder).close()
    (folder / "host_key").touch(0o600)
    (folder / "host_key").write_text("broken")


def open_to_others(folder: Path) -> None:
    folder.mkdir(mode=0o755)
    (folder / "letter").write_text("mine")


def locked_by_a_folder(folder: Path) -> None:
    open_database(folder).close()
    (folder / "server.lock").mkdir()


def made_of_a_file(folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("")


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (broken_key, "host_key is damaged"),
        (open_to_others, "a folder of its own"),
        (locked_by_a_folder, "server.lock cannot be used: Is a directory"),
        (made_of_a_file, "is a file"),
    ],
)
def test_a_folder_that_will_not_do_is_told(
    folder: Path, spoilt: Callable[[Path], None], said: str
) -> None:
    spoilt(folder)
    starting(folder, "--port", "0").is_mistake(said)


def test_a_folder_that_cannot_be_written_is_told() -> None:
    starting(Path("/proc/nim_tui")).is_mistake("/proc/nim_tui")
