"""Alerts to the staff: who is told, in the lobby and by notifications."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.server.accounts.admin import from_accounts
from nim_tui.server.accounts.store import Account, register
from nim_tui.server.admin.protocol import SetRole
from nim_tui.server.moderation.staff_news import (
    DISK,
    LIFE,
    NODE,
    REPORT,
    DiskWatch,
    StaffNews,
    alert,
    note_alerts,
    settle_alert,
    take_alerts,
)
from nim_tui.server.notifications.subscriptions import subscribe, turn
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import NTFY
from tests.nim_tui.server.storage.conftest import Clock, key


def nobody(_account: int) -> bool:
    """Nobody is online."""
    return False


def member(database: Database, name: str, role: str = "member", number: int = 1) -> Account:
    """Somebody with a role, who is notified by ntfy."""
    account = register(database, name, key(number))
    from_accounts(database, SetRole(name, role))  # type: ignore[arg-type]
    subscribe(database, account.id, NTFY, f"https://ntfy.sh/{name}", "en")
    turn(database, account.id, NTFY, is_on=True)
    return account


@pytest.fixture
def people(database: Database) -> dict[str, Account]:
    roles = {"Ana": "member", "Mia": "moderator", "Kim": "admin"}
    return {
        name: member(database, name, role, number)
        for number, (name, role) in enumerate(roles.items())
    }


def sent(database: Database) -> list[tuple[str, str]]:
    note_alerts(database, nobody)
    found = take_alerts(database, nobody)
    for one in found:
        settle_alert(database, one, "", is_final=False)
    return sorted((one.to.address.rpartition("/")[2], one.alert.kind) for one in found)


def test_moderators_are_told_of_reports_and_admins_of_everything(
    database: Database, people: dict[str, Account]
) -> None:
    alert(database, REPORT, "7", about=people["Ana"].id)
    alert(database, DISK, "120")
    alert(database, NODE, "beta:7")
    assert sent(database) == [("Kim", DISK), ("Kim", NODE), ("Kim", REPORT), ("Mia", REPORT)]
    assert sent(database) == [], "each is told once"


def test_nobody_is_told_of_a_report_about_themselves(
    database: Database, people: dict[str, Account]
) -> None:
    assert alert(database, REPORT, "7", about=people["Mia"].id) == [people["Kim"].id]
    assert sent(database) == [("Kim", REPORT)]


def test_who_is_online_gets_no_mail(database: Database, people: dict[str, Account]) -> None:
    alert(database, REPORT, "7")
    note_alerts(database, lambda account: account == people["Mia"].id)
    assert [one.to.account for one in take_alerts(database, nobody)] == [people["Kim"].id]


def test_what_is_old_is_not_told(
    database: Database, clock: Clock, people: dict[str, Account]
) -> None:
    alert(database, REPORT, "7")
    clock.time += LIFE + 1
    assert sent(database) == []


def test_holders_of_admin_keys_are_told_as_admins(database: Database) -> None:
    ana = member(database, "Ana", number=4)
    assert alert(database, NODE, "beta:7", [key(4)]) == [ana.id]


class Heard:
    """A messenger that keeps what it is to tell."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def tell_people(self, accounts: object, told: object, facts: object) -> None:
        self.told.append((accounts, facts))


async def test_a_full_disk_is_told_once_until_there_is_room_again(
    database: Database, people: dict[str, Account]
) -> None:
    heard, free = Heard(), [900]
    news = StaffNews(database, heard)  # type: ignore[arg-type]
    watch = DiskWatch(news, Path(), 500, lambda _folder: free[-1] * 1_000_000)
    for megabytes in (900, 400, 300, 550, 400, 700, 100):
        free.append(megabytes)
        await watch.look()
    told = [([people["Kim"].id], {"subject": str(one)}) for one in (400, 100)]
    assert heard.told == told
