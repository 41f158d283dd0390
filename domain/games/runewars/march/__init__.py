"""The march: areas activated, units moved and what they meet, diplomacy, and what cards do to units."""
