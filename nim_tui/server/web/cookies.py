"""Cookies: a browser's key, a pasted invitation, and the purpose of the next session.

In a cookie an invitation stays out of the address bar, and out of the reach of scripts, other pages
and logs of socket requests. A client that only requests the address, such as a chat preview, does
not use it up.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from secrets import token_urlsafe
from typing import Final, Literal

from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response, StreamResponse

from nim_tui.server.terminal.client import (
    KEYS_OF_BROWSERS,
    GuestPass,
    Purpose,
    may_be_link,
    purpose_in,
)
from nim_tui.server.web.callers import Caller

LASTS: Final = 400 * 24 * 3600
"""The longest lifetime of a cookie in browsers, in seconds; each session renews it."""
HOME: Final = "_home"
"""The cookie of the only person at home, beside that of a server on the same machine."""
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
    return told if is_key(told) else None


def is_key(told: str) -> bool:
    """Check whether a text has the form of a key."""
    return _KEY.fullmatch(told) is not None


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
        secure=caller.is_safe, httponly=True, samesite=_same_site(what),
    )  # fmt: skip


def take_back(response: StreamResponse, caller: Caller, what: str = "") -> None:
    """Remove the key from the browser."""
    response.del_cookie(
        _name(caller, what), path="/", secure=caller.is_safe, httponly=True,
        samesite=_same_site(what),
    )  # fmt: skip


def _same_site(what: str) -> Literal["Lax", "Strict"]:
    """Return whether a cookie comes along with links of other sites, which know a member then.

    Whatever changes something also asks that the request comes from a page of this server.
    """
    return "Lax" if what in ("", GUEST) else "Strict"


_INVITATION: Final = "nim_tui_invitation"
_PURPOSE: Final = "nim_tui_purpose"
_PATH: Final = "/ws"
_LASTS: Final = 600
"""Seconds: long enough to sign up first."""


def carried(token: str, page: str, caller: Caller) -> Response:
    """Redirect to a page whose session gets this token, valid or not."""
    return _leads_on(page, _INVITATION, token, caller)


def with_purpose(purpose: Purpose, page: str, caller: Caller) -> Response:
    """Redirect to a page whose session begins with this action."""
    return _leads_on(page, _PURPOSE, str(purpose), caller)


def _leads_on(page: str, name: str, value: str, caller: Caller) -> Response:
    response = Response(status=303, headers={hdrs.LOCATION: page})
    response.set_cookie(
        name, value, max_age=_LASTS, path=_PATH,
        secure=caller.is_safe, httponly=True, samesite="Strict",
    )  # fmt: skip
    return response


def carried_by(request: BaseRequest) -> str:
    """Return the token with which a session begins; empty for none."""
    told = request.cookies.get(_INVITATION, "")
    return told if may_be_link(told) else ""


def purpose_of(request: BaseRequest) -> Purpose | None:
    """Return the action with which a session begins, if any."""
    return purpose_in(request.cookies.get(_PURPOSE, ""))


def drop(response: StreamResponse, request: BaseRequest, caller: Caller) -> None:
    """Remove token and purpose from the browser: the next session begins without them."""
    for name in (_INVITATION, _PURPOSE):
        if name in request.cookies:
            response.del_cookie(
                name, path=_PATH, secure=caller.is_safe, httponly=True, samesite="Strict"
            )
