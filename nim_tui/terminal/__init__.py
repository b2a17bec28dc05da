"""Input and output of a terminal, the same at home and on a server."""
