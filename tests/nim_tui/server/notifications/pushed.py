"""A push service on the loopback, and a browser that alone can read what it hands on."""

from __future__ import annotations

import json
import struct
from base64 import urlsafe_b64decode
from dataclasses import dataclass, field
from typing import Any

import jwt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from nim_tui.server.notifications.addresses import in_base64url
from nim_tui.server.notifications.subscriptions import BrowserKeys
from nim_tui.server.notifications.web_push import point_of

CURVE = ec.SECP256R1()


def unpadded(text: str) -> bytes:
    """What base64url without padding tells."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def key_in(text: str) -> ec.EllipticCurvePrivateKey:
    """The private key of a test vector."""
    return ec.derive_private_key(int.from_bytes(unpadded(text), "big"), CURVE)


@dataclass
class ToyBrowser:
    """Holds the private key, as browsers do; reads by RFC 8188 and 8291."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = b"sixteen letters!"

    @property
    def keys(self) -> BrowserKeys:
        """What it tells a page."""
        return BrowserKeys(in_base64url(point_of(self.key)), in_base64url(self.auth))

    def read(self, body: bytes) -> bytes:
        """The message in a body."""
        salt, (record, length) = body[:16], struct.unpack("!LB", body[16:21])
        point, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= record
        sender = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        info = b"WebPush: info\0" + point_of(self.key) + point
        secret = HKDF(SHA256(), 32, self.auth, info).derive(self.key.exchange(ec.ECDH(), sender))
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text, end, _nothing = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert end
        return text


@dataclass
class Pushed:
    """What a push service was handed."""

    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """Takes what is vouched for by the key that a browser was given."""

    browser: ToyBrowser = field(default_factory=ToyBrowser)
    origin: str = ""
    key: str = ""
    status: int = 201
    taken: list[Pushed] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Where it takes messages for the browser."""
        return f"{self.origin}/send/a-secret"

    async def answer(self, request: web.BaseRequest) -> web.Response:
        """Take a message, as RFC 8030 and 8292 have it."""
        self.taken.append(Pushed(dict(request.headers), await request.read()))
        if not self._vouched(request.headers.get("Authorization", "")):
            return web.Response(status=403)
        return web.Response(status=self.status)

    def _vouched(self, header: str) -> bool:
        word, _blank, rest = header.partition(" ")
        parts = dict(one.strip().split("=", 1) for one in rest.split(","))
        if word != "vapid" or parts["k"] != self.key:
            return False
        self.claims(header)
        return True

    def claims(self, header: str) -> dict[str, Any]:
        """What is signed; it raises if that is not as it should be."""
        parts = dict(one.strip().split("=", 1) for one in header.partition(" ")[2].split(","))
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpadded(parts["k"]))
        told: dict[str, Any] = jwt.decode(
            parts["t"], public, algorithms=["ES256"], audience=self.origin,
            options={"verify_exp": False},
        )  # fmt: skip
        return told

    def told(self) -> list[dict[str, Any]]:
        """What the browser reads of all that was taken."""
        return [json.loads(self.browser.read(one.body)) for one in self.taken]
