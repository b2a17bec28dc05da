"""The lobby: people online, tables in memory, presence, clocks, chat, bots."""
