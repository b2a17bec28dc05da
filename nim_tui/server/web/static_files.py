"""What pages are made of: read once, kept in memory, sent as it is or packed."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Final

from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response

KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
"""The only files there are to be had, by how their names end."""
SERVED: Final = (
    "page.css",
    "door.js",
    "ground.js",
    "keys.js",
    "room.js",
    "line.js",
    "wake.js",
    "push.js",
    "passkey.js",
    "plain.css",
    "plain.js",
    "standings.css",
    "icon.svg",
    "vendor/xterm.mjs",
    "vendor/xterm.css",
    "vendor/addon-fit.mjs",
    "vendor/DejaVuSansMono.woff2",
    "vendor/DejaVuSansMono-Bold.woff2",
    "vendor/DejaVuSans-Braille.woff2",
    "vendor/LICENSE-xterm.txt",
    "vendor/LICENSE-addon-fit.txt",
    "vendor/LICENSE-DejaVu.txt",
)
"""By name: no path that a stranger writes is ever looked for on the disk."""
_ONE_YEAR: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class _File:
    data: bytes
    packed: bytes | None
    kind: str


class StaticFiles:
    """The files, under an address that changes whenever one of them does."""

    def __init__(self) -> None:
        folder = files("nim_tui.server.web").joinpath("static")
        found = {name: folder.joinpath(*name.split("/")).read_bytes() for name in SERVED}
        self._files = {name: _file(name, data) for name, data in found.items()}
        digest = sha256(b"".join(found[name] for name in SERVED)).hexdigest()
        self.place = f"/static/{digest[:16]}"
        """What comes before the name of each."""

    def answer(self, request: BaseRequest) -> Response | None:
        """The file that is asked for; None if there is none."""
        place, _slash, name = request.path.removeprefix("/static/").partition("/")
        file = self._files.get(name)
        if file is None or f"/static/{place}" != self.place:
            return None
        is_packed = file.packed is not None and "gzip" in _taken(request)
        headers = {hdrs.CONTENT_TYPE: file.kind, hdrs.CACHE_CONTROL: _ONE_YEAR}
        headers[hdrs.VARY] = hdrs.ACCEPT_ENCODING
        if is_packed:
            headers[hdrs.CONTENT_ENCODING] = "gzip"
        return Response(body=file.packed if is_packed else file.data, headers=headers)


def _file(name: str, data: bytes) -> _File:
    kind = KINDS[name[name.rindex(".") :]]
    packed = None if name.endswith(".woff2") else gzip.compress(data, 9, mtime=0)
    return _File(data, packed, kind)


def _taken(request: BaseRequest) -> str:
    return request.headers.get(hdrs.ACCEPT_ENCODING, "")[:200].lower()
