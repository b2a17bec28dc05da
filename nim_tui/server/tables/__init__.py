"""Tables as they are stored: seats, terms, records, games and invitations."""
