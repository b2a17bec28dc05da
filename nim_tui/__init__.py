"""nim_tui: modern board games for the terminal."""

__version__ = "0.3.0"
