"""Help, and what helps to help."""
