"""Mail: confirmed first, then at most one a day; handed to a real mail server on the loopback."""

from __future__ import annotations

import asyncio
import email
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from nim_tui.server.accounts.store import Account, register
from nim_tui.server.notifications.addresses import UnsuitableAddress
from nim_tui.server.notifications.mail import MailNotifier, letter
from nim_tui.server.notifications.messages import (
    DeliveryFailed,
    Message,
    ServerLinks,
    trial_message,
)
from nim_tui.server.notifications.queue import A_DAY
from nim_tui.server.notifications.sender import NotificationSender
from nim_tui.server.notifications.service import CODES_A_DAY, NotificationService
from nim_tui.server.notifications.subscriptions import Subscription, gather_daily
from nim_tui.server.settings.sections import PLAIN, NotificationConfig
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import MAIL
from rules.messages import Refusal
from tests.nim_tui.server.correspondence import WAIT, by_calendar, held, waits
from tests.nim_tui.server.storage.conftest import Clock, key

LINKS = ServerLinks("https://games.example.org")
ADDRESS = "ana@example.org"
WORD = "pass word"


@dataclass
class Post:
    """A mail server that keeps what it takes."""

    port: int = 0
    taken: list[EmailMessage] = field(default_factory=list)
    to: list[list[str]] = field(default_factory=list)
    answer: str = "250 OK"
    signed_in: list[str] = field(default_factory=list)

    async def handle_RCPT(
        self, _smtp: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if self.answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.answer

    async def handle_DATA(self, _smtp: SMTP, _session: Session, envelope: Envelope) -> str:
        found = email.message_from_bytes(bytes(envelope.original_content or b""), policy=default)
        assert isinstance(found, EmailMessage)
        self.taken.append(found)
        self.to.append(list(envelope.rcpt_tos))
        return "250 OK"

    def authenticated(
        self, _smtp: SMTP, _session: Session, _envelope: Envelope, _how: str, given: Any
    ) -> AuthResult:
        assert isinstance(given, LoginPassword)
        self.signed_in.append(f"{given.login.decode()}:{given.password.decode()}")
        return AuthResult(success=given.password.decode() == WORD, handled=False)


def text_of(post: Post) -> str:
    """What the last mail says."""
    body = post.taken[-1].get_body()
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


@pytest.fixture
async def post() -> AsyncIterator[Post]:
    found = Post()

    def made() -> SMTP:
        return SMTP(
            found, hostname="mail.example.org", loop=asyncio.get_running_loop(),
            authenticator=found.authenticated, auth_require_tls=False,
        )  # fmt: skip

    server = await asyncio.get_running_loop().create_server(made, "127.0.0.1", 0)
    found.port = server.sockets[0].getsockname()[1]
    yield found
    server.close()


def settings(post: Post) -> NotificationConfig:
    return NotificationConfig(
        smtp_host="127.0.0.1", smtp_port=post.port, smtp_security=PLAIN,
        mail_from="games@example.org",
    )  # fmt: skip


@pytest.fixture
def door(post: Post) -> MailNotifier:
    return MailNotifier(settings(post), "", patience=20.0)


@pytest.fixture
def notices(database: Database, door: MailNotifier) -> NotificationService:
    return NotificationService(database, {MAIL: door}, LINKS)


async def confirmed(notices: NotificationService, post: Post, person: Account) -> None:
    """An address whose code was typed as it was mailed."""
    await notices.have(person.id, MAIL, ADDRESS, "en")
    code = re.search(r"profile: (\S+)", text_of(post))
    assert code is not None
    await notices.confirm(person.id, code[1])


async def look(notices: NotificationService, clock: Clock) -> None:
    """What a sender does once turns have lasted."""
    clock.pass_by(WAIT)
    sender = NotificationSender(notices.database, notices._doors, LINKS, WAIT)
    await sender.look(lambda _account: False)


async def test_before_its_code_is_typed_nothing_goes_to_an_address(
    database: Database, clock: Clock, notices: NotificationService, post: Post, ana: Account
) -> None:
    await notices.have(ana.id, MAIL, f" {ADDRESS} ", "en")
    waits(database, clock, by_calendar(database, ana, register(database, "Ben", key(2))), 0)
    await look(notices, clock)
    for tried in (notices.try_out(ana.id, MAIL), notices.turn(ana.id, MAIL, is_on=True)):
        with pytest.raises(Refusal):
            await tried
    assert len(post.taken) == 1
    assert "If it was you, enter this confirmation code in your profile" in text_of(post)
    assert "Ana" not in text_of(post)
    await notices.confirm(ana.id, re.findall(r"profile: (\S+)", text_of(post))[0])
    await look(notices, clock)
    assert len(post.taken) == 2


async def test_a_mail_says_whose_turn_it_is_and_how_to_stop_that(
    database: Database, clock: Clock, notices: NotificationService, post: Post, ana: Account
) -> None:
    await confirmed(notices, post, ana)
    table = by_calendar(database, ana, register(database, "Ben", key(2)), title="A secret")
    waits(database, clock, table, 0)
    await look(notices, clock)
    mail, stop = post.taken[-1], f"https://games.example.org/stop/{held(database, ana, MAIL).stop}"
    assert post.to[-1] == [ADDRESS]
    assert mail["From"] == "nim_tui <games@example.org>"
    assert mail["Subject"] == "Your turn: Bataille sous les mers"
    assert mail["List-Unsubscribe"] == f"<{stop}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Message-ID"].endswith("@example.org>")
    assert text_of(post) == (
        f"Bataille sous les mers, table {table}: 3 days per move\n"
        f"https://games.example.org/t/{table}\n\nUnsubscribe: {stop}\n"
    )


async def test_a_digest_tells_all_games_once_a_day(
    database: Database, clock: Clock, notices: NotificationService, post: Post, ana: Account
) -> None:
    await confirmed(notices, post, ana)
    gather_daily(database, ana.id, MAIL, is_daily=True)
    ben = register(database, "Ben", key(2))
    tables = [by_calendar(database, ana, ben) for _ in range(3)]
    for table in tables:
        waits(database, clock, table, 0)
    await look(notices, clock)
    assert len(post.taken) == 2, "that with the code, and this one"
    assert post.taken[-1]["Subject"] == "Your turn in 3 games"
    assert [table for table in tables if table in text_of(post)] == tables
    waits(database, clock, tables[0], 1)
    waits(database, clock, tables[0], 0)
    await look(notices, clock)
    assert len(post.taken) == 2
    clock.pass_by(A_DAY)
    await look(notices, clock)
    assert len(post.taken) == 3
    assert post.taken[-1]["Subject"] == "Your turn: Bataille sous les mers"


async def test_codes_are_mailed_a_few_times_a_day_only(
    clock: Clock, notices: NotificationService, post: Post, ana: Account, ben: Account
) -> None:
    for number in range(CODES_A_DAY):
        clock.pass_by(60.0)
        await notices.have((ana, ben)[number % 2].id, MAIL, ADDRESS, "en")
    for one, address in ((ana, ADDRESS), (ben, ADDRESS.upper().replace("ORG", "org"))):
        clock.pass_by(60.0)
        with pytest.raises(Refusal, match="tomorrow"):
            await notices.have(one.id, MAIL, address, "en")
    assert len(post.taken) == CODES_A_DAY
    clock.pass_by(A_DAY)
    await notices.have(ana.id, MAIL, ADDRESS, "en")
    assert len(post.taken) == CODES_A_DAY + 1


@pytest.mark.parametrize(
    ("answer", "how", "is_final"),
    [("550 nobody", "refused 550", True), ("451 later", "refused 451", False)],
)
async def test_who_is_refused_for_good_is_not_tried_again(
    door: MailNotifier, post: Post, answer: str, how: str, is_final: bool
) -> None:
    post.answer = answer
    with pytest.raises(DeliveryFailed) as trouble:
        await door.send(TO, TRIAL)
    assert (trouble.value.how, trouble.value.is_final) == (how, is_final)


TO = Subscription(
    1, 1, MAIL, ADDRESS, "en", is_on=True, is_daily=False, is_confirmed=True, added=0.0, stop="s",
    last=None,
)  # fmt: skip
TRIAL = trial_message("s", LINKS)


async def test_nothing_is_said_to_a_mail_server_that_does_not_encrypt(post: Post) -> None:
    asked = replace(settings(post), smtp_security="starttls")
    with pytest.raises(DeliveryFailed, match="mail server"):
        await MailNotifier(asked, "").send(TO, TRIAL)
    assert post.taken == []


async def test_it_signs_in_where_that_is_set(post: Post) -> None:
    asked = replace(settings(post), smtp_user="games")
    await MailNotifier(asked, WORD).send(TO, TRIAL)
    assert post.signed_in == [f"games:{WORD}"]
    with pytest.raises(DeliveryFailed, match="mail server") as trouble:
        await MailNotifier(asked, "other").send(TO, TRIAL)
    assert not trouble.value.is_final, "the operator may set it right"
    assert len(post.taken) == 1


async def test_a_mail_server_that_says_nothing_is_not_waited_for_for_ever() -> None:
    async def stare(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(stare, "127.0.0.1", 0)
    asked = settings(Post(server.sockets[0].getsockname()[1]))
    with pytest.raises(DeliveryFailed, match="silent"):
        await MailNotifier(asked, "", patience=0.3).send(TO, TRIAL)
    server.close()


@pytest.mark.parametrize(
    "address",
    ["ana@example.org\r\nBcc: ben@example.org", "ana@example.org\nX: y", "a@example.org, b@c.org"],
)
def test_no_address_adds_a_line_to_a_mail(address: str) -> None:
    with pytest.raises(UnsuitableAddress):
        letter("games@example.org", address, TRIAL)


@pytest.mark.parametrize("sign", ["\r\n", "\n", "\r"])
def test_no_title_and_no_link_does(sign: str) -> None:
    for message in (
        Message(f"Your turn{sign}Bcc: ben@example.org", ["x"], "", "", ""),
        Message("Your turn", ["x"], "", f"https://example.org/{sign}Bcc: ben@example.org", ""),
    ):
        with pytest.raises(ValueError, match=r"linefeed|carriage return"):
            letter("games@example.org", ADDRESS, message)


def test_without_pages_a_mail_tells_of_the_command() -> None:
    mail = letter("games@example.org", ADDRESS, trial_message("CODE", ServerLinks("")))
    assert mail["List-Unsubscribe"] is None
    assert "`stop CODE`" in mail.get_content()


def test_a_mail_comes_from_the_server_by_its_name() -> None:
    mail = letter("games@example.org", ADDRESS, TRIAL, "Club é", "Club é\nclub@example.org")
    assert mail["From"] == "Club é <games@example.org>"
    assert mail.get_content().endswith("\n-- \nClub é\nclub@example.org\n")
