"""All commands, by area; importing this module registers them."""

from companion.cli import campaigns, house, looking, recording

__all__ = ["campaigns", "house", "looking", "recording"]
