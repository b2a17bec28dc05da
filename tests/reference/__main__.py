"""`make reference`: write the reference pages anew, to be reviewed as a diff."""

from __future__ import annotations

from tests.reference.pages import files
from tests.reference.terms import GLOSSARY, glossary


def main() -> None:
    """Write each file."""
    for path, text in {**files(), GLOSSARY: glossary()}.items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
