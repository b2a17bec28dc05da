"""The program at the user's own terminal: the app, its tables and its themes."""
