"""Notifications by mail."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formataddr, formatdate, make_msgid
from typing import Final

import aiosmtplib

from nim_tui.server.notifications.addresses import UnsuitableAddress, mail_address
from nim_tui.server.notifications.messages import DeliveryFailed, Message, in_language
from nim_tui.server.notifications.subscriptions import Subscription
from nim_tui.server.settings.identity import SOFTWARE
from nim_tui.server.settings.sections import STARTTLS, TLS, NotificationConfig

PATIENCE: Final = 20.0
"""The time limit of a delivery, in seconds."""
AT_ONCE: Final = 2
"""The most connections to the mail server."""
_LINES: Final = SMTP.clone(max_line_length=900, cte_type="7bit")
"""Links stay in one piece, and every mail server accepts it."""


class MailNotifier:
    """The transport by a mail server."""

    def __init__(
        self,
        settings: NotificationConfig,
        password: str,
        *,
        patience: float = PATIENCE,
        known_as: Callable[[], tuple[str, str]] = lambda: (SOFTWARE, ""),
    ) -> None:
        """`known_as` returns the name and the signature of the server, in the reader's language."""
        self._settings = settings
        self._password = password
        self._known_as = known_as
        self._patience = patience
        self._places = asyncio.Semaphore(AT_ONCE)

    async def send(self, to: Subscription, message: Message) -> None:
        """Send a mail. Raises DeliveryFailed."""
        try:
            name, signature = in_language(to.language, self._known_as)
            mail = letter(self._settings.mail_from, to.address, message, name, signature)
        except (UnsuitableAddress, ValueError):
            raise DeliveryFailed("address", is_final=True) from None
        try:
            async with self._places, asyncio.timeout(self._patience):
                await self._hand_over(to.address, mail.as_bytes())
        except (TimeoutError, aiosmtplib.SMTPTimeoutError):
            raise DeliveryFailed("silent") from None
        except aiosmtplib.SMTPRecipientsRefused as error:
            raise _refused(error.recipients[0].code) from None
        except aiosmtplib.SMTPAuthenticationError:
            raise DeliveryFailed("mail server") from None  # the operator's concern alone
        except aiosmtplib.SMTPResponseException as error:
            raise _refused(error.code) from None
        except (aiosmtplib.SMTPException, OSError, ValueError):
            raise DeliveryFailed("mail server") from None

    async def _hand_over(self, address: str, mail: bytes) -> None:
        settings = self._settings
        await aiosmtplib.send(
            mail,
            sender=settings.mail_from,
            recipients=[address],
            hostname=settings.smtp_host,
            port=settings.smtp_port,
            username=settings.smtp_user or None,
            password=self._password if settings.smtp_user else None,
            use_tls=settings.smtp_security == TLS,
            start_tls=settings.smtp_security == STARTTLS,
            timeout=self._patience,
            local_hostname=settings.mail_from.partition("@")[2],
        )

    async def close(self) -> None:
        """Do nothing: no connection stays open."""


def _refused(code: int) -> DeliveryFailed:
    return DeliveryFailed(f"refused {code}", is_final=500 <= code < 600)


def letter(
    sender: str, address: str, message: Message, name: str = SOFTWARE, signature: str = ""
) -> EmailMessage:
    """Return a mail to one address, after a new check. Raises UnsuitableAddress, ValueError.

    `name` is that of the server.
    """
    mail = EmailMessage(_LINES)
    mail["From"] = formataddr((name, sender))
    mail["To"] = mail_address(address)
    mail["Subject"] = message.title
    mail["Date"] = formatdate(localtime=False)
    mail["Message-ID"] = make_msgid(domain=sender.partition("@")[2])
    mail["Auto-Submitted"] = "auto-generated"
    if message.stop_link:
        mail["List-Unsubscribe"] = f"<{message.stop_link}>"
    if message.stop_link.startswith("https://"):
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    end = f"\n-- \n{signature}\n" if signature else ""
    mail.set_content(f"{message.text}\n{end}")
    return mail
