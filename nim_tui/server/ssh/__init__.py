"""The way in over SSH: connections, sessions, and the apps that run in them."""
