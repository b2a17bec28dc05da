"""What researchers are offered."""
