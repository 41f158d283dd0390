"""What is shown of a war: its board and its map, what comes next, the sheets, the curves."""
