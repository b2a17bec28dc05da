"""What is pasted leads to a table, to a seat, or nowhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim_tui.server.lobby.invite_links import PastedLink, is_whole_line, pasted

TOKEN = "2345-6789-ABCD-EFGH-JKMN"


@pytest.mark.parametrize(
    "text",
    [
        TOKEN,
        TOKEN.lower(),
        TOKEN.replace("-", ""),
        f"  {TOKEN}\n",
        f"ssh -t -p 8022 games.example.org join {TOKEN}",
        f"join {TOKEN}",
        f"https://games.example.org/i/{TOKEN}",
        f"https://games.example.org/plain/i/{TOKEN}/",
        f"come: <https://games.example.org/i/{TOKEN}>.",
        f"`ssh -t games.example.org join {TOKEN}`",
    ],
)
def test_an_invitation(text: str) -> None:
    found = pasted(text)
    assert found.token.replace("-", "").upper() == TOKEN.replace("-", "")
    assert found.table == ""


def test_an_invitation_in_several_words() -> None:
    assert pasted(TOKEN.replace("-", " ")).token == TOKEN.replace("-", "")


@pytest.mark.parametrize(
    "text",
    [
        "dokivuna-482",
        "Dokivuna-482",
        "https://games.example.org/t/dokivuna-482",
        "ssh -t games.example.org table dokivuna-482",
    ],
)
def test_a_table(text: str) -> None:
    assert pasted(text) == PastedLink(table="dokivuna-482")


@pytest.mark.parametrize("text", ["", " ", "3", "hello", "/i/", TOKEN[:-1], "x" * 5000])
def test_nothing(text: str) -> None:
    assert pasted(text) == PastedLink()


@given(st.text(max_size=400))
def test_it_leads_to_one_thing_at_most(text: str) -> None:
    assert "" in pasted(text)
    is_whole_line(text)


def test_whole_lines_are_told_from_words() -> None:
    assert is_whole_line(f"ssh -t HOST join {TOKEN}")
    assert is_whole_line(f"<HTTPS://games.example.org/i/{TOKEN}>")
    assert not is_whole_line(f"join {TOKEN}")
    assert not is_whole_line("sshd is a word")
