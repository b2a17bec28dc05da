"""Opening the place where figures are told, as the settings name it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from nim_tui.server.metrics.endpoint import MetricsEndpoint
from nim_tui.server.metrics.exposition import Figures, exposed
from nim_tui.server.settings.kinds import endpoint_in

logger = logging.getLogger(__name__)


async def open_metrics(
    named: str, known: Callable[[], Awaitable[Figures]], trouble: Callable[[], Awaitable[str]]
) -> MetricsEndpoint | None:
    """Where what is `known` is told, and what is wrong, if a place is named.

    Raises NoMetrics, NotASocket.
    """
    place = endpoint_in(named)
    if place is None:
        return None

    async def text() -> str:
        return exposed(await known())

    metrics = MetricsEndpoint(place, text, trouble)
    await metrics.open()
    logger.info("figures are told on %s", metrics.where)
    return metrics
