"""The settings of an operator. Nothing here loads what serving needs, so that help always works."""
