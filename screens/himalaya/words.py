"""The words of Himalaya in every language: see words.LANGUAGE.toml."""

from __future__ import annotations

from typing import Final

from screens.table.vocabulary import read_vocabulary

WORDS: Final = read_vocabulary(__package__)
