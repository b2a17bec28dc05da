"""The man pages of all commands, which the wheel installs: docs/man."""
