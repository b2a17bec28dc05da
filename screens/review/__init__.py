"""The review page: the course of win chances, costly moves, and luck."""
