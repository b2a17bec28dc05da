"""Storage of tables: seats, settings, records, games and invitations."""
