"""The page and what it is made of."""

from __future__ import annotations

import re
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

import nim_tui.server.web
import rules
import screens
from nim_tui.server.web import PageParts
from nim_tui.server.web.static_files import SCRIPTS, SERVED, STYLES, script
from tests.nim_tui.server.web.browsing import KEY, asks, both, tab

STATIC = Path(nim_tui.server.web.__file__).parent / "static"
VENDOR = STATIC / "vendor"


def test_what_others_made_is_as_they_published_it() -> None:
    lines = (VENDOR / "SHA256SUMS").read_text().splitlines()
    locked = {name: digest for digest, name in map(str.split, lines)}
    there = {file.name for file in VENDOR.iterdir()} - {"SHA256SUMS", "README.md"}
    assert set(locked) == there
    for name, digest in locked.items():
        assert sha256((VENDOR / name).read_bytes()).hexdigest() == digest, name


def test_every_file_is_served_and_has_its_licence() -> None:
    ours = {f.relative_to(STATIC).as_posix() for f in STATIC.rglob("*") if f.is_file()}
    pages = {
        "page.html",
        "plain.html",
        "standings.html",
        "first.html",
        "now.html",
        "table.html",
        "offline.html",
        "head.html",
        "drawn-head.html",
        "strip.html",
    }
    kept = {*pages, "worker.js", "offline.js", "vendor/SHA256SUMS", "vendor/README.md"}
    assert ours - kept - bundled() == set(SERVED) - bundled()
    for name in ("xterm", "addon-fit", "DejaVu"):
        assert (VENDOR / f"LICENSE-{name}.txt").stat().st_size > 1000


def bundled() -> set[str]:
    """The files that are parts of others."""
    parts = {part for files in STYLES.values() for part in files}

    def read(name: str) -> str:
        parts.add(name)
        return (STATIC / name).read_text("utf-8")

    for entries in SCRIPTS.values():
        script(entries, read)
    return parts


def test_the_letters_loaded_first_have_every_sign_of_the_screens() -> None:
    """Others come late: a board would be drawn in another font for a moment."""
    first, *_others = re.findall(r"unicode-range: ([^;]+);", (STATIC / "page.css").read_text())
    bounds = [[int(end, 16) for end in one.split("-")] for one in re.findall(r"U\+([\w-]+)", first)]
    signs = {
        sign
        for folder in (rules, screens, nim_tui)
        for file in Path(str(folder.__file__)).parent.rglob("*.py")
        if file.name != "touch_row.py"  # the page draws these signs itself
        for sign in file.read_text("utf-8")
        if not (sign.isascii() or sign.isalpha())
    }
    of_braille = {chr(0x2800 + dots) for dots in range(256)}
    late = {sign for sign in signs if not any(one[0] <= ord(sign) <= one[-1] for one in bounds)}
    assert late - of_braille == {"⏴", "⏵"}, "the font has none of these two"


def test_nothing_of_ours_comes_back_again_and_again_or_writes_html() -> None:
    for file in STATIC.glob("*.js"):
        code = file.read_text("utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", code)
        assert "setInterval" not in code


class Reader(HTMLParser):
    """What a page holds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    @property
    def body(self) -> dict[str, str | None]:
        return next(attrs for tag, attrs in self.tags if tag == "body")


async def test_the_page_holds_no_script_and_no_style_of_its_own() -> None:
    async with both() as (_served, door):
        status, headers, text = await asks(door, "/")
        assert status == 200
        policy = headers["Content-Security-Policy"]
        assert "script-src 'self';" in policy
        assert "default-src 'none'" in policy
        assert f"connect-src 'self' ws{door.origin.removeprefix('http')};" in policy
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        page = Reader(text)
        assert all(attrs.get("src") for tag, attrs in page.tags if tag == "script")
        assert not [attrs for _tag, attrs in page.tags if "style" in attrs or "onclick" in attrs]
        assert "$" not in text


async def test_an_answer_does_not_tell_what_it_is_made_of() -> None:
    async with both() as (_served, door):
        for path in ("/", "/plain", "/known", "/nothing", "/ws", "/static/0/door.js"):
            assert (await asks(door, path))[1]["Server"] == "nim_tui"
        assert (await asks(door, "/", Host="evil.example"))[1]["Server"] == "nim_tui"
        assert (await asks(door, "/", X="y" * 5000))[1]["Server"] == "nim_tui"
        async with tab(door) as one:
            assert one.socket._response.headers["Server"] == "nim_tui"


async def test_who_has_come_by_https_is_to_come_by_that_alone() -> None:
    named = ("https://games.example.org", "http://play.example.org")
    async with both(web_address=named) as (_served, door):
        for path in ("/", "/known", "/nothing"):
            _status, headers, _text = await asks(door, path, Host="games.example.org")
            assert headers["Strict-Transport-Security"] == "max-age=2592000"
        for host in ("play.example.org", "127.0.0.1"):
            _status, headers, _text = await asks(door, "/", Host=host)
            assert "Strict-Transport-Security" not in headers


async def test_every_part_of_the_page_is_there() -> None:
    async with both() as (_served, door):
        _status, _headers, text = await asks(door, "/")
        parts = set(re.findall(r'"(/static/[^"]+)"', text))
        assert len(parts) == 5
        place = re.search(r"/static/\w+", text)
        assert place is not None
        for name in SERVED:
            status, headers, _text = await asks(door, f"{place[0]}/{name}")
            assert (status, "immutable" in headers["Cache-Control"]) == (200, True)
        for wrong in (f"{place[0]}/page.html", f"{place[0]}/../server.py", "/static/0/door.js"):
            assert (await asks(door, wrong))[0] == 404


@pytest.mark.parametrize(
    ("wants", "language"),
    [("", "en"), ("fr", "fr"), ("fr-CA,en;q=0.9", "fr"), ("de,en;q=0.5,fr;q=0.4", "en"),
     ("en;q=0.1, FR;q=0.2", "fr"), ("x" * 3000, "en"), ("fr;q=9,en", "en")],
)  # fmt: skip
async def test_the_page_speaks_the_language_that_is_wanted(wants: str, language: str) -> None:
    async with both() as (_served, door):
        _status, _headers, text = await asks(door, "/", Accept_Language=wants)
        assert f'<html lang="{language}">' in text
        assert ("Choisir un nom" in text) == (language == "fr")


async def test_a_table_has_an_address() -> None:
    async with both() as (_served, door):
        _status, _headers, text = await asks(door, "/t/dokivuna-482")
        assert Reader(text).body["data-table"] == "dokivuna-482"
        for wrong in ("/t/", "/t/no", '/t/a-1"><script>', "/t/dokivuna-482/x", "/x"):
            assert (await asks(door, wrong))[0] == 404


async def test_who_has_no_name_is_asked_where_guests_are_not_taken() -> None:
    async with both(guests=False) as (_served, door):
        assert Reader((await asks(door, "/"))[2]).body["data-asked"] == "1"
        known = Reader((await asks(door, "/", Cookie=f"nim_tui={KEY}"))[2]).body
        assert (known["data-asked"], known["data-known"]) == ("", "1")
    async with both(guests=False, parts=PageParts(is_closed=True)) as (_served, door):
        assert Reader((await asks(door, "/"))[2]).body["data-closed"] == "1"


async def test_the_page_can_ask_whether_its_browser_holds_a_key() -> None:
    """A link of somebody else opens it without the cookie, which is for this site alone."""
    async with both() as (_served, door):
        assert (await asks(door, "/known"))[2] == ""
        assert (await asks(door, "/known", Cookie="nim_tui=wrong"))[2] == ""
        assert (await asks(door, "/known", Cookie=f"nim_tui={KEY}"))[2] == "1"


async def test_nothing_else_is_answered() -> None:
    async with both() as (_served, door):
        assert (await asks(door, "/", method="PUT"))[0] == 405
        assert (await asks(door, "/", method="POST", Origin=door.origin))[0] == 404
        assert (await asks(door, "/ws?size=80x24", Origin=door.origin))[0] == 400


async def test_the_page_by_lines_is_as_strict_and_stricter() -> None:
    async with both() as (_served, door):
        status, headers, text = await asks(door, "/plain")
        assert status == 200
        assert headers["Content-Security-Policy"] == (
            "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
            f"img-src 'self'; connect-src 'self' ws{door.origin.removeprefix('http')}; "
            "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
            "require-trusted-types-for 'script'; trusted-types 'none'"
        )
        page = Reader(text)
        assert all(attrs.get("src") for tag, attrs in page.tags if tag == "script")
        assert not [attrs for _tag, attrs in page.tags if "style" in attrs or "onclick" in attrs]
        assert "$" not in text
        log = next(attrs for _tag, attrs in page.tags if attrs.get("id") == "log")
        assert (log["role"], log["aria-live"]) == ("log", "polite")
        assert [attrs["for"] for tag, attrs in page.tags if tag == "label"] == ["typed"]
        assert "xterm" not in text


@pytest.mark.slow
async def test_the_page_by_lines_has_addresses_of_tables_too() -> None:
    async with both() as (_served, door):
        _status, _headers, text = await asks(door, "/plain/t/dokivuna-482")
        assert Reader(text).body["data-table"] == "dokivuna-482"
        for wrong in ("/plain/", "/plain/t/", "/plain/t/no", "/plainer", "/plain/x"):
            assert (await asks(door, wrong))[0] == 404
        _status, _headers, text = await asks(door, "/t/dokivuna-482")
        links = [attrs.get("href") for tag, attrs in Reader(text).tags if tag == "a"]
        assert links == ["/plain/t/dokivuna-482", "#leave", "/", "/plain/t/dokivuna-482"]
        for path in ("/plain", "/plain/t/dokivuna-482"):
            status, headers, _text = await asks(
                door, "/keep", method="POST", Origin=door.origin, Referer=door.origin + path
            )
            assert (status, headers["Location"]) == (303, path)
