"""What a stranger writes in the place of what devices answer."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts.passkey_store import Passkey, PasskeyChallenge
from nim_tui.server.accounts.passkeys import (
    NewAnswer,
    PasskeyAssertion,
    PasskeyCreation,
    RelyingParty,
    ShownAnswer,
    WrongPasskey,
    counted,
    new_passkey,
)
from tests.nim_tui.server.web.device import text


@pytest.mark.parametrize(
    "said",
    [b"\x81" * 8_000, b"\xa1\x01" * 4_000, b"\x9f" * 8_000, b"\xc1" * 8_000,
     b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff", b"\x5b\x7f\xff\xff\xff\xff\xff\xff\xff",
     b"\xd8\x1d\x00"],
    ids=["lists", "maps", "endless", "tags", "long list", "long bytes", "itself"],
)  # fmt: skip
def test_what_no_device_writes_is_refused(said: bytes) -> None:
    """A parser that a stranger feeds neither crashes nor takes long, nor much."""
    party = RelyingParty("localhost", "http://localhost")
    page = text(b'{"type": "webauthn.create", "challenge": "Yw", "origin": "http://localhost"}')
    deep = text(b"[" * 8_000)
    for client_data, attestation in ((page, text(said)), (deep, text(said))):
        answer = NewAnswer("c" * 43, PasskeyCreation(client_data, attestation))
        with pytest.raises(WrongPasskey):
            new_passkey(answer, PasskeyChallenge("Yw", 1, "h"), party)
    kept = Passkey("PASSKEY:x", 1, "c", text(said), 0, "h", "")
    for data_said in (said, bytes(37) + said):
        shown = ShownAnswer("c" * 43, PasskeyAssertion(deep, text(data_said), "", "h"))
        with pytest.raises(WrongPasskey):
            counted(shown, kept, PasskeyChallenge("Yw", None), party)
