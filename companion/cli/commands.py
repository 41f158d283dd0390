"""All commands, by area; importing this module registers them."""

from companion.cli import campaigns, history, house, looking, recording

__all__ = ["campaigns", "history", "house", "looking", "recording"]
