"""Forms of events: their fields as controls, and the typed values as JSON."""
