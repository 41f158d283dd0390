"""Care of the campaign file while it is in use: checking it, and automatic backups."""
