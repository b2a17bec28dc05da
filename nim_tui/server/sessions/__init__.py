"""Sessions: signing in, guests, quotas, and who is online."""
