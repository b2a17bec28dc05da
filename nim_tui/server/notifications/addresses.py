"""Checks of addresses, those of browsers included, before anything is sent to them."""

from __future__ import annotations

import binascii
import re
import socket
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec

from nim_tui.server.ip_addresses import Address, Network, address_in
from nim_tui.server.settings.sections import is_mail_address
from nim_tui.server.storage.schema import DISCORD, LONGEST_ADDRESS, NTFY, SLACK
from rules.messages import N_, Refusal

_HOSTS: Final = {
    DISCORD: (("discord.com", "discordapp.com"), "/api/webhooks/"),
    SLACK: (("hooks.slack.com",), "/services/"),
}
"""The hosts of webhook services, and the start of their paths."""
_PORTS: Final = {443, *range(1024, 65_536)}
"""The allowed ports; below these only other services than HTTPS listen."""
_NEVER: Final[tuple[Network, ...]] = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
            "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
            "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
            "::/16", "64:ff9b::/32", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16",
            "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/9", "ff00::/8",
        ),
    )
)  # fmt: skip
"""Networks of this machine, private, multicast or unroutable.

IPv6 addresses that contain an IPv4 one (mapped, NAT64, 6to4, Teredo) are included: their translator
decides where they lead.
"""


_TOPIC: Final = re.compile(r"(?:/[A-Za-z0-9._-]{1,64})*/[A-Za-z0-9_-]{1,64}", re.ASCII)
"""The path of an ntfy topic, on some servers below a prefix."""


_UPWARDS: Final = {".", ".."}
"""Parts of a path that lead out of it."""
_OWN_NETWORK: Final = 64
"""The bits of an IPv6 address that all machines of one network share."""


class UnsuitableAddress(Refusal):
    """The address cannot be used; the message says what is valid."""


class NotPublic(OSError):
    """The address is in this machine's own network."""


def web_address(kind: str, typed: str, *, loopback: bool) -> str:
    """Return the address of a webhook as stored. Raises UnsuitableAddress."""
    text = typed.strip()
    is_plain = text.isascii() and text.isprintable() and not {" ", "\\", "<", ">", '"'} & {*text}
    try:
        url = urlsplit(text)
        host, port = url.hostname or "", url.port or {"http": 80}.get(url.scheme, 443)
    except ValueError:
        raise _no_address() from None
    is_whole = (
        host != "" and "@" not in url.netloc and not _UPWARDS & {*unquote(url.path).split("/")}
    )
    if not is_plain or len(text) > LONGEST_ADDRESS or not is_whole:
        raise _no_address()
    if url.scheme != "https" and not (loopback and url.scheme == "http"):
        raise UnsuitableAddress(N_("the address must begin with https://"))
    hosts, path = _HOSTS.get(kind, ((), ""))
    if hosts and not loopback and (host not in hosts or not url.path.startswith(path)):
        raise UnsuitableAddress(
            N_("an address of this kind begins with {address}"), address=f"https://{hosts[0]}{path}"
        )
    if kind == NTFY and not _TOPIC.fullmatch(url.path):
        raise UnsuitableAddress(
            N_("an ntfy address must end in a topic, such as https://ntfy.sh/TOPIC")
        )
    known = address_in(host)
    is_allowed = known is None or is_public(known) or (loopback and known.is_loopback)
    if port not in _PORTS or not is_allowed or (known is None and "." not in host and not loopback):
        raise UnsuitableAddress(N_("this server does not send to addresses of this kind"))
    return url._replace(fragment="").geturl()


def _no_address() -> UnsuitableAddress:
    return UnsuitableAddress(N_("not an address that notifications can be sent to"))


def mail_address(typed: str) -> str:
    """Return a mail address as stored. Raises UnsuitableAddress."""
    text = typed.strip()
    if not is_mail_address(text):
        raise UnsuitableAddress(N_("not an email address"))
    return text


def is_public(address: Address) -> bool:
    """Check whether an address is public, not of this machine or its network."""
    if any(address in network for network in _NEVER if network.version == address.version):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def own_address(family: int, where: tuple[Any, ...]) -> Address | None:
    """Return the local address used to reach another; None if there is no route.

    Nothing is sent: a datagram socket is only connected.
    """
    with socket.socket(family, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(where)
        except OSError:
            return None
        return address_in(str(asked.getsockname()[0]))


def is_near(address: Address, own: Address | None) -> bool:
    """Check whether an address is this machine's (`own`), or for IPv6 in its network."""
    if own is None or own.version != address.version:
        return False
    near = ip_network((own, _OWN_NETWORK if own.version == 6 else own.max_prefixlen), strict=False)
    return address in near


def public_sockets(
    *, loopback: bool, own: Callable[[int, tuple[Any, ...]], Address | None] = own_address
) -> Callable[[Any], socket.socket]:
    """Return a function that makes the socket for a resolved address after checking it.

    The checked address itself is connected to, so a name that resolves differently a moment later
    has no effect. `own` returns the local address used to reach another. The function raises
    NotPublic.
    """

    def made(found: tuple[Any, Any, int, str, tuple[Any, ...]]) -> socket.socket:
        family, kind, protocol, _name, where = found
        known = address_in(str(where[0]))
        is_mapped = family == socket.AF_INET6 and known is not None and known.version == 4
        if known is None or is_mapped or not (is_public(known) or (loopback and known.is_loopback)):
            raise NotPublic("not a public address")
        if not known.is_loopback and is_near(known, own(family, where)):
            raise NotPublic("an address of this machine or its network")
        return socket.socket(family, kind, protocol)

    return made


POINT_BYTES: Final = 65
"""The size of an uncompressed P-256 point."""
AUTH_BYTES: Final = 16
CURVE: Final = ec.SECP256R1()


@dataclass(frozen=True, slots=True)
class PushReceiver:
    """The browser that can decrypt a message."""

    point: bytes
    key: ec.EllipticCurvePublicKey
    auth: bytes


def receiver_in(point: str, auth: str) -> PushReceiver:
    """Return the receiver a browser describes, in base64url. Raises UnsuitableAddress."""
    try:
        raw, secret = (_decoded(one) for one in (point, auth))
        if len(raw) != POINT_BYTES or len(secret) != AUTH_BYTES:
            raise ValueError
        return PushReceiver(raw, ec.EllipticCurvePublicKey.from_encoded_point(CURVE, raw), secret)
    except ValueError:
        raise UnsuitableAddress(N_("this browser gave no push address")) from None


def _decoded(text: str) -> bytes:
    """Decode base64url. Raises ValueError."""
    if len(text) > 100 or not text.isascii():
        raise ValueError
    try:
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except binascii.Error as error:
        raise ValueError from error


def in_base64url(data: bytes) -> str:
    """Return data in base64url without padding, as web push writes bytes."""
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")
