"""The cookie by which a browser keeps a name: a key of 256 bits, of which only a digest is kept."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from secrets import token_urlsafe
from typing import Final

from aiohttp.web import BaseRequest, StreamResponse

from nim_tui.server.ssh.client import KEYS_OF_BROWSERS
from nim_tui.server.web.callers import Caller

LASTS: Final = 400 * 24 * 3600
"""Seconds for which browsers keep a cookie at most; each visit begins them anew."""
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


def _name(caller: Caller) -> str:
    """`__Host-` has browsers refuse it from any other host, and without https."""
    return "__Host-nim_tui" if caller.is_safe else "nim_tui"


def key_of(request: BaseRequest, caller: Caller) -> str | None:
    """The key that a browser holds, if any."""
    told = request.cookies.get(_name(caller), "")
    return told if _KEY.fullmatch(told) else None


def fingerprint(key: str | None) -> str | None:
    """What the server keeps of a key: as one of ssh it opens an account, and is told nobody."""
    if key is None:
        return None
    digest = b64encode(sha256(key.encode("ascii")).digest()).decode("ascii").rstrip("=")
    return f"{KEYS_OF_BROWSERS}:{digest}"


def new_key() -> str:
    """A key that nobody guesses."""
    return token_urlsafe(32)


def hand_over(response: StreamResponse, caller: Caller, key: str) -> None:
    """Have the browser keep a key: for this server's pages alone, out of reach of scripts."""
    response.set_cookie(
        _name(caller), key, max_age=LASTS, path="/",
        secure=caller.is_safe, httponly=True, samesite="Strict",
    )  # fmt: skip


def take_back(response: StreamResponse, caller: Caller) -> None:
    """Have the browser forget its key."""
    response.del_cookie(
        _name(caller), path="/", secure=caller.is_safe, httponly=True, samesite="Strict"
    )
