"""The diagrams of the rules, compared with what the games draw."""
