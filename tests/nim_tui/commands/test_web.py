"""What `nim-tui web`, and `serve` with a door for browsers, say to mistakes."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from nim_tui.server.settings.addresses import scheme_and_host
from nim_tui.server.settings.kinds import WrongValue
from tests.nim_tui.conftest import run


def test_without_the_parts_for_browsers_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    for words in (["web", "--no-browser"], ["serve", "--port", "0", "--web", "1"]):
        told = run(*words, "--data", str(tmp_path))
        assert told.exit_code == 2
        assert "pip install 'nim-tui[web]'" in told.stderr


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = run("web", "--no-browser", "--port", port, "--data", str(tmp_path))
    assert told.exit_code == 2
    assert f"cannot listen on 127.0.0.1 port {port}" in told.stderr


@pytest.mark.parametrize(
    ("address", "known"),
    [
        ("https://Games.example.org/", ("https", "games.example.org")),
        ("https://games.example.org:443", ("https", "games.example.org")),
        ("http://192.0.2.1:8080", ("http", "192.0.2.1:8080")),
        ("http://[::1]:80", ("http", "[::1]")),
    ],
)
def test_an_address_is_known_as_browsers_write_it(address: str, known: tuple[str, str]) -> None:
    assert scheme_and_host(address) == known


@pytest.mark.parametrize(
    "address",
    ["", "games.example.org", "ftp://a", "https://a/b", "https://a b", "https://*.a", "x" * 400],
)
def test_anything_else_is_none(address: str) -> None:
    with pytest.raises(WrongValue):
        scheme_and_host(address)
    assert run("serve", "--web-address", address, "--show-config").exit_code == 2
