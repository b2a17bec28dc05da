"""The static files; the scripts and styles of a page are one file each, to need few requests."""

from __future__ import annotations

import gzip
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import Final

from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response

from nim_tui.server.web.pictures import drawn_files

STYLES: Final[Mapping[str, Sequence[str]]] = {"page.css": ("vendor/xterm.css", "page.css")}
"""The files of a style sheet, in the order in which they hold."""
SCRIPTS: Final[Mapping[str, Sequence[str]]] = {
    "first.js": ("install.js", "first.js"),
    "door.js": ("passkey.js", "install.js", "door.js"),
    "plain.js": ("passkey.js", "plain.js"),
    "standings.js": ("standings.js",),
}
"""The modules that a page runs, in order; their imports come before them."""
KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
"""The types of static files, by suffix; no others are served."""
SERVED: Final = (
    *STYLES,
    *SCRIPTS,
    "install.js",
    "plain.css",
    "standings.css",
    "first.css",
    "icon.svg",
    "icon-turn.svg",
    "vendor/DejaVuSansMono.woff2",
    "vendor/DejaVuSansMono-Bold.woff2",
    "vendor/DejaVuSansMono-More.woff2",
    "vendor/DejaVuSansMono-Bold-More.woff2",
    "vendor/DejaVuSans-Braille.woff2",
    "vendor/LICENSE-xterm.txt",
    "vendor/LICENSE-addon-fit.txt",
    "vendor/LICENSE-DejaVu.txt",
)
"""The files by name: no path of a request is ever looked up on disk."""
_ONE_YEAR: Final = "public, max-age=31536000, immutable"
_IMPORT: Final = re.compile(r'^import \{([^}]+)\} from "(\.{1,2}/[^"]+)";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
_RENAMED: Final = re.compile(r"export ?\{ ?(\w+) as (\w+) ?\};?\s*\Z")
_MAP: Final = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)
_COMMENT: Final = re.compile(r"^ *(?://.*|/\*\*(?s:.*?)\*/)\n", re.MULTILINE)
"""A comment in lines of its own, left out of our modules; vendored ones keep their licences."""
_LEFT: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class CannotBundle(ValueError):
    """A module imports or exports in a way that is not understood."""


class _Module:
    """A module without its imports and exports."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.imports: list[tuple[str, str]] = []
        """The names it imports, as in a pattern of an object, and the module they are from."""
        text = _IMPORT.sub(self._imported, _MAP.sub("", text))
        renamed = _RENAMED.search(text)
        self.renamed = {} if renamed is None else {renamed[2]: renamed[1]}
        body = _EXPORT.sub("", _RENAMED.sub("", text))
        self.body = body if name.startswith("vendor/") else _COMMENT.sub("", body)
        if (left := _LEFT.search(self.body)) is not None:
            raise CannotBundle(f"{name}: {left[0]}")

    def _imported(self, found: re.Match[str]) -> str:
        names = " ".join(found[1].replace(" as ", ": ").split()).rstrip(",")
        self.imports.append((names, normpath(join(dirname(self.name), found[2]))))
        return ""


def script(entries: Sequence[str], read: Callable[[str], str]) -> str:
    """Return the modules that a page runs, with all they import, as one module.

    Each becomes a function, so names of one do not meet those of another. Raises CannotBundle.
    """
    modules: dict[str, _Module] = {}
    for name in entries:
        _collect(name, read, modules)
    wanted: defaultdict[str, set[str]] = defaultdict(set)
    for module in modules.values():
        for names, source in module.imports:
            wanted[source] |= {one.partition(":")[0].strip() for one in names.split(",")}
    place = {name: f"module{number}" for number, name in enumerate(modules)}
    return "".join(_function(one, place, wanted[name]) for name, one in modules.items())


def _collect(name: str, read: Callable[[str], str], found: dict[str, _Module]) -> None:
    """Add a module after those it imports."""
    if name in found:
        return
    module = _Module(name, read(name))
    for _names, source in module.imports:
        _collect(source, read, found)
    found[name] = module


def _function(module: _Module, place: Mapping[str, str], wanted: set[str]) -> str:
    needs = "".join(f"const {{ {names} }} = {place[of]};\n" for names, of in module.imports)
    exported = ", ".join(f"{one}: {module.renamed.get(one, one)}" for one in sorted(wanted))
    return (
        f"// {module.name}\nconst {place[module.name]} = await (async () => {{\n"
        f"{needs}{module.body.strip()}\nreturn {{ {exported} }};\n}})();\n"
    )


@dataclass(frozen=True, slots=True)
class _File:
    data: bytes
    packed: bytes | None
    kind: str


class StaticFiles:
    """The static files, under a path that changes whenever one of them does."""

    def __init__(self) -> None:
        found = {**{name: _content(name) for name in SERVED}, **drawn_files()}
        self._files = {name: _file(name, data) for name, data in found.items()}
        digest = sha256(b"".join(found.values())).hexdigest()
        self.place = f"/static/{digest[:16]}"
        """The path prefix of the files."""

    def answer(self, request: BaseRequest) -> Response | None:
        """Return the requested file; None if there is none."""
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


def _read(name: str) -> str:
    return _kept(name).decode("utf-8")


def _kept(name: str) -> bytes:
    folder = files("nim_tui.server.web").joinpath("static")
    return folder.joinpath(*name.split("/")).read_bytes()


def _content(name: str) -> bytes:
    if name in STYLES:
        return "".join(map(_read, STYLES[name])).encode()
    if name in SCRIPTS:
        return script(SCRIPTS[name], _read).encode()
    return _kept(name)


def _file(name: str, data: bytes) -> _File:
    kind = KINDS[name[name.rindex(".") :]]
    packed = None if name.endswith((".woff2", ".png")) else gzip.compress(data, 9, mtime=0)
    return _File(data, packed, kind)


def _taken(request: BaseRequest) -> str:
    return request.headers.get(hdrs.ACCEPT_ENCODING, "")[:200].lower()
