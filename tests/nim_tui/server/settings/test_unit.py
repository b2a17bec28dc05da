"""The systemd unit that the docs show: hardened, and able to hand secrets on."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from nim_tui.server.notifications.sender import _password
from nim_tui.server.settings.settings import gathered

PAGE = Path(__file__).parents[4] / "docs" / "how-to" / "run-a-server.md"
MOST_EXPOSED = 39
"""Tenths: `systemd-analyze security` must say less than 4."""


def shown(beginning: str) -> str:
    """The unit, or the part of one, that the page shows."""
    text = PAGE.read_text("utf-8")
    (found,) = re.findall(rf"```ini\n({re.escape(beginning)}.*?)```", text, re.DOTALL)
    return str(found)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_the_unit_is_hardened(tmp_path: Path) -> None:
    unit = tmp_path / "nim-tui.service"
    unit.write_text(shown("[Unit]"))
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSED}", unit],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stdout[-200:] + told.stderr


def test_a_wrong_setting_alone_is_not_tried_again() -> None:
    unit = configparser.ConfigParser(allow_no_value=True)
    unit.read_string(shown("[Unit]"))
    assert unit["Service"]["Restart"] == "on-failure"
    assert unit["Service"]["RestartPreventExitStatus"] == "2"


def test_settings_and_secrets_come_by_credentials(tmp_path: Path) -> None:
    """What systemd hands on are copies that the server's user can read and nobody can write."""
    part = shown("LoadCredential=")
    credentials = dict(re.findall(r"^LoadCredential=([\w.-]+):(/etc/\S+)$", part, re.MULTILINE))
    assert list(credentials) == ["server.toml", "smtp-password"]
    (tmp_path / "server.toml").write_text(
        'database = "postgresql://games:hush@db/games"\nsmtp_host = "mail.example.org"\n'
        'smtp_user = "games"\nmail_from = "games@example.org"\n'
    )
    (tmp_path / "smtp-password").write_text("secret\n")
    for file in tmp_path.iterdir():
        file.chmod(0o440)
    words = part.splitlines()[-1].replace("%d", str(tmp_path)).split(" serve ")[1].split()
    given = dict(zip((word[2:].replace("-", "_") for word in words[::2]), words[1::2]))
    chosen = gathered(Path(given.pop("config")), dict(given)).settings
    assert chosen.serving.database == "postgresql://games:hush@db/games"
    assert _password(chosen.notices) == "secret"
