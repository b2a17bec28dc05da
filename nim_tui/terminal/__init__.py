"""What a terminal sends and is sent, alike at one's own machine and on a server."""
