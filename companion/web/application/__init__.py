"""The application: it puts the rooms together, is served, and logs and counts its requests."""
