"""The program at one's own terminal: the app, its tables and its themes."""
