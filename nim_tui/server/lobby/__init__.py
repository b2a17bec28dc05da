"""The lobby: the people on the server and the games in memory, presence, clocks, chat, bots."""
