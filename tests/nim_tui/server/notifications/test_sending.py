"""Sending: what real services on the loopback are told, and what comes of their answers."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from nim_tui.server.accounts.store import Account, register
from nim_tui.server.contests.ladder_store import challenge, join
from nim_tui.server.notifications.messages import DeliveryFailed, ServerLinks, trial_message
from nim_tui.server.notifications.queue import RETRIES, notice_figures
from nim_tui.server.notifications.sender import NotificationSender
from nim_tui.server.notifications.webhooks import LONGEST, WebhookNotifier
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import DISCORD, NTFY, SLACK, WEBHOOK, WEBHOOKS
from nim_tui.tables.clock import ClockPlan
from tests.nim_tui.server.correspondence import WAIT, by_calendar, have, held, nobody, waits
from tests.nim_tui.server.notifications.conftest import Sink
from tests.nim_tui.server.storage.conftest import Clock, key

LINKS = ServerLinks("https://games.example.org")
TRIAL = trial_message("t", LINKS)


@asynccontextmanager
async def sending(
    database: Database, *, loopback: bool = True
) -> AsyncIterator[NotificationSender]:
    door = WebhookNotifier(loopback=loopback)
    sender = NotificationSender(database, dict.fromkeys(WEBHOOKS, door), LINKS, WAIT)
    yield sender
    await sender.close()


async def told(database: Database, clock: Clock) -> dict[str, int]:
    """What one sender does at its next look."""
    clock.pass_by(WAIT)
    async with sending(database) as sender:
        await sender.look(nobody)
        return dict(sender.counted)


async def test_a_turn_reaches_a_webhook(
    database: Database, clock: Clock, ana: Account, ben: Account, sink: Sink
) -> None:
    kept = have(database, ana, sink.address)
    table = by_calendar(database, ana, ben, title="@everyone <b>hello</b>")
    waits(database, clock, table, 0)
    assert await told(database, clock) == {"sent": 1}
    stop = f"https://games.example.org/stop/{kept.stop}"
    assert sink.heard == [
        {
            "title": "Your turn: Bataille sous les mers",
            "text": f"Bataille sous les mers, table {table}: 3 days per move\n"
            f"https://games.example.org/t/{table}\n\nUnsubscribe: {stop}",
            "url": f"https://games.example.org/t/{table}",
            "stop": stop,
        }
    ]
    last = held(database, ana).last
    assert last is not None
    assert (last.what, last.how, last.when) == ("turn", "", clock.time)
    assert await told(database, clock) == {}
    assert len(sink.heard) == 1


async def test_a_challenge_reaches_a_webhook(
    database: Database, clock: Clock, ana: Account, ben: Account, sink: Sink
) -> None:
    """With the ladder and the days there are; not by whom, who chose their name themselves."""
    kept = have(database, ana, sink.address)
    for one in (ana, ben):
        join(database, "bataille", one.id)
    clock.pass_by(1.0)
    by = ClockPlan("days", 3 * 86_400)
    challenge(database, "bataille", (ben.id, ana.id), by, ContestConfig())
    assert await told(database, clock) == {"sent": 1}
    stop = f"https://games.example.org/stop/{kept.stop}"
    assert sink.heard == [
        {
            "title": "A challenge: Bataille sous les mers",
            "text": "You are challenged on the Bataille sous les mers ladder. "
            "Accept within 7 days.\n"
            f"https://games.example.org/\n\nUnsubscribe: {stop}",
            "url": "https://games.example.org/",
            "stop": stop,
        }
    ]
    assert await told(database, clock) == {}


@pytest.mark.parametrize("kind", [NTFY, DISCORD, SLACK])
async def test_each_service_is_told_in_its_form(
    database: Database, clock: Clock, ana: Account, sink: Sink, kind: str
) -> None:
    have(database, ana, sink.address, kind, "fr")
    table = by_calendar(database, ana, register(database, "Ben", key(2)))
    waits(database, clock, table, 0)
    assert await told(database, clock) == {"sent": 1}
    (body,) = sink.heard
    expected: dict[str, tuple[str, str, dict[str, Any]]] = {
        NTFY: ("/", "message", {"topic": "hook", "click": f"https://games.example.org/t/{table}"}),
        DISCORD: ("/hook", "content", {"allowed_mentions": {"parse": []}, "flags": 4}),
        SLACK: ("/hook", "text", {"mrkdwn": False, "unfurl_links": False}),
    }
    path, place, more = expected[kind]
    assert sink.paths == [path]
    assert f"table {table}\u00a0: 3 jours par coup" in body[place]
    assert more.items() <= body.items()
    assert len(body[place]) <= LONGEST


async def test_what_is_said_depends_on_nothing_that_is_hidden(
    database: Database, clock: Clock, ana: Account, ben: Account, sink: Sink
) -> None:
    kept = have(database, ana, sink.address)
    said = set()
    for seed in range(4):
        table = by_calendar(database, ana, ben, seed=seed, title=f"secret {seed}")
        waits(database, clock, table, 0)
        assert await told(database, clock) == {"sent": 1}
        said.add(json.dumps(sink.heard[-1]).replace(table, "TABLE"))
        waits(database, clock, table)
    assert len(said) == 1
    (one,) = said
    for word in ("Ana", "Ben", "secret", str(kept.account)):
        assert word not in one.replace(kept.stop, "")


async def test_an_answer_that_leads_elsewhere_is_not_followed(sink: Sink, ana: Account) -> None:
    sink.status, sink.headers = 307, {"Location": sink.address + "/other"}
    await refused_by(sink, "status 307", is_final=True)
    assert sink.paths == ["/hook"]


async def refused_by(sink: Sink, how: str, *, is_final: bool) -> None:
    door = WebhookNotifier(loopback=True)
    try:
        with pytest.raises(DeliveryFailed) as trouble:
            await door.send(subscription(sink.address), TRIAL)
    finally:
        await door.close()
    assert (trouble.value.how, trouble.value.is_final) == (how, is_final)


def subscription(address: str) -> Any:
    class To:
        kind = WEBHOOK

    To.address = address  # type: ignore[attr-defined]
    return To()


@pytest.mark.parametrize(
    ("status", "is_final"), [(400, True), (404, True), (410, True), (429, False), (503, False)]
)
async def test_what_a_service_answers_tells_whether_to_try_again(
    sink: Sink, status: int, is_final: bool
) -> None:
    sink.status = status
    await refused_by(sink, f"status {status}", is_final=is_final)


async def test_the_body_of_an_answer_is_never_read(sink: Sink) -> None:
    sink.status, sink.more = 200, b"x" * 5_000_000
    door = WebhookNotifier(loopback=True)
    await door.send(subscription(sink.address), TRIAL)
    await door.close()


async def test_headers_without_end_are_cut_off() -> None:
    async def pour(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nX: ")
        try:
            for _ in range(1000):
                writer.write(b"x" * 10_000)
                await writer.drain()
        except ConnectionError:
            pass
        writer.close()

    await refused_on_port(pour, "unreachable")


async def test_a_service_that_says_nothing_is_waited_for_for_a_while_only() -> None:
    async def stare(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    await refused_on_port(stare, "silent", patience=0.3)


async def refused_on_port(serve: Any, how: str, patience: float = 20.0) -> None:
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    door = WebhookNotifier(loopback=True, patience=patience)
    with pytest.raises(DeliveryFailed) as trouble:
        await door.send(subscription(f"http://127.0.0.1:{port}/"), TRIAL)
    assert trouble.value.how == how
    await door.close()
    server.close()


NAMES = {
    "own.example.org": "127.0.0.1",
    "lan.example.org": "10.0.0.7",
    "mapped.example.org": "::ffff:127.0.0.1",
    "metadata.example.org": "169.254.169.254",
}


@pytest.mark.parametrize("host", NAMES)
async def test_a_name_that_leads_into_this_network_is_not_followed(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    """A name is resolved anew for each connection, and the address is looked at that is used."""
    tried: list[Any] = []

    def resolved(*_about: Any, **_more: Any) -> list[Any]:
        family = socket.AF_INET6 if ":" in NAMES[host] else socket.AF_INET
        where = (NAMES[host], 443, 0, 0) if ":" in NAMES[host] else (NAMES[host], 443)
        return [(family, socket.SOCK_STREAM, 6, "", where)]

    async def connected(_sock: Any, where: Any) -> None:
        tried.append(where)

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    monkeypatch.setattr(asyncio.get_running_loop(), "sock_connect", connected)
    door = WebhookNotifier(loopback=False)
    with pytest.raises(DeliveryFailed, match="unreachable"):
        await door.send(subscription(f"https://{host}/"), TRIAL)
    await door.close()
    assert tried == []


async def test_without_the_setting_the_loopback_is_not_reached(sink: Sink) -> None:
    door = WebhookNotifier(loopback=False)
    safe = sink.address.replace("http:", "https:")
    for address in (sink.address, safe):
        with pytest.raises(DeliveryFailed, match="address"):
            await door.send(subscription(address), TRIAL)
    for host in ("0x7f.1", "127.1.", "2130706433."):  # what some take for addresses
        with pytest.raises(DeliveryFailed, match=r"unreachable|address"):
            await door.send(subscription(safe.replace("127.0.0.1", host)), TRIAL)
    await door.close()
    assert sink.paths == []


async def test_what_was_put_off_comes_later(
    database: Database, clock: Clock, ana: Account, ben: Account, sink: Sink
) -> None:
    have(database, ana, sink.address)
    waits(database, clock, by_calendar(database, ana, ben), 0)
    sink.status = 503
    assert await told(database, clock) == {"put_off": 1}
    sink.status = 204
    assert await told(database, clock) == {}
    clock.pass_by(RETRIES[0])
    assert await told(database, clock) == {"sent": 1}
    assert len(sink.heard) == 2


async def test_a_service_that_is_gone_is_given_up(
    database: Database, clock: Clock, ana: Account, ben: Account, sink: Sink
) -> None:
    have(database, ana, sink.address)
    waits(database, clock, by_calendar(database, ana, ben), 0)
    sink.status = 410
    assert await told(database, clock) == {"given_up": 1}
    assert notice_figures(database)["waiting"] == 0


async def test_one_service_that_fails_keeps_no_other_from_being_told(
    database: Database, clock: Clock, ana: Account, ben: Account, sink: Sink
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    have(database, ana, f"http://127.0.0.1:{port}/nobody")
    have(database, ben, sink.address)
    waits(database, clock, by_calendar(database, ana, ben), 0, 1)
    assert await told(database, clock) == {"sent": 1, "put_off": 1}
    assert len(sink.heard) == 1
