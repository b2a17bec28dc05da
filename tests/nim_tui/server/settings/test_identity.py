"""The texts of a server: clean, few lines, and one language in place of the other."""

from __future__ import annotations

import pytest

from nim_tui.server.settings.identity import IdentityConfig, PlainText
from nim_tui.server.settings.kinds import WrongValue
from screens.text import Locale, use_look


@pytest.mark.parametrize("text", ["\x1b[2J", "zalgo" + "\u0301" * 9, "é" * 61, "one\ntwo\nthree"])
def test_a_text_that_some_terminal_would_not_show_is_refused(text: str) -> None:
    with pytest.raises(WrongValue):
        PlainText("", 60, "TEXT", lines=2).checked(text)


def test_every_line_is_cleaned() -> None:
    assert PlainText("", 60, "TEXT", lines=3).checked(" Tea\u200b  here \n\nBe kind.\n") == (
        "Tea here\n\nBe kind."
    )


def test_a_missing_language_is_replaced_by_the_other() -> None:
    club = IdentityConfig(welcome="Come in.", welcome_fr="Entrez.", contact_fr="Chez Ana.")
    told = [[club.told("welcome"), club.told("contact"), club.told("motd")]]
    use_look(Locale("fr"))
    told.append([club.told("welcome")])
    assert told == [["Come in.", "Chez Ana.", ""], ["Entrez."]]
