"""What makes an installed app of the pages."""

from __future__ import annotations

import json
import re
from struct import unpack

import aiohttp

from tests.nim_tui.server.web.browsing import asks, both

PNG = b"\x89PNG\r\n\x1a\n"


async def test_its_icons_are_as_large_as_they_say() -> None:
    async with both() as (_served, door), aiohttp.ClientSession() as client:
        status, headers, text = await asks(door, "/manifest.webmanifest", Accept_Language="fr")
        assert (status, headers["Content-Type"]) == (
            200,
            "application/manifest+json; charset=utf-8",
        )
        told = json.loads(text)
        assert (told["start_url"], told["lang"]) == ("/", "fr")
        for icon in told["icons"]:
            async with client.get(door.origin + icon["src"]) as answer:
                data = await answer.read()
            assert data.startswith(PNG)
            width, height = unpack(">II", data[16:24])
            assert icon["sizes"] == f"{width}x{height}"


async def test_the_worker_keeps_a_page_that_needs_nothing_else() -> None:
    async with both() as (_served, door):
        _status, headers, worker = await asks(door, "/offline.js")
        assert headers["Content-Type"].startswith("text/javascript")
        assert "connect-src 'self'" in headers["Content-Security-Policy"]
        kept = set(re.findall(r'"(/[^"]*\.\w+)"', worker))
        page = (await asks(door, "/offline"))[2]
        assert set(re.findall(r'(?:src|href)="(/[^"]+)"', page)) <= kept
        for one in kept:
            assert (await asks(door, one))[0] == 200
        assert (await asks(door, "/offline", method="PUT"))[0] == 405
