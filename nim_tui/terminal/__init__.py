"""Input and output of a terminal, the same on one's own machine and on a server."""
