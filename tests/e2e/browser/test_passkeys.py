"""A passkey made in one browser lets another in: real Chromium, with a device of its own making."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.chromium import Browsing
from tests.e2e.needs import needs
from tests.e2e.people import LOBBY, NAMING
from tests.e2e.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Locator

pytestmark = [pytest.mark.slow, *needs("chromium", "ssh", "tmux")]

DEVICE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
    "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip
USE, ADD = "Sign in with a passkey", "Add a passkey"


class Holder(Browsing):
    """Somebody with a device that keeps passkeys."""

    def __init__(self, browser: Browser, name: str, **more: Any) -> None:
        super().__init__(browser, name, **more)
        self.device: CDPSession = self.context.new_cdp_session(self.page)
        self.device.send("WebAuthn.enable")
        made = self.device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        self.device_id = made["authenticatorId"]

    def passkeys(self) -> list[dict[str, Any]]:
        """What the device keeps."""
        told = self.device.send("WebAuthn.getCredentials", {"authenticatorId": self.device_id})
        return list(told["credentials"])

    def gets(self, passkey: dict[str, Any]) -> None:
        """Have the device keep a passkey too, as those that are carried about do."""
        sent = {"authenticatorId": self.device_id, "credential": passkey}
        self.device.send("WebAuthn.addCredential", sent)

    def goes_to(self, server: ServerProcess, path: str = "/lobby") -> None:
        """Open the page by a name for which there can be passkeys."""
        self.page.goto(f"http://localhost:{server.web_port}{path}")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name).filter(visible=True)

    def reads(self, text: str) -> None:
        """Wait until the page says something about passkeys."""
        self.page.locator("#passkey-told", has_text=text).wait_for(state="visible")


@pytest.fixture
def known(
    servers: Callable[[int], ServerProcess], browser: Browser
) -> Iterator[tuple[ServerProcess, Holder]]:
    """Ana in a browser, with a passkey."""
    server, ana = servers(7), Holder(browser, "Ana")
    ana.goes_to(server)
    ana.button(USE).wait_for()
    ana.button("Choose a name").click()
    ana.wait_for(NAMING)
    ana.type("Ana")
    ana.keys("Enter")
    ana.wait_for("Enter again")
    ana.keys("Enter")
    ana.wait_for(LOBBY)
    ana.page.locator("footer").hover()
    ana.button(ADD).click()
    ana.reads("Your passkey was added. It is listed in your profile: p, then c.")
    yield server, ana
    ana.context.close()


def test_a_passkey_opens_the_same_account_in_another_browser(
    known: tuple[ServerProcess, Holder], browser: Browser
) -> None:
    server, ana = known
    (passkey,) = ana.passkeys()
    assert (passkey["rpId"], passkey["isResidentCredential"]) == ("localhost", True)
    ana.button(ADD).click()
    ana.reads("This device already has a passkey for your account.")
    for path, shows in (("/lobby", "Lobby   Ana"), ("/plain", "Welcome to nim_tui, Ana.")):
        other = Holder(browser, "Ana")
        other.gets(passkey)
        other.goes_to(server, path)
        other.button(USE).first.click()
        other.button(ADD).wait_for()
        if path == "/lobby":
            other.wait_for(shows)
        else:
            other.page.locator("#log p", has_text=re.compile(re.escape(shows))).first.wait_for()
        assert other.errors == []
        (passkey,) = other.passkeys()
        other.context.close()
    ana.keys("p")
    ana.wait_for("Your keys")
    ana.keys("c")
    ana.wait_for("passkey", "browser")
    assert [one for one in ana.errors if "403" not in one] == []


@pytest.mark.nightly
def test_a_passkey_that_is_nobodys_is_told(
    known: tuple[ServerProcess, Holder], browser: Browser
) -> None:
    server, ana = known
    (passkey,) = ana.passkeys()
    ben = Holder(browser, "Ben", room=(900, 600))
    ben.gets({**passkey, "credentialId": "bm9ib2R5cyBjcmVkZW50aWFsIGhlcmU="})
    ben.goes_to(server)
    ben.button(USE).click()
    ben.reads("this passkey belongs to no account here")
    ben.device.send("WebAuthn.setUserVerified",
                    {"authenticatorId": ben.device_id, "isUserVerified": False})  # fmt: skip
    ben.button(USE).click()
    ben.reads("No passkey was used.")
    ben.context.close()
