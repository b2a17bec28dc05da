"""Followed players and private messages: bounds, blocks, merged accounts."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts.merging import merge
from nim_tui.server.accounts.personal_data import personal_data
from nim_tui.server.accounts.store import Account, account_numbered, register
from nim_tui.server.chat.friends_store import (
    MOST_UNREAD,
    CannotFollow,
    CannotSend,
    follow,
    followed_by,
    followers_of,
    message_numbered,
    send,
    talk_with,
    talks_of,
    unfollow,
    unread_of,
)
from nim_tui.server.moderation.blocks import block, unblock
from nim_tui.server.storage.database import Database
from nim_tui.server.untrusted_text import UnsuitableText
from tests.nim_tui.server.storage.conftest import key


def said(database: Database, own: Account, other: Account) -> list[str]:
    return [one.text for one in talk_with(database, own.id, other.id)]


def test_followers_are_told_unless_either_has_blocked_the_other(
    database: Database, ana: Account, ben: Account
) -> None:
    follow(database, ana.id, ben.id)
    follow(database, ana.id, ben.id)
    assert followed_by(database, ana.id) == {ben.id: "Ben"}
    assert followers_of(database, ben.id) == {ana.id}
    for one, other in ((ana, ben), (ben, ana)):
        block(database, one.id, other.id)
        assert followers_of(database, ben.id) == set()
        unblock(database, one.id, other.id)
    unfollow(database, ana.id, ben.id)
    assert followers_of(database, ben.id) == set()
    with pytest.raises(CannotFollow):
        follow(database, ana.id, ana.id)


def test_messages_are_read_by_their_two_people(
    database: Database, ana: Account, ben: Account
) -> None:
    send(database, ana.id, ben.id, "  tea?  ")
    send(database, ben.id, ana.id, "cake!")
    assert unread_of(database, ben.id) == 1
    (talk,) = talks_of(database, ben.id)
    assert (talk.name, talk.last.text, talk.unread) == ("Ana", "cake!", 1)
    assert said(database, ben, ana) == ["tea?", "cake!"]
    assert unread_of(database, ben.id) == 0
    assert unread_of(database, ana.id) == 1
    for text in ("\x1b[2J", "", "x" * 301):
        with pytest.raises(UnsuitableText):
            send(database, ana.id, ben.id, text)


def test_a_blocked_writer_is_not_heard_and_not_told(
    database: Database, ana: Account, ben: Account
) -> None:
    block(database, ben.id, ana.id)
    number = send(database, ana.id, ben.id, "tea?")
    assert message_numbered(database, number) is None
    assert (unread_of(database, ben.id), talks_of(database, ben.id)) == (0, [])
    assert said(database, ben, ana) == []
    assert said(database, ana, ben) == ["tea?"]


def test_unread_messages_are_bounded(database: Database, ana: Account, ben: Account) -> None:
    for number in range(MOST_UNREAD):
        send(database, ana.id, ben.id, f"message {number}")
    with pytest.raises(CannotSend):
        send(database, ana.id, ben.id, "one more")
    talk_with(database, ben.id, ana.id)
    send(database, ana.id, ben.id, "one more")


def test_they_follow_a_merged_account_and_are_exported(
    database: Database, ana: Account, ben: Account
) -> None:
    old = register(database, "Old", key(9))
    follow(database, old.id, ben.id)
    send(database, old.id, ben.id, "tea?")
    send(database, old.id, ana.id, "to myself")
    merge(database, old, ana)
    assert followed_by(database, ana.id) == {ben.id: "Ben"}
    assert said(database, ben, ana) == ["tea?"]
    found = account_numbered(database, ben.id)
    assert found is not None
    (message,) = personal_data(database, found)["private_messages"]
    assert (message["name"], message["is_own"], message["text"]) == ("Ana", False, "tea?")
