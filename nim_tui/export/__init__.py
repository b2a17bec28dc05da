"""Finished games in other formats: text, JSON, pages, pictures, asciicasts."""
