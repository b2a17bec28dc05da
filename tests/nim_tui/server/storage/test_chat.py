"""Chat: plain, bounded, newest first."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts.store import Account, NoSuchAccount
from nim_tui.server.chat import store as chat
from nim_tui.server.chat.store import LONGEST_CHAT_LINE, said, say
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.untrusted_text import UnsuitableText
from screens.lobby.api import MOST_TYPED
from tests.nim_tui.server.storage.conftest import Clock

POSTGRESQL_AT_NIGHT = True


def texts(
    database: Database, table: str | None = None, most: int = 50, after: int = 0
) -> list[str]:
    return [line.text for line in said(database, table, most=most, after=after)]


def test_the_newest_comes_first(
    database: Database, ana: Account, ben: Account, table: str, clock: Clock
) -> None:
    first = say(database, ana.id, "hello")
    clock.pass_by(5)
    last = say(database, ben.id, "  hi \u202e\n there ")
    say(database, ana.id, "good luck", table)
    assert said(database) == [last, first]
    assert (last.name, last.account, last.time) == ("Ben", ben.id, clock.time)
    assert last.text == "hi there"
    assert texts(database, table) == ["good luck"]
    assert said(database, after=first.id) == [last]
    assert said(database, after=last.id) == []
    assert texts(database, most=1) == [last.text]
    assert texts(database, most=-1) == []


def test_old_lines_are_forgotten_place_by_place(
    database: Database, ana: Account, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "MOST_KEPT", 5)
    say(database, ana.id, "at the table", table)
    for number in range(12):
        say(database, ana.id, f"line {number}")
    assert texts(database, most=99) == [f"line {number}" for number in range(11, 6, -1)]
    assert texts(database, table) == ["at the table"]
    assert [line.id for line in said(database)] == sorted(
        (line.id for line in said(database)), reverse=True
    )


@pytest.mark.parametrize("text", ["", "\x1b\x00", "\u202e\u200b", " \n "])
def test_what_shows_nothing_is_not_said(database: Database, ana: Account, text: str) -> None:
    with pytest.raises(UnsuitableText):
        say(database, ana.id, text)
    assert said(database) == []


def test_a_line_that_is_too_long_is_refused_and_not_cut(database: Database, ana: Account) -> None:
    assert say(database, ana.id, "x" * LONGEST_CHAT_LINE).text == "x" * LONGEST_CHAT_LINE
    for text in ("x" * (LONGEST_CHAT_LINE + 1), "x" * MOST_TYPED, "x" * 10**6):
        with pytest.raises(UnsuitableText):
            say(database, ana.id, text)


def test_nobody_speaks_from_nowhere(database: Database, ana: Account) -> None:
    with pytest.raises(NoSuchAccount):
        say(database, 99, "boo")
    with pytest.raises(StorageError):
        say(database, ana.id, "boo", "nowhere-100")
    assert said(database) == []
