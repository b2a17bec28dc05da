"""Orders of an admin to a server, whether it runs or not."""
