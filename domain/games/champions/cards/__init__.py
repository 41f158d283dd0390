"""Cards in play: entering, leaving, owners, attachments, exhausted or ready."""
