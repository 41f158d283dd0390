"""Cards: decks, hands, searches, spells, levels and morale."""
