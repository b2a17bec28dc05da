"""A page that asks about passkeys, in a browser that keeps cookies."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from nim_tui.server.accounts.store import Account
from nim_tui.server.web.cookies import fingerprint
from tests.nim_tui.server.ssh.serving import HOST
from tests.nim_tui.server.web.browsing import KEY
from tests.nim_tui.server.web.device import Device
from tests.nim_tui.server.web.house import House, house

PUBLIC = "games.example.org"


class Page:
    """A page in a browser that keeps cookies; `host` is how it calls the server."""

    def __init__(self, home: House, key: str | None = None, *, host: str = "localhost") -> None:
        port = home.door.web_server.port
        self.address = f"http://{HOST}:{port}"
        self.is_safe = host != "localhost"
        self.host = host if self.is_safe else f"{host}:{port}"
        self.origin = f"https://{host}" if self.is_safe else f"http://{self.host}"
        self.cookies = {} if key is None else {self.cookie: key}

    @property
    def cookie(self) -> str:
        return "__Host-nim_tui" if self.is_safe else "nim_tui"

    @property
    def key(self) -> str | None:
        return self.cookies.get(self.cookie)

    async def sends(
        self, path: str, told: Any = None, *, method: str = "POST", origin: str = ""
    ) -> tuple[int, Any]:
        """The status and what was answered."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"Host": self.host, "Origin": origin or self.origin, "Cookie": cookies}
        body = told if isinstance(told, bytes) else None
        async with (
            aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as client,
            client.request(
                method, self.address + path, headers=sent, data=body,
                json=told if body is None and method == "POST" else None,
            ) as answer,
        ):  # fmt: skip
            for one in answer.headers.getall("Set-Cookie", []):
                found = re.match(r'([^=]+)="?([^;"]*)"?', one)
                assert found is not None
                assert "HttpOnly" in one
                assert "SameSite=" in one
                assert ("Secure" in one) == self.is_safe
                self.cookies.pop(found[1], None)
                if found[2]:
                    self.cookies[found[1]] = found[2]
            told_back = await answer.text()
            is_json = answer.content_type == "application/json"
            return answer.status, await answer.json() if is_json else told_back

    def device(self, **more: Any) -> Device:
        return Device(self.origin, self.host.partition(":")[0], **more)

    async def adds(self, device: Device, **how: Any) -> tuple[int, Any]:
        status, asked = await self.sends("/passkey/new")
        assert status == 200, asked
        return await self.sends("/passkey/keep", device.makes(asked, **how))

    async def shows(self, device: Device) -> tuple[int, Any]:
        status, asked = await self.sends("/passkey/ask")
        assert status == 200, asked
        return await self.sends("/passkey/enter", device.shows(asked))


WRONG = "this passkey could not be verified: try again"
LATE = "that took too long, or was already answered: try again"
UNKNOWN = "this passkey belongs to no account here"


def owner(home: House, page: Page) -> str | None:
    """Whose account a browser opens."""
    found = home.owner(page.key) if page.key else None
    return None if found is None else found.name


@asynccontextmanager
async def known(folder: Path, **more: Any) -> AsyncIterator[tuple[House, Account, Page, Device]]:
    """A house, Ana at a page of hers, and a device with a passkey of hers."""
    async with house(folder, **more) as home:
        ana = home.member("Ana", fingerprint(KEY))
        page = Page(home, KEY)
        device = page.device()
        assert await page.adds(device) == (200, {"done": True})
        yield home, ana, page, device
