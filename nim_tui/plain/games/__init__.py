"""The board of each game in words; a module a game, as `Teller` says, loaded when it is played."""
