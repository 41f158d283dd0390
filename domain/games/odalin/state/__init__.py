"""The state of a campaign, and the kinds of its content."""
