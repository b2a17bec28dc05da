"""What an operator may set. Nothing here loads what serving needs, so that help always works."""
