"""Figures of the server for Prometheus, on this machine alone."""
