"""The vault: permissions, backups, repair and replacement of the campaign file, and the note of its newest entry."""
