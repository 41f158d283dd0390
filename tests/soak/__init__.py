"""A long evening: several devices record at once for as long as it is asked for, and memory stays where it is."""
