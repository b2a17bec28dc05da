"""`make man`: write the man pages anew, to be reviewed as a diff."""

from __future__ import annotations

from tests.manual.pages import FOLDER, pages


def main() -> None:
    """Write each page, and delete those of commands that are no more."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.1"):
        old.unlink()
    for name, text in pages().items():
        FOLDER.joinpath(name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
