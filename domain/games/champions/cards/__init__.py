"""Cards in play: entering, leaving, owners, attachments, exhausted and ready cards."""
