"""What comes next, part by part, and all of it in rulebook order."""
