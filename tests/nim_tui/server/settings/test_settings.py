"""Settings of a server: where they come from, what is refused, and how they are shown."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nim_tui.commands.cli import commands
from nim_tui.server.settings.addresses import SshAddress, WebAddress
from nim_tui.server.settings.identity import PlainText
from nim_tui.server.settings.kinds import (
    BooleanSetting,
    ChoiceSetting,
    EndpointSetting,
    IntegerSetting,
    ListSetting,
    NumberSetting,
    ProxyNetwork,
    ReservedName,
    SettingKind,
    SettingsSection,
    TextSetting,
)
from nim_tui.server.settings.sections import (
    Limits,
    LobbyLimits,
    MailAddress,
    Serving,
    SignUpConfig,
    WorkerLimits,
)
from nim_tui.server.settings.settings import (
    PARTS,
    ServerSettings,
    SettingsWithOrigin,
    UnusableSettings,
    as_toml,
    every_setting,
    gathered,
    read_file,
    value_of,
)
from tests.depth import examples

NAMES = [own.name for _part, own, _kind in every_setting()]


_ADDRESSES: dict[type[SettingKind], list[str]] = {
    WebAddress: ["https://games.example.org", "http://[::1]:8080/"],
    MailAddress: ["", "games@example.org"],
    SshAddress: ["", "games.example.org", "[2001:db8::7]:8022"],
}


def values(kind: SettingKind) -> st.SearchStrategy[Any]:
    """Everything that a setting takes."""
    match kind:
        case BooleanSetting():
            return st.booleans()
        case IntegerSetting(least=least, most=most):
            return st.integers(least, most)
        case NumberSetting(least=low, most=high):
            return st.floats(low, high)
        case EndpointSetting():
            return st.sampled_from(
                ["", "127.0.0.1:0", "127.8.9.1:65535", "[::1]:9100", "unix:/é x"]
            )
        case ChoiceSetting(words=words):
            return st.sampled_from(words)
        case ListSetting(one=one, most=most):
            return st.lists(values(one), max_size=min(most, 4)).map(tuple)
        case ProxyNetwork():
            networks = st.ip_addresses().map(str)
            return networks | st.sampled_from(["10.0.0.0/8", "2001:db8:1::/64", "0.0.0.0/0"])
        case WebAddress() | MailAddress() | SshAddress():
            return st.sampled_from(_ADDRESSES[type(kind)])
        case ReservedName(most=longest):
            printable = st.text(st.characters(codec="utf-8"), max_size=longest - 1)
            return printable.filter(str.isprintable).map(lambda name: f"{name}é")
        case TextSetting(most=longest):
            codec = "ascii" if isinstance(kind, PlainText) else "utf-8"
            text = st.text(st.characters(codec=codec), max_size=min(longest, 60))
            return text.filter(str.isalnum) if isinstance(kind, PlainText) else text
        case SettingsSection(least=(width, height), most=(widest, highest)):
            return st.tuples(st.integers(width, widest), st.integers(height, highest))
    raise AssertionError(kind)


ANY = st.fixed_dictionaries(
    {}, optional={own.name: values(kind) for _part, own, kind in every_setting()}
)


def chosen(path: Path | None = None, **line: object) -> SettingsWithOrigin:
    return gathered(path, line)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "server.toml"


def test_the_parts_are_those_of_the_settings() -> None:
    assert list(PARTS) == [part.name for part in fields(ServerSettings)]
    assert len(NAMES) == len(set(NAMES))


def test_every_default_is_a_value_that_the_setting_takes() -> None:
    for _part, own, kind in every_setting():
        assert kind.checked(own.default) == own.default, own.name


def test_without_anything_given_the_settings_are_the_usual_ones() -> None:
    found = chosen()
    assert found.settings == ServerSettings()
    assert {str(origin) for origin in found.origins.values()} == {"default"}


@pytest.mark.slow
@settings(
    examples(20, 100),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(line=ANY)
def test_what_is_shown_reads_back_as_the_same_settings(file: Path, line: dict[str, Any]) -> None:
    try:
        found = gathered(None, line)
    except UnusableSettings:
        return  # two settings do not go together
    file.write_text(as_toml(found), encoding="utf-8")
    assert gathered(file, {}).settings == found.settings
    assert read_file(file) == value_of(found.settings)
    shown = file.read_text(encoding="utf-8")
    for name in NAMES:
        origin = "from the command line" if name in line else str(found.origins[name])
        assert f"({origin})\n{name} = " in shown


def test_the_command_line_comes_before_the_file_and_that_before_the_defaults(file: Path) -> None:
    file.write_text("port = 1000\nidle_seconds = 60\nlargest_size = [100, 50]\nreserve = ['Ana']\n")
    found = chosen(file, port=2000, thinkers=3)
    assert found.settings.serving == Serving(port=2000)
    assert found.settings.limits == Limits(idle_seconds=60.0, largest_size=(100, 50))
    assert found.settings.newcomers == SignUpConfig(reserve=("Ana",))
    assert found.settings.lobby == LobbyLimits()
    assert found.settings.work == WorkerLimits(thinkers=3)
    told = {name: str(found.origins[name]) for name in ("port", "idle_seconds", "thinkers", "host")}
    assert told == {
        "port": "from the command line",
        "idle_seconds": f"from {file}",
        "thinkers": "from the command line",
        "host": "default",
    }


def test_connections_follow_sessions_unless_they_are_given() -> None:
    assert chosen(sessions=3000).settings.limits.connections == 3060
    assert str(chosen(sessions=3000).origins["connections"]).startswith(
        "derived from sessions and signing_in"
    )
    assert chosen(sessions=3000, connections=100).settings.limits.connections == 100
    assert chosen(sessions=10).settings.limits.connections == Limits().connections


ONLY_HERE = "must be a loopback address such as 127.0.0.1:9100, or unix:PATH"
WRONG = [
    ("prot = 1", "unknown setting 'prot'; did you mean port"),
    ("[limits]\nsessions = 5", "unknown setting 'limits'; nim-tui serve --show-config"),
    ('port = "22"', "port: must be a whole number from 0 to 65535, not '22'"),
    ("port = 65536", "port: must be a whole number from 0 to 65535, not 65536"),
    ("port = true", "port: must be a whole number from 0 to 65535, not True"),
    ("sessions = 1.5", "sessions: must be a whole number from 1 to 50000, not 1.5"),
    ("idle_seconds = nan", "idle_seconds: must be a number from 0.1 to 604800, not nan"),
    ("idle_seconds = -1", "idle_seconds: must be a number from 0.1 to 604800, not -1"),
    ("guests = 1", "guests: must be true or false, not 1"),
    *(
        (f'metrics = "{wrong}"', f"metrics: {ONLY_HERE}")
        for wrong in (
            "0.0.0.0:9100", "192.168.1.7:9100", "[::]:9100", "localhost:9100", "127.0.0.1", "9100",
            "127.0.0.1:65536", "127.0.0.1:-1", "[127.0.0.1:1", "unix:", "tcp:1", "127.1:80", " ",
        )
    ),
    ('registration = "all"', "registration: must be one of open, invite, closed, not 'all'"),
    ("registration = []", "registration: must be one of open, invite, closed, not []"),
    ('reserve = "Ana"', "reserve: must be a list of at most 500 texts, not 'Ana'"),
    ('reserve = ["42"]', "reserve: '42' cannot be reserved as a name"),
    ("reserve = [1]", "reserve: must be a text of at most 40 characters, not 1"),
    ('proxy = ["192.0.2.1/24"]',
     "proxy: a proxy must be an address or a network such as 192.0.2.0/24, not"),
    (f"proxy = {['10.0.0.1'] * 65}", "proxy: must be a list of at most 64 texts, not"),
    ('guests = true\nregistration = "closed"',
     'guests = true (from {file}) excludes registration = "closed" (from {file})'),
    ('allow_keys = "x"',
     'allow_keys (from {file}) has no effect with registration = "open" (default)'),
    ('smtp_host = "mail.example.org"',
     "smtp_host (from {file}) needs mail_from: set both"),
    ('mail_from = "Games <games@example.org>"',
     "mail_from: must be a mail address such as games@example.org, not 'Games <games"),
    ("banner = 1", "banner: must be a text of at most 2000 characters, not 1"),
    (f'banner = "{"x" * 3000}"', "banner: must be a text of at most 2000 characters, not 'xxx"),
    ("largest_size = [100]", "largest_size: must be a size from 80x24 to 2000x1000, not [100]"),
    ("largest_size = [100, true]", "largest_size: must be a size"),
    ("[port]\nx = 1", "port: must be a whole number"),
    ("port = ", "is not TOML"),
    ("port = 1\nport = 2", "is not TOML"),
    ("x = " + "[" * 5000, "is not TOML"),
    ("#" + "x" * 300_000, "is larger than 262144 bytes"),
    ("paused_bytes = 5_000_000",
     "paused_bytes = 5000000 (from {file}) must not be above waiting_bytes = 4000000 (default)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), WRONG, ids=[text[:30] for text, _said in WRONG])
def test_a_mistake_in_the_file_is_told_with_what_is_right(file: Path, text: str, said: str) -> None:
    file.write_text(text)
    with pytest.raises(UnusableSettings) as refused:
        gathered(file, {})
    told = str(refused.value)
    assert said.format(file=file) in told
    assert str(file) in told
    assert told.isprintable()
    assert len(told) < 400


def run(*words: str) -> Result:
    return CliRunner().invoke(commands, ["serve", *words])


def test_show_config_prints_every_setting_and_serves_nobody(file: Path) -> None:
    file.write_text("port = 1000\nguests = true\n")
    shown = run("--config", str(file), "--show-config", "--no-guests", "--keys-a-second", "7.5")
    assert (shown.exit_code, shown.stderr) == (0, "")
    found = tomllib.loads(shown.stdout)
    assert list(found) == NAMES
    assert (found["port"], found["guests"], found["keys_a_second"]) == (1000, False, 7.5)
    assert f"# Port to listen on; 0: any free port. (from {file})\nport = 1000" in shown.stdout
    assert "Allow guests (people without an SSH key). (from the command line)" in shown.stdout


def test_each_setting_is_an_option() -> None:
    shown = run("--help").stdout
    for name in NAMES:
        assert f"--{name.replace('_', '-')}" in shown
    assert tomllib.loads(run("--max-sessions", "7", "--show-config").stdout)["sessions"] == 7
    several = run("--proxy", "10.0.0.1", "--proxy", "2001:db8::/64", "--show-config").stdout
    assert tomllib.loads(several)["proxy"] == ["10.0.0.1", "2001:db8::/64"]
    size = run("--largest-size", "200x100", "--show-config").stdout
    assert tomllib.loads(size)["largest_size"] == [200, 100]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "65536"], "must be a whole number from 0 to 65535, not 65536"),
        (["--port", "-1"], "must be a whole number from 0 to 65535, not '-1'"),
        (["--port", "९"], "must be a whole number from"),
        (["--idle-seconds", "1e3"], "must be a number from 0.1 to 604800, not '1e3'"),
        (["--idle-seconds", "nan"], "must be a number from 0.1"),
        (["--largest-size", "200"], "must be a size from 80x24 to 2000x1000, not '200'"),
        (
            ["--metrics", "0.0.0.0:9100"],
            "must be a loopback address such as 127.0.0.1:9100, or unix:",
        ),
        (["--proxy", "10.0.0.1"] * 65, "must be a list of at most 64 texts"),
        (
            ["--proxy", "10.0.0.1", "--proxy", "x"],
            "a proxy must be an address or a network such as 192.0.2.0/24, not",
        ),
        (["--new-accounts", "0"], "must be a whole number from 1 to 100000, not 0"),
        (["--sesions", "3"], "No such option"),
        (["--config", "/nowhere/x.toml"], "/nowhere/x.toml: No such file or directory"),
    ],
)
def test_a_mistake_on_the_command_line_is_told(words: list[str], said: str) -> None:
    refused = run(*words, "--show-config")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert said in refused.stderr
