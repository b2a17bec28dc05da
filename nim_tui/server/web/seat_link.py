"""An invitation that came as the address of a page: carried to the session by a cookie.

So it stays neither in the address bar, nor in what scripts, other pages or logs of requests for
sockets are told; whoever only looks the address up, as a preview of a chat does, uses nothing up.
"""

from __future__ import annotations

from typing import Final

from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response, StreamResponse

from nim_tui.server.ssh.client import may_be_link
from nim_tui.server.web.callers import Caller

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
