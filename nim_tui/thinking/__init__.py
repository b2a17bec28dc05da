"""Where bots think: in a thread, or in worker processes."""
