"""Orders of an admin to a server, running or not."""
