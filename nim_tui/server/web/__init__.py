"""Browser access: the same apps in the same process, each over a websocket."""

from __future__ import annotations

from nim_tui.server.web.server import PageParts, WebServer, listen_web

__all__ = ["PageParts", "WebServer", "listen_web"]
