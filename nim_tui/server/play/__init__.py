"""Running games: tables, changes, clocks, turns, stand-ins and offers."""
