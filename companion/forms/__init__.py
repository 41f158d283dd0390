"""Forms of events: their fields as controls, and what was typed in these as JSON values."""
