"""Der Schwarm: nations study the swarm from their coasts, and send the sea's dangers at others."""

from rules.schwarm.game import SCHWARM

__all__ = ["SCHWARM"]
