"""What an admin asks of a server, running or not."""
