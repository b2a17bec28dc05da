"""What an operator may set of notices to people who are away."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from nim_tui.server.settings.fields import number, setting, switch, text, whole
from nim_tui.server.settings.kinds import Text, WrongValue, shown
from nim_tui.server.settings.lists import choice
from rules.messages import N_

STARTTLS, TLS, PLAIN = "starttls", "tls", "none"
SECURITY: Final = (STARTTLS, TLS, PLAIN)
"""How the connection to a mail server is encrypted: after its first words, from the start, not."""

_PART: Final = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_WORD: Final = "[A-Za-z0-9_+=&-]+"
_MAIL: Final = re.compile(rf"{_WORD}(?:\.{_WORD})*@{_PART}(?:\.{_PART})+", re.ASCII)
LONGEST_MAIL: Final = 254


def is_mail_address(address: str) -> bool:
    """Whether it is a plain mail address: one person's, without quotes, comments or blanks."""
    local, _at, _host = address.partition("@")
    is_short = len(address) <= LONGEST_MAIL and len(local) <= 64
    return is_short and _MAIL.fullmatch(address) is not None


@dataclass(frozen=True, slots=True)
class MailAddress(Text):
    """A mail address, or none."""

    def checked(self, value: object) -> str:
        """The value. Raises WrongValue."""
        given = Text.checked(self, value)
        if given and not is_mail_address(given):
            raise WrongValue(
                N_("it takes a mail address such as {address}, not {text}"),
                address="games@example.org",
                text=shown(given),
            )
        return given


@dataclass(frozen=True, slots=True)
class Notices:
    """By which ways people who are away are told that it is their turn, if they want to be."""

    webhooks: bool = switch(
        N_("Let people have notices of their turns sent to ntfy, Discord, Slack or a webhook.")
    )
    web_push: bool = switch(
        N_("Let people have notices of their turns shown by their browsers, even closed ones.")
    )
    notice_seconds: float = number(
        60.0, 0.0, 86_400.0, N_("Seconds that a turn lasts before its person is sent a notice.")
    )
    notice_loopback: bool = switch(
        N_("Let webhooks lead to this machine itself, without https: to try things out.")
    )
    smtp_host: str = text(
        "", 253, N_("ADDRESS"), N_("Mail server that takes mail from here. Empty: no mail.")
    )
    smtp_port: int = whole(587, 1, 65_535, N_("Its port."))
    smtp_security: str = choice(SECURITY, N_("How the connection to it is encrypted."))
    smtp_user: str = text("", 254, N_("NAME"), N_("Name to sign in there. Empty: nobody does."))
    smtp_password: str = text("", 4096, N_("FILE"), N_("File with the password for that."))
    mail_from: str = setting(
        "", MailAddress(N_("Address that mail comes from."), LONGEST_MAIL, N_("ADDRESS"))
    )
