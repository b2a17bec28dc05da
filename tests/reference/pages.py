"""Reference pages: text written by hand, with parts between marks that are made from the code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextvars import copy_context
from pathlib import Path
from typing import Final

from nim_tui.cli.language import speaking
from tests.reference import client, public_names, server, text_mode

FOLDER: Final = Path(__file__).parents[2] / "docs" / "reference"
_PART: Final = re.compile(r"(<!-- generated: (.+?) -->\n).*?(<!-- end -->)", re.DOTALL)


def files() -> Mapping[Path, str]:
    """Return the text of each file by its path; the same in every language and on every day."""
    return copy_context().run(_in_english)


def _in_english() -> dict[Path, str]:
    with speaking("en"):
        parts = {**client.parts(), **server.parts(), **text_mode.parts(), **public_names.parts()}
        pages = {path: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.md"))}
        placed = {found[2] for text in pages.values() for found in _PART.finditer(text)}
        assert placed == {*parts}, "every part has its place"
        made = {path: _renewed(text, parts) for path, text in pages.items()}
        return {
            **made,
            FOLDER / "record.schema.json": client.record_schema(),
            public_names.RECORD: public_names.record(),
        }


def _renewed(page: str, parts: Mapping[str, str]) -> str:
    return _PART.sub(lambda found: f"{found[1]}\n{parts[found[2]]}\n{found[3]}", page)
