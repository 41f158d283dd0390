"""What every game has, module by module."""
