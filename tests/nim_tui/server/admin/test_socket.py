"""Asking at a socket where no server answers."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from nim_tui.server.admin.private_socket import address_of
from nim_tui.server.admin.protocol import SOCKET, ListSessions, Unanswered, ask
from tests.waiting import PATIENCE


@pytest.mark.parametrize("answer", [b"", b"{", b"[]\n", b"\xff\n", b"{}\n", b'{"facts":1}\n'])
def test_a_peer_that_is_no_server_is_told_of(tmp_path: Path, answer: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        with address_of(tmp_path, SOCKET) as address:
            listener.bind(address)
        listener.listen()

        def serve() -> None:
            one, _ = listener.accept()
            with one:
                one.recv(1000)
                one.sendall(answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        with pytest.raises(Unanswered):
            ask(tmp_path, ListSessions())
        thread.join(PATIENCE)
