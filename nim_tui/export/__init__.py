"""Games that are over, in forms that others can read: text, JSON, pages, pictures, asciicasts."""
