"""HTML pages, escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from string import Template
from typing import Final, TypeVar

from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response, StreamResponse

from nim_tui.server.terminal.messages import said_in
from nim_tui.server.web.callers import Caller
from rules.messages import N_
from screens.lobby.page import Column
from screens.text import LANGUAGES, Locale

TEXTS: Final[Mapping[str, str]] = {
    "about": N_("Board games with others, in a terminal in your browser"),
    "asked": N_("Choose a name to play. This browser remembers it with one cookie."),
    "again": N_("Reconnect"),
    "back": N_("Enter: reconnect"),
    "strip_lost": N_("No connection since {time}"),
    "strip_next": N_("Next try in {seconds} s. Your games are kept."),
    "strip_next_guest": N_("Next try in {seconds} s. Your seats are kept for a short time."),
    "strip_now": N_("Reconnecting…"),
    "strip_try": N_("Try now"),
    "strip_refused": N_("Not sent: there is no connection."),
    "strip_back": N_("Back after {time}"),
    "strip_same": N_("Nothing was lost."),
    "strip_table": N_("You are at the same table again; its log shows what happened."),
    "strip_anew": N_("You are in the lobby: a new session began."),
    "seconds": N_("{count} s"),
    "minutes": N_("{count} min"),
    "closed": N_("This server accepts no new users."),
    "code": N_(
        "Already have an account? Choose a name here, then type your name and a link code "
        "(key c in the lobby of your other session)."
    ),
    "ended": N_("The session has ended."),
    "forget": N_("Sign out here"),
    "forgets": N_(
        "Sign out here? Without another browser, passkey or SSH key you cannot sign in again."
    ),
    "games": N_("Games"),
    "keep": N_("Choose a name"),
    "keeps": N_("You are a guest: your games are lost soon after you leave."),
    "leave": N_("F6: leave the terminal"),
    "line": N_("A key, text, or : and a move"),
    "more": N_("More"),
    "all_keys": N_("Keys"),
    "letters": N_("Letters"),
    "type": N_("Type text"),
    "zoom": N_("Zoom"),
    "notices_asked": N_("Notify you in this browser when it is your turn, even when it is closed?"),
    "notices_denied": N_("This browser blocks notifications from this page: see its settings."),
    "notices_done": N_(
        "This browser now notifies you of your turns; press t in the list of notifications "
        "to test it."
    ),
    "notices_failed": N_("That failed: this browser’s push service did not answer."),
    "notices_no": N_("Close"),
    "notices_unable": N_(
        "Notifications do not work here: they need HTTPS and a browser with web push."
    ),
    "notices_yes": N_("Turn on notifications"),
    "add_passkey": N_("Add a passkey"),
    "adds_passkey": N_("Sign in from any browser with a fingerprint, face, PIN or security key."),
    "passkey": N_("Passkey"),
    "passkey_added": N_("Your passkey was added. It is listed in your profile: p, then c."),
    "passkey_failed": N_("No passkey was used."),
    "passkey_has": N_("This device already has a passkey for your account."),
    "plain": N_("Text mode, for screen readers"),
    "screen": N_("With boards, in a terminal"),
    "send": N_("Send"),
    "share": N_("Share"),
    "shared": N_("Link copied"),
    "standings": N_("Ladders and tournaments"),
    "terminal": N_("Terminal"),
    "text": N_("In text mode"),
    "texts": N_("This table in text mode: sentences to read or hear, and a line to type"),
    "to_controls": N_("Skip the terminal"),
    "told_here": N_("Text"),
    "use_passkey": N_("Sign in with a passkey"),
    "uses_passkey": N_("Use this if you added a passkey to your account here."),
    "waits": N_("Connecting…"),
    "your_line": N_("Your input"),
}
"""The texts of the page, by the names in its template."""
SOFTWARE: Final = "nim_tui"
"""The Server header, without libraries and versions."""
HTTPS_SECONDS: Final = 2_592_000
"""Seconds for which a browser that came by https uses nothing else."""
MOST_WANTED: Final = 200
"""The most characters of a browser's languages."""
_INCLUDED: Final = re.compile(r"<!--([a-z-]+\.html)-->\n")
_WANTED: Final = re.compile(
    r"\s*([a-z]{2})(?:-[a-z0-9-]{1,20})?\s*(?:;\s*q=(0(?:\.\d{1,3})?|1(?:\.0{1,3})?)\s*)?",
    re.IGNORECASE | re.ASCII,
)

Answer = TypeVar("Answer", bound=StreamResponse)


def language_of(request: BaseRequest) -> str:
    """Return the language that a browser prefers among the available ones; else English."""
    wanted: dict[str, float] = {}
    for one in request.headers.get(hdrs.ACCEPT_LANGUAGE, "")[:MOST_WANTED].split(","):
        found = _WANTED.fullmatch(one)
        if found is not None and found[1].lower() in LANGUAGES:
            wanted.setdefault(found[1].lower(), float(found[2] or 1))
    return max(wanted, key=lambda code: wanted[code], default="en")


def language_asked(request: BaseRequest) -> str:
    """Return the language of the page that begins a session; other requests may lack the header."""
    told = request.query.get("language", "")
    return told if told in LANGUAGES else language_of(request)


def template(name: str) -> Template:
    """Return a template, with the parts it includes by `<!--NAME-->` in a line of its own."""

    def read(name: str) -> str:
        text = files("nim_tui.server.web").joinpath("static", name).read_text("utf-8")
        return _INCLUDED.sub(lambda found: read(found[1]), text)

    return Template(read(name))


class HtmlPage:
    """An HTML page, without anything that anybody typed."""

    def __init__(self, place: str, name: str = "page.html", *, has_terminal: bool = True) -> None:
        """`place` is the path of its static files, `name` its template.

        `has_terminal`: xterm.js writes styles into it, and it may start the worker for
        notifications.
        """
        self._template = template(name)
        self._place = place
        self._has_terminal = has_terminal

    def answer(self, caller: Caller, language: str, facts: Mapping[str, str]) -> Response:
        """Return the page for one client; `facts` are the other values of the template."""
        look = Locale(language)
        said = {name: escape(said_in(look, text)) for name, text in TEXTS.items()}
        told = {name: escape(fact) for name, fact in facts.items()}
        body = self._template.substitute(said, **told, language=language, place=self._place)
        response = Response(text=body, content_type="text/html", charset="utf-8")
        has_terminal = self._has_terminal
        allowed = policy(caller, has_terminal=has_terminal, installs=has_terminal)
        response.headers[hdrs.CONTENT_SECURITY_POLICY] = allowed
        response.headers[hdrs.VARY] = "Accept-Encoding, Accept-Language, Cookie"
        response.enable_compression()  # it holds no secret
        return response


def policy(caller: Caller, *, has_terminal: bool, installs: bool = False) -> str:
    """Return the content security policy of a page.

    xterm.js writes the styles of its cells into the page. No script may evaluate text or load
    another script, except for the workers that push.js names, and install.js where the page
    `installs` the app.
    """
    styles = "'self' 'unsafe-inline'" if has_terminal else "'self'"
    manifest = "manifest-src 'self'; " if installs else ""
    workers = ["nim-worker"] * has_terminal + ["nim-offline"] * installs
    trusted = " ".join(workers) or "'none'"
    return (
        f"default-src 'none'; script-src 'self'; style-src {styles}; "
        f"font-src 'self'; img-src 'self'; {manifest}connect-src 'self' {caller.sockets}; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        f"require-trusted-types-for 'script'; trusted-types {trusted}"
    )


def guard(response: Answer, caller: Caller | None = None) -> Answer:
    """Set the headers that every answer has; one with a secret address may be stricter."""
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.update(
        {
            hdrs.SERVER: SOFTWARE,
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
        }
    )
    if caller is not None and caller.is_safe:
        response.headers["Strict-Transport-Security"] = f"max-age={HTTPS_SECONDS}"
    response.headers.setdefault(hdrs.CACHE_CONTROL, "no-store")
    response.headers.setdefault(hdrs.CONTENT_SECURITY_POLICY, "default-src 'none'")
    return response


@dataclass(frozen=True, slots=True)
class Html:
    """A fragment of a page, already escaped."""

    text: str


Shown = str | Html
"""Content of a page: texts are always escaped."""
EMPTY: Final = Html("")


def part(shown: Shown) -> Html:
    """Return content as a fragment of a page."""
    return shown if isinstance(shown, Html) else Html(escape(shown))


def joined(parts: Iterable[Shown], between: str = "\n") -> Html:
    """Join fragments."""
    return Html(escape(between).join(part(one).text for one in parts))


def tag(name: str, *shown: Shown, **attributes: str) -> Html:
    """Return an element; `class_` stands for `class`, `aria_label` for `aria-label`."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
        if value
    )
    return Html(f"<{name}{told}>{joined(shown, '').text}</{name}>")


def link(address: str, shown: Shown) -> Html:
    """Return a link to another page of this server."""
    return tag("a", shown, href=address)


def name(text: str) -> Html:
    """Return a name as HTML, isolated from the direction of the text around it."""
    return tag("bdi", text)


def items(shown: Iterable[Shown]) -> Html:
    """Return a list; empty for no items."""
    lines = [tag("li", one) for one in shown]
    return tag("ul", *lines) if lines else EMPTY


def table(columns: Sequence[Column], rows: Iterable[Sequence[Shown]], *, leading: int = 0) -> Html:
    """Return a table with names in one column; the first `leading` rows are gold."""
    heads = [tag("th", one.head, scope="col", class_=_look(one)) for one in columns]
    body = [
        tag("tr", *_cells(columns, row), class_="first" if number < leading else "")
        for number, row in enumerate(rows)
    ]
    whole = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *body))
    return tag("div", whole, class_="wide")


def _look(column: Column) -> str:
    return "" if column.kind == "name" else column.kind


def _cells(columns: Sequence[Column], row: Sequence[Shown]) -> list[Html]:
    return [
        tag("th", shown, scope="row")
        if column.kind == "name"
        else tag("td", shown, class_=_look(column))
        for column, shown in zip(columns, row, strict=True)
    ]
