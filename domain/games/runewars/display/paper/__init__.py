"""What stands on paper: the sheets of a war."""
