"""Messages that one browser alone can read: push services hand on what they cannot (RFC 8291).

No library fits: of those with a permissive licence one comes as sources only, which pip would build
by tools that no lock file names, and the other brings a framework for checking data with it. So it
is done here, by the primitives of `cryptography`, and held to the vector of the RFC.
"""

from __future__ import annotations

import binascii
import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from nim_tui.server.notices.addresses import UnsuitableAddress
from rules.messages import N_

POINT_BYTES: Final = 65
"""Of a point of P-256 that is not compressed."""
AUTH_BYTES: Final = 16
SALT_BYTES: Final = 16
RECORD: Final = 4096
"""The size of a record, as it is announced; a message is one record, and no longer."""
MOST: Final = 3993
"""Bytes of a message that every push service takes (RFC 8030, RFC 8291)."""
_END: Final = b"\x02"
"""Behind the last record; zeros may follow."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """The browser that can read a message."""

    point: bytes
    key: ec.EllipticCurvePublicKey
    auth: bytes


def receiver_in(point: str, auth: str) -> Receiver:
    """What a browser told of itself, in base64url. Raises UnsuitableAddress."""
    try:
        raw, secret = (_decoded(one) for one in (point, auth))
        if len(raw) != POINT_BYTES or len(secret) != AUTH_BYTES:
            raise ValueError
        return Receiver(raw, ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, raw), secret)
    except ValueError:
        raise UnsuitableAddress(N_("this browser told nothing that notices can go by")) from None


_CURVE: Final = ec.SECP256R1()


def _decoded(text: str) -> bytes:
    """Raises ValueError."""
    if len(text) > 100 or not text.isascii():
        raise ValueError
    try:
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except binascii.Error as error:
        raise ValueError from error


def in_base64url(data: bytes) -> str:
    """As web push writes bytes: without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key, as it is sent."""
    public = key.public_key()
    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypted(
    text: bytes,
    to: Receiver,
    room: int = 0,
    salt: bytes | None = None,
    key: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """A message as a body with the coding aes128gcm; as long as one of `room` bytes, if shorter.

    `salt` and `key` are drawn anew for each, unless they are told. Raises ValueError for a message
    that is too long.
    """
    if max(len(text), room) > MOST:
        raise ValueError("too long for one record")
    own = key or ec.generate_private_key(_CURVE)
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
