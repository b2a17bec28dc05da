"""A device that keeps passkeys: an authenticator in a few lines, and what its browser tells."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import encode_cbor

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def data(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Device:
    """Makes one passkey, and shows it; fields can be set to what no honest device would say."""

    origin: str
    host: str = "localhost"
    flags: int = PRESENT | VERIFIED
    counter: int = 0
    cross_origin: bool = False
    algorithm: int = -7
    credential: bytes = field(default_factory=lambda: token_bytes(32))
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))
    handle: str = ""

    def _page(self, kind: str, challenge: str) -> bytes:
        told = {"type": f"webauthn.{kind}", "challenge": challenge, "origin": self.origin,
                "crossOrigin": self.cross_origin}  # fmt: skip
        return json.dumps(told).encode()

    def _said(self, flags: int, more: bytes = b"") -> bytes:
        host = sha256(self.host.encode()).digest()
        return host + bytes([flags]) + self.counter.to_bytes(4, "big") + more

    def makes(self, asked: dict[str, Any], *, attestation: str = "none") -> dict[str, Any]:
        """What a page sends of a new passkey."""
        self.handle = asked["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        key = encode_cbor({
            1: 2, 3: self.algorithm, -1: 1,
            -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big"),
        })  # fmt: skip
        size = len(self.credential).to_bytes(2, "big")
        said = self._said(self.flags | ATTESTED, bytes(16) + size + self.credential + key)
        made = {"fmt": attestation, "attStmt": {}, "authData": said}
        return {
            "id": text(self.credential),
            "response": {
                "clientDataJSON": text(self._page("create", asked["challenge"])),
                "attestationObject": text(encode_cbor(made)),
                "transports": ["internal", "a new one"],
            },
        }

    def shows(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What a page sends of a passkey that is shown."""
        page, said = self._page("get", asked["challenge"]), self._said(self.flags)
        signed = self.key.sign(said + sha256(page).digest(), ECDSA(SHA256()))
        return {
            "id": text(self.credential),
            "response": {
                "clientDataJSON": text(page),
                "authenticatorData": text(said),
                "signature": text(signed),
                "userHandle": self.handle,
            },
        }
