"""The dungeon: rooms, loot, rests at its campfires, and Hell Rifts."""
