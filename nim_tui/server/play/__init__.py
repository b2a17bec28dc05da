"""Games that are being played: tables, changes, clocks, turns, stand-ins and offers."""
