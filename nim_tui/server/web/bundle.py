"""The scripts and styles of a page as one file each, so that it needs few requests."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from posixpath import dirname, join, normpath
from typing import Final

STYLES: Final[Mapping[str, Sequence[str]]] = {"page.css": ("vendor/xterm.css", "page.css")}
"""The files of a style sheet, in the order in which they hold."""
SCRIPTS: Final[Mapping[str, Sequence[str]]] = {
    "first.js": ("install.js", "first.js"),
    "door.js": ("passkey.js", "install.js", "door.js"),
    "plain.js": ("passkey.js", "plain.js"),
}
"""The modules that a page runs, in order; their imports come before them."""
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
