"""How lines that are handed on name this server: as whoever runs it said, and never guessed."""

from __future__ import annotations

import pytest

from nim_tui.server.settings.addresses import PublicAddresses, WebConfig, host_and_port, web_base
from nim_tui.server.settings.kinds import WrongValue


@pytest.mark.parametrize(
    ("ssh", "line"),
    [
        ("", "ssh -t HOST join T"),
        ("games.example.org", "ssh -t games.example.org join T"),
        ("games.example.org:22", "ssh -t games.example.org join T"),
        ("games.example.org:8022", "ssh -t -p 8022 games.example.org join T"),
        ("[2001:db8::7]:8022", "ssh -t -p 8022 2001:db8::7 join T"),
    ],
)
def test_a_line_for_ssh(ssh: str, line: str) -> None:
    assert PublicAddresses(ssh=ssh).invitation("T") == [line]
    assert PublicAddresses("https://g.example.org", ssh).invitation("T") == [
        line,
        "https://g.example.org/i/T",
    ]


@pytest.mark.parametrize(
    "wrong", ["-oProxyCommand=x", "a b", "a;b", "host:0", "host:65536", "host:x", "é.org", ":22"]
)
def test_what_a_shell_or_ssh_would_take_otherwise_is_no_address(wrong: str) -> None:
    with pytest.raises(WrongValue):
        host_and_port(wrong)


def test_pages_are_known_where_there_are_some() -> None:
    named = ("http://inside.example.org", "https://games.example.org/")
    assert web_base(WebConfig(web=8080, web_address=named)) == "https://games.example.org"
    assert web_base(WebConfig(web=0, web_address=named)) == ""
    assert web_base(WebConfig(web=8080)) == ""


def test_a_game_that_is_over() -> None:
    known = PublicAddresses("https://g.example.org", "games.example.org:8022")
    fetch, export = known.record("dokivuna-482")
    assert fetch == "ssh -p 8022 games.example.org record dokivuna-482 > game.jsonl"
    assert export == "nim-tui record export game.jsonl --to html > game.html"
    assert known.page("dokivuna-482") == "https://g.example.org/t/dokivuna-482"
    assert PublicAddresses().page("dokivuna-482") == ""
    assert PublicAddresses().record("dokivuna-482")[0].startswith("ssh HOST record ")
