"""Cookies: the guest key, and an invitation that was pasted.

In a cookie an invitation stays out of the address bar, and out of the data that scripts, other
pages and logs of socket requests receive. A visitor that only looks the address up, as a chat
preview does, uses nothing up.
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
"""Seconds for which browsers keep a cookie at most; each visit begins them anew."""
GUEST: Final = "_guest"
"""Tells a guest from others, so that they find their seat again; it goes with the browser."""
PASSKEY_VISIT: Final = "_passkey"
"""Tells for whom a passkey is being made or shown."""
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


def _name(caller: Caller, what: str = "") -> str:
    """`__Host-` has browsers refuse it from any other host, and without https."""
    return f"__Host-nim_tui{what}" if caller.is_safe else f"nim_tui{what}"


def key_of(request: BaseRequest, caller: Caller, what: str = "") -> str | None:
    """The key that a browser holds, if any; or `what` else it has for a while."""
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
    """A key that nobody guesses."""
    return token_urlsafe(32)


def hand_over(
    response: StreamResponse, caller: Caller, key: str, what: str = "", lasts: int | None = LASTS
) -> None:
    """Have the browser keep a key: for this server's pages alone, out of reach of scripts.

    `what` tells it from the key that keeps a name; it `lasts` so many seconds, or as long as
    the browser is open.
    """
    response.set_cookie(
        _name(caller, what), key, max_age=lasts, path="/",
        secure=caller.is_safe, httponly=True, samesite="Strict",
    )  # fmt: skip


def take_back(response: StreamResponse, caller: Caller, what: str = "") -> None:
    """Have the browser forget its key."""
    response.del_cookie(
        _name(caller, what), path="/", secure=caller.is_safe, httponly=True, samesite="Strict"
    )


_NAME: Final = "nim_tui_invitation"
_PATH: Final = "/ws"
_LASTS: Final = 600
"""Seconds: long enough to have a name kept first."""


def carried(token: str, page: str, caller: Caller) -> Response:
    """Lead on to a page whose session is to have this token, right or wrong."""
    response = Response(status=303, headers={hdrs.LOCATION: page})
    response.set_cookie(
        _NAME, token, max_age=_LASTS, path=_PATH,
        secure=caller.is_safe, httponly=True, samesite="Strict",
    )  # fmt: skip
    return response


def carried_by(request: BaseRequest) -> str:
    """The token with which a session begins, if any."""
    told = request.cookies.get(_NAME, "")
    return told if may_be_link(told) else ""


def drop(response: StreamResponse, caller: Caller) -> None:
    """Have the browser forget it: the next session begins without."""
    response.del_cookie(_NAME, path=_PATH, secure=caller.is_safe, httponly=True, samesite="Strict")
