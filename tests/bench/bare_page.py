"""A bare page with xterm.js to measure against: a terminal that shows a line and repeats keys.

`python -m tests.bench.bare_page` serves it, and tells its port on standard error.
"""

from __future__ import annotations

import asyncio
import gzip
import sys
from importlib.resources import files
from typing import Final

from aiohttp import WSMsgType, hdrs, web

from tests.bench.hello import HELLO
from tests.ports import HOST

PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>bare</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/xterm.css">
<script type="module" src="/xterm.mjs"></script>
<script type="module">
import { Terminal } from "/xterm.mjs";
const terminal = new Terminal();
terminal.open(document.getElementById("screen"));
const socket = new WebSocket(`ws://${location.host}/ws`);
socket.binaryType = "arraybuffer";
socket.onmessage = (event) => terminal.write(new Uint8Array(event.data));
terminal.onData((keys) => socket.send(keys));
terminal.focus();
</script>
</head>
<body><div id="screen"></div></body>
</html>
"""
KINDS: Final = {"": "text/html", "xterm.css": "text/css", "xterm.mjs": "text/javascript"}


def _packed(name: str) -> bytes:
    vendor = files("nim_tui.server.web").joinpath("static", "vendor")
    return gzip.compress(vendor.joinpath(name).read_bytes() if name else PAGE.encode(), 9)


async def serve() -> None:
    """Serve until the process is ended."""
    packed = {name: _packed(name) for name in KINDS}

    async def answered(request: web.BaseRequest) -> web.StreamResponse:
        name = request.path.removeprefix("/")
        if name == "ws":
            return await _session(request)
        if name not in packed:
            return web.Response(status=404)
        headers = {hdrs.CONTENT_ENCODING: "gzip", hdrs.CONTENT_TYPE: KINDS[name]}
        return web.Response(body=packed[name], headers=headers)

    runner = web.ServerRunner(web.Server(answered))
    await runner.setup()
    site = web.TCPSite(runner, HOST, 0)
    await site.start()
    print(f"listening on {HOST} port {runner.addresses[0][1]}", file=sys.stderr, flush=True)
    await asyncio.Event().wait()


async def _session(request: web.BaseRequest) -> web.WebSocketResponse:
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    await socket.send_bytes(f"{HELLO}\r\n".encode())
    async for message in socket:
        if message.type is WSMsgType.TEXT:
            await socket.send_bytes(message.data.encode())
    return socket


if __name__ == "__main__":
    asyncio.run(serve())
