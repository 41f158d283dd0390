"""What is taken care of by itself, module by module."""
