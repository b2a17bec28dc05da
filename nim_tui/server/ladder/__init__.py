"""A ladder: who stands above whom, and how that changes. It knows no clock and no database."""
