"""Who comes in: by key, as a guest, not at all."""

from __future__ import annotations

import asyncio
import socket

import asyncssh
import pytest
from asyncssh.public_key import SSHLocalKeyPair

from nim_tui.server.settings.sections import Limits
from tests.nim_tui.server.ssh.serving import (
    HOST,
    Caller,
    Served,
    connect,
    new_key,
    open_session,
    serving,
    visiting,
)
from tests.waiting import until


async def test_any_key_comes_in() -> None:
    for kind in ("ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa"):
        key = asyncssh.generate_private_key(kind)
        async with serving() as served, visiting(served, key):
            (visit,) = served.ssh_server.sessions
            assert visit.fingerprint == key.get_fingerprint("sha256")
            assert not visit.is_guest


async def test_a_banned_key_stays_out_even_as_a_guest() -> None:
    key = new_key()
    async with serving(guests=True) as served:
        served.house.banned.add(key.get_fingerprint("sha256"))
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(served.port, key)
        await served.refused("not_admitted")
        async with visiting(served):
            pass


async def test_guests_come_in_where_they_may() -> None:
    async with serving(guests=True) as served, visiting(served, as_guest=True):
        (visit,) = served.ssh_server.sessions
        assert visit.fingerprint is None
        assert visit.is_guest


async def test_guests_stay_out_where_they_may_not() -> None:
    async with serving() as served:
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(served.port, None)
    async with serving(guests=True) as served:
        served.house.banned.add(None)
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(served.port, None)
        await served.refused("not_admitted")


async def test_no_password_comes_in() -> None:
    async with serving() as served:
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(served.port, None, password="secret")


class Liar(SSHLocalKeyPair):
    """Shows one person's key, and signs with another."""

    def __init__(self, shown: asyncssh.SSHKey, signs: asyncssh.SSHKey) -> None:
        super().__init__(signs, None, None, None)
        self.public_data = shown.public_data


async def test_who_shows_a_key_and_cannot_sign_is_not_its_owner() -> None:
    async with serving() as served:
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(served.port, None, client_keys=[Liar(new_key(), new_key())])
        assert not served.house.visits


async def test_who_shows_a_key_and_comes_in_as_a_guest_is_a_guest() -> None:
    async with serving(guests=True) as served:
        liar = Liar(new_key(), new_key())
        async with await connect(served.port, None, client_keys=[liar]) as connection:
            await open_session(connection)
            await until(lambda: served.house.visits)
            assert served.house.visits[0].fingerprint is None


async def test_who_shows_a_key_and_signs_with_his_own_is_himself() -> None:
    async with serving() as served:
        mine = new_key()
        keys = [Liar(new_key(), mine), mine]
        async with await connect(served.port, None, client_keys=keys) as connection:
            await open_session(connection)
            await until(lambda: served.house.visits)
            assert served.house.visits[0].fingerprint == mine.get_fingerprint("sha256")


class Reader(Caller):
    """Reads the banner."""

    banner = ""

    def auth_banner_received(self, msg: str, lang: str) -> None:
        self.banner += msg


async def test_the_banner_is_shown_once() -> None:
    async with serving(banner="Be kind.") as served:
        client = Reader()
        connection, _client = await asyncssh.create_connection(
            lambda: client, HOST, served.port, username="u", known_hosts=None, config=None,
            client_keys=[new_key()], agent_path=None,
        )  # fmt: skip
        assert client.banner == "Be kind.\n"
        connection.abort()
        await connection.wait_closed()


@pytest.mark.parametrize(
    ("user", "shown", "comes_in", "meant"),
    [
        ("ana", "other another ana", "ana", ""),
        ("ana", "other another", "other", "ana"),
        ("nobody", "other ana", "other", ""),
        ("ana", "other " * 9, "other", "ana"),
    ],
)
async def test_keys_that_do_not_open_the_named_account_are_passed_over(
    user: str, shown: str, comes_in: str, meant: str
) -> None:
    keys = {name: new_key() for name in ("ana", "other", "another")}
    async with serving(Limits(sign_in_attempts=3), guests=True) as served:
        served.house.keys["ana"] = keys["ana"].get_fingerprint("sha256")
        own = [keys[name] for name in shown.split()]
        async with await connect(served.port, None, username=user, client_keys=own) as connection:
            await open_session(connection)
            await until(lambda: served.house.visits)
    (visit,) = served.house.visits
    assert (visit.fingerprint, visit.meant) == (keys[comes_in].get_fingerprint("sha256"), meant)


async def test_whose_key_opens_an_account_is_not_told_to_who_shows_it() -> None:
    ana = new_key()
    async with serving() as served:
        served.house.keys["ana"] = ana.get_fingerprint("sha256")
        for shown in (ana, new_key()):
            with pytest.raises(asyncssh.PermissionDenied):
                await connect(
                    served.port, None, username="ana", client_keys=[Liar(shown, new_key())]
                )
        assert not served.house.visits
        assert served.figure("refused_not_admitted") == 2, "as guests, both times"


async def banner_for(served: Served, *keys: asyncssh.SSHKey | Liar) -> str:
    """What somebody reads who is not let in, whichever of these keys they show."""
    client = Reader()
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(served.port, None, client_factory=lambda: client, client_keys=[*keys])
    return client.banner


async def test_why_a_key_is_banned_is_told_to_who_holds_it_alone() -> None:
    banned = new_key()
    async with serving() as served:
        served.house.banned |= {banned.get_fingerprint("sha256")}
        assert "not you" in await banner_for(served, banned)
        told = await banner_for(served, Liar(banned, new_key()))
        assert "not you" not in told
        assert told == await banner_for(served, Liar(new_key(), new_key()))
        assert served.figure("refused_not_admitted") == 4, "once for each key, and each guest"


async def test_attempts_are_bounded() -> None:
    async with serving(Limits(sign_in_attempts=3)) as served:
        keys = [new_key() for _ in range(9)]
        served.house.banned |= {key.get_fingerprint("sha256") for key in keys[:8]}
        with pytest.raises(asyncssh.DisconnectError, match="Too many attempts"):
            await connect(served.port, None, client_keys=[*keys])
        await served.refused("sign_in_attempts")
        assert served.figure("refused_not_admitted") == 3


@pytest.mark.slow
async def test_a_handshake_left_half_open_is_cut() -> None:
    async with serving(Limits(sign_in_seconds=1.5)) as served:
        for greeting in (b"", b"SSH-2.0-half\r\n", b"SSH-2.0-half"):
            reader, writer = await asyncio.open_connection(HOST, served.port)
            writer.write(greeting)
            async with asyncio.timeout(10):
                await reader.read()
                assert await reader.read() == b""
            writer.close()
        await served.refused("sign_in_seconds", 3)
        await served.empty()


@pytest.mark.slow
async def test_a_connection_without_a_session_is_cut() -> None:
    async with serving(Limits(sign_in_seconds=1.5)) as served:
        connection = await connect(served.port, new_key())
        await asyncio.wait_for(connection.wait_closed(), 10)
        await served.refused("no_session")
        connection = await connect(served.port, new_key())
        visitor = await open_session(connection)
        await visitor.sees("welcome-here")
        visitor.type("q")
        await visitor.is_sent_away()
        await asyncio.wait_for(connection.wait_closed(), 10)
        await served.refused("no_session", 2)
        await served.empty()


@pytest.mark.slow
async def test_a_session_that_asks_for_nothing_is_closed() -> None:
    async with serving(Limits(sign_in_seconds=1.5)) as served:
        connection = await connect(served.port, new_key())
        channel = asyncssh.SSHClientChannel(
            connection, connection._loop, "strict", None, "strict", 1000, 1000
        )
        await channel._open(b"session")
        await asyncio.wait_for(connection.wait_closed(), 10)
        assert served.figure("refused_no_session") >= 1
        await served.empty()


async def test_a_flood_of_connections_keeps_out_only_the_flood() -> None:
    limits = Limits(signing_in_an_address=5)
    async with serving(limits) as served, visiting(served) as visitor:
        crowd = [socket.create_connection((HOST, served.port)) for _ in range(60)]
        await served.refused("signing_in_an_address", 55)
        visitor.type("x")
        await visitor.sees("key-1-x.")
        for one in crowd:
            one.close()
        await until(lambda: served.figure("connections_open") == 1)
        async with visiting(served):
            pass


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "bound"),
    [
        ("connections", Limits(connections=2)),
        ("connections_an_address", Limits(connections_an_address=2)),
        ("signing_in", Limits(signing_in=2)),
    ],
)
async def test_connections_are_bounded(kind: str, bound: Limits) -> None:
    async with serving(bound) as served:
        for _ in range(2):
            crowd = [socket.create_connection((HOST, served.port)) for _ in range(3)]
            await served.refused(kind, 1)
            served.counters.figures[f"refused_{kind}"] = 0
            for one in crowd:
                one.close()
            await served.empty()
