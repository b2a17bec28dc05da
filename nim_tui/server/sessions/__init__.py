"""Sessions: sign-in, guests, quotas, and presence."""
