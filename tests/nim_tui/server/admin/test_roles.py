"""Roles: who may give which order, and to whom."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.server.accounts.admin import from_accounts
from nim_tui.server.accounts.store import account_named
from nim_tui.server.admin.offline import from_books
from nim_tui.server.admin.protocol import BanOrder, Merge, Mute, Rename, SetRole, Unban
from nim_tui.server.moderation.admin import make_ban
from nim_tui.server.moderation.authority import MOST_BAN, check
from nim_tui.server.moderation.bans import account, ban, ban_of_account
from nim_tui.server.moderation.mutes import Muted, check_not_muted
from nim_tui.server.moderation.roles import Issuer, NotAllowed
from nim_tui.server.storage.database import Database
from tests.nim_tui.server.admin.conftest import Person, person, run


def issuer(who: Person, *admin_keys: str) -> Issuer:
    """Somebody who gives orders from inside, by their own key."""
    return Issuer(who.account.name, who.account.id, who.fingerprint, frozenset(admin_keys))


def moderator(database: Database, name: str = "Mia") -> Person:
    known = person(database, name)
    from_accounts(database, SetRole(name, "moderator"))
    return known


def role(database: Database, name: str) -> str:
    found = account_named(database, name)
    assert found is not None
    return found.role


def test_everybody_is_a_member_until_a_role_is_given(database: Database) -> None:
    person(database, "Ana")
    assert role(database, "Ana") == "member"
    from_accounts(database, SetRole("Ana", "admin"))
    assert role(database, "Ana") == "admin"


def test_a_moderator_mutes_members_but_no_staff_and_not_themselves(database: Database) -> None:
    mia, ben = moderator(database), person(database, "Ben")
    moderator(database, "Max")
    from_books(database, Mute("Ben", 3600), issuer(mia))
    with pytest.raises(Muted):
        check_not_muted(database, ben.account.id)
    with pytest.raises(NotAllowed, match="ask an admin"):
        from_books(database, Mute("Max"), issuer(mia))
    with pytest.raises(NotAllowed, match="yourself"):
        from_books(database, Mute("Mia"), issuer(mia))


def test_the_holder_of_an_admin_key_is_safe_from_moderators(database: Database) -> None:
    mia, kim = moderator(database), person(database, "Kim")
    with pytest.raises(NotAllowed):
        from_accounts(database, Rename("Kim", "Tom"), issuer(mia, kim.fingerprint))
    assert account_named(database, "Tom") is None


def test_an_admin_key_makes_an_admin_only_of_its_own_sessions(database: Database) -> None:
    kim, ben = person(database, "Kim"), person(database, "Ben")
    by = issuer(kim, kim.fingerprint)
    from_accounts(database, SetRole("Ben", "moderator"), by)
    assert role(database, "Ben") == "moderator"
    other = Issuer("Kim", kim.account.id, ben.fingerprint, frozenset([kim.fingerprint]))
    with pytest.raises(NotAllowed):
        from_accounts(database, SetRole("Ben", "member"), other)


def test_who_has_lost_a_role_gives_no_more_orders(database: Database) -> None:
    mia = moderator(database)
    person(database, "Ben")
    from_accounts(database, SetRole("Mia", "member"))
    with pytest.raises(NotAllowed, match="your role does not allow this"):
        from_books(database, Mute("Ben"), issuer(mia))


def test_a_banned_moderator_gives_no_more_orders(database: Database) -> None:
    mia = moderator(database)
    person(database, "Ben")
    ban(database, account(mia.account.id), "asleep")
    with pytest.raises(NotAllowed):
        from_books(database, Mute("Ben"), issuer(mia))


@pytest.mark.parametrize(
    "order",
    [
        BanOrder("Ben", "rude"), BanOrder("Ben", "rude", MOST_BAN + 1),
        BanOrder("192.0.2.0/24", "rude", 3600), SetRole("Ben", "admin"),
        Merge("Ben", "Mia"),
    ],
)  # fmt: skip
def test_what_moderators_may_not_do_changes_nothing(database: Database, order: BanOrder) -> None:
    mia, ben = moderator(database), person(database, "Ben")
    with pytest.raises(NotAllowed):
        from_books(database, order, issuer(mia))
    assert ban_of_account(database, ben.account.id) is None
    assert role(database, "Ben") == "member"


def test_a_moderator_cannot_shorten_the_ban_of_an_admin(database: Database) -> None:
    mia, ben = moderator(database), person(database, "Ben")
    make_ban(database, BanOrder("Ben", "for good"))
    with pytest.raises(NotAllowed, match="already banned for longer"):
        make_ban(database, BanOrder("Ben", "for a minute", 60), issuer(mia))
    found = ban_of_account(database, ben.account.id)
    assert found is not None
    assert found.ends is None


def test_orders_of_operators_are_closed_to_all_from_inside(database: Database) -> None:
    kim = person(database, "Kim")
    person(database, "Ben")
    with pytest.raises(NotAllowed):
        check(database, Merge("Ben", "Kim"), issuer(kim, kim.fingerprint))
    check(database, Unban("Ben"), issuer(kim, kim.fingerprint))
    with pytest.raises(NotAllowed):
        check(database, Unban("Ben"), issuer(kim))


def test_a_role_is_given_and_listed_by_command(database: Database, folder: Path) -> None:
    person(database, "Ana")
    assert run(folder, "role", "ana", "moderator").out == "Ana is now a moderator\n"
    assert "moderator" in run(folder, "accounts", "--find", "ana").out
    run(folder, "role", "Ana", "king").is_mistake("king")
