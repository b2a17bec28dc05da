"""Verifying passkeys: what a device answers, checked against a challenge."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final, TypeVar

import msgspec
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from msgspec import Meta, Struct
from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    decode_credential_public_key,
    decoded_public_key_to_cryptography,
    encode_cbor,
    parse_cbor,
    parse_client_data_json,
)
from webauthn.helpers.cose import COSEAlgorithmIdentifier

from nim_tui.server.accounts.passkey_store import NewPasskey, Passkey, PasskeyChallenge
from nim_tui.server.storage.schema import LONGEST_PART
from rules.messages import N_, Refusal

T = TypeVar("T")

LONGEST_ANSWER: Final = 16_384
"""The most bytes of a posted passkey."""
ALGORITHMS: Final = (
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
)
"""The signature algorithms: at least one that every device has."""
TRANSPORTS: Final = ("usb", "nfc", "ble", "hybrid", "internal", "smart-card")
SHORTEST_RSA: Final = 2048
"""The least bits of an RSA key."""

_Id = Annotated[str, Meta(min_length=16, max_length=LONGEST_PART)]
_Part = Annotated[str, Meta(max_length=12_000)]
_Short = Annotated[str, Meta(max_length=40)]

logger = logging.getLogger(__name__)


class WrongPasskey(Refusal):
    """An invalid answer of a device; the message does not say which part."""


class PasskeyCreation(Struct, rename="camel"):
    """The answer of `navigator.credentials.create`: a new passkey."""

    client_data: _Part = msgspec.field(name="clientDataJSON")
    attestation_object: _Part
    transports: Annotated[list[_Short], Meta(max_length=8)] = []


class PasskeyAssertion(Struct, rename="camel"):
    """The answer of `navigator.credentials.get`: a signature by a passkey."""

    client_data: _Part = msgspec.field(name="clientDataJSON")
    authenticator_data: _Part
    signature: _Part
    user_handle: Annotated[str, Meta(max_length=100)] | None = None


class NewAnswer(Struct):
    """A new passkey, as posted."""

    id: _Id
    response: PasskeyCreation


class ShownAnswer(Struct):
    """A used passkey, as posted."""

    id: _Id
    response: PasskeyAssertion

    @property
    def credential(self) -> bytes:
        """The id of the passkey. Raises WrongPasskey."""
        return _verified(lambda: base64url_to_bytes(self.id))


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """The server's identity for passkeys, never taken from a request alone."""

    id: str
    """The host of the passkeys, such as games.example.org."""
    origin: str
    """The origin of the pages."""


def told(data: bytes, kind: type[T]) -> T:
    """Decode an object that a page posted. Raises WrongPasskey."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise wrong_passkey() from None


def new_passkey(answer: NewAnswer, challenge: PasskeyChallenge, party: RelyingParty) -> NewPasskey:
    """Return the passkey that a device made for a challenge. Raises WrongPasskey.

    The maker of the device is not checked: its attestation is not read.
    """
    return _verified(lambda: _new(answer, challenge, party))


def counted(
    answer: ShownAnswer, kept: Passkey, challenge: PasskeyChallenge, party: RelyingParty
) -> int:
    """Return the signature counter of a passkey, after checking its answer.

    Raises WrongPasskey, also if the counter went back, as a copy's would.
    """
    return _verified(lambda: _counted(answer, kept, challenge, party))


def _new(answer: NewAnswer, challenge: PasskeyChallenge, party: RelyingParty) -> NewPasskey:
    response = answer.response
    attested = parse_cbor(base64url_to_bytes(response.attestation_object))
    plain = encode_cbor({"fmt": "none", "attStmt": {}, "authData": attested["authData"]})
    _check_page(response.client_data)
    found = verify_registration_response(
        credential={
            "id": answer.id, "rawId": answer.id, "type": "public-key",
            "response": {
                "clientDataJSON": response.client_data,
                "attestationObject": bytes_to_base64url(plain),
            },
        },
        expected_challenge=base64url_to_bytes(challenge.text),
        expected_rp_id=party.id,
        expected_origin=party.origin,
        require_user_verification=True,
        supported_pub_key_algs=list(ALGORITHMS),
    )  # fmt: skip
    if bytes_to_base64url(found.credential_id) != answer.id:
        raise ValueError("another credential than the one that is named")
    return NewPasskey(
        found.credential_id, answer.id, _public_key(found.credential_public_key),
        found.sign_count, challenge.handle,
        " ".join(one for one in TRANSPORTS if one in response.transports),
    )  # fmt: skip


def _public_key(data: bytes) -> str:
    """Return a usable public key as stored. Raises ValueError, and others."""
    text = bytes_to_base64url(data)
    if len(text) > LONGEST_PART:
        raise ValueError("too long a key")
    key = decoded_public_key_to_cryptography(decode_credential_public_key(data))
    if isinstance(key, RSAPublicKey) and key.key_size < SHORTEST_RSA:
        raise ValueError("too short a key")
    return text


def _counted(
    answer: ShownAnswer, kept: Passkey, challenge: PasskeyChallenge, party: RelyingParty
) -> int:
    response = answer.response
    if response.user_handle != kept.handle:
        raise ValueError("of another account")
    _check_page(response.client_data)
    found = verify_authentication_response(
        credential={
            "id": answer.id, "rawId": answer.id, "type": "public-key",
            "response": {
                "clientDataJSON": response.client_data,
                "authenticatorData": response.authenticator_data,
                "signature": response.signature,
            },
        },
        expected_challenge=base64url_to_bytes(challenge.text),
        expected_rp_id=party.id,
        expected_origin=party.origin,
        credential_public_key=base64url_to_bytes(kept.public_key),
        credential_current_sign_count=kept.counter,
        require_user_verification=True,
    )  # fmt: skip
    return found.new_sign_count


def _check_page(client_data: str) -> None:
    """Refuse a page shown in another site's frame."""
    if parse_client_data_json(base64url_to_bytes(client_data)).cross_origin:
        raise ValueError("asked from inside of another page")


def _verified(verify: Callable[[], T]) -> T:
    try:
        return verify()
    except Exception as error:  # strangers wrote what is parsed, in three formats
        logger.debug("a passkey was refused: %s", type(error).__name__)
        raise wrong_passkey() from error


def wrong_passkey() -> WrongPasskey:
    """Return the refusal of an invalid answer."""
    return WrongPasskey(N_("this passkey could not be verified: try again"))
