"""nim_tui: modern board games at a terminal."""

__version__ = "0.2.0"
