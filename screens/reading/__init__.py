"""Rules and player aid as one reads them, on a page of their own or beside boards."""
