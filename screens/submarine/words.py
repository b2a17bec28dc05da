"""The words of Submarine in every language: see words.LANGUAGE.toml."""

from __future__ import annotations

from typing import Final

from rules.submarine.board import TOKEN_NAMES
from screens.table.vocabulary import read_vocabulary

WORDS: Final = read_vocabulary(__package__, TOKEN_NAMES)
