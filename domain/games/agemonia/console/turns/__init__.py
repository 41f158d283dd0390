"""Turns of a scenario: maneuvers, class skills, belongings."""
