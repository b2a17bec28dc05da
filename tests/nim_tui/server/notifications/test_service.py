"""What people ask of notices: addresses, tests, and a bound on both."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.server.accounts.store import Account, register_guest
from nim_tui.server.notifications.messages import (
    TOLD,
    DeliveryFailed,
    Message,
    ServerLinks,
    in_language,
    told,
)
from nim_tui.server.notifications.sender import NoPassword, open_notices
from nim_tui.server.notifications.service import TRIES_AT_ONCE, NotificationService
from nim_tui.server.notifications.subscriptions import DeliveryResult, Subscription
from nim_tui.server.notifications.webhooks import WebhookNotifier
from nim_tui.server.rate_limit import TooOften
from nim_tui.server.settings.addresses import WebConfig
from nim_tui.server.settings.sections import NotificationConfig
from nim_tui.server.settings.settings import ServerSettings
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import FEED, MAIL, NTFY, SLACK, WEBHOOK, WEBHOOKS
from rules.messages import Refusal
from tests.nim_tui.server.correspondence import held
from tests.nim_tui.server.notifications.conftest import Sink


@pytest.fixture
def notices(database: Database) -> NotificationService:
    door = WebhookNotifier(loopback=True)
    links = ServerLinks("https://games.example.org")
    return NotificationService(database, dict.fromkeys(WEBHOOKS, door), links, loopback=True)


async def test_a_test_is_sent_at_once_and_how_it_went_is_kept(
    database: Database, notices: NotificationService, ana: Account, sink: Sink
) -> None:
    await notices.have(ana.id, WEBHOOK, sink.address, "en")
    assert sink.heard == [], "an address alone sends nothing"
    await notices.try_out(ana.id, WEBHOOK)
    assert sink.heard[0]["title"] == "nim_tui: a test"
    last = held(database, ana).last
    assert last is not None
    assert (last.what, last.how) == ("test", "")
    sink.status = 500
    await notices.try_out(ana.id, WEBHOOK)
    last = held(database, ana).last
    assert last is not None
    assert (last.what, last.how) == ("test", "status 500")


async def test_nobody_tries_as_often_as_they_like(
    notices: NotificationService, ana: Account, sink: Sink
) -> None:
    await notices.have(ana.id, WEBHOOK, sink.address, "en")
    for _ in range(TRIES_AT_ONCE - 1):
        await notices.try_out(ana.id, WEBHOOK)
    with pytest.raises(TooOften):
        await notices.try_out(ana.id, WEBHOOK)
    with pytest.raises(TooOften):
        await notices.have(ana.id, NTFY, sink.address, "en")
    assert len(sink.heard) == TRIES_AT_ONCE - 1


async def test_what_is_no_address_is_not_kept(notices: NotificationService, ana: Account) -> None:
    with pytest.raises(Refusal):
        await notices.have(ana.id, WEBHOOK, "https://10.0.0.1/", "en")
    assert await notices.own(ana.id) == {}


async def test_guests_have_none_here_either(
    database: Database, notices: NotificationService, sink: Sink
) -> None:
    guest = register_guest(database)
    with pytest.raises(Refusal, match="guests"):
        await notices.have(guest.id, WEBHOOK, sink.address, "en")
    with pytest.raises(Refusal, match="guests"):
        await notices.new_feed(guest.id, "en")


async def test_an_address_is_one_s_own_to_turn_off_and_forget(
    notices: NotificationService, ana: Account, ben: Account, sink: Sink
) -> None:
    await notices.have(ana.id, SLACK, sink.address, "en")
    with pytest.raises(Refusal):
        await notices.turn(ben.id, SLACK, is_on=False)
    await notices.forget(ben.id, SLACK)
    assert (await notices.own(ana.id))[SLACK].is_on
    await notices.turn(ana.id, SLACK, is_on=False)
    assert not (await notices.own(ana.id))[SLACK].is_on
    await notices.forget(ana.id, SLACK)
    assert await notices.own(ana.id) == {}


def test_a_server_offers_what_its_settings_tell(database: Database, tmp_path: Path) -> None:
    browsers = WebConfig(web=8080, web_address=("http://x.example.org", "https://y.example.org/"))
    word = tmp_path / "word"
    word.write_text("secret\n")
    mail = NotificationConfig(smtp_host="mail.example.org", mail_from="a@example.org")
    for settings, kinds in (
        (ServerSettings(), ()),
        (ServerSettings(browsers=WebConfig(web_address=("https://x.example.org",))), ()),
        (ServerSettings(browsers=browsers), (FEED,)),
        (ServerSettings(notices=mail), (MAIL,)),
        (
            ServerSettings(browsers=browsers, notices=NotificationConfig(webhooks=True)),
            (*WEBHOOKS, FEED),
        ),
    ):
        assert {*open_notices(settings, database).service.kinds} == {*kinds}


@pytest.mark.parametrize("text", [None, "", " \n", "\udce9"])
def test_a_password_that_cannot_be_read_is_told_at_the_start(
    database: Database, tmp_path: Path, text: str | None
) -> None:
    file = tmp_path / "word"
    if text is not None:
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
    chosen = NotificationConfig(
        smtp_host="mail.example.org", mail_from="a@example.org", smtp_user="games",
        smtp_password=str(file),
    )  # fmt: skip
    with pytest.raises(NoPassword, match=str(file)):
        open_notices(ServerSettings(notices=chosen), database)


async def test_a_code_that_was_not_mailed_is_told(database: Database, ana: Account) -> None:
    class Shut:
        async def send(self, _to: Subscription, _message: Message) -> None:
            raise DeliveryFailed("mail server")

        async def close(self) -> None:
            """Nothing is open."""

    notices = NotificationService(database, {MAIL: Shut()})
    with pytest.raises(Refusal, match="could not be mailed"):
        await notices.have(ana.id, MAIL, "ana@example.org", "en")
    last = held(database, ana, MAIL).last
    assert last is not None
    assert (last.what, last.how) == ("code", "mail server")
    why = "le serveur de courriel est injoignable en ce moment"
    assert in_language("fr", lambda: told(last)) == f"Code, 1970-01-12 13:46 UTC\u00a0: {why}"


@pytest.mark.parametrize("how", [*TOLD, "status 404", "refused 550"])
def test_every_outcome_has_its_words(how: str) -> None:
    text = told(DeliveryResult("test", how, 0.0))
    assert text.startswith("Test, 1970-01-01 00:00 UTC: ")
    assert "{" not in text
