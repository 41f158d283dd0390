"""Heroes: their dials, action cards, dice and equipment."""
