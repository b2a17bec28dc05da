"""The page that tells afterwards how chances went, what moves cost, and what was luck."""
