"""Notices to browsers: what a push service on the loopback takes, and what comes of its answers."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from aiohttp import web

from nim_tui.server.accounts.personal_data import personal_data
from nim_tui.server.accounts.store import Account, register_guest
from nim_tui.server.notifications.addresses import UnsuitableAddress
from nim_tui.server.notifications.challenge_queue import ChallengeNotice
from nim_tui.server.notifications.messages import (
    ServerLinks,
    alert_message,
    challenge_message,
    turn_message,
)
from nim_tui.server.notifications.queue import MOST_TRIES, RETRIES, WaitingTurn
from nim_tui.server.notifications.sender import NotificationSetup, open_notices
from nim_tui.server.notifications.service import NotificationService
from nim_tui.server.notifications.subscriptions import (
    BrowserKeys,
    Subscription,
    browser_keys,
    subscriptions,
)
from nim_tui.server.notifications.web_push import A_DAY, LASTS, MOST, ROOM, topic
from nim_tui.server.settings.addresses import WebConfig
from nim_tui.server.settings.sections import NotificationConfig
from nim_tui.server.settings.settings import ServerSettings
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.schema import PUSH
from rules.messages import Refusal
from tests.nim_tui.server.correspondence import WAIT, by_calendar, waits
from tests.nim_tui.server.notifications.pushed import PushService, ToyBrowser
from tests.nim_tui.server.storage.conftest import Clock

HOUSE = "https://games.example.org"


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    """One on the loopback."""
    service = PushService()
    runner = web.ServerRunner(web.Server(service.answer))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    service.origin = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield service
    await runner.cleanup()


def office(database: Database, *, loopback: bool = True, mail_from: str = "") -> NotificationSetup:
    """A server whose settings have it tell browsers."""
    notices = NotificationConfig(
        web_push=True, notice_loopback=loopback, notice_seconds=WAIT, mail_from=mail_from
    )
    browsers = WebConfig(web=8080, web_address=(HOUSE,))
    return open_notices(ServerSettings(browsers=browsers, notices=notices), database)


@dataclass(frozen=True)
class House:
    """A server that tells browsers, and the push service of all of them, which knows its key."""

    database: Database
    clock: Clock
    service: PushService
    office: NotificationSetup

    @property
    def notices(self) -> NotificationService:
        return self.office.service


@pytest.fixture
async def house(database: Database, clock: Clock, service: PushService) -> AsyncIterator[House]:
    opened = office(database)
    service.key = await opened.service.push_key()
    yield House(database, clock, service, opened)
    await opened.sender.close()


async def have(house: House, person: Account) -> Subscription:
    """A browser that is on."""
    service = house.service
    await house.notices.have_browser(person.id, service.address, service.browser.keys, "fr")
    return (await house.notices.own(person.id))[PUSH]


async def look(house: House) -> dict[str, int]:
    """What a sender does at its next look."""
    house.clock.pass_by(WAIT)
    house.office.sender.counted.clear()
    await house.office.sender.look(lambda _account: False)
    return dict(house.office.sender.counted)


async def test_a_turn_reaches_the_browser_alone(house: House, ana: Account, ben: Account) -> None:
    kept = await have(house, ana)
    table = by_calendar(house.database, ana, ben, title="@everyone secret")
    waits(house.database, house.clock, table, 0)
    assert await look(house) == {"sent": 1}
    (taken,) = house.service.taken
    assert house.service.told() == [
        {
            "title": "À vous\u00a0: Bataille sous les mers",
            "text": f"Bataille sous les mers, table {table}\u00a0: 3 jours par coup",
            "page": f"/t/{table}",
            "stop": f"/stop/{kept.stop}",
            "stops": "Se désabonner",
            "language": "fr",
            "tag": taken.headers["Topic"],
        }
    ]
    assert taken.headers["Content-Encoding"] == "aes128gcm"
    assert (taken.headers["TTL"], taken.headers["Urgency"]) == (str(A_DAY), "normal")
    for word in (table, kept.stop, "Ana", "Bataille"):
        assert word.encode() not in taken.body
        assert word not in str(taken.headers)


async def test_a_push_service_is_told_who_vouches(house: House, ana: Account) -> None:
    await have(house, ana)
    await house.notices.try_out(ana.id, PUSH)
    claims = house.service.claims(house.service.taken[0].headers["Authorization"])
    assert claims == {
        "aud": house.service.origin,
        "exp": int(house.clock.time) + LASTS,
        "sub": HOUSE,
    }
    other = office(house.database, mail_from="games@example.org")
    await other.service.try_out(ana.id, PUSH)
    claims = house.service.claims(house.service.taken[1].headers["Authorization"])
    assert claims["sub"] == "mailto:games@example.org"
    await other.sender.close()


async def test_what_is_sent_is_always_as_long_and_one_a_table_is_kept(
    house: House, ana: Account, ben: Account
) -> None:
    await have(house, ana)
    tables = [
        by_calendar(house.database, ana, ben, game=game, title=f"secret {game}", seed=seed)
        for seed, game in enumerate(("bataille", "schwarm", "bataille"))
    ]
    for _round in range(2):
        for table in tables:
            waits(house.database, house.clock, table, 0)
        assert await look(house) == {"sent": 3}
        for table in tables:
            waits(house.database, house.clock, table)
    await house.notices.try_out(ana.id, PUSH)
    assert {len(one.body) for one in house.service.taken} == {16 + 5 + 65 + ROOM + 1 + 16}
    assert ROOM <= MOST
    assert {len(one.headers["Authorization"]) for one in house.service.taken} == {
        len(house.service.taken[0].headers["Authorization"])
    }
    topics = [one.headers["Topic"] for one in house.service.taken]
    pages = [one["page"] for one in house.service.told()]
    assert len(set(topics)) == len(set(pages)) == 4
    assert len(set(zip(topics, pages))) == 4
    assert {len(topic) for topic in topics} == {32}


async def test_what_is_about_no_table_takes_the_place_of_the_same_alone(
    house: House, ana: Account
) -> None:
    to, links = await have(house, ana), ServerLinks(HOUSE)
    challenges = [ChallengeNotice(number, "bataille", 0.0, 3) for number in (1, 2)]
    turn = WaitingTurn("bataille-1", "bataille", 86_400, 0.0)
    told = [
        *(challenge_message(one, "", links) for one in challenges),
        *(alert_message("{subject} is reported.", name, "", links) for name in ("Ben", "Eve")),
        turn_message([turn], "", links),
    ]
    assert len({topic(to, one) for one in told}) == 5
    late = replace(turn, left=60.0)
    assert topic(to, told[-1]) == topic(to, turn_message([late], "", links)), "told of once"


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_is_gone_is_forgotten(
    house: House, ana: Account, ben: Account, status: int
) -> None:
    kept = await have(house, ana)
    waits(house.database, house.clock, by_calendar(house.database, ana, ben), 0)
    house.service.status = status
    assert await look(house) == {"given_up": 1}
    assert subscriptions(house.database, ana.id) == []
    assert browser_keys(house.database, kept.id) is None
    await have(house, ana)
    with pytest.raises(
        Refusal, match="that browser no longer accepts notifications: set it up again"
    ):
        await house.notices.try_out(ana.id, PUSH)
    assert await house.notices.own(ana.id) == {}


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_what_cannot_be_taken_now_is_tried_again_within_bounds(
    house: House, ana: Account, ben: Account, status: int
) -> None:
    await have(house, ana)
    waits(house.database, house.clock, by_calendar(house.database, ana, ben), 0)
    house.service.status = status
    assert await look(house) == {"put_off": 1}
    for wait in RETRIES[:-1]:
        assert await look(house) == {}
        house.clock.pass_by(wait)
        assert await look(house) == {"put_off": 1}
    house.clock.pass_by(RETRIES[-1])
    assert await look(house) == {"given_up": 1}
    house.clock.pass_by(5 * RETRIES[-1])  # not yet time for a reminder
    assert await look(house) == {}
    assert len(house.service.taken) == MOST_TRIES
    assert (await house.notices.own(ana.id))[PUSH].is_on


async def test_a_house_whose_key_is_another_is_refused(house: House, ana: Account) -> None:
    await have(house, ana)
    house.service.key = "another"
    await house.notices.try_out(ana.id, PUSH)
    last = (await house.notices.own(ana.id))[PUSH].last
    assert last is not None
    assert last.how == "status 403"


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example.org/a", "https://127.0.0.1/a", "https://10.0.0.7/a",
        "https://[::1]/a", "https://169.254.169.254/a", "https://localhost/a",
        "https://push.example.org:22/a", "https://" + "a" * 600 + ".example.org/", "", "rubbish",
    ],
)  # fmt: skip
async def test_nothing_is_kept_that_leads_into_this_network(
    database: Database, ana: Account, address: str
) -> None:
    house = office(database, loopback=False)
    with pytest.raises(UnsuitableAddress):
        await house.service.have_browser(ana.id, address, ToyBrowser().keys, "en")
    assert await house.service.own(ana.id) == {}
    await house.sender.close()


async def test_without_the_setting_the_loopback_is_not_reached(house: House, ana: Account) -> None:
    await have(house, ana)
    careful = office(house.database, loopback=False)
    await careful.service.try_out(ana.id, PUSH)
    last = (await careful.service.own(ana.id))[PUSH].last
    assert last is not None
    assert last.how == "address"
    await careful.sender.close()
    assert house.service.taken == []


async def test_one_browser_takes_the_place_of_another(house: House, ana: Account) -> None:
    first = await have(house, ana)
    house.service.browser = ToyBrowser()
    second = await have(house, ana)
    assert browser_keys(house.database, first.id) is None
    assert browser_keys(house.database, second.id) == house.service.browser.keys
    await house.notices.try_out(ana.id, PUSH)
    assert [one["page"] for one in house.service.told()] == ["/"]
    told = json.dumps(personal_data(house.database, ana))
    assert house.service.address in told
    assert house.service.browser.keys.auth not in told


async def test_neither_guests_nor_wrong_keys_nor_what_is_typed(house: House, ana: Account) -> None:
    guest, right = register_guest(house.database), house.service.browser.keys
    with pytest.raises(Refusal, match="guests"):
        await house.notices.have_browser(guest.id, house.service.address, right, "en")
    wrong = BrowserKeys(right.point, right.auth[:-2])
    with pytest.raises(UnsuitableAddress):
        await house.notices.have_browser(ana.id, house.service.address, wrong, "en")
    with pytest.raises(Refusal, match="set up push notifications in the browser itself"):
        await house.notices.have(ana.id, PUSH, house.service.address, "en")
    assert subscriptions(house.database, ana.id) == []


async def test_all_servers_at_a_database_have_one_key(house: House, tmp_path: Path) -> None:
    again = open_database(tmp_path / "data", house.clock)
    other = office(again)
    assert await other.service.push_key() == house.service.key
    await other.sender.close()
    again.close()


async def test_where_no_browser_comes_none_is_offered(database: Database) -> None:
    settings = ServerSettings(notices=NotificationConfig(web_push=True))
    notices = open_notices(settings, database).service
    assert (list(notices.kinds), await notices.push_key()) == ([], "")
