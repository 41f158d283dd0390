"""Maintenance of the campaign file while it is in use: verification and automatic backups."""
