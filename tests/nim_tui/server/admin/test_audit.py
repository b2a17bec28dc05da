"""The audit log: every order of the staff leaves a line, and one that fails leaves none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest

from nim_tui.server.accounts.admin import from_accounts
from nim_tui.server.admin.lists import A_PAGE
from nim_tui.server.admin.offline import from_books
from nim_tui.server.admin.protocol import (
    AnyOrder,
    BanOrder,
    CloseReport,
    Erase,
    ListAudit,
    Merge,
    Mute,
    Rename,
    SetRole,
    Unban,
    Unmute,
)
from nim_tui.server.moderation import audit as book
from nim_tui.server.moderation.mutes import check_not_muted
from nim_tui.server.moderation.reports import Reported, report
from nim_tui.server.moderation.staff_page import ORDERS
from nim_tui.server.storage.database import Database
from rules.messages import Refusal
from tests.nim_tui.server.admin.conftest import person, run
from tests.nim_tui.server.admin.test_roles import issuer, moderator


def lines(database: Database, find: str = "") -> list[tuple[str, str, str, str]]:
    """Who ordered what, whom and why, oldest first."""
    found = from_books(database, ListAudit(find, after=0))["audit"]
    return [(one["by"], one["order"], one["whom"], one["why"]) for one in found]


def test_orders_from_inside_and_by_command_leave_lines(database: Database, folder: Path) -> None:
    mia = moderator(database)
    person(database, "Ben")
    from_books(database, Mute("Ben", 3600, "shouts"), issuer(mia))
    run(folder, "ban", "Ben", "rude", "--for", "7d")
    told = run(folder, "audit", "--json").facts["audit"]
    assert [(one["order"], one["whom"], one["why"], one["by_command"]) for one in told[:2]] == [
        ("ban", "Ben", "rude", True),
        ("mute", "Ben", "shouts", False),
    ]
    assert told[0]["by"]
    assert told[1]["by"] == "Mia"
    assert told[1]["facts"] == {"seconds": 3600}


@pytest.mark.parametrize("order", [Unmute("Ben"), Unban("Ben"), Rename("Ben", "Mia"),
                                   CloseReport(7), Mute("Nobody")])  # fmt: skip
def test_an_order_that_fails_leaves_no_line(database: Database, order: Mute) -> None:
    person(database, "Ben")
    person(database, "Mia")
    with pytest.raises(Refusal):
        from_books(database, order)
    assert lines(database) == []


def test_no_order_is_carried_out_that_cannot_be_written_down(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben = person(database, "Ben")

    def cannot(*_about: object) -> None:
        raise OSError

    monkeypatch.setattr("nim_tui.server.moderation.authority.record", cannot)
    with pytest.raises(OSError):  # noqa: PT011
        from_books(database, Mute("Ben"))
    check_not_muted(database, ben.account.id)


def test_a_report_keeps_the_orders_that_answered_it(database: Database) -> None:
    mia, ben = moderator(database), person(database, "Ben")
    what = Reported((mia.account.id, "Mia"), (ben.account.id, "Ben"), None)
    number = report(database, what, "rude", [])
    from_books(database, Mute("Ben", 60, report=number), issuer(mia))
    from_books(database, CloseReport(number, "muted for a minute"), issuer(mia))
    with database.reading() as connection:
        found = book.audit_of_report(connection, number)
    assert [one.what for one in found] == ["mute", "close-report"]


def test_pages_are_bounded_and_the_export_has_all(database: Database, folder: Path) -> None:
    person(database, "Ben")
    for number in range(A_PAGE + 1):
        from_accounts(database, SetRole("Ben", "moderator" if number % 2 else "member"))
    page = from_books(database, ListAudit(page=2))
    assert (len(page["audit"]), page["pages"], page["total"]) == (1, 2, A_PAGE + 1)
    told = run(folder, "audit", "--export").out.splitlines()
    assert [json.loads(line)["number"] for line in told] == [*range(1, A_PAGE + 2)]


def test_who_is_deleted_leaves_only_a_number(database: Database) -> None:
    mia, ben = moderator(database), person(database, "Ben")
    from_books(database, Mute("Ben", reason="Ben shouts"), issuer(mia))
    from_accounts(database, Erase("Ben"))
    from_accounts(database, Erase("Mia"))
    assert "Ben" not in str(lines(database))
    assert "Mia" not in str(lines(database))
    assert (f"account {mia.account.id}", "mute", f"account {ben.account.id}", "") in lines(database)


def test_entries_follow_a_merged_account(database: Database) -> None:
    person(database, "Ben")
    cleo = person(database, "Cleo")
    from_books(database, Mute("Ben"))
    from_accounts(database, Merge("Ben", "Cleo"))
    from_accounts(database, Erase("Cleo"))
    assert [line[2] for line in lines(database, "mute")] == [f"account {cleo.account.id}"]


def test_lines_are_found_by_any_text_in_them(database: Database) -> None:
    for name in ("Ben", "Cleo"):
        person(database, name)
        from_books(database, BanOrder(name, f"{name} was rude"))
    assert [line[2] for line in lines(database, "cleo was")] == ["Cleo"]


def test_the_page_of_the_lobby_names_orders_that_there_are() -> None:
    tags = {kind.__struct_config__.tag for kind in get_args(AnyOrder)}
    assert ORDERS.keys() <= tags
