"""Cookies: a browser's key, and a pasted invitation.

In a cookie an invitation stays out of the address bar, and out of the reach of scripts, other pages
and logs of socket requests. A client that only requests the address, such as a chat preview, does
not use it up.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from secrets import token_urlsafe
from typing import Final

from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response, StreamResponse

from nim_tui.server.terminal.client import KEYS_OF_BROWSERS, GuestPass, may_be_link
from nim_tui.server.web.callers import Caller

LASTS: Final = 400 * 24 * 3600
"""The longest lifetime of a cookie in browsers, in seconds; each session renews it."""
GUEST: Final = "_guest"
"""The cookie that identifies a guest, so that they find their seat again."""
PASSKEY_VISIT: Final = "_passkey"
"""The cookie that identifies a passkey request."""
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


def _name(caller: Caller, what: str = "") -> str:
    """Return a cookie name; `__Host-` makes browsers refuse other hosts, and http."""
    return f"__Host-nim_tui{what}" if caller.is_safe else f"nim_tui{what}"


def key_of(request: BaseRequest, caller: Caller, what: str = "") -> str | None:
    """Return the key in a browser's cookie, if any; `what` names another cookie."""
    told = request.cookies.get(_name(caller, what), "")
    return told if _KEY.fullmatch(told) else None


def fingerprint(key: str | None) -> str | None:
    """Return the stored form of a key: it opens an account as an SSH key does, and stays secret."""
    return None if key is None else f"{KEYS_OF_BROWSERS}:{_digest(key)}"


def guest_pass(key: str | None) -> GuestPass | None:
    """Return the identity of a returning guest."""
    return None if key is None else GuestPass(_digest(key))


def _digest(key: str) -> str:
    return b64encode(sha256(key.encode("ascii")).digest()).decode("ascii").rstrip("=")


def new_key() -> str:
    """Return an unguessable key."""
    return token_urlsafe(32)


def hand_over(
    response: StreamResponse, caller: Caller, key: str, what: str = "", lasts: int | None = LASTS
) -> None:
    """Store a key in the browser: for this server's pages only, out of reach of scripts.

    `what` names another cookie than that of the account; it `lasts` this many seconds, or (None)
    until the browser is closed.
    """
    response.set_cookie(
        _name(caller, what), key, max_age=lasts, path="/",
        secure=caller.is_safe, httponly=True, samesite="Strict",
    )  # fmt: skip


def take_back(response: StreamResponse, caller: Caller, what: str = "") -> None:
    """Remove the key from the browser."""
    response.del_cookie(
        _name(caller, what), path="/", secure=caller.is_safe, httponly=True, samesite="Strict"
    )


_NAME: Final = "nim_tui_invitation"
_PATH: Final = "/ws"
_LASTS: Final = 600
"""Seconds: long enough to sign up first."""


def carried(token: str, page: str, caller: Caller) -> Response:
    """Redirect to a page whose session gets this token, valid or not."""
    response = Response(status=303, headers={hdrs.LOCATION: page})
    response.set_cookie(
        _NAME, token, max_age=_LASTS, path=_PATH,
        secure=caller.is_safe, httponly=True, samesite="Strict",
    )  # fmt: skip
    return response


def carried_by(request: BaseRequest) -> str:
    """Return the token with which a session begins; empty for none."""
    told = request.cookies.get(_NAME, "")
    return told if may_be_link(told) else ""


def drop(response: StreamResponse, caller: Caller) -> None:
    """Remove the token from the browser: the next session begins without it."""
    response.del_cookie(_NAME, path=_PATH, secure=caller.is_safe, httponly=True, samesite="Strict")
