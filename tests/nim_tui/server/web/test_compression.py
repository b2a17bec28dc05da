"""Compressed frames in both directions: what their lengths tell, and what they may hold."""

from __future__ import annotations

import asyncio
import zlib
from contextlib import suppress

from nim_tui.server.settings.sections import Limits
from nim_tui.server.web.server import LONGEST_FRAME
from nim_tui.server.web.session import THERE
from nim_tui.server.web.wire import MOST_PADDING, padding
from tests.nim_tui.server.ssh.serving import CONTROLS, HOST
from tests.nim_tui.server.ssh.tiny import HELLO
from tests.nim_tui.server.web.browsing import both, tab
from tests.nim_tui.server.web.test_hostile import KEY_F, handshake
from tests.waiting import until

WINDOW = 15
OFFER = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"
COMPRESSED, TOLD = 0xC2, 0xC1
"""The first bytes of whole frames that are compressed: of the terminal, and words to the page."""
FLUSHED = b"\x00\x00\xff\xff"
"""The end of a compressed frame, which is not sent."""


async def one_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    first, length = await reader.readexactly(2)
    if length == 126:
        length = int.from_bytes(await reader.readexactly(2))
    return first, await reader.readexactly(length)


async def test_each_frame_is_compressed_by_itself() -> None:
    """None refers to an earlier one, so nothing that was painted before tells on it."""
    async with both() as (_served, door):
        reader, writer = await asyncio.open_connection(HOST, door.web_server.port)
        lines = handshake(door.origin).decode().replace("\r\n\r\n", f"\r\n{OFFER}\r\n\r\n")
        writer.write(lines.encode())
        assert b"permessage-deflate" in await reader.readuntil(b"\r\n\r\n")
        seen = ""
        for shown in (HELLO, "key-1-f."):
            while shown not in seen:
                first, data = await one_frame(reader)
                if first == TOLD:
                    continue
                assert first == COMPRESSED
                text = zlib.decompressobj(-WINDOW).decompress(data + FLUSHED).decode()
                seen += CONTROLS.sub("", text)
            writer.write(KEY_F)
        writer.close()


def test_padding_hides_how_well_a_frame_compresses() -> None:
    """A guess of six letters that is right saves some five bytes."""
    lengths = {len(zlib.compress(b"the same frame " * 9 + padding(), 1)) for _time in range(500)}
    assert max(lengths) - min(lengths) >= MOST_PADDING * 6 // 8 - 3


async def test_a_page_with_compression_plays_as_others_do() -> None:
    async with both() as (served, door), tab(door, compress=WINDOW) as one:
        assert one.socket.compress == WINDOW
        await one.type("x")
        await one.sees("key-1-x.")
        await one.socket.send_str(THERE)
        await until(lambda: one.told[-1:] == [THERE], "an answer")
        assert not served.house.errors


async def test_sentences_are_not_compressed() -> None:
    async with (
        both() as (_served, door),
        tab(door, asked="plain=1", compress=WINDOW, sees="") as one,
    ):
        assert not one.socket.compress


async def test_a_frame_that_inflates_too_far_ends_the_session() -> None:
    async with both() as (served, door), tab(door, compress=WINDOW) as one:
        await one.type(bytes(LONGEST_FRAME + 1))
        await one.is_sent_away()
        assert served.figure("refused_web_frame") == 1
        assert served.figure("keys_in") == 0


async def test_input_is_paid_for_as_long_as_it_is_inflated() -> None:
    """Twenty frames of some hundred bytes each, which hold a paste without an end."""
    limits = Limits(work_at_once=1000, work_a_second=10)
    async with both(limits) as (served, door), tab(door, compress=WINDOW) as one:
        with suppress(ConnectionError):
            await one.type("\x1b[200~")
            for _time in range(20):
                await one.type(b"p" * (LONGEST_FRAME - 1))
        await one.is_sent_away()
        assert served.figure("refused_work") > 0
