"""Who is here and what is played: the tables in memory, presence, clocks, chat, bots."""
