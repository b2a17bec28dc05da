"""Encryption: the vector of RFC 8291, and what a browser may tell of itself."""

from __future__ import annotations

import pytest

from nim_tui.server.notifications.addresses import UnsuitableAddress, in_base64url, receiver_in
from nim_tui.server.notifications.web_push import MOST, encrypted, point_of
from tests.nim_tui.server.notifications.pushed import ToyBrowser, key_in, unpadded

TEXT = b"When I grow up, I want to be a watermelon"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
"""RFC 8291, section 5 and appendix A."""


def test_the_vector_of_the_rfc() -> None:
    made = encrypted(TEXT, receiver_in(POINT, AUTH), 0, unpadded(SALT), key_in(SENDER))
    assert in_base64url(made) == BODY
    assert ToyBrowser(key_in(RECEIVER), unpadded(AUTH)).read(unpadded(BODY)) == TEXT


def test_all_messages_are_as_long_and_none_is_like_another() -> None:
    browser = ToyBrowser()
    to = receiver_in(browser.keys.point, browser.keys.auth)
    made = [encrypted(text, to, 500) for text in (b"", b"short", b"short", b"x" * 500)]
    assert {len(one) for one in made} == {16 + 5 + 65 + 500 + 1 + 16}
    assert len(set(made)) == len(made)
    assert [browser.read(one) for one in made] == [b"", b"short", b"short", b"x" * 500]
    assert len(encrypted(b"x" * MOST, to)) == 4096
    with pytest.raises(ValueError, match="too long"):
        encrypted(b"x" * (MOST + 1), to)


OFF_THE_CURVE = in_base64url(b"\x04" + b"\x01" * 64)
COMPRESSED = in_base64url(b"\x02" + unpadded(POINT)[1:33])


@pytest.mark.parametrize(
    ("point", "auth"),
    [
        ("", AUTH), (OFF_THE_CURVE, AUTH), (COMPRESSED, AUTH), (POINT + "AA", AUTH),
        (in_base64url(bytes(65)), AUTH), ("é" * 87, AUTH), ("A" * 5000, AUTH), (POINT[:-4], AUTH),
        (POINT, ""), (POINT, AUTH[:-3]), (POINT, AUTH + "AAAA"), (POINT, "!" * 22), (POINT, "A"),
    ],
)  # fmt: skip
def test_what_is_no_key_of_a_browser_is_not_taken(point: str, auth: str) -> None:
    with pytest.raises(UnsuitableAddress):
        receiver_in(point, auth)


def test_padding_that_a_browser_writes_is_no_matter() -> None:
    assert receiver_in(POINT + "=", AUTH + "==").point == unpadded(POINT)
    assert point_of(key_in(RECEIVER)) == unpadded(POINT)
