"""What comes next, part by part."""
