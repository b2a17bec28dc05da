"""The settings of an operator. Nothing here imports the server, so that help always works."""
