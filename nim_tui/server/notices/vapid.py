"""The key by which push services know that this house sends, and no one else (RFC 8292)."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from nim_tui.server.notices.encryption import in_base64url, point_of

LASTS: Final = 12 * 3600
"""Seconds for which a word for a push service is good; more than a day is taken by none."""


def new_pem() -> str:
    """A key, as it is kept."""
    made = ec.generate_private_key(ec.SECP256R1())
    return made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode("ascii")


class Voucher:
    """Vouches for what is sent."""

    def __init__(self, pem: str, contact: str) -> None:
        """`contact` is a mailto: or https: address of whoever runs the server; empty for none."""
        found = load_pem_private_key(pem.encode("ascii"), None)
        assert isinstance(found, ec.EllipticCurvePrivateKey)
        self._key = found
        self._contact = contact
        self.public: Final = in_base64url(point_of(found))
        """What browsers are told: they take notices of its owner alone."""

    def header(self, address: str, now: float) -> str:
        """What is sent along to a push service as Authorization, at a time."""
        url = urlsplit(address)
        claims: dict[str, str | int] = {
            "aud": f"{url.scheme}://{url.netloc}",
            "exp": int(now) + LASTS,
        }
        if self._contact:
            claims["sub"] = self._contact
        return f"vapid t={jwt.encode(claims, self._key, algorithm='ES256')}, k={self.public}"
