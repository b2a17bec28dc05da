"""The places where bots think: a thread, or processes that nobody waits for."""
