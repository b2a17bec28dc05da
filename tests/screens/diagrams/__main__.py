"""`make diagrams`: draw the diagrams of the rules anew, to be reviewed as a diff."""

from __future__ import annotations

from tests.screens.diagrams.pages import pages


def main() -> None:
    """Write each page."""
    for page in pages():
        page.path.write_text(page.redrawn, "utf-8")


if __name__ == "__main__":
    main()
