"""Refused connections at a server that runs: one line of its log each."""

from __future__ import annotations

import json
import re
import socket

import asyncssh
import pytest

from nim_tui.server.storage.database import Database
from tests.e2e.admin.server import Server, visiting
from tests.nim_tui.server.admin.conftest import person
from tests.nim_tui.server.admin.test_refusals import filtered
from tests.nim_tui.server.ssh.serving import HOST, connect, new_key
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

LINE = re.compile(r"^\S+Z WARNING refused from=(\S+) reason=(\w+)$")


def refusals(server: Server) -> list[str]:
    """The reasons in the log, in order."""
    return [found[2] for line in server.log if (found := LINE.match(line.strip()))]


@pytest.mark.nightly
@pytest.mark.parametrize("server", [("--registration", "closed")], indirect=True)
async def test_who_is_refused_is_one_line_each(server: Server, database: Database) -> None:
    ana = person(database, "Ana")
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(server.port, new_key())
    wait_until(lambda: refusals(server) == ["closed"], "a line")
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(server.port, None)
    wait_until(lambda: refusals(server)[1:] == ["no_key"], "a line")
    with socket.create_connection((HOST, server.port)) as scanner:
        scanner.sendall(b"GET / HTTP/1.1\r\n\r\n")
    wait_until(lambda: refusals(server)[2:] == ["unfinished"], "a line")
    keys = [new_key() for _ in range(9)]
    with pytest.raises(asyncssh.DisconnectError):
        await connect(server.port, None, client_keys=keys)
    wait_until(lambda: refusals(server)[3:] == ["sign_in_attempts"], "a line")
    async with visiting(server, None, client_keys=[new_key(), ana.key]):
        pass
    await server.asked("ban", "Ana", "reason=closed from=192.0.2.1")
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(server.port, ana.key)
    wait_until(lambda: refusals(server)[4:] == ["banned"], "a line, and none of who came in")
    taken = [line for line in server.log if filtered(line.strip())]
    assert [LINE.match(line.strip())[2] for line in taken] == [  # type: ignore[index]
        "closed", "unfinished", "sign_in_attempts", "banned",
    ]  # fmt: skip
    assert {filtered(line.strip()) for line in taken} == {HOST}


@pytest.mark.nightly
@pytest.mark.parametrize("server", [("--log-json", "--registration", "closed")], indirect=True)
async def test_a_refusal_is_an_object_where_lines_are(server: Server) -> None:
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(server.port, new_key())
    wait_until(lambda: any('"refused"' in line for line in server.log), "a line")
    (told,) = [json.loads(line) for line in server.log if '"refused"' in line]
    assert (told["event"], told["from"], told["reason"]) == ("refused", HOST, "closed")
