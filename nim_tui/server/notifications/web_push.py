"""Notifications to browsers (RFC 8030, 8291, 8292).

No library fits: of those with a permissive licence one is available as sources only, which pip
would build with unlocked tools, and the other needs a data validation framework. So this uses the
primitives of `cryptography`, and is tested with the vector of the RFC.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import struct
from typing import Final
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from nim_tui.server.notifications.addresses import (
    CURVE,
    PushReceiver,
    UnsuitableAddress,
    in_base64url,
    receiver_in,
)
from nim_tui.server.notifications.messages import STOPS, DeliveryFailed, Message, in_language
from nim_tui.server.notifications.subscriptions import Subscription, browser_keys, push_key
from nim_tui.server.notifications.webhooks import PATIENCE, SafePoster
from nim_tui.server.storage.database import Database, StorageError
from screens.text import _

SALT_BYTES: Final = 16
RECORD: Final = 4096
"""The announced record size; a message is one record at most."""
MOST: Final = 3993
"""The most bytes of a message that every push service accepts (RFC 8030, RFC 8291)."""
_END: Final = b"\x02"
"""The end of the last record; zeros may follow."""


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public half of a key, as it is sent."""
    public = key.public_key()
    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypted(
    text: bytes,
    to: PushReceiver,
    room: int = 0,
    salt: bytes | None = None,
    key: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Return an encrypted body (aes128gcm), padded to the length of one of `room` bytes.

    `salt` and `key` are random unless given. Raises ValueError if the message is too long.
    """
    if max(len(text), room) > MOST:
        raise ValueError("too long for one record")
    own = key or ec.generate_private_key(CURVE)
    fresh = salt or os.urandom(SALT_BYTES)
    point = point_of(own)
    shared = own.exchange(ec.ECDH(), to.key)
    secret = _derived(to.auth, b"WebPush: info\0" + to.point + point, 32, shared)
    content_key = _derived(fresh, b"Content-Encoding: aes128gcm\0", 16, secret)
    nonce = _derived(fresh, b"Content-Encoding: nonce\0", 12, secret)
    padded = text + _END + bytes(max(0, room - len(text)))
    header = fresh + struct.pack("!LB", RECORD, len(point)) + point
    return header + AESGCM(content_key).encrypt(nonce, padded, None)


def _derived(salt: bytes, info: bytes, length: int, secret: bytes) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


LASTS: Final = 12 * 3600
"""The lifetime of an authorization, in seconds; push services accept at most a day."""


def new_pem() -> str:
    """Return a new key, as stored."""
    made = ec.generate_private_key(ec.SECP256R1())
    return made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode("ascii")


class VapidKey:
    """The VAPID key that authenticates messages."""

    def __init__(self, pem: str, contact: str) -> None:
        """`contact` is a mailto: or https: address of the operator; empty for none."""
        found = load_pem_private_key(pem.encode("ascii"), None)
        assert isinstance(found, ec.EllipticCurvePrivateKey)
        self._key = found
        self._contact = contact
        self.public: Final = in_base64url(point_of(found))
        """The public key for browsers, which then accept notifications only from its owner."""

    def header(self, address: str, now: float) -> str:
        """Return the Authorization header for a push service, at a time."""
        url = urlsplit(address)
        claims: dict[str, str | int] = {
            "aud": f"{url.scheme}://{url.netloc}",
            "exp": int(now) + LASTS,
        }
        if self._contact:
            claims["sub"] = self._contact
        return f"vapid t={jwt.encode(claims, self._key, algorithm='ES256')}, k={self.public}"


ROOM: Final = 2048
"""The bytes that every message takes, whatever its content."""
LONGEST: Final = 300
"""The most characters of a title or a text."""
A_DAY: Final = 86_400
"""Seconds for which a push service keeps a message for an offline browser."""
_GONE: Final = frozenset((404, 410))
"""The statuses of a push service for a removed subscription."""

logger = logging.getLogger(__name__)


class WebPushNotifier:
    """The transport by the push services of browsers."""

    def __init__(self, database: Database, contact: str, *, loopback: bool) -> None:
        """`contact` is where push services find who runs the server: mailto:, https: or empty.

        `loopback` allows this machine as a target, without https.
        """
        self._database = database
        self._contact = contact
        self._kept: VapidKey | None = None
        self._poster = SafePoster(loopback=loopback, patience=PATIENCE)

    async def key(self) -> str:
        """Return the public key for browsers' subscriptions. Raises StorageError."""
        return (await self._voucher()).public

    async def _voucher(self) -> VapidKey:
        if self._kept is None:
            pem = await self._database.ask(push_key, new_pem)
            self._kept = VapidKey(pem, self._contact)
        return self._kept

    async def send(self, to: Subscription, message: Message) -> None:
        """Post a message. Raises DeliveryFailed."""
        address = self._poster.checked(to.kind, to.address)
        receiver, voucher = await self._read(to)
        body = encrypted(payload(to, message), receiver, ROOM)
        headers = {
            "Authorization": voucher.header(address, self._database.now()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(A_DAY),
            "Urgency": "normal",
            "Topic": topic(to, message),
        }
        await self._poster.post(address, data=body, headers=headers, gone=_GONE)

    async def _read(self, to: Subscription) -> tuple[PushReceiver, VapidKey]:
        """Return the receiver and our key. Raises DeliveryFailed."""
        try:
            kept = await self._database.ask(browser_keys, to.id)
            if kept is not None:
                return receiver_in(kept.point, kept.auth), await self._voucher()
        except StorageError as trouble:
            logger.warning("keys of subscription=%d cannot be read: %s", to.id, trouble)
            raise DeliveryFailed("fault") from None
        except UnsuitableAddress:
            pass  # treated as missing
        raise DeliveryFailed("address", is_final=True)

    async def close(self) -> None:
        """Close open connections."""
        await self._poster.close()


def payload(to: Subscription, message: Message) -> bytes:
    """Return the push message for the browser, with paths of our own pages without a host."""
    language = to.language
    lines = [line for line in message.lines if line != message.link]
    told = {
        "title": message.title[:LONGEST],
        "text": "\n".join(lines)[:LONGEST],
        "page": urlsplit(message.link).path or "/",
        "stop": urlsplit(message.stop_link).path,
        "stops": in_language(language, lambda: _(STOPS)),
        "language": language,
        "tag": topic(to, message),
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def topic(to: Subscription, message: Message) -> str:
    """Return the topic of messages about one subject: push services and browsers keep the last one.

    It does not reveal the subject, as the secret to unsubscribe is part of it.
    """
    about = message.about or message.title
    return in_base64url(hashlib.sha256(f"{to.stop} {about}".encode()).digest()[:24])
