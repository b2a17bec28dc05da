"""The buttons of the first page and of table pages: play, learn, sit down, watch."""

from __future__ import annotations

import re
from typing import Final

from aiohttp.web import BaseRequest, Response

from nim_tui.registry import all_games
from nim_tui.server.terminal.client import DAILY, PUZZLE, SIT, Purpose, is_table_id, purpose_in
from nim_tui.server.web.callers import Caller
from nim_tui.server.web.cookies import GUEST, carried, hand_over, key_of, new_key, with_purpose
from nim_tui.server.web.drawn_page import asked_language
from nim_tui.server.web.table_page import LINK

_ACTION: Final = re.compile(
    r"(?P<plain>/plain)?/(?P<action>play|learn|puzzle|sit|watch)/(?P<what>[a-z0-9_-]{1,40})",
    re.ASCII,
)
_WATCH: Final = "watch"


def action_response(request: BaseRequest, caller: Caller, *, guests: bool) -> Response | None:
    """Return the way to the session that does what was pressed; None if nothing is known of it.

    `guests`: a browser without a key may play.
    """
    link, pressed = LINK.fullmatch(request.path), _ACTION.fullmatch(request.path)
    if link is not None:
        return carried(link["token"], _lobby(request, link["plain"]), caller)
    if pressed is None:
        return None
    action, what = pressed["action"], pressed["what"]
    if action == _WATCH:
        return _shown(request, caller, pressed["plain"] or "", what, guests=guests)
    purpose = purpose_in(f"{action}.{what}")
    if purpose is None or not _is_known(purpose):
        return None
    return with_purpose(purpose, _lobby(request, pressed["plain"]), caller)


def page_of_action(request: BaseRequest) -> Response | None:
    """Lead from the address of an action to its page; None if it is no such address.

    A browser without a connection that presses a key stays at its address, and asks for that again.
    """
    pressed = _ACTION.fullmatch(request.path)
    if pressed is None:
        return None
    is_table = pressed["action"] in (SIT, _WATCH) and is_table_id(pressed["what"])
    page = f"/t/{pressed['what']}" if is_table else "/"
    return Response(status=303, headers={"Location": page + asked_language(request)})


def _is_known(purpose: Purpose) -> bool:
    if purpose.action == PUZZLE:
        return purpose.what == DAILY
    return purpose.action == SIT or purpose.what in all_games()


def _lobby(request: BaseRequest, plain: str | None) -> str:
    """Return the page of the session, in the language of the page and with its ways to sign in."""
    asked = asked_language(request)
    if "sign-in" in request.query:
        asked += f"{'&' if asked else '?'}sign-in=1"
    return (plain or "/lobby") + asked


def _shown(
    request: BaseRequest, caller: Caller, plain: str, table: str, *, guests: bool
) -> Response | None:
    """Lead to a table, as a guest if the browser was never here."""
    if not is_table_id(table):
        return None
    response = Response(
        status=303, headers={"Location": f"{plain}/t/{table}{asked_language(request)}"}
    )
    is_new = all(key_of(request, caller, kind) is None for kind in ("", GUEST))
    if guests and is_new:
        hand_over(response, caller, new_key(), GUEST, None)
    return response
