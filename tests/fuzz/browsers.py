"""What browsers, and what is none, say to the door for them: drawn at random."""

from __future__ import annotations

from random import Random
from typing import Final
from urllib.parse import quote

from tests.fuzz import inputs

PATHS: Final = (
    "/", "/lobby", "/plain", "/t/dokivuna-482", "/plain/t/dokivuna-482", "/ws", "/known", "/keep",
    "/forget", "/play/bataille", "/plain/learn/himalaya", "/sit/dokivuna-482", "/watch/a-1",
    "/i/" + "2" * 20,
    "/static/", "/static/page.js", "/static/../server.py", "/static/%2e%2e/server.py", "/t/", "//",
    "/stop/", "/feed/", "/favicon.ico", "/.env", "/t/a-1", "*", "http://elsewhere.example/",
)  # fmt: skip
METHODS: Final = (*("GET",) * 6, "HEAD", "POST", "POST", "PUT", "OPTIONS", "CONNECT", "X")
NAMES: Final = (
    "Cookie", "Referer", "Accept-Language", "X-Forwarded-For", "X-Forwarded-Proto",
    "If-None-Match", "Connection", "Range", "X-Anything",
)  # fmt: skip
BREAKING: Final = (
    "Host", "Origin", "Content-Length", "Transfer-Encoding", "Upgrade", "Expect",
    "Sec-WebSocket-Key", "Sec-WebSocket-Version",
)  # fmt: skip
"""Headers by which much else changes what a request means."""
VALUES: Final = (
    "localhost", "127.0.0.1", "[::1]:8080", "evil.example", "null", "http://127.0.0.1",
    "nim_tui=" + "k" * 43, "__Host-nim_tui=" + "k" * 43, "nim_tui=x; nim_tui=y", "fr-FR,en;q=0.5",
    "de;q=nan", "192.0.2.1, 2001:db8::1", "::ffff:192.0.2.1%eth0", "https", "websocket", "Upgrade",
    "dGhlIHNhbXBsZSBub25jZQ==", "13", "chunked", "-1", "18446744073709551616", "100-continue",
    "bytes=0-0,-1", "http://127.0.0.1/t/dokivuna-482", "",
)  # fmt: skip


def target(draw: Random) -> str:
    """What is asked for."""
    path = draw.choice(PATHS)
    if draw.random() < 0.3:
        path += quote(inputs.text(draw, 40), errors="replace")
    elif draw.random() < 0.05:
        path += inputs.text(draw, 40)
    if draw.random() < 0.3:
        size = draw.choice(("80x24", "0x0", "99999x1", "x", "80x24x1"))
        path += f"?size={size}&table={draw.choice(('', 'dokivuna-482', '../x'))}&plain=1"
    return path[: draw.choice((200, 200, 200, 5000))]


def headers(draw: Random) -> list[tuple[str, str]]:
    """Headers, right ones and wrong."""
    host = draw.choice(("localhost", "localhost", "localhost", "127.0.0.1:8080", "evil.example"))
    told = [("Host", host)]
    if draw.random() < 0.3:
        told.append(("Origin", draw.choice(("http://localhost", "https://localhost", "null"))))
    names = NAMES if draw.random() < 0.7 else (*NAMES, *BREAKING)
    for _header in range(inputs.some(draw, 5)):
        said = draw.choice(VALUES)
        if draw.random() < 0.1:
            said = "".join(char for char in inputs.text(draw, 80) if char >= " ")
        told.append((draw.choice(names), said))
    return told if draw.random() < 0.95 else told[1:]


def request(draw: Random) -> bytes:
    """A whole request, or nearly so."""
    version = draw.choice(("1.1",) * 8 + ("1.0", "9"))
    lines = [f"{draw.choice(METHODS)} {target(draw)} HTTP/{version}"]
    lines += [f"{name}: {value}" for name, value in headers(draw)]
    said = "\r\n".join(lines).encode("utf-8", "replace") + b"\r\n\r\n"
    if draw.random() < 0.2:
        said += draw.randbytes(inputs.some(draw, 100))
    if draw.random() < 0.1:
        place = draw.randrange(len(said))
        said = said[:place] + draw.randbytes(3) + said[place + 1 :]
    return said if draw.random() < 0.9 else said[: draw.randrange(len(said))]


def size_told(draw: Random) -> str:
    """A frame of text, which tells a size, or should."""
    width, height = inputs.size(draw)
    right = f"[{width}, {height}]"
    wrong = ("[80]", "[true, 24]", "[80.0, 24]", "{}", "null", "[" * 60, "[1e999, 3]", '["80", 24]')
    match draw.randrange(4):
        case 0:
            return draw.choice(wrong)
        case 1:
            return inputs.text(draw)
        case _:
            return right if draw.random() < 0.8 else right[: draw.randrange(len(right))]


def frame(draw: Random) -> bytes:
    """A frame of a websocket, masked as a browser does, or not quite."""
    opcode = draw.choice((1, 1, 2, 2, 2, 0, 8, 9, 10, 3, 15))
    first = opcode | draw.choice((0x80, 0x80, 0x80, 0x00, 0xC0, 0xF0))
    data = size_told(draw).encode("utf-8", "replace") if opcode == 1 else inputs.keys(draw)
    told = draw.choice((len(data),) * 6 + (126, 127, 0, 125))
    masked = 0x80 if draw.random() < 0.95 else 0
    if told > 125:
        more = draw.choice((len(data), 65_535, 0)).to_bytes(2 if told == 126 else 8, "big")
    else:
        more = b""
    length = min(told, 127) if told > 125 or len(data) <= 125 else 125
    mask = draw.randbytes(4) if masked else b""
    body = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data[:125])) if mask else data[:125]
    return bytes((first, masked | length)) + more + mask + body
