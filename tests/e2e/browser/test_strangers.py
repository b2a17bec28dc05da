"""Pages of strangers in a real browser, whose visitor a server knows: they begin nothing there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from tests.e2e.chromium import Browsing
from tests.e2e.needs import needs
from tests.e2e.people import LOBBY
from tests.e2e.server_process import ServerProcess
from tests.ports import HOST

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.nightly, *needs("chromium")]

OPENS = """address => new Promise(done => {
  const socket = new WebSocket(address);
  socket.onopen = () => done("open");
  socket.onclose = event => done(event.code);
})"""
READS = "address => fetch(address, { credentials: 'include' }).then(() => 'read', () => 'refused')"
FRAMES = """address => new Promise(done => {
  const frame = document.createElement("iframe");
  frame.onload = () => done(frame.contentDocument === null ? "closed" : "open");
  frame.src = address;
  document.body.append(frame);
})"""
POSTS = """address => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: address });
  document.body.append(form);
  form.submit();
}"""
REFUSED = "reason=foreign_page"
ABNORMAL = 1006
"""The code of a websocket that was never open."""


class _Empty(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html><title>elsewhere</title><body>")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as above
        """Nothing of it matters."""


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[int]:
    """The port of a server of somebody else."""
    with ThreadingHTTPServer((HOST, 0), _Empty) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for the tests of this file, none of which changes it."""
    with closing(ServerProcess(tmp_path_factory.mktemp("known"), 7)) as server:
        server.start()
        yield server


@pytest.fixture(scope="module")
def ana(browser: Browser, server: ServerProcess) -> Iterator[Browsing]:
    """Ana, known to the server by a cookie of this browser."""
    ana = Browsing(browser, "Ana")
    ana.register(server)
    yield ana
    ana.context.close()


@pytest.mark.parametrize("host", [HOST, "localhost"], ids=["another port", "another site"])
def test_a_page_of_a_stranger_opens_no_session(
    server: ServerProcess, ana: Browsing, elsewhere: int, host: str
) -> None:
    """Not even one of the same site, which the browser shows its cookies."""
    page = ana.context.new_page()
    page.goto(f"http://{host}:{elsewhere}/")
    came_in, refused = (server.told.count(what) for what in ("came in", REFUSED))
    for asked in ("size=80x24", "plain=1"):
        address = f"ws://{HOST}:{server.web_port}/ws?{asked}"
        assert page.evaluate(OPENS, address) == ABNORMAL
    assert server.told.count(REFUSED) == refused + 2
    assert server.told.count("came in") == came_in
    own = f"ws://{HOST}:{server.web_port}/ws?size=80x24"
    assert ana.page.evaluate(OPENS, own) == "open"


@pytest.mark.parametrize("host", [HOST, "localhost"], ids=["another port", "another site"])
def test_a_form_of_a_stranger_changes_nothing(
    server: ServerProcess, ana: Browsing, elsewhere: int, host: str
) -> None:
    for path in ("/forget", "/keep"):
        before = ana.context.cookies()
        page = ana.context.new_page()
        page.goto(f"http://{host}:{elsewhere}/")
        with page.expect_navigation(url=f"http://{HOST}:{server.web_port}{path}") as found:
            page.evaluate(POSTS, f"http://{HOST}:{server.web_port}{path}")
        assert found.value is not None
        assert found.value.status == 403
        assert "Only pages of this server" in page.inner_text("body")
        assert ana.context.cookies() == before
    ana.page.reload()
    ana.wait_for(f"{LOBBY}Ana")


def test_a_page_of_a_stranger_reads_and_frames_nothing(
    server: ServerProcess, ana: Browsing, elsewhere: int
) -> None:
    page = ana.context.new_page()
    page.goto(f"http://localhost:{elsewhere}/")
    for path in ("/", "/known", "/plain"):
        assert page.evaluate(READS, f"http://{HOST}:{server.web_port}{path}") == "refused"
    page.evaluate(FRAMES, f"http://{HOST}:{server.web_port}/")
    (frame,) = page.frames[1:]
    assert frame.locator("#screen").count() == 0
