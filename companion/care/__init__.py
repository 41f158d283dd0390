"""Care of the campaign file while it is in use: looking it through, and the backups that are made by themselves."""
