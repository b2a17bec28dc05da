"""Gather the pages in .site, laid out as in the repository, for `make docs`.

MkDocs takes one folder, while pages link to each other, to pictures and to code all over the
repository. This needs the standard library alone: it runs where MkDocs is installed, and not the
program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SITE: Final = ROOT / ".site"
PAGES: Final = ("*.md", "docs/**/*.md", "rules/*/rules.*.md")
_LINK: Final = re.compile(r'\]\(([^()\s]+)\)|\b(?:src|href)="([^"]+)"')
_TEXT_LINK: Final = re.compile(r"\[([^\[\]]+)\]\(([^()\s]+)\)")
_ELSEWHERE: Final = re.compile(r"[a-z]+:|#|/")
_NAMED: Final = re.compile(r"^(#+ (.+)) \{#(\S+)\}$", re.MULTILINE)
"""A heading with a name of its own, which the program's pages of rules go by."""
_MARKED: Final = re.compile(r" <!-- ([TFRD](?: [\w.]+)?(?:; [^<>]+)?) -->$", re.MULTILINE)
"""Where a rule comes from, in a page of rules."""
_FONTS: Final = re.compile(rb"@font-face\s*\{[^{}]*\}")


def main() -> None:
    """Copy the pages and the files that they link to; leave out all that was there before."""
    rmtree(SITE, ignore_errors=True)
    to_come = sorted(path for pattern in PAGES for path in ROOT.glob(pattern))
    known = set(to_come)
    while to_come:
        path = to_come.pop()
        copy = SITE / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(_copied(path))
        if path.suffix == ".md":
            found = set(_linked(path)) - known
            known |= found
            to_come += found


def _copied(path: Path) -> bytes:
    """Return a file as the site has it.

    It has no links to folders, no fonts of other hosts, and the anchors that GitHub makes. Rules
    show where they come from.
    """
    data = path.read_bytes()
    if path.suffix == ".svg":
        return _FONTS.sub(b"", data)
    if path.suffix != ".md":
        return data

    def kept(link: re.Match[str]) -> str:
        return link[1] if (path.parent / link[2]).is_dir() else link[0]

    text = _MARKED.sub(r" <small>[\1]</small>", _TEXT_LINK.sub(kept, data.decode()))
    return _NAMED.sub(_anchored, text).encode()


def _anchored(heading: re.Match[str]) -> str:
    words = re.sub(r"[^\w -]", "", f"{heading[2]} {heading[3]}".casefold())
    return f"{heading[1]} {{#{words.replace(' ', '-')}}}"


def _linked(page: Path) -> Iterator[Path]:
    """Yield the files of the repository that a page links to."""
    for found in _LINK.finditer(page.read_text("utf-8")):
        target = found[1] or found[2]
        if not _ELSEWHERE.match(target):
            path = (page.parent / target.partition("#")[0]).resolve()
            if path.is_file() and path.is_relative_to(ROOT):
                yield path


if __name__ == "__main__":
    main()
