"""Who may have an account: anybody, who is invited, or nobody new; as people with `ssh` see it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import asyncssh
import pytest

from nim_tui.server.accounts.store import account_named
from nim_tui.server.storage.database import Database
from tests.e2e.admin.server import LOBBY, Server, visiting
from tests.e2e.admin.ssh_client import ssh
from tests.nim_tui.server.admin.conftest import person, run_as_process
from tests.nim_tui.server.admin.test_mistakes import starting
from tests.nim_tui.server.ssh.serving import connect, new_key, open_session
from tests.waiting import until

pytestmark = pytest.mark.slow

needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="this needs `ssh`")
NAMING = "Choose your name"
CODE = re.compile(r"(?:\w{4}-){3}\w{4}")
NO_NEWCOMERS = "This server accepts no new users, and does not know your key."
SANS_NOUVEAUX = "Ce serveur n’accepte pas de nouveaux comptes et ne connaît pas votre clé."

Serves = Callable[..., Server]


@pytest.fixture
def serves(folder: Path) -> Iterator[Serves]:
    """Starts a server with options."""
    with ExitStack() as stack:

        def started(*options: object) -> Server:
            server = Server(folder, tuple(map(str, options)))
            server.start()
            stack.callback(server.stop)
            return server

        yield started


@pytest.mark.nightly
@needs_ssh
def test_a_closed_server_takes_known_keys_alone(serves: Serves, database: Database) -> None:
    ana = person(database, "Ana")
    server = serves("--registration", "closed")
    status, told = ssh(server, new_key())
    assert status == 255
    lines = told.splitlines()
    assert lines.count(NO_NEWCOMERS) == lines.count(SANS_NOUVEAUX) == 1
    assert "Permission denied" in lines[-1]
    status, told = ssh(server, new_key(), ana.key)
    assert status == 1, "the second key is known, and there is no such record"
    assert NO_NEWCOMERS not in told


@needs_ssh
@pytest.mark.nightly
def test_who_shows_no_key_is_told_to_make_one(serves: Serves) -> None:
    status, told = ssh(serves())
    assert status == 255
    assert "This server needs an SSH key: make one with `ssh-keygen`." in told.splitlines()


@pytest.mark.nightly
async def test_a_key_of_the_list_comes_in_where_others_do_not(
    serves: Serves, tmp_path: Path
) -> None:
    key = new_key()
    allowed = tmp_path / "authorized_keys"
    allowed.write_bytes(b"# members\n\n" + key.export_public_key())
    server = serves("--registration", "closed", "--allow-keys", allowed)
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(server.port, new_key())
    async with visiting(server, key, NAMING) as visitor:
        visitor.type("Ana\r")
        await visitor.sees("Press Enter again")
        visitor.type("\r")
        await visitor.sees(LOBBY)


async def test_a_stranger_comes_in_by_an_invitation(serves: Serves, database: Database) -> None:
    ana = person(database, "Ana")
    server = serves("--registration", "invite")
    async with visiting(server, ana.key):
        pass
    code = (await server.asked("invite", "--json")).facts["invitation"]
    key = new_key()
    async with visiting(server, key, NAMING) as visitor:
        await visitor.sees("New here? Type a name and your invitation code.")
        visitor.type("Ben\r")
        await visitor.sees("new users need an invitation code: type a name and the code")
        assert account_named(database, "Ben") is None
        asked = await open_session(visitor.connection, command="record x-1", terminal=None)
        await asked.is_sent_away()
        assert b"new users need an invitation code" in asked.screen.errors
        visitor.type(f" {'2' * 4}-{'2' * 4}-{'2' * 4}-{'2' * 4}\r")
        await visitor.sees("this invitation code is wrong, used or expired")
        visitor.type("\x7f" * 20 + f" {code}\r")
        await visitor.sees(LOBBY)
    async with visiting(server, key):
        pass
    async with visiting(server, new_key(), NAMING) as visitor:
        visitor.type(f"Cleo {code}\r")
        await visitor.sees("used or expired")


@pytest.mark.nightly
async def test_a_member_invites_from_the_lobby(serves: Serves, database: Database) -> None:
    ana = person(database, "Ana")
    server = serves("--registration", "invite")
    async with visiting(server, ana.key) as visitor:
        seen: set[str] = set()
        for _ in range(3):
            visitor.type("i")
            await until(lambda: {*CODE.findall(visitor.screen.shown)} - seen, "a new code")
            seen.update(CODE.findall(visitor.screen.shown))
        visitor.type("i")
        await visitor.sees("you can invite 3 people in seven days")


@pytest.mark.nightly
async def test_where_all_may_come_nobody_is_invited(server: Server, database: Database) -> None:
    ana = person(database, "Ana")
    async with visiting(server, ana.key) as visitor:
        visitor.type("ic")
        await visitor.sees("Connect with your other key or")
        assert "seven days" not in visitor.screen.text


def test_an_invitation_can_be_made_while_no_server_runs(folder: Path, database: Database) -> None:
    told = run_as_process(folder, "invite")
    assert told.code == 0
    assert "no server is running" in told.err
    code = told.out.split()[0]
    assert [len(part) for part in code.split("-")] == [4, 4, 4, 4]
    assert account_named(database, "Ana") is None


KEY = new_key().export_public_key()
WRONG = {
    "options": (b'from="192.0.2.1" ' + KEY, "line 1 of {path} is not a plain public key"),
    "restrict": (KEY + b"\n# more\nrestrict " + KEY, "line 4 of {path} is not a plain public key"),
    "an authority": (b"cert-authority " + KEY, "line 1 of {path} is not a plain public key"),
    "nothing": (b"# nobody\n", "contains no public key, or too many"),
}


@pytest.mark.nightly
@pytest.mark.parametrize(("content", "said"), WRONG.values(), ids=WRONG)
def test_a_list_that_cannot_be_used_is_told(
    folder: Path, tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "authorized_keys"
    path.write_bytes(content)
    starting(folder, "--registration", "closed", "--allow-keys", path).is_mistake(
        said.format(path=path)
    )


@pytest.mark.nightly
async def test_an_address_makes_so_many_accounts_in_an_hour(
    serves: Serves, database: Database
) -> None:
    ana = person(database, "Ana")
    server = serves("--new-accounts", "1")
    async with visiting(server, new_key(), NAMING) as visitor:
        visitor.type("Ana\r")
        await visitor.sees("is taken")
        visitor.type("\x7f\x7f\x7fBen\r")
        await visitor.sees("Press Enter again")
        visitor.type("\r")
        await visitor.sees(LOBBY)
    async with visiting(server, new_key(), NAMING) as visitor:
        visitor.type("Cleo\r")
        await visitor.sees("too many new accounts from your address")
    assert account_named(database, "Cleo") is None
    async with visiting(server, ana.key):
        pass


@pytest.mark.nightly
async def test_names_that_are_reserved_cannot_be_taken(serves: Serves) -> None:
    server = serves("--reserve", "Capitol", "--reserve", "Club Master")
    async with visiting(server, new_key(), NAMING) as visitor:
        for name in ("Capitol Bob", "Club-Master 2", "Admin Bob"):
            visitor.type("\x7f" * 16 + f"{name}\r")
            await visitor.sees(f"the name '{name}' is reserved, or too similar")


def test_what_does_not_go_together_is_told(folder: Path, tmp_path: Path) -> None:
    starting(folder, "--registration", "closed", "--guests").is_mistake("guests have no SSH key")
    path = tmp_path / "authorized_keys"
    path.write_bytes(KEY)
    starting(folder, "--allow-keys", path).is_mistake(
        "allow_keys (from the command line) has no effect"
    )
    starting(folder, "--new-accounts", "0").is_mistake("from 1 to 100000")
    starting(folder, "--proxy", "example.org").is_mistake(
        "a proxy must be an address or a network such as 192.0.2.0/24, not"
    )
    starting(folder, "--reserve", "42").is_mistake("'42' cannot be reserved as a name")
    starting(folder, "--registration", "none").is_mistake("none")
