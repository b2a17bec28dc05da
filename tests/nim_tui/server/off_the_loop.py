"""A guard: what a server asks its database on the loop's own thread fails the test."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

import pytest

import nim_tui
from nim_tui.server.storage.database import COUNTS, Database
from nim_tui.server.storage.off_loop import ASIDE, QueryThreads

_PACKAGE: Final = str(Path(nim_tui.__file__).parent)
_TESTS: Final = str(Path(__file__).parents[2])
_STORES: Final = re.compile(
    r"/(tables/|server/("
    r"storage/|tables/|nodes/(messages|locks|presence)|"
    r"accounts/(store|keys|merging|invitations|personal_data)|sessions/(sessions|signed_in)|"
    r"moderation/(alerts|audit|authority|bans|blocks|cases|mutes|reports|roles|warnings)|[a-z]+/([a-z]+_)?store|contests/(contest|tournament_(rounds|sheet))|"
    r"notifications/(queue|subscriptions)|play/reviews|ssh/host_key|admin/verify|"
    r"rate_limit)\b)"
)
"""Modules that read and write rows for their callers: who asked is looked for beyond them."""
_AT_START: Final = ("/server/serve.py", "_opened")
"""Opens the database before anybody is served."""


@contextmanager
def off_the_loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail at the end if a transaction began on a running loop's thread, unless a test began it.

    What goes through `do` is asked in a thread, or where there are none at once. In threads that
    never wait for a turn to write nothing takes one.
    """
    found: list[str] = []
    waited: list[str] = []
    connected, writing = Database._connected, Database._writing

    def checked(database: Database) -> object:
        if _is_on_a_loop() and (culprit := _culprit(sys._getframe(1))):
            found.append(culprit)
        return connected(database)

    def written(database: Database, whose: str, how: bool | str) -> object:
        if how != COUNTS and threading.current_thread().name.startswith(ASIDE):
            waited.append(whose)
        return writing(database, whose, how)

    monkeypatch.setattr(Database, "_connected", checked)
    monkeypatch.setattr(Database, "_writing", written)
    yield
    assert waited == [], "a turn to write was taken by what was asked to `look`"
    assert found == [], f"the database was asked on the event loop: {found}"


def _is_on_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _culprit(frame: FrameType | None) -> str:
    """Which line of the server asked; empty if it was a test, or asked as it should."""
    stack = []
    while frame is not None:
        stack.append((frame.f_code, frame.f_lineno))
        frame = frame.f_back
    if any(
        code in (QueryThreads.do.__code__, QueryThreads.do_aside.__code__) for code, _line in stack
    ):
        return ""
    for code, line in stack:
        name = code.co_filename.removeprefix(_PACKAGE)
        if code.co_filename.startswith(_TESTS) or (name, code.co_name) == _AT_START:
            return ""
        if name != code.co_filename and not _STORES.match(name):
            return f"{name}:{line} {code.co_name}"
    return "a callback of the loop"
