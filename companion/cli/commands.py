"""All commands, by area; importing this module registers them."""

from companion.cli import campaigns, house, looking, packs, possible, recording, telling

__all__ = ["campaigns", "house", "looking", "packs", "possible", "recording", "telling"]
