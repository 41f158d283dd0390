"""The vault: the campaign file as a file: its permissions, copies and replacement, and its noted newest entry."""
