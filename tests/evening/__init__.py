"""An evening of a club, played by real clients: `make evening`."""
