"""Accounts: names, keys, passkeys, registration, merging and personal data."""
