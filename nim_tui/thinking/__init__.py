"""Where bots think: in a thread, or in processes of their own that nobody waits for."""
