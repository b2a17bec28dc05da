"""What makes an installed app of the pages: manifest, worker, and the page shown while offline."""

from __future__ import annotations

import json
from importlib.resources import files
from string import Template
from typing import Final

from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response

from nim_tui.server.web.callers import Caller
from nim_tui.server.web.drawn_page import DrawnPage
from nim_tui.server.web.page import language_asked
from nim_tui.server.web.pictures import ICONS
from rules.messages import N_
from screens.text import Locale

MANIFEST: Final = "/manifest.webmanifest"
WORKER: Final = "/offline.js"
"""In the root folder, as it answers for every page while there is no connection."""
OFFLINE: Final = "/offline"
_PATHS: Final = (MANIFEST, WORKER, OFFLINE)
_ABOUT: Final = N_("Board games with secrets, against bots and other people.")
_GROUND: Final = "#0b1420"
NO_CONNECTION: Final = N_("No connection to the server")
GAMES_ARE_KEPT: Final = N_("Your games are kept there; correspondence games go on without you.")
AGAIN: Final = N_("Try again")


class InstallPages:
    """The pages that browsers request to install the app."""

    def __init__(self, place: str) -> None:
        """`place` is the path of the static files, which changes with them."""
        text = files("nim_tui.server.web").joinpath("static", "offline.js").read_text("utf-8")
        self._worker = Template(text).substitute(place=place)
        self._offline = DrawnPage("offline.html")
        self._place = place

    @staticmethod
    def has(path: str) -> bool:
        """Whether a path is one of these pages."""
        return path in _PATHS

    def answer(self, request: BaseRequest, caller: Caller) -> Response:
        """Answer a request."""
        if request.method not in (hdrs.METH_GET, hdrs.METH_HEAD):
            return Response(status=405)
        look = Locale(language_asked(request))
        if request.path == MANIFEST:
            return self._manifest(look)
        if request.path == WORKER:
            headers = {
                hdrs.CACHE_CONTROL: "no-cache",
                hdrs.CONTENT_SECURITY_POLICY: "default-src 'none'; connect-src 'self'",
            }
            return Response(
                text=self._worker, content_type="text/javascript", charset="utf-8", headers=headers
            )
        said = look.catalog.gettext
        parts = {
            "title": said(NO_CONNECTION),
            "told": said(GAMES_ARE_KEPT),
            "again": said(AGAIN),
        }
        return self._offline.drawn(request, caller, self._place, parts)

    def _manifest(self, look: Locale) -> Response:
        icons = [
            {
                "src": f"{self._place}/icon-{size}.png",
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": "any maskable",
            }
            for size in ICONS
        ]
        told = {
            "id": "/", "start_url": "/", "scope": "/", "display": "standalone",
            "name": "nim_tui", "short_name": "nim_tui", "lang": look.language,
            "description": look.catalog.gettext(_ABOUT),
            "background_color": _GROUND, "theme_color": _GROUND, "icons": icons,
        }  # fmt: skip
        response = Response(text=json.dumps(told), content_type="application/manifest+json")
        response.headers[hdrs.VARY] = hdrs.ACCEPT_LANGUAGE
        return response
