"""nim_tui: modern board games at a terminal."""

__version__ = "0.1.0"
