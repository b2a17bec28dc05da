"""Rules and player aid, on pages of their own or beside the boards."""
